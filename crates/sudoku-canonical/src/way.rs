//! One way to turn a board into another, as both searches make it.

use sudoku_core::{Board, Digit, Relabeling, Symmetry};

use crate::Canonical;

/// The digits of a board, 0 for a blank, by row and column.
pub(crate) type Rows = [[u8; 9]; 9];

/// The board as it is, and transposed.
pub(crate) fn both_views(board: &Board) -> [Rows; 2] {
    let mut views = [[[0; 9]; 9]; 2];
    for (index, &digit) in board.as_bytes().iter().enumerate() {
        views[0][index / 9][index % 9] = digit;
        views[1][index % 9][index / 9] = digit;
    }
    views
}

/// A geometric symmetry and a relabeling, or as much of them as is settled.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) transposed: bool,
    /// The row, of the transposed board if so, that comes to each place.
    pub(crate) rows: [u8; 9],
    /// The column that comes to each place.
    pub(crate) columns: [u8; 9],
    /// What each digit becomes, 0 if that is open. A blank stays one.
    pub(crate) labels: [u8; 10],
}

impl Way {
    /// Every line where it is, and nothing settled about the digits.
    pub(crate) const START: Self = Self {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        labels: [0; 10],
    };

    /// What a row becomes: four bits a cell, the first cell highest.
    pub(crate) fn line(&self, row: &[u8; 9]) -> u64 {
        self.columns.iter().fold(0, |line, &column| {
            line << 4 | u64::from(self.labels[usize::from(row[usize::from(column)])])
        })
    }

    fn symmetry(&self) -> Option<Symmetry> {
        Symmetry::new(self.transposed, self.rows.map(usize::from), self.columns.map(usize::from))
    }

    fn relabeling(&self) -> Option<Relabeling> {
        let mut free = (1..=9).filter(|label| !self.labels[1..].contains(label));
        let mut digits = [Digit::new(1)?; 9];
        for (digit, &label) in digits.iter_mut().zip(&self.labels[1..]) {
            *digit = Digit::new(if label == 0 { free.next()? } else { label })?;
        }
        Relabeling::new(digits)
    }

    /// The way's end, as the canonical form of the board.
    pub(crate) fn canonical(&self, board: &Board, automorphisms: u32) -> Canonical {
        // Lines of one chute stay together, and no label is used twice: the defaults are not taken.
        let symmetry = self.symmetry().unwrap_or_default();
        let relabeling = self.relabeling().unwrap_or_default();
        let form = relabeling.apply(&symmetry.apply(board));
        Canonical { form, automorphisms, symmetry, relabeling }
    }
}
