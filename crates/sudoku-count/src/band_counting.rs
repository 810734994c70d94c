//! A strategy that counts by bands if that is faster than enumerating the solutions.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Ending, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};

use crate::{Count, CountLimits, count};

/// The number of solutions above which counting by bands is faster than enumerating them.
pub const ENUMERATE_FIRST: u64 = 300;

/// The highest limit on solutions up to which all solutions are enumerated.
pub const MAX_ENUMERATED: u64 = 10_000;

/// Returns the number of solutions that a strategy should enumerate before
/// [`count_after_enumeration`]. This is the limit itself up to [`MAX_ENUMERATED`], and otherwise
/// [`ENUMERATE_FIRST`].
#[must_use]
pub fn enumeration_budget(limit: u128) -> u64 {
    let low = u64::try_from(limit).ok().filter(|limit| *limit <= MAX_ENUMERATED);
    low.unwrap_or(ENUMERATE_FIRST)
}

/// Counts the solutions of a board by bands if it has more than the strategy enumerated with the
/// limit [`enumeration_budget`]. Returns `None` if the strategy's report is already the answer.
#[must_use]
pub fn count_after_enumeration(
    enumerated: &Report,
    board: &Board,
    limits: &CountLimits<'_>,
) -> Option<Count> {
    let is_cut_off = enumerated.ending == Ending::SolutionLimit;
    (is_cut_off && u128::from(enumerated.solutions) < limits.solutions)
        .then(|| count(board, limits))
}

/// A strategy that counts without enumerating the solutions if that is faster.
///
/// All searches use the inner strategy. Counts also use it up to a limit of [`MAX_ENUMERATED`]
/// solutions, or with a limit on nodes. With a higher limit, the inner strategy enumerates up to
/// [`ENUMERATE_FIRST`] solutions. If there are more, [`count`] counts all of them. The nodes of
/// such a report are the nodes of the strategy plus the terms of the count. It has no placements
/// and guesses.
///
/// A count of [`u64::MAX`] or more is reported as [`u64::MAX`] with the ending
/// [`Ending::SolutionLimit`], because the limit cannot be higher.
///
/// ```
/// use sudoku_core::{Board, Ending, Limits, Solver};
/// use sudoku_count::BandCounting;
/// # struct Enumerating;
/// # impl Solver for Enumerating {
/// #     fn search(
/// #         &self,
/// #         _: &Board,
/// #         limits: &Limits<'_>,
/// #         _: &mut dyn FnMut(&sudoku_core::Grid) -> std::ops::ControlFlow<()>,
/// #     ) -> sudoku_core::Report {
/// #         sudoku_core::Report::new(Ending::SolutionLimit).with_solutions(limits.solutions)
/// #     }
/// # }
///
/// let solver = BandCounting::new(Enumerating);
/// let row: Board = format!("123456789{}", ".".repeat(72)).parse()?;
/// assert_eq!(solver.count(&row, &Limits::ALL).solutions, 18_383_222_420_692_992);
/// let all = solver.count(&Board::EMPTY, &Limits::ALL);
/// assert_eq!((all.solutions, all.ending), (u64::MAX, Ending::SolutionLimit));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BandCounting<S>(S);

impl<S> BandCounting<S> {
    /// Wraps a strategy so that it counts by bands.
    #[must_use]
    pub const fn new(strategy: S) -> Self {
        Self(strategy)
    }
}

impl<S: Solver> Solver for BandCounting<S> {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.0.search(board, limits, found)
    }

    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        if limits.nodes < u64::MAX {
            return self.0.count(board, limits);
        }
        let solutions = limits.solutions.into();
        let mut few = *limits;
        few.solutions = enumeration_budget(solutions);
        let enumerated = self.0.count(board, &few);
        let limits = CountLimits { solutions, stop: limits.stop, ..CountLimits::NONE };
        let Some(counted) = count_after_enumeration(&enumerated, board, &limits) else {
            return enumerated;
        };
        Report::new(counted.ending)
            .with_solutions(u64::try_from(counted.solutions).unwrap_or(u64::MAX))
            .with_nodes(enumerated.nodes.saturating_add(counted.terms))
    }

    fn solve(&self, board: &Board, limits: &Limits<'_>) -> Outcome {
        self.0.solve(board, limits)
    }

    fn search_batch(&self, batch: PuzzleBatch<'_, Board>, limits: &Limits<'_>) {
        self.0.search_batch(batch, limits);
    }

    fn first_solution(&self, board: &Board) -> Option<Grid> {
        self.0.first_solution(board)
    }

    fn is_proper(&self, board: &Board) -> bool {
        self.0.is_proper(board)
    }
}

/// The inner strategy counts candidates, because counting by bands needs a board.
impl<S: Solver<Candidates>> Solver<Candidates> for BandCounting<S> {
    fn search(
        &self,
        candidates: &Candidates,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.0.search(candidates, limits, found)
    }

    fn count(&self, candidates: &Candidates, limits: &Limits<'_>) -> Report {
        self.0.count(candidates, limits)
    }

    fn solve(&self, candidates: &Candidates, limits: &Limits<'_>) -> Outcome {
        self.0.solve(candidates, limits)
    }

    fn search_batch(&self, batch: PuzzleBatch<'_, Candidates>, limits: &Limits<'_>) {
        self.0.search_batch(batch, limits);
    }

    fn first_solution(&self, candidates: &Candidates) -> Option<Grid> {
        self.0.first_solution(candidates)
    }

    fn is_proper(&self, candidates: &Candidates) -> bool {
        self.0.is_proper(candidates)
    }
}
