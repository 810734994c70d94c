//! The first pass of a row: every puzzle once, its answer checked.

use std::time::{Duration, Instant};

use sudoku_core::{Ending, Outcome, Solver};

use super::row::{Bench, Row, nanoseconds};
use crate::data::budget::BUDGET;
use crate::data::check::{self, CrossCheck, Fault};
use crate::data::event::{Answer, Event};
use crate::engine::EngineKind;
use crate::engine::ask;
use crate::engine::external::ExternalEngine;

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

impl Row<'_> {
    /// Whether every puzzle has been run once.
    pub fn is_verified(&self) -> bool {
        self.verified == self.order.len()
    }

    /// How long verifying has taken so far.
    pub fn verifying(&self) -> Duration {
        self.verifying
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
        bench.watchdog.label(self.label());
        while let Some(&index) = self.order.get(self.verified) {
            match self.engine.kind {
                EngineKind::External(engine) => self.verify_block(engine, bench),
                EngineKind::Strategy(solver) => {
                    let (allowed, on_time_out) = self.allowance(bench);
                    let is_timed_out = if self.measured.workload.batch {
                        self.verify_batch(solver, bench, allowed, on_time_out)
                    } else {
                        self.verify_puzzle(solver, index as usize, bench, allowed, on_time_out)
                    };
                    if is_timed_out && on_time_out == OnTimeOut::PutOff {
                        self.patience = (self.patience * 4).max(MORE_PATIENCE);
                        break;
                    }
                    self.verified +=
                        if self.measured.workload.batch { self.order.len() } else { 1 };
                }
            }
            if start.elapsed() >= slice {
                break;
            }
        }
        self.verifying += start.elapsed();
        self.verified - before
    }

    /// How long the next puzzle (or the batch) may run, and what it means if that is not enough.
    fn allowance(&self, bench: &Bench<'_>) -> (Duration, OnTimeOut) {
        let Some(deadline) = bench.deadline else {
            return (bench.limit, OnTimeOut::Settle);
        };
        let left = deadline.saturating_duration_since(Instant::now());
        if bench.limit <= left.min(self.patience) {
            (bench.limit, OnTimeOut::Settle)
        } else if self.patience <= left {
            (self.patience, OnTimeOut::PutOff)
        } else {
            (left, OnTimeOut::GiveUp)
        }
    }

    /// Has an external engine solve the puzzles that come next.
    fn verify_block(&mut self, engine: &ExternalEngine, bench: &mut Bench<'_>) {
        let (workload, verified) = (self.measured.workload, self.verified);
        let expected = |puzzles: usize| match verified {
            0 => Duration::ZERO,
            verified => self.block_time.mul_f64(puzzles as f64 / verified as f64),
        };
        let count = match (workload.batch, verified) {
            (true, _) => self.order.len(),
            (false, 0) => 1,
            (false, verified) => {
                let fitting = BLOCK.as_nanos() / expected(1).as_nanos().max(1);
                fitting.clamp(1, (verified * GROWTH) as u128) as usize
            }
        };
        // The limit is each puzzle's, but what the engine does cannot be seen puzzle by puzzle.
        let limit = bench.limit.saturating_add(expected(count) * 4);
        let block: Vec<u32> = self.order[verified..].iter().copied().take(count).collect();
        let puzzles = &self.measured.list.puzzles;
        bench.buffers.fill(block.len(), block.iter().map(|&index| puzzles[index as usize].board));
        let Some(elapsed) = self.ask_external(engine, bench, limit) else {
            // It will never come to the others.
            self.verified = self.order.len();
            return;
        };
        for (at, &index) in block.iter().enumerate() {
            let outcome = bench.buffers.outcome(at, workload);
            let answer = outcome.map(Answer::from);
            self.finish(index as usize, None, answer);
        }
        self.block_time += elapsed;
        self.verified += block.len();
        if self.is_verified() {
            // What an earlier run has verified is not in the time.
            let part = self.measured.list.puzzles.len() as f64 / self.order.len().max(1) as f64;
            let ns = nanoseconds(self.block_time.mul_f64(part));
            self.note(Event::Batch { ns });
        }
    }

    /// Runs a puzzle; says whether it was not answered in the time allowed.
    fn verify_puzzle(
        &mut self,
        solver: &dyn Solver,
        index: usize,
        bench: &Bench<'_>,
        allowed: Duration,
        on_time_out: OnTimeOut,
    ) -> bool {
        if allowed.is_zero() {
            return true;
        }
        let workload = self.measured.workload;
        let board = self.measured.list.puzzles[index].board;
        bench.journal.begins(&[index as u32]);
        let run = ask::verify(solver, &board, workload, bench.watchdog, allowed);
        let is_stopped = |answer: &Answer| answer.outcome.report.ending == Ending::Stopped;
        let stopped = run.raised && run.answer.as_ref().is_ok_and(is_stopped);
        // An answer after the limit is none; one after the end of our patience is welcome.
        if stopped || run.elapsed >= bench.limit {
            if on_time_out == OnTimeOut::Settle {
                self.time_out(index, run.elapsed.max(allowed));
            }
            return true;
        }
        self.finish(index, Some(nanoseconds(run.elapsed)), run.answer);
        false
    }

    /// Runs the batch; says whether it was not answered as a whole in the time allowed.
    fn verify_batch(
        &mut self,
        solver: &dyn Solver,
        bench: &mut Bench<'_>,
        allowed: Duration,
        on_time_out: OnTimeOut,
    ) -> bool {
        if allowed.is_zero() {
            return true;
        }
        let order = self.order.clone();
        let puzzles = &self.measured.list.puzzles;
        let boards = order.iter().map(|&index| puzzles[index as usize].board);
        bench.buffers.fill(order.len(), boards);
        bench.journal.begins(&order);
        let (workload, watchdog) = (self.measured.workload, bench.watchdog);
        let buffers = &mut bench.buffers;
        let (elapsed, raised) = match buffers.whole_passes(solver, workload, watchdog, allowed) {
            Ok(pass) => pass,
            Err(fault) => {
                for &index in &order {
                    self.finish(index as usize, None, Err(fault.clone()));
                }
                return false;
            }
        };
        let outcomes: Vec<_> = (0..order.len()).map(|at| buffers.outcome(at, workload)).collect();
        // An engine that did not see the flag is late with all its answers.
        let is_late = elapsed >= allowed;
        let is_stopped = |outcome: &Result<Outcome, Fault>| {
            let stopped = |outcome: &Outcome| outcome.report.ending == Ending::Stopped;
            is_late || raised && outcome.as_ref().is_ok_and(stopped)
        };
        let stopped = outcomes.iter().any(is_stopped);
        if stopped && on_time_out == OnTimeOut::PutOff {
            return true;
        }
        for (&index, outcome) in order.iter().zip(outcomes) {
            if !is_stopped(&outcome) {
                let answer = outcome.map(Answer::from);
                self.finish(index as usize, None, answer);
            } else if on_time_out == OnTimeOut::Settle {
                self.time_out(index as usize, elapsed.max(allowed));
            }
        }
        if !stopped {
            self.note(Event::Batch { ns: nanoseconds(elapsed) });
        }
        stopped
    }

    fn finish(&mut self, index: usize, ns: Option<u64>, answer: Result<Answer, Fault>) {
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
