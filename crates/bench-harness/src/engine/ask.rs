//! The timed call of a strategy for one puzzle.
//!
//! All timed calls are in this module and in [`buffers`](super::buffers). Single puzzles use
//! `solve`, or `search` for text, with a limit of one or two solutions. The first solution is
//! always kept, because a user who proves a puzzle proper also needs its solution. The mode that
//! counts all solutions uses `count`.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use sudoku_core::{Board, Grid, Limits, Outcome, Report, Solver};
use sudoku_variants::{Ruled, Rules};

use super::watchdog::Watchdog;
use crate::data::check::WrongAnswerError;
use crate::data::event::EngineAnswer;
use crate::data::workload::{Mode, Workload};

pub(super) const NO_SOLUTION: BoardText = [b'.'; 81];

/// The 81 characters of a puzzle or its answer.
pub type BoardText = [u8; 81];

/// A type of puzzle that strategies solve in the timed part.
pub trait TimedPuzzle: Clone {
    /// The text of a puzzle.
    type Line: AsRef<[u8]>;

    fn to_line(&self) -> Self::Line;

    /// Parses a puzzle. It cannot fail, because the text was written by `to_line`.
    fn from_line(line: &Self::Line) -> Self;

    /// Chooses the slots of this type.
    fn slots<'b>(
        boards: &'b mut Slots<Board>,
        variants: &'b mut Slots<Ruled>,
    ) -> &'b mut Slots<Self>;
}

/// The puzzles of some passes, and their texts.
pub type Slots<P> = (Vec<P>, Vec<<P as TimedPuzzle>::Line>);

impl TimedPuzzle for Board {
    type Line = BoardText;

    fn to_line(&self) -> BoardText {
        Self::to_line(self)
    }

    #[inline(always)]
    fn from_line(line: &BoardText) -> Self {
        Self::from_line(line).unwrap_or(Self::EMPTY)
    }

    fn slots<'b>(boards: &'b mut Slots<Self>, _: &'b mut Slots<Ruled>) -> &'b mut Slots<Self> {
        boards
    }
}

impl TimedPuzzle for Ruled {
    type Line = String;

    fn to_line(&self) -> String {
        self.rules().to_line()
    }

    fn from_line(line: &String) -> Self {
        let rules = line.parse::<Rules>().unwrap_or_default();
        Self::new(&rules).unwrap_or_else(|_| (&Board::EMPTY).into())
    }

    fn slots<'b>(_: &'b mut Slots<Board>, variants: &'b mut Slots<Self>) -> &'b mut Slots<Self> {
        variants
    }
}

/// The longest search that is repeated for a check.
const SHORT: Duration = Duration::from_millis(10);

/// Adds the second grid to an answer, and checks that `search` and `count`, which are not timed,
/// agree with it. Long searches are not repeated, except to get a second grid, which proves a
/// claim.
pub fn cross_check<P>(
    solver: &dyn Solver<P>,
    puzzle: &P,
    answer: EngineAnswer,
    elapsed: Duration,
    watchdog: &Watchdog,
    limit: Duration,
) -> Result<EngineAnswer, WrongAnswerError> {
    let limits = Limits::solutions(Mode::Unique.solutions()).with_stop(watchdog.flag());
    let Outcome { report: solved, first } = answer.outcome;
    let (mut grids, mut handed_out) = (Vec::new(), 0);
    if elapsed < SHORT || solved.solutions > 1 {
        let search = || {
            solver.search(puzzle, &limits, &mut |grid| {
                grids.extend((handed_out < 2).then_some(*grid));
                handed_out += 1;
                ControlFlow::Continue(())
            })
        };
        let (searched, raised) = watched(watchdog, limit, search)?;
        if raised {
            grids.clear();
        } else if searched.solutions != handed_out {
            return Err(WrongAnswerError::Miscounted { reported: searched.solutions, handed_out });
        } else {
            same_answer(&searched, &solved)?;
            if grids.first() != first.as_ref() {
                return Err(WrongAnswerError::Changed);
            }
        }
    }
    if elapsed < SHORT {
        let (counted, raised) = watched(watchdog, limit, || solver.count(puzzle, &limits))?;
        if !raised {
            same_answer(&counted, &solved)?;
        }
    }
    Ok(EngineAnswer { second: grids.get(1).copied(), ..answer })
}

/// Checks that another function of the same strategy gives the same answer.
fn same_answer(other: &Report, solved: &Report) -> Result<(), WrongAnswerError> {
    if other.solutions != solved.solutions {
        Err(WrongAnswerError::WrongCount { reported: other.solutions, expected: solved.solutions })
    } else if other.ending != solved.ending {
        Err(WrongAnswerError::WrongEnding(other.ending))
    } else {
        Ok(())
    }
}

/// Runs a function under the watchdog. Also returns true if the watchdog raised the flag.
pub(super) fn watched<T>(
    watchdog: &Watchdog,
    limit: Duration,
    run: impl FnOnce() -> T,
) -> Result<(T, bool), WrongAnswerError> {
    watchdog.arm(limit);
    let result = catch_unwind(AssertUnwindSafe(run));
    let raised = watchdog.disarm();
    Ok((result.map_err(|_| WrongAnswerError::Panicked)?, raised))
}

/// Solves or counts one puzzle, given as a board and as text, in the timed manner. With text, the
/// answer is in `written`, as the default `solve` finds it, and the outcome has no grid.
#[inline(always)]
pub(super) fn ask<P: TimedPuzzle>(
    solver: &dyn Solver<P>,
    workload: Workload,
    (puzzle, line): (&P, &P::Line),
    limits: &Limits<'_>,
    outcome: &mut Outcome,
    written: &mut BoardText,
) {
    let parsed;
    let puzzle = if workload.text {
        parsed = P::from_line(black_box(line));
        &parsed
    } else {
        black_box(puzzle)
    };
    if workload.mode == Mode::Count {
        *outcome = Outcome { report: solver.count(puzzle, limits), first: None };
    } else if workload.text {
        // The solution is written directly to its slot, as in external engines: a copy of bytes
        // that were just written would wait for the memory.
        let mut found = false;
        let report = solver.search(puzzle, limits, &mut |grid| {
            if !found {
                *written = grid.to_line();
            }
            found = true;
            ControlFlow::Continue(())
        });
        if !found {
            *written = NO_SOLUTION;
        }
        *outcome = Outcome { report, first: None };
    } else {
        *outcome = solver.solve(puzzle, limits);
    }
}

pub(super) fn write(outcome: &Outcome, text: &mut BoardText) {
    *text = outcome.first.as_ref().map_or(NO_SOLUTION, Grid::to_line);
}

/// Reads the solution that was written, if any.
pub(super) fn grid_of(text: &BoardText) -> Result<Option<Grid>, WrongAnswerError> {
    let grid = Board::from_line(text).and_then(|board| board.to_grid());
    if grid.is_some() || *text == NO_SOLUTION { Ok(grid) } else { Err(WrongAnswerError::WrongText) }
}
