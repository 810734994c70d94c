//! Buffers of puzzles and answers, and the timed loops over them.
//!
//! The clock is read outside the loop over the puzzles. Answers go into preallocated slots and are
//! checked after the clock has stopped.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_core::{Board, Ending, Limits, Outcome, PuzzleBatch, Solver};
use sudoku_variants::Ruled;

use super::EngineRun;
use super::ask::{BoardText, NO_SOLUTION, Slots, TimedPuzzle, ask, grid_of, watched, write};
use super::watchdog::Watchdog;
use crate::data::check::WrongAnswerError;
use crate::data::event::EngineAnswer;
use crate::data::puzzles::AnyPuzzle;
use crate::data::workload::Workload;

/// The puzzles of some passes and the slots for their answers. The memory is reused.
#[derive(Default)]
pub struct Buffers {
    pub(super) workload: Workload,
    /// The number of puzzles in a pass.
    pub(super) pass: usize,
    boards: Slots<Board>,
    variants: Slots<Ruled>,
    outcomes: Vec<Outcome>,
    written: Vec<BoardText>,
}

impl Buffers {
    /// Fills the buffers with the next puzzles, `pass` of them in each pass.
    pub fn fill<'p>(
        &mut self,
        workload: Workload,
        pass: usize,
        puzzles: impl Iterator<Item = &'p AnyPuzzle>,
    ) {
        fn add<P: TimedPuzzle>((puzzles, lines): &mut Slots<P>, puzzle: &P) {
            puzzles.push(puzzle.clone());
            lines.push(puzzle.to_line());
        }
        (self.workload, self.pass) = (workload, pass.max(1));
        self.boards.0.clear();
        self.boards.1.clear();
        self.variants.0.clear();
        self.variants.1.clear();
        let mut count = 0;
        for puzzle in puzzles {
            match puzzle {
                AnyPuzzle::Board(board) => add(&mut self.boards, board),
                AnyPuzzle::Variant(variant) => add(&mut self.variants, variant),
            }
            count += 1;
        }
        self.outcomes.clear();
        self.outcomes.resize(count, Outcome::default());
        self.written.clear();
        self.written.resize(count, NO_SOLUTION);
    }

    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns the text of each puzzle.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let variants = self.variants.1.iter().map(String::as_bytes);
        self.boards.1.iter().map(|line| &line[..]).chain(variants)
    }

    /// Runs all puzzles of this type, or the one in `slot`, and reads the clock before the first
    /// and after the last. With [`Workload::batch`], runs all puzzles, and each pass is a batch.
    pub fn run<P: TimedPuzzle>(
        &mut self,
        slot: Option<usize>,
        solver: &dyn Solver<P>,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<EngineRun, WrongAnswerError> {
        let Self { workload, pass, boards, variants, outcomes, written } = self;
        let (puzzles, lines) = P::slots(boards, variants);
        let limits = Limits::solutions(workload.mode.solutions()).with_stop(watchdog.flag());
        let slots = slot.map_or(0..puzzles.len(), |at| at..at + 1);
        let (elapsed, raised) = watched(watchdog, limit, || {
            let start = Instant::now();
            if workload.batch {
                let slots = outcomes.chunks_mut(*pass).zip(written.chunks_mut(*pass));
                let passes = puzzles.chunks_mut(*pass).zip(lines.chunks(*pass));
                passes.zip(slots).for_each(|((puzzles, lines), (outcomes, written))| {
                    if !workload.text {
                        let batch = PuzzleBatch::zip(black_box(puzzles), outcomes);
                        return solver.search_batch(batch, &limits);
                    }
                    for (puzzle, line) in puzzles.iter_mut().zip(lines) {
                        *puzzle = P::from_line(black_box(line));
                    }
                    solver.search_batch(PuzzleBatch::zip(puzzles, outcomes), &limits);
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
                    let puzzle = (&puzzles[at], &lines[at]);
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
