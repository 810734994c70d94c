//! The types of puzzles that the functions of this crate accept.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Solver};
use sudoku_count::BandCounting;
use sudoku_simd::AutoSolver;

/// A puzzle to search: a [`Board`], or [`Candidates`] if more candidates are excluded than the
/// clues exclude. Other types cannot implement this trait.
pub trait Puzzle: Clone + Sync + Sealed + 'static {
    /// Returns the engine for puzzles of this type.
    #[doc(hidden)]
    fn engine() -> &'static dyn Solver<Self>;
    /// Returns true if the cell has a digit.
    #[doc(hidden)]
    fn is_decided(&self, cell: Cell) -> bool;
    /// Returns the candidates of a cell without a digit.
    #[doc(hidden)]
    fn left(&self, cell: Cell) -> DigitSet;
    /// Places a digit in the cell.
    #[doc(hidden)]
    fn decide(&mut self, cell: Cell, digit: Digit);
}

/// Prevents other types from implementing [`Puzzle`].
pub trait Sealed {}

impl Sealed for Board {}
impl Sealed for Candidates {}

impl Puzzle for Board {
    fn engine() -> &'static dyn Solver {
        const { &BandCounting::new(AutoSolver::new()) }
    }

    fn is_decided(&self, cell: Cell) -> bool {
        self.get(cell).is_some()
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.candidates(cell)
    }

    fn decide(&mut self, cell: Cell, digit: Digit) {
        self.set(cell, Some(digit));
    }
}

impl Puzzle for Candidates {
    fn engine() -> &'static dyn Solver<Self> {
        const { &AutoSolver::new() }
    }

    fn is_decided(&self, cell: Cell) -> bool {
        self.value(cell).is_some()
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.get(cell)
    }

    fn decide(&mut self, cell: Cell, digit: Digit) {
        self.place(cell, digit);
    }
}
