//! An observer receives each step of a search, so that people can see how a strategy works.

use core::ops::ControlFlow;

use crate::{Board, Cell, Digit, DigitSet, Ending, Grid, Limits, Report, Solver};

/// A step of a backtracking search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// The search looks at a blank cell and is about to try these digits, in ascending order.
    Choose {
        /// The cell.
        cell: Cell,
        /// The digits. Without digits, the search goes back at once.
        digits: DigitSet,
    },
    /// The search writes a digit into the chosen cell.
    Place {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
        /// True if the cell has a larger digit to try.
        is_guess: bool,
    },
    /// The search writes a single: the only digit of its cell, or the only place of the digit in a
    /// house.
    Single {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// The board contradicts itself: a cell has no digit left, or a house no place for a digit.
    DeadEnd,
    /// The search has tried all digits of the cell, which becomes blank again.
    Erase {
        /// The cell.
        cell: Cell,
    },
    /// The search restores the board that it had when it chose the cell, and tries the cell's next
    /// digit.
    Return {
        /// The cell.
        cell: Cell,
    },
    /// The board is a solution.
    Solution,
}

/// An observer of a search.
///
/// A strategy is generic over its observer. The observer `()` ignores every step, and the compiler
/// removes the calls. So a search with this observer is as fast as one without. Every function that
/// takes a [`SearchStep`] is an observer too.
pub trait Observer {
    /// Receives the next step from the function that makes it. Breaks if the observer ends the
    /// search.
    fn report(&mut self, step: impl FnOnce() -> Option<SearchStep>) -> ControlFlow<Ending>;
}

impl Observer for () {
    #[inline(always)]
    fn report(&mut self, _: impl FnOnce() -> Option<SearchStep>) -> ControlFlow<Ending> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(SearchStep) -> ControlFlow<()>> Observer for F {
    fn report(&mut self, step: impl FnOnce() -> Option<SearchStep>) -> ControlFlow<Ending> {
        match step().map(self) {
            Some(ControlFlow::Break(())) => ControlFlow::Break(Ending::Caller),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A strategy whose search can be observed.
pub trait ObservableSolver: Solver {
    /// Searches as [`Solver::search`] does, and passes each step to the observer. The search ends
    /// with [`Ending::Caller`] if the observer or `found` breaks.
    fn search_observed(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        observer: &mut dyn FnMut(SearchStep) -> ControlFlow<()>,
    ) -> Report;
}
