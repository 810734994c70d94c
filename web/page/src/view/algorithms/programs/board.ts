/** The programs of `board`: see `../program.ts` for the marks after `@`. */

import type { Sources } from '../language';

const cpp = String.raw`
#include <array>
#include <iostream>
using namespace std;

//:candidates
using Board = array<int, 81>;
const int ALL = 0b1111111110;
int houses[27][9];
Board answer;

bool decided(int digits) { return (digits & (digits - 1)) == 0; }
@@
//:pass
int pass(Board& board) {
    int once[27] = {}, twice[27] = {}, fixed[27] = {};
    for (int i = 0; i < 9; i++) {
        for (int h = 0; h < 27; h++) {  //:lanes27
            int digits = board[houses[h][i]];
            twice[h] |= once[h] & digits;
            once[h] |= digits;
            fixed[h] |= decided(digits) ? digits : 0;
        }
    }
    int changed = 0;
    for (int cell = 0; cell < 81; cell++) {  //:lanes81
        int r = cell / 9, c = cell % 9, before = board[cell];
        int lone = 0, taken = 0, all = ALL;
        for (int h : {r, 9 + c, 18 + r / 3 * 3 + c / 3}) {
            lone |= once[h] & ~twice[h];
            taken |= fixed[h];
            all &= once[h];
        }
        int digits = decided(before) ? before : before & ~taken;
        if (digits & lone) digits &= lone;
        if (digits == 0 || all != ALL) return -1;
        board[cell] = digits;
        changed += digits != before;
    }
    return changed;
}

bool solve(Board board) {
    int changed = 1;
    while (changed > 0) {
        changed = pass(board);          @pass
    }
    if (changed < 0) {
        return false;                   @lost
    }
    int best = -1, fewest = 10;         @look
    for (int cell = 0; cell < 81; cell++) {
        int count = __builtin_popcount(board[cell]);
        if (count > 1 && count < fewest) best = cell, fewest = count;
    }
    if (best < 0) {
        answer = board;                 @done
        return true;
    }
    for (int digits = board[best]; digits; digits &= digits - 1) {
        Board next = board;             @place
        next[best] = digits & -digits;
        if (solve(next)) {              @call
            return true;                @found
        }
    }
    return false;                       @fail
}
@@
int main() {
    for (int h = 0; h < 9; h++) {
        for (int i = 0; i < 9; i++) {
            houses[h][i] = 9 * h + i;
            houses[9 + h][i] = 9 * i + h;
            houses[18 + h][i] = h / 3 * 27 + h % 3 * 3 + i / 3 * 9 + i % 3;
        }
    }
    Board board;
    for (int& digits : board) {
        int digit;
        cin >> digit;
        digits = digit ? 1 << digit : ALL;
    }
    solve(board);
    for (int cell = 0; cell < 81; cell++) {
        cout << __builtin_ctz(answer[cell]) << (cell % 9 == 8 ? '\n' : ' ');
    }
}`;

const java = String.raw`
import java.util.Scanner;

public class Main {
    static final int ALL = 0b1111111110;
    static int[][] houses = new int[27][9];
    //:candidates
    static int[] answer = new int[81];

    static boolean decided(int digits) {
        return (digits & (digits - 1)) == 0;
    }
@@
    //:pass
    static int pass(int[] board) {
        int[] once = new int[27], twice = new int[27], fixed = new int[27];
        for (int i = 0; i < 9; i++) {
            for (int h = 0; h < 27; h++) {  //:lanes27
                int digits = board[houses[h][i]];
                twice[h] |= once[h] & digits;
                once[h] |= digits;
                fixed[h] |= decided(digits) ? digits : 0;
            }
        }
        int changed = 0;
        for (int cell = 0; cell < 81; cell++) {  //:lanes81
            int r = cell / 9, c = cell % 9, before = board[cell];
            int lone = 0, taken = 0, all = ALL;
            for (int h : new int[] {r, 9 + c, 18 + r / 3 * 3 + c / 3}) {
                lone |= once[h] & ~twice[h];
                taken |= fixed[h];
                all &= once[h];
            }
            int digits = decided(before) ? before : before & ~taken;
            if ((digits & lone) != 0) digits &= lone;
            if (digits == 0 || all != ALL) return -1;
            board[cell] = digits;
            if (digits != before) changed++;
        }
        return changed;
    }

    static boolean solve(int[] board) {
        int changed = 1;
        while (changed > 0) {
            changed = pass(board);          @pass
        }
        if (changed < 0) {
            return false;                   @lost
        }
        int best = -1, fewest = 10;         @look
        for (int cell = 0; cell < 81; cell++) {
            int count = Integer.bitCount(board[cell]);
            if (count > 1 && count < fewest) {
                best = cell;
                fewest = count;
            }
        }
        if (best < 0) {
            answer = board;                 @done
            return true;
        }
        for (int digits = board[best]; digits != 0; digits &= digits - 1) {
            int[] next = board.clone();     @place
            next[best] = digits & -digits;
            if (solve(next)) {              @call
                return true;                @found
            }
        }
        return false;                       @fail
    }
@@
    public static void main(String[] args) {
        for (int h = 0; h < 9; h++) {
            for (int i = 0; i < 9; i++) {
                houses[h][i] = 9 * h + i;
                houses[9 + h][i] = 9 * i + h;
                houses[18 + h][i] = h / 3 * 27 + h % 3 * 3 + i / 3 * 9 + i % 3;
            }
        }
        Scanner in = new Scanner(System.in);
        int[] board = new int[81];
        for (int cell = 0; cell < 81; cell++) {
            int digit = in.nextInt();
            board[cell] = digit == 0 ? ALL : 1 << digit;
        }
        solve(board);
        StringBuilder text = new StringBuilder();
        for (int cell = 0; cell < 81; cell++) {
            text.append(Integer.numberOfTrailingZeros(answer[cell]) + (cell % 9 == 8 ? "\n" : " "));
        }
        System.out.print(text);
    }
}`;

const python = String.raw`
import sys

ALL = 0b1111111110
houses = [[9 * h + i for i in range(9)] for h in range(9)]
houses += [[9 * i + h for i in range(9)] for h in range(9)]
houses += [[h // 3 * 27 + h % 3 * 3 + i // 3 * 9 + i % 3 for i in range(9)] for h in range(9)]
houses_of = [[h for h in range(27) if cell in houses[h]] for cell in range(81)]


def decided(digits):
    return digits & (digits - 1) == 0


@@
#:pass
def pass_over(board):
    once, twice, fixed = [0] * 27, [0] * 27, [0] * 27
    for i in range(9):
        for h in range(27):  #:lanes27
            digits = board[houses[h][i]]
            twice[h] |= once[h] & digits
            once[h] |= digits
            fixed[h] |= digits if decided(digits) else 0
    changed = 0
    for cell in range(81):  #:lanes81
        lone, taken, all_digits = 0, 0, ALL
        for h in houses_of[cell]:
            lone |= once[h] & ~twice[h]
            taken |= fixed[h]
            all_digits &= once[h]
        before = board[cell]
        digits = before if decided(before) else before & ~taken
        if digits & lone:
            digits &= lone
        if digits == 0 or all_digits != ALL:
            return -1
        board[cell] = digits
        changed += digits != before
    return changed


def solve(board):
    changed = 1
    while changed > 0:
        changed = pass_over(board)      @pass
    if changed < 0:
        return None                     @lost
    count = [bin(digits).count("1") for digits in board]  @look
    best = min(range(81), key=lambda cell: (count[cell] == 1, count[cell]))
    if count[best] == 1:
        return board                    @done
    digits = board[best]
    while digits:
        following = board[:]            @place
        following[best] = digits & -digits
        digits &= digits - 1
        answer = solve(following)       @call
        if answer:
            return answer               @found
    return None                         @fail
@@


#:candidates
board = [1 << digit if digit else ALL for digit in map(int, sys.stdin.read().split())]
answer = solve(board)
for r in range(9):
    print(*(digits.bit_length() - 1 for digits in answer[9 * r:9 * r + 9]))`;

const rust = String.raw`
//:candidates
type Board = [u32; 81];

const ALL: u32 = 0b1111111110;

fn houses_of(cell: usize) -> [usize; 3] {
    let (r, c) = (cell / 9, cell % 9);
    [r, 9 + c, 18 + r / 3 * 3 + c / 3]
}

fn cell_of(house: usize, i: usize) -> usize {
    let h = house % 9;
    match house / 9 {
        0 => 9 * h + i,
        1 => 9 * i + h,
        _ => h / 3 * 27 + h % 3 * 3 + i / 3 * 9 + i % 3,
    }
}
@@
//:pass
fn pass(board: &mut Board) -> Option<usize> {
    let (mut once, mut twice, mut fixed) = ([0; 27], [0; 27], [0; 27]);
    for i in 0..9 {
        for h in 0..27 {  //:lanes27
            let digits = board[cell_of(h, i)];
            twice[h] |= once[h] & digits;
            once[h] |= digits;
            fixed[h] |= if digits.is_power_of_two() { digits } else { 0 };
        }
    }
    let mut changed = 0;
    for cell in 0..81 {  //:lanes81
        let (mut lone, mut taken, mut all) = (0, 0, ALL);
        for h in houses_of(cell) {
            lone |= once[h] & !twice[h];
            taken |= fixed[h];
            all &= once[h];
        }
        let before = board[cell];
        let mut digits = if before.is_power_of_two() { before } else { before & !taken };
        if digits & lone != 0 {
            digits &= lone;
        }
        if digits == 0 || all != ALL {
            return None;
        }
        board[cell] = digits;
        changed += usize::from(digits != before);
    }
    Some(changed)
}

fn solve(mut board: Board) -> Option<Board> {
    let mut changed = Some(1);
    while changed > Some(0) {
        changed = pass(&mut board);                     @pass
    }
    if changed.is_none() {
        return None;                                    @lost
    }
    let open = (0..81).filter(|&cell| board[cell].count_ones() > 1);  @look
    let Some(best) = open.min_by_key(|&cell| board[cell].count_ones()) else {
        return Some(board);                             @done
    };
    let mut digits = board[best];
    while digits != 0 {
        let mut next = board;                           @place
        next[best] = digits & digits.wrapping_neg();
        digits &= digits - 1;
        let answer = solve(next);                       @call
        if answer.is_some() {
            return answer;                              @found
        }
    }
    None                                                @fail
}
@@
fn main() {
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut board = [ALL; 81];
    for (cell, number) in input.split_whitespace().enumerate() {
        if number != "0" {
            board[cell] = 1 << number.parse::<u32>().unwrap();
        }
    }
    let answer = solve(board).unwrap();
    for row in answer.chunks(9) {
        let digits: Vec<_> = row.iter().map(|digits| digits.trailing_zeros().to_string()).collect();
        println!("{}", digits.join(" "));
    }
}`;

export const board: Sources = { cpp, java, python, rust };
