//! The first pass of a row: every puzzle once, its answer checked.

use std::time::{Duration, Instant};

use sudoku_core::Ending;

use super::row::{Bench, JobRow};
use crate::data::budget::BUDGET;
use crate::data::check::{self, CrossCheck, WrongAnswerError};
use crate::data::event::{EngineAnswer, Event};
use crate::data::units::nanoseconds;
use crate::data::workload::Mode;
use crate::engine::EngineKind;
use crate::engine::ask::cross_check;
use crate::engine::run::RunError;

/// A puzzle that was put off is given this long, and four times as long each time after, up to its
/// limit. So one puzzle without end under a generous limit does not eat up the time of everyone who
/// comes after it.
const MORE_PATIENCE: Duration = Duration::from_secs(1);

/// An external engine is handed as many puzzles at once as it will solve in this time, going by
/// those before …
const BLOCK: Duration = Duration::from_millis(20);
/// … and at most this many times as many as those.
const GROWTH: usize = 4;

/// What it means for a puzzle that the time it was allowed is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnTimeOut {
    /// That was the time limit: it timed out.
    Settle,
    /// That was our patience: it is run again later.
    PutOff,
    /// That was all the time of the job: it counts as not run.
    GiveUp,
}

impl JobRow<'_> {
    /// Whether every puzzle has been run once.
    pub fn is_verified(&self) -> bool {
        self.verified == self.order.len()
    }

    /// Whether the row goes before those that promise nothing: it promises the budget, and has kept
    /// to it so far, so that it will not hold up the others for long.
    pub fn goes_first(&self) -> bool {
        let verified = u32::try_from(self.verified).unwrap_or(u32::MAX);
        self.measured.promises_budget()
            && self.verifying <= BUDGET.saturating_mul(verified.saturating_add(1))
    }

    /// Verifies on for this long, to the end of the puzzle (or the batch); returns how many puzzles
    /// were run.
    pub fn verify(&mut self, bench: &mut Bench<'_>, slice: Duration) -> usize {
        let start = Instant::now();
        let before = self.verified;
        bench.watchdog.label(self.measured.label());
        while !self.is_verified() {
            if !self.verify_block(bench) {
                self.patience = (self.patience * 4).max(MORE_PATIENCE);
                break;
            }
            if start.elapsed() >= slice {
                break;
            }
        }
        self.verifying += start.elapsed();
        self.verified - before
    }

    /// How long the next puzzles with this limit may run, and what it means if that is not enough.
    fn allowance(&self, bench: &Bench<'_>, limit: Duration) -> (Duration, OnTimeOut) {
        let left = bench.at_most(Duration::MAX);
        if limit <= left.min(self.patience) || bench.deadline.is_none() {
            (limit, OnTimeOut::Settle)
        } else if self.patience <= left {
            (self.patience, OnTimeOut::PutOff)
        } else {
            (left, OnTimeOut::GiveUp)
        }
    }

    /// How many puzzles are run next as a whole, and how long they will take: one that has a time
    /// of its own, all of a batch, and of an external engine as many as fit.
    fn next_block(&self) -> (usize, Duration) {
        let workload = self.measured.workload;
        if workload.batch || self.measured.has_own_times() || self.verified == 0 {
            return (if workload.batch { self.order.len() } else { 1 }, Duration::ZERO);
        }
        let each = self.block_time.div_f64(self.verified as f64);
        let fitting = BLOCK.as_nanos() / each.as_nanos().max(1);
        let count = fitting.clamp(1, (self.verified * GROWTH) as u128) as usize;
        let count = count.min(self.order.len() - self.verified);
        (count, each.mul_f64(count as f64))
    }

    /// Has the engine run the next puzzles; `false` if they are put off.
    fn verify_block(&mut self, bench: &mut Bench<'_>) -> bool {
        let (count, expected) = self.next_block();
        // The limit is each puzzle's, but what an external engine does cannot be seen puzzle by
        // puzzle.
        let limit = self.job.limit.saturating_add(expected * 4);
        let (allowed, on_time_out) = self.allowance(bench, limit);
        let block = self.order[self.verified..][..count].to_vec();
        if allowed.is_zero() {
            self.verified += count;
            return true;
        }
        let (workload, watchdog) = (self.measured.workload, bench.watchdog);
        let puzzles = &self.measured.list.puzzles;
        bench.buffers.fill(count, block.iter().map(|&index| puzzles[index as usize].board));
        self.journal.begins(self.number, &block);
        let is_alone = self.measured.has_own_times();
        let slot = is_alone.then_some(0);
        let run = self.engine.run(slot, &mut bench.buffers, workload, watchdog, allowed);
        let run = match run {
            Ok(run) => run,
            Err(RunError::Fault(fault)) => {
                for &index in &block {
                    self.finish(index as usize, None, Err(fault.clone()));
                }
                self.verified += count;
                return true;
            }
            Err(RunError::Lost(lost)) => {
                self.lose(&lost, on_time_out == OnTimeOut::GiveUp);
                // It will never come to the others.
                self.verified = self.order.len();
                return true;
            }
        };
        self.note_outside(&run, count);
        // An answer after the limit is none; one after the end of our patience is welcome.
        let is_late = self.engine.external().is_none() && run.elapsed >= limit;
        let is_stopped = |answer: &Result<EngineAnswer, WrongAnswerError>| {
            let is_stopped = |it: &EngineAnswer| it.outcome.report.ending == Ending::Stopped;
            is_late || run.raised && answer.as_ref().is_ok_and(is_stopped)
        };
        let answers: Vec<_> = (0..count).map(|at| bench.buffers.answer(at, workload)).collect();
        let is_broken_off = answers.iter().any(is_stopped);
        if is_broken_off && on_time_out == OnTimeOut::PutOff {
            return false;
        }
        for (&index, answer) in block.iter().zip(answers) {
            let (index, is_stopped) = (index as usize, is_stopped(&answer));
            match (answer, self.engine.kind) {
                _ if is_stopped && on_time_out == OnTimeOut::Settle => {
                    self.time_out(index, run.elapsed.max(allowed));
                }
                _ if is_stopped => {}
                (Ok(answer), EngineKind::Strategy(solver)) if is_alone => {
                    let board = &self.measured.list.puzzles[index].board;
                    let is_checked = workload.mode == Mode::Unique && !run.raised;
                    let checked = if is_checked {
                        cross_check(solver, board, answer, run.elapsed, watchdog, self.job.limit)
                    } else {
                        Ok(answer)
                    };
                    self.finish(index, Some(nanoseconds(run.elapsed)), checked);
                }
                (answer, _) => {
                    let ns = (is_alone && answer.is_ok()).then(|| nanoseconds(run.elapsed));
                    self.finish(index, ns, answer);
                }
            }
        }
        self.verified += count;
        if !is_alone {
            self.block_time += run.elapsed;
        }
        if !is_alone && self.is_verified() && !is_broken_off {
            // What an earlier run has verified is not in the time.
            let all = 0..self.measured.list.puzzles.len();
            let all = all.filter(|&index| self.has_time_for(index)).count();
            let part = all as f64 / self.order.len().max(1) as f64;
            self.note(Event::Batch { ns: nanoseconds(self.block_time.mul_f64(part)) });
        }
        true
    }

    fn finish(
        &mut self,
        index: usize,
        ns: Option<u64>,
        answer: Result<EngineAnswer, WrongAnswerError>,
    ) {
        let checked = answer.and_then(|answer| {
            let puzzle = self.measured.list.puzzles[index];
            self.note(Event::Answer {
                at: index,
                puzzle: puzzle.board,
                clues: puzzle.board.clue_count(),
                ns,
                answer: Box::new(answer),
            });
            check::check(&answer, &puzzle, self.measured.workload.mode)
        });
        if let Err(fault) = checked {
            self.find_fault(index, &fault);
        }
    }

    fn is_right_so_far(&self, index: usize) -> bool {
        self.measured.is_finished(index) && !self.measured.faults.contains_key(&index)
    }

    /// Adds what the row found about each puzzle of its list to what all rows found.
    pub fn contribute(&self, found: &mut [CrossCheck]) {
        for (index, found) in found.iter_mut().enumerate() {
            if self.is_right_so_far(index) {
                let answer = self.measured.answer(index);
                match self.engine.kind {
                    EngineKind::Strategy(_) => found.add(&answer, self.measured.workload.mode),
                    // It never shows a second grid: its claims are checked against those of the
                    // strategies, and cannot be held against them.
                    EngineKind::External(_) => found.add_grids(&answer),
                    EngineKind::Rater(_) => found.add_rating(&answer),
                }
            }
        }
    }

    /// Checks the answers against what all rows of the list found.
    pub fn cross_check(&mut self, found: &[CrossCheck]) {
        for (index, found) in found.iter().enumerate() {
            if self.is_right_so_far(index) {
                let (order, mode) = (self.engine.lexicographic, self.measured.workload.mode);
                if let Err(fault) = found.check(&self.measured.answer(index), mode, order) {
                    self.find_fault(index, &fault);
                }
            }
        }
    }
}
