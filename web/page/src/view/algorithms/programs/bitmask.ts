/** The programs of `bitmask`: see `../program.ts` for the marks after `@`. */

import type { Sources } from '../language';

const cpp = String.raw`
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int board[9][9];
vector<pair<int, int>> blanks;
//:free
int rows[9], cols[9], boxes[9];

void print() {
    for (auto& row : board) {
        for (int digit : row) cout << digit << ' ';
        cout << '\n';
    }
}
@@
void flip(int r, int c, int bit) {
    rows[r] ^= bit;
    cols[c] ^= bit;
    boxes[r / 3 * 3 + c / 3] ^= bit;
}

bool fill(size_t at) {
    if (at == blanks.size()) {      @enter
        print();                    @print +twice
        return false;               @done +twice
        return true;                @done -twice
    }
    auto [r, c] = blanks[at];
    int mask = rows[r] & cols[c] & boxes[r / 3 * 3 + c / 3];  @look
    while (mask) {
        int bit = mask & -mask;     //:lowest
        mask ^= bit;
        board[r][c] = __builtin_ctz(bit);  @place
        flip(r, c, bit);
        fill(at + 1);               @call +early
        if (fill(at + 1)) {         @call -early
            return true;            @found -early
        }                           @ -early
        board[r][c] = 0;            @reset -reset
        flip(r, c, bit);            @ -reset
    }
    return false;                   @fail
}
@@
int main() {
    for (int i = 0; i < 9; i++) rows[i] = cols[i] = boxes[i] = 0b1111111110;
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            cin >> board[r][c];
            if (board[r][c] == 0) blanks.push_back({r, c});
            else flip(r, c, 1 << board[r][c]);
        }
    }
    fill(0);
    print();                        @ -twice
}`;

const java = String.raw`
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

public class Main {
    static int[][] board = new int[9][9];
    static List<int[]> blanks = new ArrayList<>();
    //:free
    static int[] rows = new int[9], cols = new int[9], boxes = new int[9];

    static void print() {
        StringBuilder text = new StringBuilder();
        for (int[] row : board) {
            for (int digit : row) text.append(digit).append(' ');
            text.append('\n');
        }
        System.out.print(text);
    }
@@
    static void flip(int r, int c, int bit) {
        rows[r] ^= bit;
        cols[c] ^= bit;
        boxes[r / 3 * 3 + c / 3] ^= bit;
    }

    static boolean fill(int at) {
        if (at == blanks.size()) {      @enter
            print();                    @print +twice
            return false;               @done +twice
            return true;                @done -twice
        }
        int r = blanks.get(at)[0], c = blanks.get(at)[1];
        int mask = rows[r] & cols[c] & boxes[r / 3 * 3 + c / 3];  @look
        while (mask != 0) {
            int bit = mask & -mask;     //:lowest
            mask ^= bit;
            board[r][c] = Integer.numberOfTrailingZeros(bit);  @place
            flip(r, c, bit);
            fill(at + 1);               @call +early
            if (fill(at + 1)) {         @call -early
                return true;            @found -early
            }                           @ -early
            board[r][c] = 0;            @reset -reset
            flip(r, c, bit);            @ -reset
        }
        return false;                   @fail
    }
@@
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (int[] masks : new int[][] {rows, cols, boxes}) Arrays.fill(masks, 0b1111111110);
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                board[r][c] = in.nextInt();
                if (board[r][c] == 0) blanks.add(new int[] {r, c});
                else flip(r, c, 1 << board[r][c]);
            }
        }
        fill(0);
        print();                        @ -twice
    }
}`;

const python = String.raw`
import sys

board = [list(map(int, line.split())) for line in sys.stdin]
blanks = [(r, c) for r in range(9) for c in range(9) if board[r][c] == 0]
#:free
rows, cols, boxes = [0b1111111110] * 9, [0b1111111110] * 9, [0b1111111110] * 9


def print_board():
    for row in board:
        print(*row)


@@
def flip(r, c, bit):
    rows[r] ^= bit
    cols[c] ^= bit
    boxes[r // 3 * 3 + c // 3] ^= bit


def fill(at):
    if at == len(blanks):           @enter
        print_board()               @print +twice
        return False                @done +twice
        return True                 @done -twice
    r, c = blanks[at]
    mask = rows[r] & cols[c] & boxes[r // 3 * 3 + c // 3]  @look
    while mask:
        bit = mask & -mask          #:lowest
        mask ^= bit
        board[r][c] = bit.bit_length() - 1  @place
        flip(r, c, bit)
        fill(at + 1)                @call +early
        if fill(at + 1):            @call -early
            return True             @found -early
        board[r][c] = 0             @reset -reset
        flip(r, c, bit)             @ -reset
    return False                    @fail
@@


for r in range(9):
    for c in range(9):
        if board[r][c]:
            flip(r, c, 1 << board[r][c])
fill(0)
print_board()                       @ -twice`;

const rust = String.raw`
struct Search {
    board: [[u32; 9]; 9],
    blanks: Vec<(usize, usize)>,
    //:free
    rows: [u32; 9],
    cols: [u32; 9],
    boxes: [u32; 9],
}

impl Search {
    fn print(&self) {
        for row in &self.board {
            println!("{}", row.map(|digit| digit.to_string()).join(" "));
        }
    }
@@
    fn flip(&mut self, r: usize, c: usize, bit: u32) {
        self.rows[r] ^= bit;
        self.cols[c] ^= bit;
        self.boxes[r / 3 * 3 + c / 3] ^= bit;
    }

    fn fill(&mut self, at: usize) -> bool {
        if at == self.blanks.len() {        @enter
            self.print();                   @print +twice
            return false;                   @done +twice
            return true;                    @done -twice
        }
        let (r, c) = self.blanks[at];
        let mut mask = self.rows[r] & self.cols[c] & self.boxes[r / 3 * 3 + c / 3];  @look
        while mask != 0 {
            let bit = mask & mask.wrapping_neg();  //:lowest
            mask ^= bit;
            self.board[r][c] = bit.trailing_zeros();  @place
            self.flip(r, c, bit);
            self.fill(at + 1);              @call +early
            if self.fill(at + 1) {          @call -early
                return true;                @found -early
            }                               @ -early
            self.board[r][c] = 0;           @reset -reset
            self.flip(r, c, bit);           @ -reset
        }
        false                               @fail
    }
@@
}

fn main() {
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = input.split_whitespace().map(|number| number.parse().unwrap());
    let all = [0b1111111110; 9];
    let mut search =
        Search { board: [[0; 9]; 9], blanks: Vec::new(), rows: all, cols: all, boxes: all };
    for r in 0..9 {
        for c in 0..9 {
            search.board[r][c] = numbers.next().unwrap();
            match search.board[r][c] {
                0 => search.blanks.push((r, c)),
                digit => search.flip(r, c, 1 << digit),
            }
        }
    }
    search.fill(0);
    search.print();                         @ -twice
}`;

export const bitmask: Sources = { cpp, java, python, rust };
