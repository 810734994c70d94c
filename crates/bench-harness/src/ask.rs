//! The ways of asking a strategy, and what the clock sees of each.
//!
//! Everything that is timed goes through here. The clock is read outside the loop over the puzzles,
//! answers go into slots that were made before, and they are looked at after the clock has stopped.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use sudoku_core::{Board, Ending, Grid, Limits, Outcome, Report, Solver, read};

use crate::check::{Answer, Fault};
use crate::contest::Mode;
use crate::watchdog::Watchdog;

/// How the strategies are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// What for.
    pub mode: Mode,
    /// All puzzles at once through the batch verb, instead of one by one.
    pub batch: bool,
    /// From 81 characters to 81 characters, instead of from board to answer.
    pub text: bool,
}

/// The 81 characters that are written for a puzzle without a solution.
const NO_SOLUTION: [u8; 81] = [b'.'; 81];

/// A puzzle in both of its forms, or the slots for its answer.
type Line = [u8; 81];

/// How a search that was watched went.
#[derive(Clone, Debug)]
pub struct Run {
    /// The answer, or what kept it from being one.
    pub answer: Result<Answer, Fault>,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether the watchdog raised the flag.
    pub raised: bool,
}

/// A search that took longer than this is not repeated for a check.
const SHORT: Duration = Duration::from_millis(10);

/// Runs one search for the first time, with all the evidence that can be had: in unique mode both
/// grids, and the count verb, which the timed passes use, is held to the same answer.
pub fn verify(
    solver: &dyn Solver,
    board: &Board,
    way: Way,
    watchdog: &Watchdog,
    limit: Duration,
) -> Run {
    let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
    let search = || match way {
        Way { text: true, .. } => {
            let line = board.to_line();
            let start = Instant::now();
            let (outcome, written) = solve_text(solver, black_box(&line), &limits);
            (
                start.elapsed(),
                check_text(&outcome, &written).map(|()| Answer { outcome, second: None }),
            )
        }
        Way { mode: Mode::First, .. } => {
            let start = Instant::now();
            let outcome = solver.solve(black_box(board), &limits);
            (start.elapsed(), Ok(Answer { outcome, second: None }))
        }
        Way { mode: Mode::Unique, .. } => {
            let start = Instant::now();
            let answer = search_two(solver, black_box(board), &limits);
            (start.elapsed(), answer)
        }
    };
    let (result, raised) = watched(watchdog, limit, search);
    let (elapsed, answer) = result.unwrap_or((Duration::ZERO, Err(Fault::Panicked)));
    let mut run = Run { answer, elapsed, raised };
    if way.mode == Mode::Unique
        && !way.text
        && !raised
        && elapsed < SHORT
        && let Ok(answer) = &run.answer
        && let Err(fault) = verify_count(solver, board, &answer.outcome.report, watchdog, limit)
    {
        run.answer = Err(fault);
    }
    run
}

fn verify_count(
    solver: &dyn Solver,
    board: &Board,
    searched: &Report,
    watchdog: &Watchdog,
    limit: Duration,
) -> Result<(), Fault> {
    let limits = Limits::solutions(Mode::Unique.solutions()).with_stop(watchdog.flag());
    let (result, raised) = watched(watchdog, limit, || solver.count(board, &limits));
    match result {
        None => Err(Fault::Panicked),
        Some(_) if raised => Ok(()),
        Some(report) if report.solutions != searched.solutions => {
            Err(Fault::WrongCount { reported: report.solutions, expected: searched.solutions })
        }
        Some(report) if report.ending != searched.ending => Err(Fault::WrongEnding(report.ending)),
        Some(_) => Ok(()),
    }
}

/// Runs something under the watchdog; `None` if it panicked.
fn watched<T>(watchdog: &Watchdog, limit: Duration, run: impl FnOnce() -> T) -> (Option<T>, bool) {
    watchdog.arm(limit);
    let result = catch_unwind(AssertUnwindSafe(run)).ok();
    (result, watchdog.disarm())
}

fn search_two(solver: &dyn Solver, board: &Board, limits: &Limits<'_>) -> Result<Answer, Fault> {
    let mut grids: [Option<Grid>; 2] = [None; 2];
    let mut handed_out = 0;
    let report = solver.search(board, limits, &mut |grid| {
        if let Some(slot) = grids.get_mut(handed_out) {
            *slot = Some(*grid);
        }
        handed_out += 1;
        ControlFlow::Continue(())
    });
    let [first, second] = grids;
    let handed_out = handed_out as u64;
    if report.solutions != handed_out {
        return Err(Fault::Miscounted { reported: report.solutions, handed_out });
    }
    Ok(Answer { outcome: Outcome { report, first }, second })
}

fn solve_text(solver: &dyn Solver, line: &Line, limits: &Limits<'_>) -> (Outcome, Line) {
    // A line that was written by core is read by core.
    let outcome = read(line).map(|(board, _)| solver.solve(&board, limits)).unwrap_or_default();
    (outcome, write(&outcome))
}

fn write(outcome: &Outcome) -> Line {
    outcome.first.map_or(NO_SOLUTION, |grid| grid.to_line())
}

/// Reads what was written and compares it with the grid.
fn check_text(outcome: &Outcome, written: &Line) -> Result<(), Fault> {
    let grid = read(written).ok().and_then(|(board, _)| board.to_grid());
    let right = grid == outcome.first && (grid.is_some() || *written == NO_SOLUTION);
    if right { Ok(()) } else { Err(Fault::WrongText) }
}

/// The puzzles of a pass and the slots for their answers, made before the clock starts and kept
/// from pass to pass.
#[derive(Default)]
pub struct Buffers {
    boards: Vec<Board>,
    lines: Vec<Line>,
    parsed: Vec<Board>,
    outcomes: Vec<Outcome>,
    written: Vec<Line>,
}

impl Buffers {
    /// Takes the puzzles of the next pass.
    pub fn fill(&mut self, boards: impl Iterator<Item = Board>) {
        self.boards.clear();
        self.boards.extend(boards);
        let count = self.boards.len();
        self.lines.clear();
        self.lines.extend(self.boards.iter().map(Board::to_line));
        self.parsed.clear();
        self.parsed.resize(count, Board::EMPTY);
        self.outcomes.clear();
        self.outcomes.resize(count, Outcome::default());
        self.written.clear();
        self.written.resize(count, NO_SOLUTION);
    }

    /// How many puzzles the pass has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether the pass has no puzzle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Runs all puzzles, reading the clock before the first and after the last; says how long it
    /// took, and whether the watchdog raised the flag: only some of the puzzles are answered then.
    ///
    /// # Errors
    /// If the batch verb refuses its arguments.
    pub fn whole_pass(
        &mut self,
        solver: &dyn Solver,
        way: Way,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<(Duration, bool), Fault> {
        let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
        let Self { boards, lines, parsed, outcomes, written } = self;
        watchdog.arm(limit);
        let start = Instant::now();
        let result = match way {
            Way { batch: false, text: false, mode: Mode::First } => {
                for (board, outcome) in boards.iter().zip(&mut *outcomes) {
                    *outcome = solver.solve(black_box(board), &limits);
                }
                Ok(())
            }
            Way { batch: false, text: false, mode: Mode::Unique } => {
                for (board, outcome) in boards.iter().zip(&mut *outcomes) {
                    outcome.report = solver.count(black_box(board), &limits);
                }
                Ok(())
            }
            Way { batch: false, text: true, .. } => {
                let slots = outcomes.iter_mut().zip(&mut *written);
                for (line, (outcome, text)) in lines.iter().zip(slots) {
                    (*outcome, *text) = solve_text(solver, black_box(line), &limits);
                }
                Ok(())
            }
            Way { batch: true, text: false, .. } => {
                solver.search_batch(black_box(boards), &limits, outcomes)
            }
            Way { batch: true, text: true, .. } => {
                for (line, board) in lines.iter().zip(&mut *parsed) {
                    *board = read(black_box(line)).map_or(Board::EMPTY, |(board, _)| board);
                }
                let result = solver.search_batch(parsed, &limits, outcomes);
                for (outcome, text) in outcomes.iter().zip(&mut *written) {
                    *text = write(outcome);
                }
                result
            }
        };
        black_box((&*outcomes, &*written));
        let elapsed = start.elapsed();
        let raised = watchdog.disarm();
        result.map(|()| (elapsed, raised)).map_err(|_| Fault::BatchRefused)
    }

    /// Runs the puzzles one by one with a look at the clock before and after each, and writes how
    /// long each took; `None` for one that the watchdog stopped.
    pub fn puzzle_pass(
        &mut self,
        solver: &dyn Solver,
        way: Way,
        watchdog: &Watchdog,
        limit: Duration,
        times: &mut Vec<Option<Duration>>,
    ) {
        let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
        times.clear();
        for (at, board) in self.boards.iter().enumerate() {
            let (line, outcome, text) =
                (&self.lines[at], &mut self.outcomes[at], &mut self.written[at]);
            watchdog.arm(limit);
            let start = Instant::now();
            match (way.text, way.mode) {
                (true, _) => (*outcome, *text) = solve_text(solver, black_box(line), &limits),
                (false, Mode::First) => *outcome = solver.solve(black_box(board), &limits),
                (false, Mode::Unique) => outcome.report = solver.count(black_box(board), &limits),
            }
            black_box((&*outcome, &*text));
            let elapsed = start.elapsed();
            let raised = watchdog.disarm();
            times.push((!raised).then_some(elapsed));
        }
    }

    /// The outcome in this slot.
    ///
    /// # Errors
    /// If the text that was written with it is not its solution.
    pub fn outcome(&self, at: usize, way: Way) -> Result<Outcome, Fault> {
        let outcome = self.outcomes[at];
        if way.text && outcome.report.ending != Ending::Stopped {
            check_text(&outcome, &self.written[at])?;
        }
        Ok(outcome)
    }

    /// Whether the answer in this slot is that of the first run.
    ///
    /// # Errors
    /// Says what has changed.
    pub fn compare(&self, at: usize, way: Way, first_run: &Outcome) -> Result<(), Fault> {
        let outcome = self.outcome(at, way)?;
        let has_grid = way.batch || way.text || way.mode == Mode::First;
        let same = outcome.report.solutions == first_run.report.solutions
            && outcome.report.ending == first_run.report.ending
            && (!has_grid || outcome.first == first_run.first);
        if same { Ok(()) } else { Err(Fault::Changed) }
    }
}
