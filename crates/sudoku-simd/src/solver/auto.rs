//! The solver that takes the engine which suits what is asked.

use std::ops::ControlFlow;

use sudoku_core::{BatchLengthError, Board, Grid, Limits, Outcome, Report, Solver};

use super::board::BoardSolver;
use super::lanes::LanesSolver;

/// What to pick without thinking: the board engine for one board and for a few, the batch
/// engine for many, both on the fastest path that the processor has, or on the one that
/// [`SimdPath::make_default`](crate::SimdPath::make_default) has set.
///
/// The price is that the two take the tree in orders of their own: where a board has several
/// solutions and a limit ends the search, a batch may have come by another first solution than a
/// single search, and by other counters. Use [`LanesSolver`] where that matters.
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
    lanes: LanesSolver,
}

impl AutoSolver {
    /// The solver on the fastest path.
    #[must_use]
    pub const fn new() -> Self {
        Self { board: BoardSolver::new(), lanes: LanesSolver::new() }
    }
}

impl Solver for AutoSolver {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.board.search(board, limits, found)
    }

    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        self.board.count(board, limits)
    }

    fn search_batch(
        &self,
        boards: &[Board],
        limits: &Limits<'_>,
        outcomes: &mut [Outcome],
    ) -> Result<(), BatchLengthError> {
        if boards.len() < self.board.kernel().batch_from() {
            self.board.search_batch(boards, limits, outcomes)
        } else {
            self.lanes.search_batch(boards, limits, outcomes)
        }
    }
}
