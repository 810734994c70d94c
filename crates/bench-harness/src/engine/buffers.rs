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
    pub(super) workload: Workload,
    /// The number of puzzles in a pass.
    pub(super) pass: usize,
    boards: Vec<Board>,
    pub(super) lines: Vec<BoardText>,
    outcomes: Vec<Outcome>,
    written: Vec<BoardText>,
}

impl Buffers {
    /// Fills the buffers with the next puzzles, `pass` of them in each pass.
    pub fn fill(&mut self, workload: Workload, pass: usize, boards: impl Iterator<Item = Board>) {
        (self.workload, self.pass) = (workload, pass.max(1));
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

    /// Runs all puzzles, or the one in `slot`, and reads the clock before the first and after the
    /// last. With [`Workload::batch`], runs all puzzles, and each pass is a batch.
    pub fn run(
        &mut self,
        slot: Option<usize>,
        solver: &dyn Solver,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<EngineRun, WrongAnswerError> {
        let Self { workload, pass, boards, lines, outcomes, written } = self;
        let limits = Limits::solutions(workload.mode.solutions()).with_stop(watchdog.flag());
        let slots = slot.map_or(0..boards.len(), |at| at..at + 1);
        let (elapsed, raised) = watched(watchdog, limit, || {
            let start = Instant::now();
            if workload.batch {
                let slots = outcomes.chunks_mut(*pass).zip(written.chunks_mut(*pass));
                let puzzles = boards.chunks_mut(*pass).zip(lines.chunks(*pass));
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
                for at in slots {
                    if limits.is_stopped() {
                        break;
                    }
                    watchdog.at(at);
                    let puzzle = (&boards[at], &lines[at]);
                    let (outcome, text) = (&mut outcomes[at], &mut written[at]);
                    ask(solver, *workload, puzzle, &limits, outcome, text);
                }
            }
            black_box((&*outcomes, &*written));
            start.elapsed()
        })?;
        Ok(EngineRun { elapsed, raised, ..EngineRun::default() })
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
    pub fn answer(&self, at: usize) -> Result<EngineAnswer, WrongAnswerError> {
        let mut outcome = self.outcomes[at];
        if self.workload.text {
            // For single puzzles, the text is the answer. A batch also has grids.
            let first = grid_of(&self.written[at])?;
            if self.workload.batch && first != outcome.first {
                return Err(WrongAnswerError::WrongText);
            }
            outcome.first = first;
        }
        Ok(EngineAnswer { outcome, second: None })
    }

    /// Checks that the answer in this slot equals that of the first run, with its counters.
    pub fn compare(&self, at: usize, first_run: &EngineAnswer) -> Result<(), WrongAnswerError> {
        let now = self.answer(at)?;
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
