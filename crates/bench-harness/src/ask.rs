//! The ways of asking a strategy, and what the clock sees of each.
//!
//! Everything that is timed goes through here, and one by one it is always the verb `solve`, or from
//! text to text `search`, limited to one solution or to two, with the first solution kept: whoever
//! proves a puzzle proper wants its solution too. The clock is read outside the loop over the puzzles,
//! answers go into slots that were made before, and they are looked at after the clock has stopped.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Ending, Grid, Limits, Outcome, Report, Solver};

use crate::check::{Answer, Fault};
use crate::contest::Mode;
use crate::peers::{Block, Lost, Peer};
use crate::watchdog::Watchdog;

/// How the strategies are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The 81 characters of a puzzle, or those that are written for its answer.
pub type Line = [u8; 81];

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

/// Runs one search for the first time: as the timed passes do, and then, in unique mode, with all
/// the evidence that can be had: both grids, and the count verb, which is held to the same answer.
pub fn verify(
    solver: &dyn Solver,
    board: &Board,
    way: Way,
    watchdog: &Watchdog,
    limit: Duration,
) -> Run {
    let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
    let line = board.to_line();
    let (mut outcome, mut written) = (Outcome::default(), NO_SOLUTION);
    let search = || {
        let start = Instant::now();
        match way.text {
            true => solve_text(solver, black_box(&line), &limits, &mut outcome, &mut written),
            false => outcome = solver.solve(black_box(board), &limits),
        }
        black_box((&outcome, &written));
        start.elapsed()
    };
    let (elapsed, raised) = watched(watchdog, limit, search);
    let Some(elapsed) = elapsed else {
        return Run { answer: Err(Fault::Panicked), elapsed: Duration::ZERO, raised };
    };
    let outcome = match way.text {
        true => grid_of(&written).map(|first| Outcome { first, ..outcome }),
        false => Ok(outcome),
    };
    let mut answer = outcome.map(|outcome| Answer { outcome, second: None });
    if way.mode == Mode::Unique
        && !raised
        && let Ok(answer_so_far) = answer
    {
        answer = more_evidence(solver, board, answer_so_far, elapsed, watchdog, limit);
    }
    Run { answer, elapsed, raised }
}

/// Adds the second grid to an answer, and holds the verbs that are not timed to it, if that does not
/// take long. A second grid is worth some time, because it proves a claim.
fn more_evidence(
    solver: &dyn Solver,
    board: &Board,
    answer: Answer,
    elapsed: Duration,
    watchdog: &Watchdog,
    limit: Duration,
) -> Result<Answer, Fault> {
    let limits = Limits::solutions(Mode::Unique.solutions()).with_stop(watchdog.flag());
    let solved = &answer.outcome.report;
    let mut answer = answer;
    if elapsed < SHORT || solved.solutions > 1 {
        let (result, raised) = watched(watchdog, limit, || search_two(solver, board, &limits));
        let searched = result.ok_or(Fault::Panicked)?;
        if !raised {
            let searched = searched?;
            same_answer(&searched.outcome.report, solved)?;
            if searched.outcome.first != answer.outcome.first {
                return Err(Fault::Changed);
            }
            answer.second = searched.second;
        }
    }
    if elapsed < SHORT {
        let (result, raised) = watched(watchdog, limit, || solver.count(board, &limits));
        let counted = result.ok_or(Fault::Panicked)?;
        if !raised {
            same_answer(&counted, &answer.outcome.report)?;
        }
    }
    Ok(answer)
}

/// Whether another verb of the same strategy gives the same answer.
fn same_answer(other: &Report, solved: &Report) -> Result<(), Fault> {
    if other.solutions != solved.solutions {
        Err(Fault::WrongCount { reported: other.solutions, expected: solved.solutions })
    } else if other.ending != solved.ending {
        Err(Fault::WrongEnding(other.ending))
    } else {
        Ok(())
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

/// Solves from text to text: what the verb `solve` does unless a strategy has its own, with the first
/// solution written out where it is handed out. `outcome` has none.
fn solve_text(
    solver: &dyn Solver,
    line: &Line,
    limits: &Limits<'_>,
    outcome: &mut Outcome,
    text: &mut Line,
) {
    // A line that was written by core is read by core.
    let Some(board) = Board::from_line(line) else { return };
    // Straight into the slots, as peers have it: a move of what was only just written waits for the
    // memory.
    let mut found = false;
    let report = solver.search(&board, limits, &mut |grid| {
        if !found {
            *text = grid.to_line();
        }
        found = true;
        ControlFlow::Continue(())
    });
    if !found {
        *text = NO_SOLUTION;
    }
    (outcome.report, outcome.first) = (report, None);
}

fn write(outcome: &Outcome, text: &mut Line) {
    match &outcome.first {
        Some(grid) => *text = grid.to_line(),
        None => *text = NO_SOLUTION,
    }
}

/// The solution that was written, if one was.
fn grid_of(text: &Line) -> Result<Option<Grid>, Fault> {
    let grid = Board::from_line(text).and_then(|board| board.to_grid());
    if grid.is_some() || *text == NO_SOLUTION { Ok(grid) } else { Err(Fault::WrongText) }
}

/// A pass that read the clock for each puzzle.
#[derive(Clone, Debug)]
pub struct PuzzlePass {
    /// How long each puzzle took, of those that were finished.
    pub times: Vec<Duration>,
    /// Why the puzzle after those was not, if there is one.
    pub broken_off: Option<BrokenOff>,
}

/// Why a puzzle pass was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenOff {
    /// The puzzle ran into its time limit, after so long.
    TimedOut(Duration),
    /// The time of the whole job was over.
    TimeIsUp,
    /// The strategy panicked.
    Panicked,
}

/// The puzzles of some passes and the slots for their answers, made before the clock starts and kept
/// from one time to the next.
#[derive(Default)]
pub struct Buffers {
    /// How many of the puzzles are one pass.
    pass: usize,
    boards: Vec<Board>,
    lines: Vec<Line>,
    parsed: Vec<Board>,
    outcomes: Vec<Outcome>,
    written: Vec<Line>,
}

impl Buffers {
    /// Takes the puzzles that come next, so many in each pass.
    pub fn fill(&mut self, pass: usize, boards: impl Iterator<Item = Board>) {
        self.pass = pass.max(1);
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

    /// How many puzzles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there is no puzzle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Runs all puzzles, reading the clock before the first and after the last; says how long it
    /// took, and whether the watchdog raised the flag: only some of the puzzles are answered then.
    /// Under [`Way::batch`] each pass is a batch.
    ///
    /// # Errors
    /// If the strategy panics, or its batch verb refuses its arguments.
    pub fn whole_passes(
        &mut self,
        solver: &dyn Solver,
        way: Way,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<(Duration, bool), Fault> {
        let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
        let Self { pass: size, boards, lines, parsed, outcomes, written } = self;
        let size = *size;
        let pass = || {
            let start = Instant::now();
            let result = match (way.batch, way.text) {
                (false, false) => {
                    for (at, (board, outcome)) in boards.iter().zip(&mut *outcomes).enumerate() {
                        if limits.is_stopped() {
                            break;
                        }
                        watchdog.at(at);
                        *outcome = solver.solve(black_box(board), &limits);
                    }
                    Ok(())
                }
                (false, true) => {
                    let slots = outcomes.iter_mut().zip(&mut *written);
                    for (at, (line, (outcome, text))) in lines.iter().zip(slots).enumerate() {
                        if limits.is_stopped() {
                            break;
                        }
                        watchdog.at(at);
                        solve_text(solver, black_box(line), &limits, outcome, text);
                    }
                    Ok(())
                }
                (true, false) => {
                    let slots = outcomes.chunks_mut(size);
                    let mut batches = boards.chunks(size).zip(slots);
                    batches.try_for_each(|(boards, outcomes)| {
                        solver.search_batch(black_box(boards), &limits, outcomes)
                    })
                }
                (true, true) => {
                    let slots = outcomes.chunks_mut(size).zip(written.chunks_mut(size));
                    let texts = lines.chunks(size).zip(parsed.chunks_mut(size));
                    texts.zip(slots).try_for_each(|((lines, boards), (outcomes, written))| {
                        for (line, board) in lines.iter().zip(&mut *boards) {
                            *board = Board::from_line(black_box(line)).unwrap_or(Board::EMPTY);
                        }
                        let result = solver.search_batch(boards, &limits, outcomes);
                        for (outcome, text) in outcomes.iter().zip(written) {
                            write(outcome, text);
                        }
                        result
                    })
                }
            };
            black_box((&*outcomes, &*written));
            (start.elapsed(), result)
        };
        let (result, raised) = watched(watchdog, limit, pass);
        let (elapsed, result) = result.ok_or(Fault::Panicked)?;
        result.map(|()| (elapsed, raised)).map_err(|_| Fault::BatchRefused)
    }

    /// Has a peer solve all puzzles, from text to text, in the time that it is given.
    ///
    /// # Errors
    /// Says how the peer was lost.
    pub fn block(&mut self, peer: &Peer, way: Way, allowed: Duration) -> Result<Block, Lost> {
        let block = peer.solve(&self.lines, self.pass, way, allowed, &mut self.outcomes)?;
        for (text, outcome) in self.written.iter_mut().zip(&self.outcomes) {
            write(outcome, text);
        }
        Ok(block)
    }

    /// Runs the puzzles one by one with a look at the clock before and after each, for as long as
    /// they finish and there is time.
    pub fn puzzle_pass(
        &mut self,
        solver: &dyn Solver,
        way: Way,
        watchdog: &Watchdog,
        limit: Duration,
        deadline: Option<Instant>,
    ) -> PuzzlePass {
        let limits = Limits::solutions(way.mode.solutions()).with_stop(watchdog.flag());
        let mut pass = PuzzlePass { times: Vec::with_capacity(self.len()), broken_off: None };
        for (at, board) in self.boards.iter().enumerate() {
            let (line, outcome, text) =
                (&self.lines[at], &mut self.outcomes[at], &mut self.written[at]);
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let allowed = left.map_or(limit, |left| left.min(limit));
            if allowed.is_zero() {
                pass.broken_off = Some(BrokenOff::TimeIsUp);
                break;
            }
            let search = || {
                watchdog.at(at);
                let start = Instant::now();
                match way.text {
                    true => solve_text(solver, black_box(line), &limits, outcome, text),
                    false => *outcome = solver.solve(black_box(board), &limits),
                }
                black_box((&*outcome, &*text));
                start.elapsed()
            };
            match watched(watchdog, allowed, search) {
                (Some(elapsed), false) => pass.times.push(elapsed),
                (Some(_), true) if allowed < limit => {
                    pass.broken_off = Some(BrokenOff::TimeIsUp);
                    break;
                }
                (Some(elapsed), true) => {
                    pass.broken_off = Some(BrokenOff::TimedOut(elapsed.max(limit)));
                    break;
                }
                (None, _) => {
                    pass.broken_off = Some(BrokenOff::Panicked);
                    break;
                }
            }
        }
        pass
    }

    /// The slots whose boards were not searched to an end.
    pub fn stopped(&self) -> impl Iterator<Item = usize> {
        let stopped = |(at, outcome): (usize, &Outcome)| {
            (outcome.report.ending == Ending::Stopped).then_some(at)
        };
        self.outcomes.iter().enumerate().filter_map(stopped)
    }

    /// The outcome in this slot.
    ///
    /// # Errors
    /// If the text that was written with it is not its solution.
    pub fn outcome(&self, at: usize, way: Way) -> Result<Outcome, Fault> {
        let outcome = self.outcomes[at];
        if !way.text || outcome.report.ending == Ending::Stopped {
            return Ok(outcome);
        }
        let first = grid_of(&self.written[at])?;
        // One by one the text is the answer; a batch has grids too.
        if way.batch && first != outcome.first {
            return Err(Fault::WrongText);
        }
        Ok(Outcome { first, ..outcome })
    }

    /// Whether the answer in this slot is that of the first run, counters and all.
    ///
    /// # Errors
    /// Says what has changed.
    pub fn compare(&self, at: usize, way: Way, first_run: &Outcome) -> Result<(), Fault> {
        let outcome = self.outcome(at, way)?;
        let answer =
            |outcome: &Outcome| (outcome.first, outcome.report.solutions, outcome.report.ending);
        if outcome == *first_run {
            Ok(())
        } else if answer(&outcome) == answer(first_run) {
            Err(Fault::Recounted)
        } else {
            Err(Fault::Changed)
        }
    }
}
