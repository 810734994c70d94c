//! Duplicates up to symmetry.

use std::collections::HashSet;

use sudoku_canonical::canonical;
use sudoku_core::Board;

/// A set of boards up to symmetry. Two boards that [are equivalent](sudoku_canonical) count as one.
///
/// The set takes about 150 bytes for each board.
#[derive(Clone, Debug, Default)]
pub struct FormSet(HashSet<Board>);

impl FormSet {
    /// Makes an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a board. Returns false if the set has an equivalent board already.
    pub fn insert(&mut self, board: &Board) -> bool {
        self.insert_form(&canonical(board).form)
    }

    /// Adds a board by its [canonical form](sudoku_canonical::canonical), which other threads may
    /// compute. Returns false if the set has it already.
    pub fn insert_form(&mut self, form: &Board) -> bool {
        self.0.insert(*form)
    }

    /// Returns the number of boards that are not equivalent.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set has no board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
