//! The first pass of a row: every puzzle once, its answer checked.

use std::time::{Duration, Instant};

use sudoku_core::{Ending, Outcome};

use super::{Event, Room, Row, nanoseconds};
use crate::ask;
use crate::check::{self, Answer, Evidence, Fault};
use crate::record::BUDGET;

/// Where time is shared, a puzzle that takes longer than this is put off until the rows that
/// have had less time have come to it, and then is given …
pub(super) const PATIENCE: Duration = Duration::from_millis(20);
/// … this long, and four times as long each time after, up to its limit. So one puzzle without
/// end under a generous limit does not eat up the time of everyone who comes after it.
const MORE_PATIENCE: Duration = Duration::from_secs(1);

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
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.verified == self.order.len()
    }

    /// How long verifying has taken so far.
    #[must_use]
    pub fn verifying(&self) -> Duration {
        self.verifying
    }

    /// Whether the row goes before those that promise nothing: it promises the budget, and has kept
    /// to it so far, so that it will not hold up the others for long.
    #[must_use]
    pub fn goes_first(&self) -> bool {
        let verified = u32::try_from(self.verified).unwrap_or(u32::MAX);
        self.measured.promises_budget()
            && self.verifying <= BUDGET.saturating_mul(verified.saturating_add(1))
    }

    /// Verifies on for this long, to the end of the puzzle (or the batch); returns how many puzzles
    /// were run.
    pub fn verify(&mut self, room: &mut Room<'_>, slice: Duration) -> usize {
        let start = Instant::now();
        let before = self.verified;
        room.watchdog.label(self.label());
        while let Some(&index) = self.order.get(self.verified) {
            let (allowed, on_time_out) = self.allowance(room);
            let is_timed_out = match self.measured.way.batch {
                true => self.verify_batch(room, allowed, on_time_out),
                false => self.verify_puzzle(index as usize, room, allowed, on_time_out),
            };
            if is_timed_out && on_time_out == OnTimeOut::PutOff {
                self.patience = (self.patience * 4).max(MORE_PATIENCE);
                break;
            }
            self.verified += if self.measured.way.batch { self.order.len() } else { 1 };
            if start.elapsed() >= slice {
                break;
            }
        }
        self.verifying += start.elapsed();
        self.verified - before
    }

    /// How long the next puzzle (or the batch) may run, and what it means if that is not enough.
    fn allowance(&self, room: &Room<'_>) -> (Duration, OnTimeOut) {
        let Some(deadline) = room.deadline else {
            return (room.limit, OnTimeOut::Settle);
        };
        let left = deadline.saturating_duration_since(Instant::now());
        if room.limit <= left.min(self.patience) {
            (room.limit, OnTimeOut::Settle)
        } else if self.patience <= left {
            (self.patience, OnTimeOut::PutOff)
        } else {
            (left, OnTimeOut::GiveUp)
        }
    }

    /// Runs a puzzle; says whether it was not answered in the time allowed.
    fn verify_puzzle(
        &mut self,
        index: usize,
        room: &Room<'_>,
        allowed: Duration,
        on_time_out: OnTimeOut,
    ) -> bool {
        if allowed.is_zero() {
            return true;
        }
        let (solver, way) = (self.contestant.solver, self.measured.way);
        let board = self.measured.list.puzzles[index].board;
        room.ledger.begins(&[index as u32]);
        let run = ask::verify(solver, &board, way, room.watchdog, allowed);
        let is_stopped = |answer: &Answer| answer.outcome.report.ending == Ending::Stopped;
        let stopped = run.raised && run.answer.as_ref().is_ok_and(is_stopped);
        // An answer after the limit is none; one after the end of our patience is welcome.
        if stopped || run.elapsed >= room.limit {
            if on_time_out == OnTimeOut::Settle {
                let ns = nanoseconds(run.elapsed.max(allowed));
                self.note(Event::TimedOut { at: index, ns });
            }
            return true;
        }
        self.finish(index, Some(nanoseconds(run.elapsed)), run.answer);
        false
    }

    /// Runs the batch; says whether it was not answered as a whole in the time allowed.
    fn verify_batch(
        &mut self,
        room: &mut Room<'_>,
        allowed: Duration,
        on_time_out: OnTimeOut,
    ) -> bool {
        if allowed.is_zero() {
            return true;
        }
        let order = self.order.clone();
        let puzzles = &self.measured.list.puzzles;
        room.buffers.fill(order.iter().map(|&index| puzzles[index as usize].board));
        room.ledger.begins(&order);
        let (solver, way, watchdog) = (self.contestant.solver, self.measured.way, room.watchdog);
        let buffers = &mut room.buffers;
        let (elapsed, raised) = match buffers.whole_pass(solver, way, watchdog, allowed) {
            Ok(pass) => pass,
            Err(fault) => {
                for &index in &order {
                    self.finish(index as usize, None, Err(fault.clone()));
                }
                return false;
            }
        };
        let outcomes: Vec<_> = (0..order.len()).map(|at| buffers.outcome(at, way)).collect();
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
                let answer = outcome.map(|outcome| Answer { outcome, second: None });
                self.finish(index as usize, None, answer);
            } else if on_time_out == OnTimeOut::Settle {
                let ns = nanoseconds(elapsed.max(allowed));
                self.note(Event::TimedOut { at: index as usize, ns });
            }
        }
        if !stopped {
            self.note(Event::BatchVerified { ns: nanoseconds(elapsed) });
        }
        stopped
    }

    fn finish(&mut self, index: usize, ns: Option<u64>, answer: Result<Answer, Fault>) {
        let checked = answer.and_then(|answer| {
            self.note(Event::Answered { at: index, ns, answer: Box::new(answer) });
            check::check(&answer, &self.measured.list.puzzles[index], self.measured.way.mode)
        });
        if let Err(fault) = checked {
            self.find_fault(index, &fault);
        }
    }

    /// Notes that an answer is wrong.
    pub(super) fn find_fault(&mut self, index: usize, fault: &Fault) {
        if !self.measured.faults().contains_key(&index) {
            self.note(Event::Faulty { at: index, cause: fault.to_string(), ns: None });
        }
    }

    fn is_right_so_far(&self, index: usize) -> bool {
        self.measured.is_finished(index) && !self.measured.faults().contains_key(&index)
    }

    /// Adds what the row found about each puzzle of its list.
    pub fn testify(&self, evidence: &mut [Evidence]) {
        for (index, evidence) in evidence.iter_mut().enumerate() {
            if self.is_right_so_far(index) {
                evidence.add(&self.measured.answer(index), self.measured.way.mode);
            }
        }
    }

    /// Checks the answers against what all rows of the list found.
    pub fn check(&mut self, evidence: &[Evidence]) {
        for (index, evidence) in evidence.iter().enumerate() {
            if self.is_right_so_far(index) {
                let (lexicographic, mode) = (self.contestant.lexicographic, self.measured.way.mode);
                if let Err(fault) =
                    evidence.check(&self.measured.answer(index), mode, lexicographic)
                {
                    self.find_fault(index, &fault);
                }
            }
        }
    }
}
