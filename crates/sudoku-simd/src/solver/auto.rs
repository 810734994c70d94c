//! The solver that takes the engine which suits what is asked.

use std::ops::ControlFlow;

use sudoku_core::{BatchLengthError, Board, Candidates, Grid, Limits, Outcome, Report, Solver};

use super::batch::BatchSolver;
use super::board::BoardSolver;
use crate::puzzle::Puzzle;

/// What to pick without thinking: the board engine for one board and for a few, the batch engine
/// for many if there are lanes, both on the fastest path that the processor has, or on the one
/// that [`SimdLevel::make_default`](crate::SimdLevel::make_default) has set.
///
/// The price is that the two take the tree in orders of their own: where a board has several
/// solutions and a limit ends the search, a batch may have come by another first solution than a
/// single search, and by other counters. Use [`BatchSolver`] where that matters.
///
/// ```
/// use sudoku_simd::{AutoSolver, Board, Solver};
///
/// let puzzle: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// assert!(AutoSolver::new().is_proper(&puzzle));
/// # Ok::<(), sudoku_simd::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AutoSolver {
    board: BoardSolver,
    batch: BatchSolver,
}

impl AutoSolver {
    /// The solver on the fastest path.
    #[must_use]
    pub const fn new() -> Self {
        Self { board: BoardSolver::new(), batch: BatchSolver::new() }
    }

    #[inline]
    fn search_any<P: Puzzle>(
        &self,
        puzzle: &P,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.board.search_any(puzzle, limits, found)
    }

    #[inline]
    fn count_any<P: Puzzle>(&self, puzzle: &P, limits: &Limits<'_>) -> Report {
        self.board.count_any(puzzle, limits)
    }

    fn search_all<P: Puzzle>(&self, puzzles: &[P], limits: &Limits<'_>, outcomes: &mut [Outcome])
    where
        BoardSolver: Solver<P>,
        BatchSolver: Solver<P>,
    {
        if puzzles.len() < self.board.kernel().batch_from() {
            self.board.search_all(puzzles, limits, outcomes);
        } else {
            self.batch.search_all(puzzles, limits, outcomes);
        }
    }
}

solver!(AutoSolver);
