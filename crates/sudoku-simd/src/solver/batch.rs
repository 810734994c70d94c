//! The solver for batches.

use std::iter;
use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};

use super::board::BoardSolver;
use super::one_by_one;
use crate::batch::queue::Batch;
use crate::level::SimdLevel;
use crate::puzzle::Puzzle;

/// The batch engine: many boards side by side. With AVX2 and AVX-512, each board has a lane of the
/// processor's vectors.
///
/// Use [`search_batch`](Solver::search_batch). A single board is searched by the board engine in
/// the same order, so it has the same outcome alone and in a batch. In contrast to [`BoardSolver`],
/// it never searches two parts of the tree at a time, because that would find other solutions first
/// if a limit ends the search.
///
/// Without AVX2 there are no lanes, and the boards of a batch are searched one by one, in the same
/// order.
///
/// The solver holds only the choice of an instruction set, so any number of threads may share one.
/// To use all cores, split a batch into chunks of a few thousand boards, for example with
/// [`rayon`](https://docs.rs/rayon).
///
/// ```
/// use sudoku_simd::{BatchSolver, Board, Limits, PuzzleBatch, Solver};
///
/// let puzzle: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// let boards = vec![puzzle; 1000];
/// let (mut outcomes, limits) = (Vec::new(), Limits::solutions(2));
/// BatchSolver::new().search_batch(PuzzleBatch::new(&boards, &mut outcomes), &limits);
/// assert!(outcomes.iter().all(|outcome| outcome.report.is_proper()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchSolver {
    board: BoardSolver,
}

impl BatchSolver {
    /// Makes the solver with the fastest instruction set of the processor, or the one set by
    /// [`SimdLevel::make_default`].
    #[must_use]
    pub const fn new() -> Self {
        Self { board: BoardSolver::new() }
    }

    /// Makes the solver with this instruction set, or returns `None` if the processor does not have
    /// it.
    #[must_use]
    pub fn with_level(level: SimdLevel) -> Option<Self> {
        BoardSolver::with_level(level).map(|board| Self { board })
    }

    /// Makes the solver with this instruction set, or with the fastest if the processor does not
    /// have it. Use this in constants, which cannot check the processor.
    #[must_use]
    pub const fn preferring(level: SimdLevel) -> Self {
        Self { board: BoardSolver::preferring(level) }
    }

    /// Returns the instruction set of this solver.
    #[must_use]
    pub fn level(&self) -> SimdLevel {
        self.board.level()
    }

    /// Searches boards from an iterator, each within the limits. Returns an iterator over the
    /// outcomes in the same order.
    ///
    /// It takes [`AT_ONCE`](Self::AT_ONCE) boards before it returns the first outcome, and never
    /// holds more boards than that.
    ///
    /// ```
    /// use sudoku_simd::{Board, BatchSolver, Limits};
    ///
    /// let text = "\
    /// ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
    /// 98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
    /// let boards = text.lines().filter_map(|line| line.parse::<Board>().ok());
    /// let solver = BatchSolver::new();
    /// let outcomes = solver.outcomes(boards, Limits::solutions(2));
    /// assert_eq!(outcomes.filter(|outcome| outcome.report.is_proper()).count(), 2);
    /// ```
    pub fn outcomes<'a>(
        &self,
        boards: impl IntoIterator<Item = Board> + 'a,
        limits: Limits<'a>,
    ) -> impl Iterator<Item = Outcome> + 'a {
        let (solver, mut source) = (*self, boards.into_iter().fuse());
        let (mut boards, mut outcomes) = (Vec::new(), Vec::new());
        let mut given = 0;
        iter::from_fn(move || {
            if given == outcomes.len() {
                given = 0;
                boards.clear();
                boards.extend(source.by_ref().take(Self::AT_ONCE));
                solver.search_batch(PuzzleBatch::new(&boards, &mut outcomes), &limits);
            }
            let outcome = outcomes.get(given).copied();
            given += usize::from(outcome.is_some());
            outcome
        })
    }

    /// The number of boards that [`outcomes`](Self::outcomes) searches at once. It is large enough
    /// to keep the lanes full nearly all the time, and small enough that boards and outcomes fit
    /// into the processor's cache.
    pub const AT_ONCE: usize = 4096;

    #[inline]
    fn search_any<P: Puzzle>(
        &self,
        puzzle: &P,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.board.run::<true, true>(puzzle.start(), limits, found)
    }

    #[inline]
    fn count_any<P: Puzzle>(&self, puzzle: &P, limits: &Limits<'_>) -> Report {
        self.board.run::<false, true>(puzzle.start(), limits, &mut |_| ControlFlow::Continue(()))
    }

    pub(super) fn search_all<P: Puzzle>(
        &self,
        puzzles: &[P],
        limits: &Limits<'_>,
        outcomes: &mut [Outcome],
    ) where
        Self: Solver<P>,
    {
        let kernel = self.board.kernel();
        if puzzles.len() < kernel.batch_from() {
            return one_by_one(self, puzzles, limits, outcomes);
        }
        let mut batch = Batch::new(P::starts(puzzles), outcomes);
        kernel.search_batch(limits, &mut batch);
        batch.finish(|number| self.solve(&puzzles[number], limits));
    }
}

solver!(BatchSolver);
