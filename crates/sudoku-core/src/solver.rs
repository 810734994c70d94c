//! The contract that every solving strategy keeps.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;
use core::sync::atomic::{AtomicBool, Ordering};

#[cfg(doc)]
use crate::Candidates;
use crate::{Board, Grid};

/// A strategy that finds the solutions of a puzzle.
///
/// The puzzle is a [`Board`], which every strategy searches from, or the [`Candidates`] of its
/// cells: a strategy that is a `Solver<Candidates>` too finds the grids whose digits are all among
/// them, clues or none. A strategy that cannot does not implement it.
///
/// [`search`](Self::search) is the one verb that a strategy writes; the rest stands on it. A
/// strategy may override [`count`](Self::count), to build no grids or, where it says so, with a
/// high limit not to walk to each solution either, which takes other steps, and
/// [`search_batch`](Self::search_batch), to solve many boards at once. Their results stay the same,
/// unless a strategy says that its batches take the tree in another order: then a board with
/// several solutions may have another first one in a batch, and other counters where a limit ends
/// the search.
///
/// What every strategy promises, and the conformance suite checks:
/// - Each solution of the puzzle is handed out once, in an order that is the strategy's own but
///   always the same; it is a valid grid that extends the board, or that the candidates
///   [allow](Candidates::permits).
/// - A puzzle that contradicts itself has no solution, and the search is exhausted.
/// - The report's counters are exact, whichever way the search ended.
/// - Nothing panics, prints, or looks at a clock. A caller that wants a time limit raises the stop
///   flag from another thread.
///
/// The trait is object-safe, and a strategy can be shared between threads.
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
        // Straight into the outcome: a move of a grid that was only just written waits for the
        // memory.
        let mut outcome = Outcome::default();
        outcome.report = self.search(puzzle, limits, &mut |grid| {
            outcome.first.get_or_insert(*grid);
            ControlFlow::Continue(())
        });
        outcome
    }

    /// Searches each puzzle within the limits and writes the outcomes in the order of the puzzles.
    ///
    /// The limits on solutions and on steps hold for each puzzle by itself, the stop flag for all:
    /// puzzles that were not reached when it was raised end as [`Ending::Stopped`].
    ///
    /// # Errors
    /// If the two slices differ in length; nothing is searched then.
    fn search_batch(
        &self,
        puzzles: &[P],
        limits: &Limits<'_>,
        outcomes: &mut [Outcome],
    ) -> Result<(), BatchLengthError> {
        BatchLengthError::check(puzzles, outcomes)?;
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = self.solve(puzzle, limits);
        }
        Ok(())
    }

    /// The first solution in the strategy's own order, or `None` if there is none.
    fn first_solution(&self, puzzle: &P) -> Option<Grid> {
        self.solve(puzzle, &Limits::solutions(1)).first
    }

    /// Whether the puzzle has exactly one solution.
    fn is_proper(&self, puzzle: &P) -> bool {
        self.count(puzzle, &Limits::solutions(2)).is_proper()
    }
}

/// How far a search may go.
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
    /// How many solutions to find at most. With 0 the search returns at once.
    pub solutions: u64,
    /// How many steps to take at most, in the strategy's own unit (see [`Report::nodes`]).
    pub nodes: u64,
    /// A flag that ends the search soon after another thread has raised it.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit: every solution, however many steps it takes.
    pub const ALL: Self = Self { solutions: u64::MAX, nodes: u64::MAX, stop: None };

    /// At most this many solutions, however many steps it takes.
    #[must_use]
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, ..Self::ALL }
    }

    /// The same limits with at most this many steps.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same limits with a stop flag.
    #[must_use]
    pub const fn with_stop<'b>(self, stop: &'b AtomicBool) -> Limits<'b> {
        Limits { solutions: self.solutions, nodes: self.nodes, stop: Some(stop) }
    }

    /// Whether the stop flag is there and raised.
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

/// How a search ended.
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
    /// The whole tree was searched: there are no further solutions.
    Exhausted,
    /// As many solutions were found as the limit allows. This is the ending even if the last of
    /// them was also the last there is, and even if the caller asked to end with it.
    SolutionLimit,
    /// The search would have needed one step more than the limit allows.
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

    /// The ending in words: what it prints, and is read from.
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

/// Reads what an ending prints.
impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(name: &str) -> Result<Self, EndingError> {
        Self::ALL.iter().copied().find(|ending| ending.name() == name).ok_or(EndingError)
    }
}

/// A text that is the name of no [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndingError;

impl fmt::Display for EndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an ending is ")?;
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

/// What a search found and did.
///
/// A counter that a strategy cannot count exactly is `None`; strategies make reports with
/// [`Report::new`] and the builders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// How many solutions were handed out.
    pub solutions: u64,
    /// How the search ended.
    pub ending: Ending,
    /// How many steps the search took, in the strategy's own unit, which the strategy names:
    /// placements for the backtrackers, search nodes for the SIMD engines.
    pub nodes: u64,
    /// How many digits were written into cells by the search, right or wrong, clues not included.
    pub placements: Option<u64>,
    /// How many options were taken while another was still open; the last one left is none.
    pub guesses: Option<u64>,
}

impl Report {
    /// A report of a search that ended this way, with nothing found, no steps and no counters.
    #[must_use]
    pub const fn new(ending: Ending) -> Self {
        Self { solutions: 0, ending, nodes: 0, placements: None, guesses: None }
    }

    /// The same report with this many solutions.
    #[must_use]
    pub const fn with_solutions(self, solutions: u64) -> Self {
        Self { solutions, ..self }
    }

    /// The same report with this many steps.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same report with this many placements.
    #[must_use]
    pub const fn with_placements(self, placements: u64) -> Self {
        Self { placements: Some(placements), ..self }
    }

    /// The same report with this many guesses.
    #[must_use]
    pub const fn with_guesses(self, guesses: u64) -> Self {
        Self { guesses: Some(guesses), ..self }
    }

    /// Whether the search proved that there is exactly one solution.
    ///
    /// That takes a limit of two solutions or more: with a limit of one it ends on the limit.
    #[must_use]
    pub fn is_proper(&self) -> bool {
        self.solutions == 1 && self.ending == Ending::Exhausted
    }
}

/// The report on a board of a batch, with its first solution if one was found.
///
/// As serde data it is the report's fields with the first solution beside them, as `solution`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// What the search found and did.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: Report,
    /// The first solution in the strategy's own order.
    #[cfg_attr(feature = "serde", serde(rename = "solution"))]
    pub first: Option<Grid>,
}

impl Default for Outcome {
    /// What a slot holds before its board is searched: nothing found, [`Ending::Stopped`].
    fn default() -> Self {
        Self { report: Report::new(Ending::Stopped), first: None }
    }
}

/// A batch with a different number of puzzles than of slots for their outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BatchLengthError {
    /// How many puzzles there were.
    pub puzzles: usize,
    /// How many slots for outcomes there were.
    pub outcomes: usize,
}

impl BatchLengthError {
    /// Checks that there are as many slots as puzzles: the first line of a batch engine.
    ///
    /// # Errors
    /// If there are not.
    pub const fn check<P>(puzzles: &[P], outcomes: &[Outcome]) -> Result<(), Self> {
        if puzzles.len() == outcomes.len() {
            Ok(())
        } else {
            Err(Self { puzzles: puzzles.len(), outcomes: outcomes.len() })
        }
    }
}

impl fmt::Display for BatchLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} puzzles but slots for {} outcomes", self.puzzles, self.outcomes)
    }
}

impl core::error::Error for BatchLengthError {}

/// The bookkeeping of a search that a strategy would otherwise write again: it counts steps and
/// solutions, holds them to the limits, and watches the stop flag.
///
/// [`run`](Self::run) lends a meter to a search, which calls [`node`](Self::node) before each of
/// its steps and [`solution`](Self::solution) with each solution, and passes on what they break
/// with.
pub struct Meter<'a> {
    limits: &'a Limits<'a>,
    found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    solutions: u64,
    nodes: u64,
    /// The number of steps at which to look at the limit and the flag again.
    look_at: u64,
}

impl<'a> Meter<'a> {
    /// How many steps pass between two looks at the stop flag: few enough that the slowest strategy
    /// ends within a millisecond, and enough that looking costs nothing.
    const NODES_BETWEEN_LOOKS: u64 = 256;

    /// Runs a search and reports how it ended: as it broke off, or exhausted. It does not run at
    /// all if the limits allow no solution or the stop flag is raised already.
    ///
    /// The report has the solutions and the steps; the counters are the strategy's to add.
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

    /// Counts one step that is about to be taken, or breaks if it may not be taken.
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

    /// Counts a solution and hands it to the caller; breaks if it was the last one wanted.
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
