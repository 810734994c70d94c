//! The candidates of a board as bit sets, with singles and locked candidates.

use sudoku_core::{Board, Cell};

/// The number of digits.
pub(super) const DIGITS: usize = 9;

/// The set of all digits.
pub(super) const ALL_DIGITS: u16 = 511;

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
pub(super) struct Cells(pub(super) [u32; 4]);

impl Cells {
    pub(super) const NONE: Self = Self([0; 4]);
    pub(super) const ALL: Self = Self([(1 << 27) - 1, (1 << 27) - 1, (1 << 27) - 1, 0]);

    /// Returns the set of the cell with this bit in a band.
    #[inline]
    pub(super) fn one(band: usize, bit: usize) -> Self {
        let mut cells = Self::NONE;
        cells.0[band] = 1 << bit;
        cells
    }

    /// Returns the set of one cell.
    #[inline]
    pub(super) fn of(cell: Cell) -> Self {
        Self::one(cell.index() / 27, cell.index() % 27)
    }

    #[inline]
    fn with(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|band| combine(self.0[band], other.0[band])))
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }

    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        self.with(other, |one, other| one & !other)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
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
pub(super) fn bits(mut set: Cells) -> impl Iterator<Item = (usize, usize)> {
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
pub(super) struct Position {
    /// The cells in which each digit is possible or placed.
    pub(super) digits: [Cells; DIGITS],
    /// The cells with a placed digit.
    pub(super) placed: Cells,
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
#[inline(always)]
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
#[inline(always)]
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
    pub(super) fn of(board: &Board) -> Self {
        let mut position = Self { digits: [Cells::ALL; DIGITS], placed: Cells::NONE };
        for (cell, digit) in board.clues() {
            let cell = Cells::of(cell);
            position.place(cell, usize::from(digit.get()) - 1);
        }
        position
    }

    /// Places a digit in cells and eliminates it from their peers. Returns the digits that lost a
    /// candidate.
    #[inline(always)]
    pub(super) fn place(&mut self, cells: Cells, digit: usize) -> u16 {
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

    /// Returns true if the cell has no digit.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.placed.and(Cells::of(cell)).is_empty()
    }

    /// Returns true if all cells have a digit.
    pub(super) fn is_solved(&self) -> bool {
        self.placed == Cells::ALL
    }

    /// Places naked and hidden singles as long as possible. Returns false at a contradiction. Only
    /// the `changed` digits may have lost candidates since the last time.
    pub(super) fn follow_singles(&mut self, changed: u16) -> bool {
        self.follow_with::<false>(changed, &NOTHING_KNOWN)
    }

    /// Places singles and eliminates by locked candidates as long as possible. Returns false at a
    /// contradiction. Only the `changed` digits may have lost candidates since the last time.
    /// `known` results save time and do not change the result.
    pub(super) fn follow(&mut self, changed: u16, known: &Known) -> bool {
        self.follow_with::<true>(changed, known)
    }

    /// Keeps only the candidates of another position that follows from this one. Returns the digits
    /// that lost a candidate.
    #[inline]
    pub(super) fn restrict(&mut self, other: &Self) -> u16 {
        let mut changed = 0;
        for (number, (digit, other)) in self.digits.iter_mut().zip(&other.digits).enumerate() {
            let left = digit.and(*other);
            changed |= u16::from(left != *digit) << number;
            *digit = left;
        }
        self.placed = self.placed.or(other.placed);
        changed
    }

    /// Places singles of a digit. Returns the digits that lost a candidate, or `None` at a
    /// contradiction.
    #[inline(always)]
    fn place_singles(&mut self, singles: Cells, digit: usize, known: &Known) -> Option<u16> {
        if !singles.without(known.possible[digit]).is_empty() {
            return None;
        }
        let tried = singles.and(known.tried[digit]);
        let others = singles.without(tried);
        let mut changed = if others.is_empty() { 0 } else { self.place(others, digit) };
        for cell in bits(tried) {
            // Everything that follows from the single follows here, too.
            if let Some(result) = known.result(digit, cell) {
                changed |= self.restrict(result);
            }
        }
        Some(changed)
    }

    fn follow_with<const LOCKED: bool>(&mut self, mut changed: u16, known: &Known) -> bool {
        // The digits whose locked candidates may have changed.
        let mut unlocked = changed;
        loop {
            while changed != 0 {
                let digit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let Some(singles) = hidden_singles(self.digits[digit]) else { return false };
                let singles = singles.without(self.placed);
                if !singles.is_empty() {
                    let Some(lost) = self.place_singles(singles, digit, known) else {
                        return false;
                    };
                    changed |= lost;
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
                    if !naked.is_empty() {
                        let Some(lost) = self.place_singles(naked, digit, known) else {
                            return false;
                        };
                        changed |= lost;
                    }
                }
                unlocked |= changed;
                continue;
            }
            while changed == 0 {
                if !LOCKED || unlocked == 0 {
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

/// No known results.
pub(super) static NOTHING_KNOWN: Known = Known::new();

/// Known results of trials: the placements of candidates in a position.
pub(super) struct Known {
    /// The candidates that no trial has refuted.
    pub(super) possible: [Cells; DIGITS],
    /// The candidates with a known result.
    tried: [Cells; DIGITS],
    /// The place of the result of each candidate in `results`.
    places: [[u16; Cell::COUNT]; DIGITS],
    results: Vec<Position>,
}

impl Known {
    /// Starts without known results.
    pub(super) const fn new() -> Self {
        Self {
            possible: [Cells::ALL; DIGITS],
            tried: [Cells::NONE; DIGITS],
            places: [[0; Cell::COUNT]; DIGITS],
            results: Vec::new(),
        }
    }

    /// Returns the position after the trial of the candidate, if it is known.
    #[inline]
    pub(super) fn result(&self, digit: usize, (band, bit): (usize, usize)) -> Option<&Position> {
        if self.tried[digit].0[band] >> bit & 1 == 0 {
            return None;
        }
        self.results.get(usize::from(self.places[digit][27 * band + bit]))
    }

    /// Stores the position after the trial of a candidate.
    pub(super) fn store(&mut self, digit: usize, (band, bit): (usize, usize), result: Position) {
        let place = &mut self.places[digit][27 * band + bit];
        if self.tried[digit].0[band] >> bit & 1 == 0 {
            self.tried[digit].0[band] |= 1 << bit;
            *place = self.results.len() as u16;
            self.results.push(result);
        } else {
            self.results[usize::from(*place)] = result;
        }
    }

    /// Notes that the trial of a candidate led to a contradiction.
    pub(super) fn refute(&mut self, digit: usize, (band, bit): (usize, usize)) {
        self.possible[digit].0[band] &= !(1 << bit);
        self.tried[digit].0[band] &= !(1 << bit);
    }
}
