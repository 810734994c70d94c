//! The solver that searches one board at a time.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Grid, Limits, Meter, Outcome, PuzzleBatch, Report, Solver};

use super::one_by_one;

use crate::level::{Kernel, SimdLevel};
use crate::puzzle::{Puzzle, Start};

/// The board engine: one board at a time. See the [crate documentation](crate).
///
/// The solver holds only the choice of an instruction set, so any number of threads may share one.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardSolver {
    level: Option<SimdLevel>,
}

impl BoardSolver {
    /// Makes the solver with the fastest instruction set of the processor, or the one set by
    /// [`SimdLevel::make_default`].
    #[must_use]
    pub const fn new() -> Self {
        Self { level: None }
    }

    /// Makes the solver with this instruction set, or returns `None` if the processor does not have
    /// it.
    #[must_use]
    pub fn with_level(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self::preferring(level))
    }

    /// Makes the solver with this instruction set, or with the fastest if the processor does not
    /// have it. Use this in constants, which cannot check the processor.
    #[must_use]
    pub const fn preferring(level: SimdLevel) -> Self {
        Self { level: Some(level) }
    }

    /// Returns the instruction set of this solver.
    #[must_use]
    pub fn level(&self) -> SimdLevel {
        self.kernel().level()
    }

    /// Removes candidates without a search: naked and hidden singles, locked candidates and hidden
    /// triples, until nothing changes. Returns the changed cells, bit 0 for the first cell, or
    /// `None` at a contradiction.
    ///
    /// Digit d of a cell is bit d − 1, and the other bits are zero. At a contradiction, nothing is
    /// removed. The result does not depend on the instruction set.
    ///
    /// ```
    /// use sudoku_simd::BoardSolver;
    ///
    /// let mut cells = [511; 81];
    /// cells[0] = 1;
    /// let changed = BoardSolver::new().propagate(&mut cells).expect("the board has solutions");
    /// // The digit 1 leaves the 20 cells that share a house with the first cell.
    /// assert_eq!((changed.count_ones(), cells[1]), (20, 510));
    /// cells[1] = 1;
    /// assert_eq!(BoardSolver::new().propagate(&mut cells), None);
    /// ```
    #[inline]
    pub fn propagate(&self, cells: &mut [u16; 81]) -> Option<u128> {
        self.kernel().propagate(cells)
    }

    #[inline]
    pub(super) fn kernel(&self) -> Kernel {
        Kernel::of(self.level)
    }

    #[inline]
    pub(super) fn run<const GRIDS: bool, const IN_DEPTH: bool>(
        &self,
        start: Start<'_>,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let mut guesses = 0;
        let report = Meter::run(limits, found, |meter| {
            self.kernel().search::<GRIDS, IN_DEPTH>(start, meter, &mut guesses)
        });
        report.with_guesses(guesses)
    }

    #[inline]
    pub(super) fn search_any<P: Puzzle>(
        &self,
        puzzle: &P,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.run::<true, false>(puzzle.start(), limits, found)
    }

    #[inline]
    pub(super) fn count_any<P: Puzzle>(&self, puzzle: &P, limits: &Limits<'_>) -> Report {
        self.run::<false, false>(puzzle.start(), limits, &mut |_| ControlFlow::Continue(()))
    }

    pub(super) fn search_all<P>(&self, puzzles: &[P], limits: &Limits<'_>, outcomes: &mut [Outcome])
    where
        Self: Solver<P>,
    {
        one_by_one(self, puzzles, limits, outcomes);
    }
}

solver!(BoardSolver);
