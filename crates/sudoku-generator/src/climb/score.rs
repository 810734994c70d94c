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
        position.follow(ALL_DIGITS, &[Cells::ALL; DIGITS]);
        let (mut next, mut count) = (position, 0);
        common.fill(Common::NONE);
        for digit in 0..DIGITS {
            for (band, bit) in bits(position.digits[digit].without(position.placed)) {
                let mut trial = position;
                let changed = trial.place(Cells::one(band, bit), digit);
                if trial.follow(changed, &next.digits) {
                    count += 1;
                    let (row, column) = (3 * band + bit / 9, bit % 9);
                    let square = 3 * band + column / 3;
                    let homes = [9 * row + column, 9 * row + digit, 9 * column + digit];
                    for (kind, home) in homes.into_iter().chain([9 * square + digit]).enumerate() {
                        common[81 * kind + home].add(&trial);
                    }
                } else {
                    next.digits[digit].0[band] &= !(1 << bit);
                }
            }
        }
        sum += count;
        for common in common.iter().filter(|it| it.is_used) {
            for (digit, possible) in next.digits.iter_mut().zip(&common.digits) {
                *digit = digit.and(*possible);
            }
        }
        if next.digits == position.digits {
            return sum + count * (ROUNDS - 1 - round);
        }
        position = next;
    }
    sum
}

/// The number of digits.
const DIGITS: usize = 9;

/// The set of all digits.
const ALL_DIGITS: u16 = 511;

/// All columns of a row.
const ALL: u32 = 511;

/// The first column of each row of a band.
const ROWS: u32 = 1 | 1 << 9 | 1 << 18;

/// The first column of each box of a row.
const BOXES: u32 = 0b1_001_001;

/// The first cell of each part of a row in a box, for the rows of a band.
const PARTS: u32 = BOXES | BOXES << 9 | BOXES << 18;

/// A set of cells: 27 bits for each band, row by row. The last number is 0 and fills a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cells([u32; 4]);

impl Cells {
    const NONE: Self = Self([0; 4]);
    const ALL: Self = Self([(1 << 27) - 1, (1 << 27) - 1, (1 << 27) - 1, 0]);

    /// Returns the set of one cell.
    #[inline]
    fn one(band: usize, bit: usize) -> Self {
        let mut cells = Self::NONE;
        cells.0[band] = 1 << bit;
        cells
    }

    #[inline]
    fn with(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|band| combine(self.0[band], other.0[band])))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.with(other, |one, other| one & !other)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// The other cells of the houses of each cell.
static PEERS: [Cells; 81] = peers();

const fn peers() -> [Cells; 81] {
    let mut peers = [Cells::NONE; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column) = (cell / 9, cell % 9);
            let (other_row, other_column) = (other / 9, other % 9);
            let is_peer = row == other_row
                || column == other_column
                || row / 3 == other_row / 3 && column / 3 == other_column / 3;
            if is_peer && cell != other {
                peers[cell].0[other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
}

/// Enumerates the cells of a set: the band of each, and the bit in it.
#[inline]
fn bits(mut set: Cells) -> impl Iterator<Item = (usize, usize)> {
    let mut band = 0;
    std::iter::from_fn(move || {
        let mut left = set.0.get_mut(band)?;
        while *left == 0 {
            band += 1;
            left = set.0.get_mut(band)?;
        }
        let bit = left.trailing_zeros() as usize;
        *left &= *left - 1;
        Some((band, bit))
    })
}

/// The candidates of a board.
#[derive(Clone, Copy)]
struct Position {
    /// The cells in which each digit is possible or placed.
    digits: [Cells; DIGITS],
    /// The cells with a placed digit.
    placed: Cells,
}

/// The candidates that are left after at least one of some trials.
#[derive(Clone, Copy)]
struct Common {
    digits: [Cells; DIGITS],
    /// True if there was a trial.
    is_used: bool,
}

impl Common {
    const NONE: Self = Self { digits: [Cells::NONE; DIGITS], is_used: false };

    fn add(&mut self, trial: &Position) {
        self.is_used = true;
        for (digit, other) in self.digits.iter_mut().zip(&trial.digits) {
            *digit = digit.or(*other);
        }
    }
}

/// Copies the bits of the first row of a band to all three.
#[inline]
const fn in_all_rows(columns: u32) -> u32 {
    columns | columns << 9 | columns << 18
}

/// Returns the other two columns of the box of each column.
#[inline]
const fn beside(columns: u32) -> u32 {
    const FIRSTS: u32 = BOXES;
    let up = columns << 1 & !FIRSTS | columns << 2 & FIRSTS << 2;
    let down = columns >> 1 & !(FIRSTS << 2) | columns >> 2 & FIRSTS;
    (up | down) & ALL
}

/// The rows and boxes of a band that have a digit: a bit for each part of a row in a box.
#[derive(Clone, Copy)]
struct Parts {
    /// The parts with the digit.
    any: u32,
    /// The parts with several cells of the digit.
    several: u32,
}

impl Parts {
    #[inline]
    const fn of(cells: u32) -> Self {
        let (a, b, c) = (cells & PARTS, cells >> 1 & PARTS, cells >> 2 & PARTS);
        Self { any: a | b | c, several: a & b | (a | b) & c }
    }

    /// Returns the rows (as their first columns) with the digit in any part, and in several parts.
    #[inline]
    const fn rows(self) -> (u32, u32) {
        let (a, b, c) = (self.any, self.any >> 3, self.any >> 6);
        ((a | b | c) & ROWS, (a & b | (a | b) & c) & ROWS)
    }

    /// Returns the boxes (as their first columns) with the digit in any part, and in several parts.
    #[inline]
    const fn boxes(self) -> (u32, u32) {
        let (a, b, c) = (self.any, self.any >> 9, self.any >> 18);
        ((a | b | c) & BOXES, (a & b | (a | b) & c) & BOXES)
    }

    /// Returns the cells that are in a row or box with only one cell of the digit, and a number
    /// other than 0 if a row or box has none.
    #[inline]
    const fn singles(self) -> (u32, u32) {
        let several = self.several;
        let (row, row_parts) = self.rows();
        let single = row & !row_parts & !(several | several >> 3 | several >> 6);
        let in_rows = (single << 9) - single;
        let (square, square_parts) = self.boxes();
        let single = square & !square_parts & !(several | several >> 9 | several >> 18);
        (in_rows | in_all_rows((single << 3) - single), row ^ ROWS | square ^ BOXES)
    }

    /// Returns the cells that locked candidates eliminate.
    #[inline]
    const fn locked_out(self) -> u32 {
        let (row, row_parts) = self.rows();
        let claiming = row & !row_parts;
        let claiming = self.any & (claiming | claiming << 3 | claiming << 6);
        let (square, square_parts) = self.boxes();
        let pointing = self.any & in_all_rows(square & !square_parts);
        let out = (claiming << 9 | claiming << 18 | claiming >> 9 | claiming >> 18) & PARTS
            | pointing << 3 & PARTS & !ROWS
            | pointing << 6 & ROWS << 6
            | pointing >> 3 & PARTS & !(ROWS << 6)
            | pointing >> 6 & ROWS;
        (out << 3) - out
    }
}

/// Returns the hidden singles of a digit, or `None` if a house lacks the digit.
#[inline]
fn hidden_singles(Cells(cells): Cells) -> Option<Cells> {
    let found: [(u32, u32); 4] = std::array::from_fn(|band| Parts::of(cells[band]).singles());
    let once: [u32; 4] = cells.map(|band| (band | band >> 9 | band >> 18) & ALL);
    let twice = cells.map(|a| (a & a >> 9 | (a | a >> 9) & a >> 18) & ALL);
    let [a, b, c, _] = once;
    let missing = found[0].1 | found[1].1 | found[2].1 | (a | b | c) ^ ALL;
    let several = twice[0] | twice[1] | twice[2] | a & b | (a | b) & c;
    let in_columns = in_all_rows(ALL & !several);
    let singles = std::array::from_fn(|band| cells[band] & (found[band].0 | in_columns));
    (missing == 0).then_some(Cells(singles))
}

/// Returns the cells of a digit that locked candidates leave.
#[inline]
fn without_locked(Cells(cells): Cells) -> Cells {
    let out: [u32; 4] = std::array::from_fn(|band| Parts::of(cells[band]).locked_out());
    let once: [u32; 4] = cells.map(|band| (band | band >> 9 | band >> 18) & ALL);
    let [a, b, c, _] = once;
    let others = [b | c, c | a, a | b, 0];
    let [x, y, z, _] = once.map(|columns| columns & !beside(columns));
    let elsewhere = [y | z, z | x, x | y, 0];
    let columns: [u32; 4] = std::array::from_fn(|band| {
        in_all_rows(beside(once[band] & !others[band]) | elsewhere[band])
    });
    Cells(std::array::from_fn(|band| cells[band] & !out[band] & !columns[band]))
}

impl Position {
    fn of(board: &Board) -> Self {
        let mut position = Self { digits: [Cells::ALL; DIGITS], placed: Cells::NONE };
        for (cell, digit) in board.clues() {
            let cell = Cells::one(cell.index() / 27, cell.index() % 27);
            position.place(cell, usize::from(digit.get()) - 1);
        }
        position
    }

    /// Places a digit in cells and eliminates it from their peers. Returns the digits that lost a
    /// candidate.
    #[inline]
    fn place(&mut self, cells: Cells, digit: usize) -> u16 {
        let mut changed = 1 << digit;
        // An impossible digit leaves the cell empty, which is a contradiction.
        let mut kept = self.digits[digit];
        for (band, bit) in bits(cells) {
            kept = kept.without(PEERS[27 * band + bit]);
        }
        for (digit, other) in self.digits.iter_mut().enumerate() {
            changed |= u16::from(!other.and(cells).is_empty()) << digit;
            *other = other.without(cells);
        }
        self.digits[digit] = kept;
        self.placed = self.placed.or(cells);
        changed
    }

    /// Places singles and eliminates by locked candidates as long as possible. Returns false at a
    /// contradiction, which also is a single outside of the `possible` candidates. Only the
    /// `changed` digits may have lost candidates since the last time.
    fn follow(&mut self, mut changed: u16, possible: &[Cells; DIGITS]) -> bool {
        // The digits whose locked candidates may have changed.
        let mut unlocked = changed;
        loop {
            while changed != 0 {
                let digit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let Some(singles) = hidden_singles(self.digits[digit]) else { return false };
                let singles = singles.without(self.placed);
                if !singles.without(possible[digit]).is_empty() {
                    return false;
                }
                if !singles.is_empty() {
                    changed |= self.place(singles, digit);
                    unlocked |= changed;
                }
            }
            let (mut once, mut twice) = (Cells::NONE, Cells::NONE);
            for cells in &self.digits {
                twice = twice.or(once.and(*cells));
                once = once.or(*cells);
            }
            if once != Cells::ALL {
                return false;
            }
            let naked = once.without(twice).without(self.placed);
            if !naked.is_empty() {
                for digit in 0..DIGITS {
                    let naked = naked.and(self.digits[digit]);
                    if !naked.without(possible[digit]).is_empty() {
                        return false;
                    }
                    if !naked.is_empty() {
                        changed |= self.place(naked, digit);
                    }
                }
                unlocked |= changed;
                continue;
            }
            while changed == 0 {
                if unlocked == 0 {
                    return true;
                }
                let digit = unlocked.trailing_zeros() as usize;
                unlocked &= unlocked - 1;
                let left = without_locked(self.digits[digit]);
                if left != self.digits[digit] {
                    self.digits[digit] = left;
                    changed = 1 << digit;
                    unlocked |= changed;
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use sudoku_core::{Board, Cell, Digit, DigitSet, House};

    use super::{ROUNDS, score};

    /// The digits of each cell.
    type Candidates = [DigitSet; Cell::COUNT];

    /// Places singles and eliminates by locked candidates. Returns false at a contradiction.
    fn follow(candidates: &mut Candidates) -> bool {
        loop {
            let before = *candidates;
            for cell in Cell::all() {
                let digits = candidates[cell.index()];
                for digit in digits.iter().filter(|_| digits.len() == 1) {
                    cell.peers().iter().for_each(|peer| _ = candidates[peer.index()].remove(digit));
                }
            }
            for (house, digit) in House::all().flat_map(|it| Digit::all().map(move |d| (it, d))) {
                let has_it = |cell: &&Cell| candidates[cell.index()].contains(digit);
                let places: Vec<Cell> = house.cells().iter().filter(has_it).copied().collect();
                match places[..] {
                    [] => return false,
                    [cell] => candidates[cell.index()] = DigitSet::only(digit),
                    [first, ..] => {
                        // Candidates of this house that are all in another house, too, are locked.
                        for other in first.houses() {
                            if places.iter().all(|cell| other.cells().contains(cell)) {
                                for cell in other.cells().iter().filter(|it| !places.contains(it)) {
                                    candidates[cell.index()].remove(digit);
                                }
                            }
                        }
                    }
                }
            }
            if candidates.iter().any(|digits| digits.is_empty()) {
                return false;
            }
            if *candidates == before {
                return true;
            }
        }
    }

    /// Computes the score by its definition.
    fn plain_score(board: &Board) -> u32 {
        let mut position = [!DigitSet::EMPTY; Cell::COUNT];
        board.clues().for_each(|(cell, digit)| position[cell.index()] = DigitSet::only(digit));
        let mut sum = 0;
        for round in 0..ROUNDS {
            assert!(follow(&mut position));
            let mut next = position;
            let mut trials = Vec::new();
            for cell in Cell::all().filter(|cell| position[cell.index()].len() > 1) {
                for digit in position[cell.index()] {
                    let mut trial = position;
                    trial[cell.index()] = DigitSet::only(digit);
                    if follow(&mut trial) {
                        trials.push((cell, digit, trial));
                    } else {
                        next[cell.index()].remove(digit);
                    }
                }
            }
            let mut eliminate = |is_home: &dyn Fn(Cell, Digit) -> bool| {
                let here = trials.iter().filter(|(cell, digit, _)| is_home(*cell, *digit));
                let left = here.map(|(.., trial)| *trial);
                let left = left.reduce(|a, b| std::array::from_fn(|cell| a[cell] | b[cell]));
                for (digits, left) in next.iter_mut().zip(left.iter().flatten()) {
                    *digits &= *left;
                }
            };
            Cell::all().for_each(|home| eliminate(&|cell, _| cell == home));
            for (house, home) in House::all().flat_map(|it| Digit::all().map(move |d| (it, d))) {
                eliminate(&|cell, digit| house.cells().contains(&cell) && digit == home);
            }
            let count = trials.len() as u32;
            sum += count;
            if next == position {
                return sum + count * (ROUNDS - 1 - round);
            }
            position = next;
        }
        sum
    }

    #[test]
    fn the_score_is_that_of_the_definition() {
        for (puzzle, expected) in [
            // Trial and error solves this one in one round, …
            (RANDOM, 62),
            // … this one after several rounds, …
            (NINE, 298),
            // … and does not solve this one.
            (ELEVEN, 2320),
        ] {
            let board: Board = puzzle.parse().unwrap();
            assert_eq!((score(&board), plain_score(&board)), (expected, expected), "{puzzle}");
        }
    }

    const RANDOM: &str =
        "..1.95.4.8..72.....6........7.....139..8.24....5....781..5.........4..8..9...67..";
    const NINE: &str =
        ".....34.6..6.4..7.5..7..18.6.74.........5.7....5....348.3..9.......8.....291.....";
    const ELEVEN: &str =
        "98....6..76..5......4..6.978....5.79...32..........1..4.........9...4.68..85....4";
}
