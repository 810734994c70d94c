//! The passes of a row after the first: over the puzzles that it finished, against the clock.

use std::time::{Duration, Instant};

use super::{Fate, Room, Row, Samples, per_puzzle};

/// A turn takes about this long, or one pass.
const TURN: Duration = Duration::from_millis(10);
/// A row is timed for at least this many whole passes, unless those would take …
const PASSES: usize = 7;
/// … longer than this.
const LONG: Duration = Duration::from_secs(3);
/// A pass that takes longer than this is not repeated if reading the clock per puzzle has made
/// no difference in the first.
const VERY_LONG: Duration = Duration::from_secs(10);
/// Reading the clock takes some 25 ns, which is nothing beside this.
const SLOW_PUZZLE: Duration = Duration::from_micros(100);
/// The most passes of a turn.
const TURN_PASSES: u64 = 64;

impl Row<'_> {
    /// Whether further passes would make the figures better, if a row timed for so long has had
    /// enough. A strategy that answers wrongly is not timed, nor one that finishes nothing.
    #[must_use]
    pub fn wants_time(&self, enough: Duration) -> bool {
        let finished = self.count(Fate::Finished);
        if finished == 0 || !self.faults.is_empty() {
            return false;
        }
        let pass = self.pass_time();
        if self.timing.is_zero() {
            return pass < VERY_LONG || pass / (finished as u32) < SLOW_PUZZLE;
        }
        self.timing < enough || (self.whole_passes.len() < PASSES && self.timing < LONG)
    }

    /// How long a pass takes, going by what is known so far.
    fn pass_time(&self) -> Duration {
        let nanoseconds = match self.mean() {
            Some(mean) => mean * self.count(Fate::Finished) as f64,
            None => self.verifying.as_nanos() as f64,
        };
        Duration::from_nanos(nanoseconds as u64)
    }

    fn whole_passes_per_turn(&self) -> u64 {
        let pass = self.pass_time().as_nanos().max(1);
        (TURN.as_nanos() / pass).clamp(1, u128::from(TURN_PASSES)) as u64
    }

    fn takes_puzzle_pass(&self) -> bool {
        !self.way.batch && self.puzzle_passes < Samples::KEPT
    }

    /// How long the next turn will take, about.
    #[must_use]
    pub fn turn_time(&self) -> Duration {
        let passes = self.whole_passes_per_turn() + u64::from(self.takes_puzzle_pass());
        self.pass_time() * passes as u32
    }

    /// Takes a turn: whole passes, then one that reads the clock for each puzzle, so that it too
    /// finds the caches as a strategy at work leaves them. The orders are those of the round, the
    /// same for every row of the list and mode.
    pub fn take_turn(&mut self, room: &mut Room<'_>, round: u64) {
        let start = Instant::now();
        room.watchdog.label(self.label());
        // Pass 0 was the verification.
        let first_pass = 1 + round * (TURN_PASSES + 1);
        let passes = self.whole_passes_per_turn();
        for pass in 0..passes {
            let order = self.fill(room, first_pass + pass);
            self.whole_pass(room, &order);
        }
        if self.takes_puzzle_pass() {
            let order = self.fill(room, first_pass + TURN_PASSES);
            self.puzzle_pass(room, &order);
        }
        self.timing += start.elapsed();
    }

    /// Fills the buffers with the puzzles that were finished, in the order of the pass.
    fn fill(&self, room: &mut Room<'_>, pass: u64) -> Vec<u32> {
        let mut order = self.pass_order(room.seed, pass);
        order.retain(|&index| self.fates[index as usize] == Fate::Finished);
        room.buffers.fill(order.iter().map(|&index| self.list.puzzles[index as usize].board));
        order
    }

    fn puzzle_pass(&mut self, room: &mut Room<'_>, order: &[u32]) {
        let mut times = Vec::with_capacity(order.len());
        let (solver, limit) = (self.contestant.solver, room.limit);
        room.buffers.puzzle_pass(solver, self.way, room.watchdog, limit, &mut times);
        for (at, (&index, time)) in order.iter().zip(times).enumerate() {
            // Stopped this time, though finished before: a disturbance, not a time.
            let Some(time) = time else {
                continue;
            };
            self.samples[index as usize].add(time);
            self.compare(room, at, index as usize);
        }
        self.puzzle_passes += 1;
    }

    fn whole_pass(&mut self, room: &mut Room<'_>, order: &[u32]) {
        // Every puzzle has been finished before, so that a pass can only be disturbed, not endless;
        // the limit is there for a strategy that behaves differently each time.
        let limit = room.limit.saturating_add(self.pass_time() * 10);
        let solver = self.contestant.solver;
        match room.buffers.whole_pass(solver, self.way, room.watchdog, limit) {
            Ok((elapsed, false)) => {
                for (at, &index) in order.iter().enumerate() {
                    self.compare(room, at, index as usize);
                }
                self.whole_passes.push(per_puzzle(elapsed, order.len()));
            }
            Ok((_, true)) => {}
            Err(fault) => {
                if let Some(&index) = order.first() {
                    self.faults.insert(index as usize, fault);
                }
            }
        }
    }

    fn compare(&mut self, room: &Room<'_>, at: usize, index: usize) {
        let first_run = &self.answers[index].outcome;
        if let Err(fault) = room.buffers.compare(at, self.way, first_run) {
            self.faults.entry(index).or_insert(fault);
        }
    }
}
