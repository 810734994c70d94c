//! Mappings from one board to another, used by both searches.

use sudoku_core::{Board, Digit, Relabeling, Symmetry};

/// A table of up to 16 small numbers: a row of digits, or a permutation of lines or digits.
///
/// The searches look up these numbers all the time. With 16 places, no index needs a bounds check.
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

    /// Returns the first nine numbers.
    pub(crate) fn nine(&self) -> [usize; 9] {
        std::array::from_fn(|index| self.get(index))
    }
}

/// Nine rows of digits, 0 for a blank.
pub(crate) type RowTables = [Table; 9];

/// Returns the rows of the board and those of the transposed board.
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

/// A geometric symmetry and a relabeling, which may be incomplete.
#[derive(Clone, Copy)]
pub(crate) struct Mapping {
    pub(crate) transposed: bool,
    /// For each place, the row that moves there, of the transposed board if `transposed` is true.
    pub(crate) rows: Table,
    /// For each place, the column that moves there.
    pub(crate) columns: Table,
    /// The label of each digit, or 0 if it has none yet. A blank stays a blank.
    pub(crate) labels: Table,
}

impl Mapping {
    /// The mapping that keeps every line in its place and has no labels.
    pub(crate) const START: Self = Self {
        transposed: false,
        rows: Table::ASCENDING,
        columns: Table::ASCENDING,
        labels: Table::ZEROS,
    };

    /// Returns the image of a row: four bits for each cell, the first cell highest.
    #[inline]
    pub(crate) fn line(&self, row: &Table) -> u64 {
        let label = |place| self.labels.get(row.get(self.columns.get(place))) as u64;
        (0..9).fold(0, |line, place| line << 4 | label(place))
    }

    /// Returns the symmetry and the relabeling. Digits without a label get the remaining labels in
    /// ascending order.
    pub(crate) fn parts(&self) -> (Symmetry, Relabeling) {
        // The lines of a chute stay together and no label is used twice, so the defaults are never
        // used.
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
