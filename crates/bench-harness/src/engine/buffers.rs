//! Buffers of puzzles and answers, and the timed loops over them.
//!
//! The clock is read outside the loop over the puzzles. Answers go into preallocated slots and are
//! checked after the clock has stopped.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_core::{Board, Ending, Limits, Outcome, PuzzleBatch, Solver};

use super::EngineRun;
use super::ask::{BoardText, NO_SOLUTION, ask, grid_of, watched, write};
use super::watchdog::Watchdog;
use crate::data::check::WrongAnswerError;
use crate::data::event::EngineAnswer;
use crate::data::workload::Workload;

/// The puzzles of some passes and the slots for their answers. The memory is reused.
#[derive(Default)]
pub struct Buffers {
    /// The number of puzzles in a pass.
    pub(super) pass: usize,
    boards: Vec<Board>,
    /// The puzzles as text.
    pub(super) lines: Vec<BoardText>,
    outcomes: Vec<Outcome>,
    written: Vec<BoardText>,
}

impl Buffers {
    /// Fills the buffers with the next puzzles, `pass` of them in each pass.
    pub fn fill(&mut self, pass: usize, boards: impl Iterator<Item = Board>) {
        self.pass = pass.max(1);
        self.boards.clear();
        self.boards.extend(boards);
        let count = self.boards.len();
        self.lines.clear();
        self.lines.extend(self.boards.iter().map(Board::to_line));
        self.outcomes.clear();
        self.outcomes.resize(count, Outcome::default());
        self.written.clear();
        self.written.resize(count, NO_SOLUTION);
    }

    /// Runs all puzzles, and reads the clock before the first and after the last. With
    /// [`Workload::batch`], each pass is a batch.
    ///
    /// # Errors
    /// If the strategy panics.
    pub fn whole_passes(
        &mut self,
        solver: &dyn Solver,
        workload: Workload,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<EngineRun, WrongAnswerError> {
        let limits = Limits::solutions(workload.mode.solutions()).with_stop(watchdog.flag());
        let Self { pass: size, boards, lines, outcomes, written, .. } = self;
        timed(watchdog, limit, || {
            if workload.batch {
                let slots = outcomes.chunks_mut(*size).zip(written.chunks_mut(*size));
                let puzzles = boards.chunks_mut(*size).zip(lines.chunks(*size));
                puzzles.zip(slots).for_each(|((boards, lines), (outcomes, written))| {
                    if !workload.text {
                        let batch = PuzzleBatch::zip(black_box(boards), outcomes);
                        return solver.search_batch(batch, &limits);
                    }
                    for (board, line) in boards.iter_mut().zip(lines) {
                        *board = Board::from_line(black_box(line)).unwrap_or(Board::EMPTY);
                    }
                    solver.search_batch(PuzzleBatch::zip(boards, outcomes), &limits);
                    for (outcome, text) in outcomes.iter().zip(written) {
                        write(outcome, text);
                    }
                });
            } else {
                let slots = outcomes.iter_mut().zip(&mut *written);
                for (at, (puzzle, slot)) in boards.iter().zip(&*lines).zip(slots).enumerate() {
                    if limits.is_stopped() {
                        break;
                    }
                    watchdog.at(at);
                    ask(solver, workload, puzzle, &limits, slot.0, slot.1);
                }
            }
            black_box((&*outcomes, &*written));
            Ok(())
        })
    }

    /// Runs the puzzle in this slot, and reads the clock before and after.
    ///
    /// # Errors
    /// If the strategy panics.
    pub fn one(
        &mut self,
        at: usize,
        solver: &dyn Solver,
        workload: Workload,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<EngineRun, WrongAnswerError> {
        let limits = Limits::solutions(workload.mode.solutions()).with_stop(watchdog.flag());
        let puzzle = (&self.boards[at], &self.lines[at]);
        let (outcome, text) = (&mut self.outcomes[at], &mut self.written[at]);
        watchdog.at(at);
        timed(watchdog, limit, || {
            ask(solver, workload, puzzle, &limits, outcome, text);
            black_box((&*outcome, &*text));
            Ok(())
        })
    }

    /// Puts an answer, as a grid and as text, into this slot.
    pub fn set(&mut self, at: usize, outcome: Outcome) {
        self.outcomes[at] = outcome;
        write(&outcome, &mut self.written[at]);
    }

    /// Returns the slots whose searches were stopped.
    pub fn stopped(&self) -> impl Iterator<Item = usize> {
        let stopped = |(at, outcome): (usize, &Outcome)| {
            (outcome.report.ending == Ending::Stopped).then_some(at)
        };
        self.outcomes.iter().enumerate().filter_map(stopped)
    }

    /// Returns the answer in this slot.
    ///
    /// # Errors
    /// If the text that was written is not the solution.
    pub fn answer(&self, at: usize, workload: Workload) -> Result<EngineAnswer, WrongAnswerError> {
        let mut outcome = self.outcomes[at];
        if workload.text {
            // For single puzzles, the text is the answer. A batch also has grids.
            let first = grid_of(&self.written[at])?;
            if workload.batch && first != outcome.first {
                return Err(WrongAnswerError::WrongText);
            }
            outcome.first = first;
        }
        Ok(EngineAnswer { outcome, second: None })
    }

    /// Checks that the answer in this slot equals that of the first run, with its counters.
    ///
    /// # Errors
    /// The change.
    pub fn compare(
        &self,
        at: usize,
        workload: Workload,
        first_run: &EngineAnswer,
    ) -> Result<(), WrongAnswerError> {
        let now = self.answer(at, workload)?;
        let answer = |it: &EngineAnswer| {
            let Outcome { report, first } = it.outcome;
            (first, report.solutions, report.ending)
        };
        if now.outcome == first_run.outcome {
            Ok(())
        } else if answer(&now) == answer(first_run) {
            Err(WrongAnswerError::Recounted)
        } else {
            Err(WrongAnswerError::Changed)
        }
    }
}

/// Runs a function under the watchdog, and reads the clock before and after.
fn timed(
    watchdog: &Watchdog,
    limit: Duration,
    run: impl FnOnce() -> Result<(), WrongAnswerError>,
) -> Result<EngineRun, WrongAnswerError> {
    let (elapsed, raised) = watched(watchdog, limit, || {
        let start = Instant::now();
        run().map(|()| start.elapsed())
    })?;
    Ok(EngineRun { elapsed: elapsed?, raised, ..EngineRun::default() })
}
