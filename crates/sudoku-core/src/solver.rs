//! The trait [`Solver`] that every strategy implements, with its limits and reports.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;
use core::sync::atomic::{AtomicBool, Ordering};

#[cfg(doc)]
use crate::Candidates;
use crate::{Board, Grid};

/// A strategy that finds the solutions of a puzzle.
///
/// The puzzle is a [`Board`], which every strategy accepts, or [`Candidates`]. A strategy that
/// implements `Solver<Candidates>` finds the grids whose digits are all among the candidates of
/// their cells.
///
/// A strategy has to implement only [`search`](Self::search); the other functions use it. Two of
/// them may be overridden for speed:
/// - [`count`](Self::count) may count without building grids. With a high limit it may also count
///   without enumerating the solutions, if the strategy's documentation says so; the report then
///   counts other nodes.
/// - [`search_batch`](Self::search_batch) may solve many boards at once.
///
/// An override returns the same results as `search`, with one exception. A strategy may document
/// that its batches search the tree in another order. A board with several solutions may then have
/// another first solution in a batch, and other counters if a limit ends the search.
///
/// Every strategy keeps these promises, and the conformance suite checks them:
/// - Each solution is returned once, in an order that the strategy chooses and that never changes.
///   It is a valid grid that extends the board, or that the candidates
///   [permit](Candidates::permits).
/// - A puzzle that contradicts itself has no solution, and its search ends as
///   [`Ending::Exhausted`].
/// - The counters of the report are exact, however the search ended.
/// - Nothing panics, prints, or reads a clock. To limit the time, raise the stop flag from another
///   thread.
///
/// The trait is object-safe, and threads can share a strategy.
pub trait Solver<P = Board>: Send + Sync {
    /// Finds solutions within the limits and hands each to `found`, which may end the search by
    /// returning [`ControlFlow::Break`].
    fn search(
        &self,
        puzzle: &P,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report;

    /// Counts solutions within the limits.
    fn count(&self, puzzle: &P, limits: &Limits<'_>) -> Report {
        self.search(puzzle, limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches within the limits and keeps the first solution.
    fn solve(&self, puzzle: &P, limits: &Limits<'_>) -> Outcome {
        // The grid is written into the outcome directly. Moving a grid right after it was written
        // would stall until the stores reach memory.
        let mut outcome = Outcome::default();
        outcome.report = self.search(puzzle, limits, &mut |grid| {
            outcome.first.get_or_insert(*grid);
            ControlFlow::Continue(())
        });
        outcome
    }

    /// Searches each puzzle of the batch within the limits and writes its outcome.
    ///
    /// The limits on solutions and nodes apply to each puzzle, the stop flag to all of them. A
    /// puzzle that is not reached before the flag is raised ends as [`Ending::Stopped`].
    fn search_batch(&self, batch: PuzzleBatch<'_, P>, limits: &Limits<'_>) {
        let PuzzleBatch { puzzles, outcomes } = batch;
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = self.solve(puzzle, limits);
        }
    }

    /// Returns the first solution in the strategy's order, or `None` if there is no solution.
    fn first_solution(&self, puzzle: &P) -> Option<Grid> {
        self.solve(puzzle, &Limits::solutions(1)).first
    }

    /// Returns true if the puzzle has exactly one solution.
    fn is_proper(&self, puzzle: &P) -> bool {
        self.count(puzzle, &Limits::solutions(2)).is_proper()
    }
}

/// The limits of a search.
///
/// Start from [`ALL`](Self::ALL) or from [`solutions`](Self::solutions) and narrow it:
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sudoku_core::Limits;
///
/// let flag = AtomicBool::new(false);
/// let limits = Limits::solutions(2).with_nodes(1_000_000).with_stop(&flag);
/// # assert_eq!(limits.solutions, 2);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// The maximum number of solutions. With 0 the search returns at once.
    pub solutions: u64,
    /// The maximum number of nodes, in the strategy's unit (see [`Report::nodes`]).
    pub nodes: u64,
    /// A flag that ends the search soon after another thread raises it.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit: every solution, with any number of nodes.
    pub const ALL: Self = Self { solutions: u64::MAX, nodes: u64::MAX, stop: None };

    /// Returns limits of this many solutions and any number of nodes.
    #[must_use]
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, ..Self::ALL }
    }

    /// Returns the same limits with at most this many nodes.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the same limits with a stop flag.
    #[must_use]
    pub const fn with_stop<'b>(self, stop: &'b AtomicBool) -> Limits<'b> {
        Limits { solutions: self.solutions, nodes: self.nodes, stop: Some(stop) }
    }

    /// Returns true if there is a stop flag and it is raised.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Limits<'_> {
    /// No limit.
    fn default() -> Self {
        Self::ALL
    }
}

/// The reason why a search ended.
///
/// ```
/// use sudoku_core::Ending;
///
/// assert_eq!(Ending::SolutionLimit.to_string(), "solution limit");
/// assert_eq!("solution limit".parse(), Ok(Ending::SolutionLimit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The whole tree was searched: there are no more solutions.
    Exhausted,
    /// The search found as many solutions as the limit allows. It ends this way even if no other
    /// solution exists, and even if the caller also asked to end at this solution.
    SolutionLimit,
    /// The search would need one node more than the limit allows.
    NodeLimit,
    /// The stop flag was raised.
    Stopped,
    /// The caller of [`Solver::search`] asked to end it.
    Caller,
}

impl Ending {
    /// Every ending, in the order of the list above.
    pub const ALL: &'static [Self] =
        &[Self::Exhausted, Self::SolutionLimit, Self::NodeLimit, Self::Stopped, Self::Caller];

    /// Returns the ending in words, as it prints and parses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::SolutionLimit => "solution limit",
            Self::NodeLimit => "node limit",
            Self::Stopped => "stopped",
            Self::Caller => "ended by the caller",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads an ending as it prints.
impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(name: &str) -> Result<Self, EndingError> {
        Self::ALL.iter().copied().find(|ending| ending.name() == name).ok_or(EndingError)
    }
}

/// The error for a text that is not the name of an [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndingError;

impl fmt::Display for EndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an ending; expected ")?;
        for (place, ending) in Ending::ALL.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == Ending::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}`{ending}`")?;
        }
        Ok(())
    }
}

impl core::error::Error for EndingError {}

/// The results and counters of a search.
///
/// A counter is `None` if the strategy cannot count it exactly. Strategies make reports with
/// [`Report::new`] and the `with_` functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The number of solutions that were found.
    pub solutions: u64,
    /// The reason why the search ended.
    pub ending: Ending,
    /// The number of nodes of the search, in a unit that the strategy documents: placements for the
    /// backtrackers, nodes of the search tree for the SIMD engines.
    pub nodes: u64,
    /// The number of digits that the search wrote into cells, right or wrong, without the clues.
    pub placements: Option<u64>,
    /// The number of options that were taken while another option was open. The last option of a
    /// choice does not count.
    pub guesses: Option<u64>,
}

impl Report {
    /// Returns a report of a search that ended this way, with no solutions, nodes or counters.
    #[must_use]
    pub const fn new(ending: Ending) -> Self {
        Self { solutions: 0, ending, nodes: 0, placements: None, guesses: None }
    }

    /// Returns the same report with this many solutions.
    #[must_use]
    pub const fn with_solutions(self, solutions: u64) -> Self {
        Self { solutions, ..self }
    }

    /// Returns the same report with this many nodes.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the same report with this many placements.
    #[must_use]
    pub const fn with_placements(self, placements: u64) -> Self {
        Self { placements: Some(placements), ..self }
    }

    /// Returns the same report with this many guesses.
    #[must_use]
    pub const fn with_guesses(self, guesses: u64) -> Self {
        Self { guesses: Some(guesses), ..self }
    }

    /// Returns true if the search proved that there is exactly one solution.
    ///
    /// The proof needs a limit of at least two solutions. With a limit of one, the search ends on
    /// the limit.
    #[must_use]
    pub fn is_proper(&self) -> bool {
        self.solutions == 1 && self.ending == Ending::Exhausted
    }
}

/// The report on a board of a batch, with the first solution if there is one.
///
/// As serde data it has the fields of the report, and the first solution as `solution`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The results and counters of the search.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: Report,
    /// The first solution in the strategy's order.
    #[cfg_attr(feature = "serde", serde(rename = "solution"))]
    pub first: Option<Grid>,
}

impl Default for Outcome {
    /// Returns the outcome of a board that was not searched: no solution, [`Ending::Stopped`].
    fn default() -> Self {
        Self { report: Report::new(Ending::Stopped), first: None }
    }
}

/// Puzzles, each with a slot for its outcome: the argument of [`Solver::search_batch`].
///
/// ```
/// use std::ops::ControlFlow;
/// use sudoku_core::{Board, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};
/// # use sudoku_core::Ending;
///
/// fn proper(solver: &dyn Solver, boards: &[Board]) -> usize {
///     let mut outcomes = Vec::new();
///     solver.search_batch(PuzzleBatch::new(boards, &mut outcomes), &Limits::solutions(2));
///     outcomes.iter().filter(|outcome| outcome.report.is_proper()).count()
/// }
/// # struct Never;
/// # impl Solver for Never {
/// #     fn search(
/// #         &self,
/// #         _: &Board,
/// #         _: &Limits<'_>,
/// #         _: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
/// #     ) -> Report {
/// #         Report::new(Ending::Stopped)
/// #     }
/// # }
/// # assert_eq!(proper(&Never, &[Board::EMPTY; 3]), 0);
/// ```
#[derive(Debug)]
pub struct PuzzleBatch<'a, P = Board> {
    /// There are as many puzzles as outcomes.
    puzzles: &'a [P],
    outcomes: &'a mut [Outcome],
}

impl<'a, P> PuzzleBatch<'a, P> {
    /// Makes a batch of the puzzles. `outcomes` gets their number of slots; old outcomes in it are
    /// overwritten by the search.
    pub fn new(puzzles: &'a [P], outcomes: &'a mut Vec<Outcome>) -> Self {
        outcomes.resize(puzzles.len(), Outcome::default());
        Self { puzzles, outcomes }
    }

    /// Pairs puzzles with slots. As with [`Iterator::zip`], the batch ends with the shorter slice.
    #[must_use]
    pub fn zip(puzzles: &'a [P], outcomes: &'a mut [Outcome]) -> Self {
        let length = puzzles.len().min(outcomes.len());
        Self { puzzles: &puzzles[..length], outcomes: &mut outcomes[..length] }
    }

    /// Returns the puzzles and their slots, which are equally many.
    #[must_use]
    pub fn into_parts(self) -> (&'a [P], &'a mut [Outcome]) {
        (self.puzzles, self.outcomes)
    }

    /// Splits the batch into batches of this size. The last one may be smaller.
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Self> {
        let size = size.max(1);
        let parts = self.puzzles.chunks(size).zip(self.outcomes.chunks_mut(size));
        parts.map(|(puzzles, outcomes)| Self { puzzles, outcomes })
    }
}

/// The bookkeeping that every search needs: it counts nodes and solutions, enforces the limits, and
/// watches the stop flag.
///
/// [`run`](Self::run) passes a meter to a search. The search calls [`node`](Self::node) before each
/// node and [`solution`](Self::solution) with each solution, and passes on a break of either.
pub struct Meter<'a> {
    limits: &'a Limits<'a>,
    found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    solutions: u64,
    nodes: u64,
    /// The number of nodes at which to check the limit and the flag again.
    look_at: u64,
}

impl<'a> Meter<'a> {
    /// The number of nodes between two checks of the stop flag: few enough that the slowest
    /// strategy stops within a millisecond, and enough that the checks cost nothing.
    const NODES_BETWEEN_LOOKS: u64 = 256;

    /// Runs a search and reports why it ended. The search does not run if the limits allow no
    /// solution or the stop flag is already raised.
    ///
    /// The report has the solutions and the nodes. The strategy adds its other counters.
    pub fn run(
        limits: &'a Limits<'a>,
        found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
        search: impl FnOnce(&mut Self) -> ControlFlow<Ending>,
    ) -> Report {
        let mut meter = Self { limits, found, solutions: 0, nodes: 0, look_at: 0 };
        let ending = if limits.solutions == 0 {
            Ending::SolutionLimit
        } else if limits.is_stopped() {
            Ending::Stopped
        } else {
            search(&mut meter).break_value().unwrap_or(Ending::Exhausted)
        };
        Report::new(ending).with_solutions(meter.solutions).with_nodes(meter.nodes)
    }

    /// Counts one node before it is searched, or breaks if a limit or the stop flag forbids it.
    #[inline(always)]
    pub fn node(&mut self) -> ControlFlow<Ending> {
        if self.nodes == self.look_at {
            self.look()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> ControlFlow<Ending> {
        if self.nodes == self.limits.nodes {
            return ControlFlow::Break(Ending::NodeLimit);
        }
        if self.limits.is_stopped() {
            return ControlFlow::Break(Ending::Stopped);
        }
        self.look_at = self.limits.nodes.min(self.nodes + Self::NODES_BETWEEN_LOOKS);
        ControlFlow::Continue(())
    }

    /// Counts a solution and passes it to the caller. Breaks if no more solutions are wanted.
    pub fn solution(&mut self, grid: &Grid) -> ControlFlow<Ending> {
        self.solutions += 1;
        let answer = (self.found)(grid);
        if self.solutions == self.limits.solutions {
            ControlFlow::Break(Ending::SolutionLimit)
        } else if answer.is_break() {
            ControlFlow::Break(Ending::Caller)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limits", &self.limits)
            .field("solutions", &self.solutions)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
