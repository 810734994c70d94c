/** The programs of `mrv`: see `../program.ts` for the marks after `@`. */

import type { Sources } from '../language';

const cpp = String.raw`
#include <iostream>
#include <utility>
using namespace std;

int board[81], houses[27][9];
//:free
int need[27];

void print() {
    for (int cell = 0; cell < 81; cell++) cout << board[cell] << (cell % 9 == 8 ? '\n' : ' ');
}

void flip(int cell, int bit) {
    int r = cell / 9, c = cell % 9;
    need[r] ^= bit;
    need[9 + c] ^= bit;
    need[18 + r / 3 * 3 + c / 3] ^= bit;
}
@@
int candidates(int cell) {
    if (board[cell]) return 0;
    int r = cell / 9, c = cell % 9;
    return need[r] & need[9 + c] & need[18 + r / 3 * 3 + c / 3];
}

pair<int, int> choose() {
    for (int h = 0; h < 27; h++) {
        int once = 0, twice = 0;        @house
        for (int cell : houses[h]) {
            twice |= once & candidates(cell);
            once |= candidates(cell);
        }
        if (once != need[h]) {          //:lost
            return {0, 0};              @lost
        }
        int single = once & ~twice;     //:single
        for (int cell : houses[h]) {
            if (candidates(cell) & single) {
                return {cell, candidates(cell) & single};  @hidden
            }
        }
    }
    int best = 0, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        int count = __builtin_popcount(candidates(cell));
        if (board[cell] == 0 && count < fewest) best = cell, fewest = count;
    }
    return {best, candidates(best)};    @fewest
}

bool fill(int blanks) {
    if (blanks == 0) {                  @enter
        return true;                    @done
    }
    auto [cell, digits] = choose();     @look
    while (digits) {
        int bit = digits & -digits;
        digits ^= bit;
        board[cell] = __builtin_ctz(bit);  @place
        flip(cell, bit);
        if (fill(blanks - 1)) {         @call
            return true;                @found
        }
        board[cell] = 0;                @reset
        flip(cell, bit);
    }
    return false;                       @fail
}
@@
int main() {
    for (int& digits : need) digits = 0b1111111110;
    for (int h = 0; h < 9; h++) {
        for (int i = 0; i < 9; i++) {
            houses[h][i] = 9 * h + i;
            houses[9 + h][i] = 9 * i + h;
            houses[18 + h][i] = h / 3 * 27 + h % 3 * 3 + i / 3 * 9 + i % 3;
        }
    }
    int blanks = 0;
    for (int cell = 0; cell < 81; cell++) {
        cin >> board[cell];
        if (board[cell]) flip(cell, 1 << board[cell]);
        else blanks++;
    }
    fill(blanks);
    print();
}`;

const java = String.raw`
import java.util.Arrays;
import java.util.Scanner;

public class Main {
    static int[] board = new int[81];
    static int[][] houses = new int[27][9];
    //:free
    static int[] need = new int[27];

    static void print() {
        StringBuilder text = new StringBuilder();
        for (int cell = 0; cell < 81; cell++) {
            text.append(board[cell] + (cell % 9 == 8 ? "\n" : " "));
        }
        System.out.print(text);
    }

    static void flip(int cell, int bit) {
        int r = cell / 9, c = cell % 9;
        need[r] ^= bit;
        need[9 + c] ^= bit;
        need[18 + r / 3 * 3 + c / 3] ^= bit;
    }
@@
    static int candidates(int cell) {
        if (board[cell] != 0) return 0;
        int r = cell / 9, c = cell % 9;
        return need[r] & need[9 + c] & need[18 + r / 3 * 3 + c / 3];
    }

    static int[] choose() {
        for (int h = 0; h < 27; h++) {
            int once = 0, twice = 0;        @house
            for (int cell : houses[h]) {
                twice |= once & candidates(cell);
                once |= candidates(cell);
            }
            if (once != need[h]) {          //:lost
                return new int[] {0, 0};    @lost
            }
            int single = once & ~twice;     //:single
            for (int cell : houses[h]) {
                if ((candidates(cell) & single) != 0) {
                    return new int[] {cell, candidates(cell) & single};  @hidden
                }
            }
        }
        int best = 0, fewest = 10;
        for (int cell = 0; cell < 81; cell++) {
            int count = Integer.bitCount(candidates(cell));
            if (board[cell] == 0 && count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        return new int[] {best, candidates(best)};  @fewest
    }

    static boolean fill(int blanks) {
        if (blanks == 0) {                  @enter
            return true;                    @done
        }
        int[] choice = choose();            @look
        int cell = choice[0], digits = choice[1];
        while (digits != 0) {
            int bit = digits & -digits;
            digits ^= bit;
            board[cell] = Integer.numberOfTrailingZeros(bit);  @place
            flip(cell, bit);
            if (fill(blanks - 1)) {         @call
                return true;                @found
            }
            board[cell] = 0;                @reset
            flip(cell, bit);
        }
        return false;                       @fail
    }
@@
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Arrays.fill(need, 0b1111111110);
        for (int h = 0; h < 9; h++) {
            for (int i = 0; i < 9; i++) {
                houses[h][i] = 9 * h + i;
                houses[9 + h][i] = 9 * i + h;
                houses[18 + h][i] = h / 3 * 27 + h % 3 * 3 + i / 3 * 9 + i % 3;
            }
        }
        int blanks = 0;
        for (int cell = 0; cell < 81; cell++) {
            board[cell] = in.nextInt();
            if (board[cell] != 0) flip(cell, 1 << board[cell]);
            else blanks++;
        }
        fill(blanks);
        print();
    }
}`;

const python = String.raw`
import sys

board = list(map(int, sys.stdin.read().split()))
houses = [[9 * h + i for i in range(9)] for h in range(9)]
houses += [[9 * i + h for i in range(9)] for h in range(9)]
houses += [[h // 3 * 27 + h % 3 * 3 + i // 3 * 9 + i % 3 for i in range(9)] for h in range(9)]
#:free
need = [0b1111111110] * 27


def print_board():
    for r in range(9):
        print(*board[9 * r:9 * r + 9])


def flip(cell, bit):
    r, c = divmod(cell, 9)
    need[r] ^= bit
    need[9 + c] ^= bit
    need[18 + r // 3 * 3 + c // 3] ^= bit


@@
def candidates(cell):
    if board[cell]:
        return 0
    r, c = divmod(cell, 9)
    return need[r] & need[9 + c] & need[18 + r // 3 * 3 + c // 3]


def choose():
    for h in range(27):
        once = twice = 0                @house
        for cell in houses[h]:
            twice |= once & candidates(cell)
            once |= candidates(cell)
        if once != need[h]:             #:lost
            return 0, 0                 @lost
        single = once & ~twice          #:single
        for cell in houses[h]:
            if candidates(cell) & single:
                return cell, candidates(cell) & single  @hidden
    blanks = [cell for cell in range(81) if board[cell] == 0]
    best = min(blanks, key=lambda cell: bin(candidates(cell)).count("1"))
    return best, candidates(best)       @fewest


def fill(blanks):
    if blanks == 0:                     @enter
        return True                     @done
    cell, digits = choose()             @look
    while digits:
        bit = digits & -digits
        digits ^= bit
        board[cell] = bit.bit_length() - 1  @place
        flip(cell, bit)
        if fill(blanks - 1):            @call
            return True                 @found
        board[cell] = 0                 @reset
        flip(cell, bit)
    return False                        @fail
@@


for cell in range(81):
    if board[cell]:
        flip(cell, 1 << board[cell])
fill(board.count(0))
print_board()`;

const rust = String.raw`
struct Search {
    board: [u32; 81],
    houses: [[usize; 9]; 27],
    //:free
    need: [u32; 27],
}

fn houses_of(cell: usize) -> [usize; 3] {
    let (r, c) = (cell / 9, cell % 9);
    [r, 9 + c, 18 + r / 3 * 3 + c / 3]
}

impl Search {
    fn print(&self) {
        for row in self.board.chunks(9) {
            let digits: Vec<_> = row.iter().map(|digit| digit.to_string()).collect();
            println!("{}", digits.join(" "));
        }
    }

    fn flip(&mut self, cell: usize, bit: u32) {
        for house in houses_of(cell) {
            self.need[house] ^= bit;
        }
    }
@@
    fn candidates(&self, cell: usize) -> u32 {
        if self.board[cell] != 0 {
            return 0;
        }
        let [r, c, b] = houses_of(cell);
        self.need[r] & self.need[c] & self.need[b]
    }

    fn choose(&self) -> (usize, u32) {
        for h in 0..27 {
            let (mut once, mut twice) = (0, 0);     @house
            for &cell in &self.houses[h] {
                twice |= once & self.candidates(cell);
                once |= self.candidates(cell);
            }
            if once != self.need[h] {               //:lost
                return (0, 0);                      @lost
            }
            let single = once & !twice;             //:single
            for &cell in &self.houses[h] {
                if self.candidates(cell) & single != 0 {
                    return (cell, self.candidates(cell) & single);  @hidden
                }
            }
        }
        let blanks = (0..81).filter(|&cell| self.board[cell] == 0);
        let best = blanks.min_by_key(|&cell| self.candidates(cell).count_ones()).unwrap();
        (best, self.candidates(best))               @fewest
    }

    fn fill(&mut self, blanks: usize) -> bool {
        if blanks == 0 {                            @enter
            return true;                            @done
        }
        let (cell, mut digits) = self.choose();     @look
        while digits != 0 {
            let bit = digits & digits.wrapping_neg();
            digits ^= bit;
            self.board[cell] = bit.trailing_zeros();  @place
            self.flip(cell, bit);
            if self.fill(blanks - 1) {              @call
                return true;                        @found
            }
            self.board[cell] = 0;                   @reset
            self.flip(cell, bit);
        }
        false                                       @fail
    }
@@
}

fn main() {
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = input.split_whitespace().map(|number| number.parse().unwrap());
    let mut search = Search { board: [0; 81], houses: [[0; 9]; 27], need: [0b1111111110; 27] };
    let mut filled = [0; 27];
    for cell in 0..81 {
        for house in houses_of(cell) {
            search.houses[house][filled[house]] = cell;
            filled[house] += 1;
        }
    }
    for cell in 0..81 {
        search.board[cell] = numbers.next().unwrap();
        if search.board[cell] != 0 {
            search.flip(cell, 1 << search.board[cell]);
        }
    }
    let blanks = search.board.iter().filter(|&&digit| digit == 0).count();
    search.fill(blanks);
    search.print();
}`;

export const mrv: Sources = { cpp, java, python, rust };
