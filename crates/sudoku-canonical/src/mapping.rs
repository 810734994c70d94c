//! A mapping: one way to turn a board into another, as both searches make it.

use sudoku_core::{Board, Digit, Relabeling, Symmetry};

/// Up to sixteen small numbers: a row of digits, a permutation of lines or digits.
///
/// The searches look them up all the time: with sixteen places, no index need be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Table([u8; 16]);

impl Table {
    pub(crate) const ZEROS: Self = Self([0; 16]);
    pub(crate) const ASCENDING: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    #[inline]
    pub(crate) const fn get(&self, index: usize) -> usize {
        self.0[index & 15] as usize
    }

    #[inline]
    pub(crate) const fn set(&mut self, index: usize, number: usize) {
        self.0[index & 15] = number as u8;
    }

    #[inline]
    pub(crate) const fn swap(&mut self, one: usize, other: usize) {
        let number = self.get(one);
        self.set(one, self.get(other));
        self.set(other, number);
    }

    /// The first nine of the numbers.
    pub(crate) fn nine(&self) -> [usize; 9] {
        std::array::from_fn(|index| self.get(index))
    }
}

/// Nine rows of digits, 0 for a blank.
pub(crate) type RowTables = [Table; 9];

/// The rows of the board, and those of the board transposed.
pub(crate) fn both_views(board: &Board) -> [RowTables; 2] {
    let mut views = [[Table::ZEROS; 9]; 2];
    for (row, digits) in board.as_bytes().as_chunks().0.iter().enumerate() {
        let digits: &[u8; 9] = digits;
        for (column, &digit) in digits.iter().enumerate() {
            views[0][row].set(column, usize::from(digit));
            views[1][column].set(row, usize::from(digit));
        }
    }
    views
}

/// A geometric symmetry and a relabeling, or as much of them as is settled.
#[derive(Clone, Copy)]
pub(crate) struct Mapping {
    pub(crate) transposed: bool,
    /// The row, of the transposed board if so, that comes to each place.
    pub(crate) rows: Table,
    /// The column that comes to each place.
    pub(crate) columns: Table,
    /// What each digit becomes, 0 if that is open. A blank stays one.
    pub(crate) labels: Table,
}

impl Mapping {
    /// Every line where it is, and nothing settled about the digits.
    pub(crate) const START: Self = Self {
        transposed: false,
        rows: Table::ASCENDING,
        columns: Table::ASCENDING,
        labels: Table::ZEROS,
    };

    /// What a row becomes: four bits a cell, the first cell highest.
    #[inline]
    pub(crate) fn line(&self, row: &Table) -> u64 {
        let label = |place| self.labels.get(row.get(self.columns.get(place))) as u64;
        (0..9).fold(0, |line, place| line << 4 | label(place))
    }

    /// The symmetry and the relabeling. Digits that have no label take those that are left, in
    /// ascending order.
    pub(crate) fn parts(&self) -> (Symmetry, Relabeling) {
        // Lines of one chute stay together, and no label is used twice: the defaults are not taken.
        (self.symmetry().unwrap_or_default(), self.relabeling().unwrap_or_default())
    }

    fn symmetry(&self) -> Option<Symmetry> {
        Symmetry::new(self.transposed, self.rows.nine(), self.columns.nine())
    }

    fn relabeling(&self) -> Option<Relabeling> {
        let is_free = |label: &usize| (1..=9).all(|digit| self.labels.get(digit) != *label);
        let mut free = (1..=9).filter(is_free);
        let mut digits = [Digit::new(1)?; 9];
        for (index, digit) in digits.iter_mut().enumerate() {
            let label = self.labels.get(index + 1);
            *digit = Digit::new(if label == 0 { free.next()? } else { label } as u8)?;
        }
        Relabeling::new(digits)
    }
}
