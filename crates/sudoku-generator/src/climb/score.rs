//! An estimate of the difficulty of a puzzle, from trial and error alone.

use sudoku_core::Board;

/// The maximum number of rounds in which candidates are tried.
const ROUNDS: u32 = 10;

/// Returns an estimate of a puzzle's difficulty: the number of candidates that [trial and error]
/// does not refute, added up over the rounds.
///
/// A round tries every candidate in the same position, and places singles and eliminates by locked
/// candidates as long as possible. It then eliminates each candidate that led to a contradiction,
/// and each that all candidates of some cell, or all places of a digit in some house, eliminate.
/// Puzzles with an ER from 10.0 up are rarely solved by this, so they score ten times as much as
/// other puzzles.
///
/// [trial and error]: https://en.wikipedia.org/wiki/Trial_and_error
pub(crate) fn score(board: &Board) -> u32 {
    let mut position = Position::of(board);
    let mut common = vec![Common::NONE; 81 * 4];
    let mut sum = 0;
    for round in 0..ROUNDS {
        while position.place_singles() && position.eliminate_locked() {}
        let (mut next, mut count) = (position, 0);
        common.fill(Common::NONE);
        for row in 0..9 {
            for digit in 0..DIGITS {
                for column in bits(position.rows[row][digit] & !position.placed[row]) {
                    let mut trial = position;
                    trial.place(row, column, digit);
                    if trial.follow() {
                        count += 1;
                        let square = row / 3 * 3 + column / 3;
                        let homes = [9 * row + column, 9 * row + digit, 9 * column + digit];
                        for (kind, home) in
                            homes.into_iter().chain([9 * square + digit]).enumerate()
                        {
                            common[81 * kind + home].add(&trial);
                        }
                    } else {
                        next.rows[row][digit] &= !(1 << column);
                    }
                }
            }
        }
        for common in common.iter().filter(|it| it.is_used) {
            for (row, possible) in next.rows.iter_mut().zip(&common.rows) {
                and(row, |lane| possible[lane]);
            }
        }
        sum += count;
        if next.rows == position.rows {
            return sum + count * (ROUNDS - 1 - round);
        }
        position = next;
    }
    sum
}

/// The number of digits.
const DIGITS: usize = 9;

/// Nine bits for each digit: the columns of a row. The other lanes make whole vectors.
type Lanes = [u16; 16];

/// All columns.
const ALL: u16 = 511;

/// The first column of each stack.
const FIRSTS: u16 = 0b1_001_001;

/// The candidates of a board.
#[derive(Clone, Copy)]
struct Position {
    /// For each row, the columns in which each digit is possible or placed.
    rows: [Lanes; 9],
    /// For each row, the columns of the cells with a placed digit.
    placed: [u16; 9],
}

/// The candidates that are left after at least one of some trials.
#[derive(Clone, Copy)]
struct Common {
    rows: [Lanes; 9],
    /// True if there was a trial.
    is_used: bool,
}

impl Common {
    const NONE: Self = Self { rows: [[0; 16]; 9], is_used: false };

    fn add(&mut self, trial: &Position) {
        self.is_used = true;
        for (row, other) in self.rows.iter_mut().zip(&trial.rows) {
            for (lane, other) in row.iter_mut().zip(other) {
                *lane |= other;
            }
        }
    }
}

/// Enumerates the places of the bits.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 9).then_some(place)
    })
}

/// Computes a number for each lane.
fn lanes(number: impl Fn(usize) -> u16) -> Lanes {
    let mut lanes = [0; 16];
    for (lane, to) in lanes.iter_mut().enumerate() {
        *to = number(lane);
    }
    lanes
}

/// Keeps only these bits of each lane.
fn and(lanes: &mut Lanes, mask: impl Fn(usize) -> u16) {
    for (lane, to) in lanes.iter_mut().enumerate() {
        *to &= mask(lane);
    }
}

/// Returns the set if it has at most one bit, otherwise no bits.
const fn single(set: u16) -> u16 {
    if set & set.wrapping_sub(1) == 0 { set } else { 0 }
}

/// Returns the other two columns of the stack of each column.
const fn beside(columns: u16) -> u16 {
    let up = columns << 1 & !FIRSTS | columns << 2 & FIRSTS << 2;
    let down = columns >> 1 & !(FIRSTS << 2) | columns >> 2 & FIRSTS;
    (up | down) & ALL
}

/// Returns the columns of the other two stacks, for columns of whole stacks.
const fn other_stacks(stacks: u16) -> u16 {
    (stacks << 3 | stacks >> 6 | stacks << 6 | stacks >> 3) & ALL
}

impl Position {
    fn of(board: &Board) -> Self {
        let mut position = Self { rows: [[ALL; 16]; 9], placed: [0; 9] };
        for (cell, digit) in board.clues() {
            position.place(cell.row(), cell.column(), usize::from(digit.get()) - 1);
        }
        position
    }

    /// Places a digit and eliminates it from the peers of the cell.
    fn place(&mut self, row: usize, column: usize, digit: usize) {
        let (bit, square) = (1 << column, 7 << (column / 3 * 3));
        // An impossible digit leaves the cell empty, which is a contradiction.
        let is_possible = self.rows[row][digit] & bit;
        and(&mut self.rows[row], |_| !bit);
        for (other, lanes) in self.rows.iter_mut().enumerate() {
            lanes[digit] &= if other / 3 == row / 3 { !square } else { !bit };
        }
        self.rows[row][digit] = is_possible;
        self.placed[row] |= bit;
    }

    /// Places singles and eliminates by locked candidates as long as possible. Returns false at a
    /// contradiction.
    fn follow(&mut self) -> bool {
        while self.place_singles() {
            if !self.eliminate_locked() {
                return true;
            }
        }
        false
    }

    /// Places singles until none is left. Returns false at a contradiction.
    fn place_singles(&mut self) -> bool {
        loop {
            let rows = &self.rows;
            let (mut once, mut twice) = ([0; 16], [0; 16]);
            for row in rows {
                for lane in 0..16 {
                    twice[lane] |= once[lane] & row[lane];
                    once[lane] |= row[lane];
                }
            }
            // Bits that some house lacks.
            let mut missing = lanes(|lane| once[lane] ^ ALL);
            let mut found = [[0; 16]; 9];
            for (band, found) in rows.chunks_exact(3).zip(found.chunks_exact_mut(3)) {
                let mut squares = lanes(|lane| once[lane] & !twice[lane]);
                for stack in [7, 7 << 3, 7 << 6] {
                    for lane in 0..16 {
                        let [a, b, c] = [0, 1, 2].map(|row| band[row][lane] & stack);
                        let (any, several) = (a | b | c, a & b | (a | b) & c);
                        squares[lane] |= if several == 0 { single(any) } else { 0 };
                        missing[lane] |= u16::from(any == 0);
                    }
                }
                for (row, found) in band.iter().zip(found) {
                    for lane in 0..16 {
                        found[lane] = single(row[lane]) | squares[lane] & row[lane];
                        missing[lane] |= u16::from(row[lane] == 0);
                    }
                }
            }
            let mut is_missing = missing[..DIGITS].iter().any(|&it| it != 0);
            let mut any = 0;
            for (row, (found, placed)) in found.iter_mut().zip(&self.placed).enumerate() {
                let (mut once, mut twice) = (0, 0);
                for digit in &rows[row][..DIGITS] {
                    twice |= once & digit;
                    once |= digit;
                }
                is_missing |= once != ALL;
                let naked = once & !twice;
                for lane in 0..16 {
                    found[lane] = (found[lane] | rows[row][lane] & naked) & !placed;
                }
                any |= found[..DIGITS].iter().fold(0, |any, digit| any | digit);
            }
            if is_missing {
                return false;
            }
            if any == 0 {
                return true;
            }
            for (row, found) in found.iter().enumerate() {
                for (digit, found) in found[..DIGITS].iter().enumerate() {
                    for column in bits(*found) {
                        if self.placed[row] >> column & 1 == 0 {
                            self.place(row, column, digit);
                        }
                    }
                }
            }
        }
    }

    /// Eliminates by locked candidates. Returns true if a candidate was eliminated.
    fn eliminate_locked(&mut self) -> bool {
        let before = self.rows;
        let rows = &mut self.rows;
        for band in rows.chunks_exact_mut(3) {
            for (a, b, c) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
                for lane in 0..16 {
                    let stacks = |row: usize| band[row][lane] | beside(band[row][lane]);
                    let (own, others) = (stacks(a), stacks(b) | stacks(c));
                    let only_here = own & !others;
                    let only_stack = own & !other_stacks(own);
                    band[a][lane] &= !other_stacks(only_here);
                    band[b][lane] &= !only_stack;
                    band[c][lane] &= !only_stack;
                }
            }
        }
        for (one, two, three) in [(0, 3, 6), (3, 6, 0), (6, 0, 3)] {
            for lane in 0..16 {
                let columns =
                    |band: usize| rows[band][lane] | rows[band + 1][lane] | rows[band + 2][lane];
                let (own, others) = (columns(one), columns(two) | columns(three));
                let only_column = own & !beside(own);
                let only_here = beside(own & !others);
                for row in 0..3 {
                    rows[one + row][lane] &= !only_here;
                    rows[two + row][lane] &= !only_column;
                    rows[three + row][lane] &= !only_column;
                }
            }
        }
        self.rows != before
    }
}
