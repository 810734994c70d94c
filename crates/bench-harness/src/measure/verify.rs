//! The verification of a row: runs every puzzle once and checks its answer.

use std::time::{Duration, Instant};

use sudoku_core::Ending;

use super::row::{Bench, JobRow};
use crate::data::budget::BUDGET;
use crate::data::check::{self, CrossCheck, WrongAnswerError};
use crate::data::event::{EngineAnswer, Event};
use crate::data::units::nanoseconds;
use crate::data::workload::Mode;
use crate::engine::EngineError;

/// The time of a deferred puzzle when it is run again. It grows by a factor of four each time, up
/// to the time limit. So one endless puzzle with a generous limit does not use up the total time.
const MORE_PATIENCE: Duration = Duration::from_secs(1);

/// The blocks of an external engine grow until one takes this time.
const BLOCK: Duration = Duration::from_millis(10);

impl JobRow<'_> {
    /// Returns true if every puzzle has been run once.
    pub fn is_verified(&self) -> bool {
        self.verified == self.order.len()
    }

    /// Returns true if the row comes before rows without promises. It must promise the time budget
    /// and have met it so far, so it will not delay the others for long.
    pub fn goes_first(&self) -> bool {
        let verified = u32::try_from(self.verified).unwrap_or(u32::MAX);
        self.measured.promises_budget()
            && self.measured.verifying <= BUDGET.saturating_mul(verified.saturating_add(1))
    }

    /// Continues the verification for this time, to the end of a puzzle or batch. Returns the
    /// number of puzzles that were run.
    pub fn verify(&mut self, bench: &mut Bench<'_>, slice: Duration) -> usize {
        let (start, before, spent) = (Instant::now(), self.verified, self.measured.verifying);
        bench.watchdog.label(self.measured.label());
        while !self.is_verified() {
            if self.measured.is_given_up() {
                self.order.truncate(self.verified);
                break;
            }
            if !self.verify_block(bench) {
                self.patience = (self.patience * 4).max(MORE_PATIENCE);
                break;
            }
            if start.elapsed() >= slice {
                break;
            }
        }
        if self.is_verified() {
            self.end_verification();
        }
        self.measured.verifying = spent + start.elapsed();
        self.verified - before
    }

    /// Ends the verification, complete or not. Records the time of a batch or an external engine.
    pub fn end_verification(&mut self) {
        self.order.truncate(self.verified);
        if self.answered > 0 {
            // The time does not include puzzles that timed out or that an earlier run verified, so
            // it is scaled.
            let all = 0..self.measured.list.puzzles.len();
            let all = all.filter(|&index| self.has_time_for(index)).count();
            let part = all as f64 / self.answered as f64;
            self.note(Event::Batch { ns: nanoseconds(self.block_time.mul_f64(part)) });
        }
    }

    /// Runs the next block: one puzzle for a strategy, all puzzles for a batch, and more and more
    /// for an external engine. Returns `false` if it is deferred.
    fn verify_block(&mut self, bench: &mut Bench<'_>) -> bool {
        let workload = self.measured.workload;
        let count = if workload.batch { self.order.len() } else { self.block };
        let count = count.min(self.order.len() - self.verified);
        let limit = self.job.limit;
        let left = bench.at_most(Duration::MAX);
        let allowed = limit.min(self.patience).min(left);
        // The time limit settles a puzzle. After the patience, it is run again later. After the
        // total time, it counts as not run.
        let (settles, defers) = (allowed == limit, allowed < limit && self.patience <= left);
        let block = self.order[self.verified..][..count].to_vec();
        if allowed.is_zero() {
            self.verified += count;
            return true;
        }
        let puzzles = &self.measured.list.puzzles;
        let puzzles = block.iter().map(|&index| &puzzles[index as usize].puzzle);
        bench.buffers.fill(workload, count, puzzles);
        self.journal.begins(self.number, &block);
        let is_alone = self.measured.has_own_times();
        let run = match self.engine.run(None, &mut bench.buffers, bench.watchdog, allowed) {
            Ok(run) => run,
            Err(EngineError::Wrong(fault)) => {
                for &index in &block {
                    self.finish(index as usize, None, Err(fault.clone()));
                }
                self.verified += count;
                return true;
            }
            Err(lost) => {
                self.lose(&lost);
                // The engine cannot run the remaining puzzles.
                self.verified = self.order.len();
                return true;
            }
        };
        let is_external = self.engine.external().is_some();
        if run.raised && settles && is_external && !workload.batch && count > 1 {
            // The limit applies to each puzzle, so the puzzles run one by one from now on.
            (self.block, self.growth) = (1, 1);
            return true;
        }
        self.note_outside(&run, count);
        // An answer after the time limit does not count, but one after the patience does.
        let is_late = !is_external && run.elapsed >= limit;
        let is_stopped = |answer: &Result<EngineAnswer, WrongAnswerError>| {
            let is_stopped = |it: &EngineAnswer| it.outcome.report.ending == Ending::Stopped;
            is_late || run.raised && answer.as_ref().is_ok_and(is_stopped)
        };
        let answers: Vec<_> = (0..count).map(|at| bench.buffers.answer(at)).collect();
        let is_broken_off = answers.iter().any(is_stopped);
        if is_broken_off && defers {
            return false;
        }
        for (&index, answer) in block.iter().zip(answers) {
            let index = index as usize;
            if is_stopped(&answer) {
                if settles {
                    self.time_out(index, run.elapsed.max(allowed));
                }
                continue;
            }
            let is_checked = is_alone && workload.mode == Mode::Unique && !run.raised;
            let answer = match answer {
                Ok(answer) if is_checked => {
                    let puzzle = &self.measured.list.puzzles[index].puzzle;
                    self.engine.cross_check(puzzle, answer, run.elapsed, bench.watchdog, limit)
                }
                answer => answer,
            };
            self.finish(index, is_alone.then(|| nanoseconds(run.elapsed)), answer);
        }
        self.verified += count;
        if !is_alone && !is_broken_off {
            self.block_time += run.elapsed;
            self.answered += count;
            if run.elapsed < BLOCK.min(limit / 8) {
                self.block *= self.growth;
            }
        }
        true
    }

    /// Verifies the puzzles of an external engine's late block again, one by one.
    pub(super) fn verify_singly(&mut self, bench: &mut Bench<'_>, mut block: Vec<u32>) {
        block.sort_unstable();
        block.dedup();
        (self.order, self.verified) = (block, 0);
        (self.answered, self.block_time) = (0, Duration::ZERO);
        (self.block, self.growth) = (1, 1);
        while !self.is_verified() {
            self.verify_block(bench);
        }
        self.end_verification();
    }

    fn finish(
        &mut self,
        index: usize,
        ns: Option<u64>,
        answer: Result<EngineAnswer, WrongAnswerError>,
    ) {
        let checked = answer.and_then(|answer| {
            let puzzle = self.measured.list.puzzles[index].clone();
            self.note(Event::Answer {
                at: index,
                puzzle: puzzle.puzzle.clone(),
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

    pub fn contribute(&self, index: usize, found: &mut CrossCheck) {
        if self.is_right_so_far(index) {
            let is_ours = self.engine.external().is_none();
            found.add(&self.measured.answer(index), self.measured.workload.mode, is_ours);
        }
    }

    /// Checks the row's answer to a puzzle against the findings of all rows of the list.
    pub fn cross_check(&mut self, index: usize, found: &CrossCheck) {
        if self.is_right_so_far(index) {
            let (order, mode) = (self.engine.lexicographic, self.measured.workload.mode);
            if let Err(fault) = found.check(&self.measured.answer(index), mode, order) {
                self.find_fault(index, &fault);
            }
        }
    }
}
