//! The solver that chooses an engine by the number of boards.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};

use super::batch::BatchSolver;
use super::board::BoardSolver;
use crate::puzzle::Puzzle;

/// The default choice: the board engine for a few boards, and the batch engine for many if there
/// are lanes. It uses the fastest instruction set of the processor, or the one set by
/// [`SimdLevel::make_default`](crate::SimdLevel::make_default).
///
/// The two engines search the tree in different orders. If a board has several solutions and a
/// limit ends the search, a batch may find another first solution than a single search, with other
/// counters. If this matters, use [`BatchSolver`].
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
    /// Makes the solver with the default instruction set.
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
