/** The programs of `scan`: see `../program.ts` for the marks after `@`. */

import type { Sources } from '../language';

const cpp = String.raw`
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int board[9][9];
vector<pair<int, int>> blanks;

void print() {
    for (auto& row : board) {
        for (int digit : row) cout << digit << ' ';
        cout << '\n';
    }
}
@@
bool fits(int r, int c, int digit) {
    for (int i = 0; i < 9; i++) {
        if (board[r][i] == digit) return false;
        if (board[i][c] == digit) return false;
        if (board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit) return false;
    }
    return true;
}

bool fill(size_t at) {
    if (at == blanks.size()) {      @enter
        print();                    @print +twice
        return false;               @done +twice
        return true;                @done -twice
    }
    auto [r, c] = blanks[at];
    for (int digit = 1; digit <= 9; digit++) {
        if (fits(r, c, digit)) {    @try
            board[r][c] = digit;    @place
            fill(at + 1);           @call +early
            if (fill(at + 1)) {     @call -early
                return true;        @found -early
            }                       @ -early
            board[r][c] = 0;        @reset -reset
        }
    }
    return false;                   @fail
}
@@
int main() {
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            cin >> board[r][c];
            if (board[r][c] == 0) blanks.push_back({r, c});
        }
    }
    fill(0);
    print();                        @ -twice
}`;

const java = String.raw`
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Main {
    static int[][] board = new int[9][9];
    static List<int[]> blanks = new ArrayList<>();

    static void print() {
        StringBuilder text = new StringBuilder();
        for (int[] row : board) {
            for (int digit : row) text.append(digit).append(' ');
            text.append('\n');
        }
        System.out.print(text);
    }
@@
    static boolean fits(int r, int c, int digit) {
        for (int i = 0; i < 9; i++) {
            if (board[r][i] == digit) return false;
            if (board[i][c] == digit) return false;
            if (board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit) return false;
        }
        return true;
    }

    static boolean fill(int at) {
        if (at == blanks.size()) {      @enter
            print();                    @print +twice
            return false;               @done +twice
            return true;                @done -twice
        }
        int r = blanks.get(at)[0], c = blanks.get(at)[1];
        for (int digit = 1; digit <= 9; digit++) {
            if (fits(r, c, digit)) {    @try
                board[r][c] = digit;    @place
                fill(at + 1);           @call +early
                if (fill(at + 1)) {     @call -early
                    return true;        @found -early
                }                       @ -early
                board[r][c] = 0;        @reset -reset
            }
        }
        return false;                   @fail
    }
@@
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                board[r][c] = in.nextInt();
                if (board[r][c] == 0) blanks.add(new int[] {r, c});
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


def print_board():
    for row in board:
        print(*row)


@@
def fits(r, c, digit):
    for i in range(9):
        if board[r][i] == digit:
            return False
        if board[i][c] == digit:
            return False
        if board[r // 3 * 3 + i // 3][c // 3 * 3 + i % 3] == digit:
            return False
    return True


def fill(at):
    if at == len(blanks):           @enter
        print_board()               @print +twice
        return False                @done +twice
        return True                 @done -twice
    r, c = blanks[at]
    for digit in range(1, 10):
        if fits(r, c, digit):       @try
            board[r][c] = digit     @place
            fill(at + 1)            @call +early
            if fill(at + 1):        @call -early
                return True         @found -early
            board[r][c] = 0         @reset -reset
    return False                    @fail
@@


fill(0)
print_board()                       @ -twice`;

const rust = String.raw`
struct Search {
    board: [[u8; 9]; 9],
    blanks: Vec<(usize, usize)>,
}

impl Search {
    fn print(&self) {
        for row in &self.board {
            println!("{}", row.map(|digit| digit.to_string()).join(" "));
        }
    }
@@
    fn fits(&self, r: usize, c: usize, digit: u8) -> bool {
        (0..9).all(|i| {
            self.board[r][i] != digit
                && self.board[i][c] != digit
                && self.board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] != digit
        })
    }

    fn fill(&mut self, at: usize) -> bool {
        if at == self.blanks.len() {        @enter
            self.print();                   @print +twice
            return false;                   @done +twice
            return true;                    @done -twice
        }
        let (r, c) = self.blanks[at];
        for digit in 1..=9 {
            if self.fits(r, c, digit) {     @try
                self.board[r][c] = digit;   @place
                self.fill(at + 1);          @call +early
                if self.fill(at + 1) {      @call -early
                    return true;            @found -early
                }                           @ -early
                self.board[r][c] = 0;       @reset -reset
            }
        }
        false                               @fail
    }
@@
}

fn main() {
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = input.split_whitespace().map(|number| number.parse().unwrap());
    let mut search = Search { board: [[0; 9]; 9], blanks: Vec::new() };
    for r in 0..9 {
        for c in 0..9 {
            search.board[r][c] = numbers.next().unwrap();
            if search.board[r][c] == 0 {
                search.blanks.push((r, c));
            }
        }
    }
    search.fill(0);
    search.print();                         @ -twice
}`;

export const scan: Sources = { cpp, java, python, rust };
