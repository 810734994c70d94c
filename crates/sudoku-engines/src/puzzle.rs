//! What the verbs of this crate take.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Solver};
use sudoku_count::BandCounting;
use sudoku_simd::AutoSolver;

/// What the functions here search from: a [`Board`], or [`Candidates`] where less is left than the
/// clues leave. There are no others.
pub trait Puzzle: Clone + Sync + Sealed + 'static {
    /// What answers everything in this crate.
    #[doc(hidden)]
    fn engine() -> &'static dyn Solver<Self>;
    /// Whether the cell has a digit.
    #[doc(hidden)]
    fn is_decided(&self, cell: Cell) -> bool;
    /// What may go into a cell without a digit.
    #[doc(hidden)]
    fn left(&self, cell: Cell) -> DigitSet;
    /// Gives the cell its digit.
    #[doc(hidden)]
    fn decide(&mut self, cell: Cell, digit: Digit);
}

/// Keeps [`Puzzle`] to the types of this file.
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
