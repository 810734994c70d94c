//! A row of a table while it is measured: one strategy, one list of puzzles, one mode.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use sudoku_core::{Ending, Outcome};

use crate::ask::{self, Buffers, Way};
use crate::check::{self, Answer, Evidence, Fault};
use crate::contest::{Contestant, PuzzleList};
use crate::order::shuffled;
use crate::statistics;
use crate::watchdog::Watchdog;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its turn never came, or the time of the whole job ended in the middle of it.
    NotRun,
    /// It was answered within the time limit, rightly or wrongly.
    Finished,
    /// It was not answered within the time limit.
    TimedOut,
}

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

/// The times of one puzzle, at most as many as are kept.
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: u8,
    nanoseconds: [u64; Self::KEPT],
}

impl Samples {
    const KEPT: usize = 7;

    fn add(&mut self, time: Duration) {
        if let Some(slot) = self.nanoseconds.get_mut(usize::from(self.count)) {
            *slot = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            self.count += 1;
        }
    }

    /// The median; of an even number of times the lower one, because what disturbs a time makes it
    /// longer.
    fn median(&self) -> Option<u64> {
        let mut times = self.nanoseconds;
        let times = &mut times[..usize::from(self.count)];
        times.sort_unstable();
        times.len().checked_sub(1).map(|last| times[last / 2])
    }
}

/// Where the measuring of a row takes place.
pub struct Room<'r> {
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// How long a row is timed at least.
    pub enough: Duration,
    /// The seed of the orders.
    pub seed: u64,
    /// The clock's end of the whole job, if it has one.
    pub deadline: Option<Instant>,
    /// Who keeps the limit.
    pub watchdog: &'r Watchdog,
    /// Scratch.
    pub buffers: Buffers,
}

/// One strategy on one list in one mode.
pub struct Row<'j> {
    /// The strategy.
    pub contestant: Contestant<'j>,
    /// The puzzles.
    pub list: &'j PuzzleList,
    /// The list's number in the job, for the orders.
    pub list_number: usize,
    /// How it is asked.
    pub way: Way,
    fates: Vec<Fate>,
    answers: Vec<Answer>,
    samples: Vec<Samples>,
    faults: BTreeMap<usize, Fault>,
    /// How long puzzles ran that timed out, at most.
    longest_timeout: Option<Duration>,
    /// Nanoseconds per puzzle of each whole pass.
    whole_passes: Vec<f64>,
    puzzle_passes: usize,
    /// The verification's order, and how far it has come.
    order: Vec<u32>,
    verified: usize,
    /// How long a puzzle (or the batch) may run for now; see [`Self::PATIENCE`].
    patience: Duration,
    /// How long verifying has taken.
    verifying: Duration,
    /// How long timing has taken.
    timing: Duration,
}

impl<'j> Row<'j> {
    /// A row of which nothing has been run. A batch's order is the list's.
    #[must_use]
    pub fn new(
        contestant: Contestant<'j>,
        list: &'j PuzzleList,
        list_number: usize,
        way: Way,
        seed: u64,
    ) -> Self {
        let count = list.puzzles.len();
        let mut row = Self {
            contestant,
            list,
            list_number,
            way,
            fates: vec![Fate::NotRun; count],
            answers: vec![Answer::default(); count],
            samples: vec![Samples::default(); if way.batch { 0 } else { count }],
            faults: BTreeMap::new(),
            longest_timeout: None,
            whole_passes: Vec::new(),
            puzzle_passes: 0,
            order: Vec::new(),
            verified: 0,
            patience: Self::PATIENCE,
            verifying: Duration::ZERO,
            timing: Duration::ZERO,
        };
        row.order = row.pass_order(seed, 0);
        row
    }

    /// What the watchdog and the progress bar call the row.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{} on {}, {}", self.contestant.name, self.list.name, self.way.mode)
    }

    /// The order of a pass: the same for every strategy.
    fn pass_order(&self, seed: u64, pass: u64) -> Vec<u32> {
        let key = [seed, self.list_number as u64, self.way.mode.solutions(), pass];
        shuffled(self.list.puzzles.len(), key)
    }

    // Verifying: the first pass.

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

    /// Where time is shared, a puzzle that takes longer than this is put off until the rows that
    /// have had less time have come to it, and then is given …
    const PATIENCE: Duration = Duration::from_millis(20);
    /// … this long, and four times as long each time after, up to its limit. So one puzzle without
    /// end under a generous limit does not eat up the time of everyone who comes after it.
    const MORE_PATIENCE: Duration = Duration::from_secs(1);

    /// Verifies on for this long, to the end of the puzzle (or the batch); returns how many puzzles
    /// were run.
    pub fn verify(&mut self, room: &mut Room<'_>, slice: Duration) -> usize {
        let start = Instant::now();
        let before = self.verified;
        room.watchdog.label(self.label());
        while let Some(&index) = self.order.get(self.verified) {
            let (allowed, on_time_out) = self.allowance(room);
            let is_timed_out = match self.way.batch {
                true => self.verify_batch(room, allowed, on_time_out),
                false => self.verify_puzzle(index as usize, room, allowed, on_time_out),
            };
            if is_timed_out && on_time_out == OnTimeOut::PutOff {
                self.patience = (self.patience * 4).max(Self::MORE_PATIENCE);
                break;
            }
            self.verified += if self.way.batch { self.order.len() } else { 1 };
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
        let (solver, board) = (self.contestant.solver, &self.list.puzzles[index].board);
        let run = ask::verify(solver, board, self.way, room.watchdog, allowed);
        let is_stopped = |answer: &Answer| answer.outcome.report.ending == Ending::Stopped;
        let stopped = run.raised && run.answer.as_ref().is_ok_and(is_stopped);
        // An answer after the limit is none; one after the end of our patience is welcome.
        if stopped || run.elapsed >= room.limit {
            if on_time_out == OnTimeOut::Settle {
                self.time_out(index, run.elapsed.max(allowed));
            }
            return true;
        }
        self.samples[index].add(run.elapsed);
        self.finish(index, run.answer);
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
        room.buffers.fill(order.iter().map(|&index| self.list.puzzles[index as usize].board));
        let (solver, way, watchdog) = (self.contestant.solver, self.way, room.watchdog);
        let buffers = &mut room.buffers;
        let pass =
            catch_unwind(AssertUnwindSafe(|| buffers.whole_pass(solver, way, watchdog, allowed)));
        let (elapsed, raised) = match pass.unwrap_or_else(|_| {
            watchdog.disarm();
            Err(Fault::Panicked)
        }) {
            Ok(pass) => pass,
            Err(fault) => {
                for &index in &order {
                    self.finish(index as usize, Err(fault.clone()));
                }
                return false;
            }
        };
        let outcomes: Vec<_> = (0..order.len()).map(|at| buffers.outcome(at, way)).collect();
        let is_stopped = |outcome: &Result<Outcome, Fault>| {
            raised && matches!(outcome, Ok(outcome) if outcome.report.ending == Ending::Stopped)
        };
        let stopped = outcomes.iter().any(is_stopped);
        if stopped && on_time_out == OnTimeOut::PutOff {
            return true;
        }
        for (&index, outcome) in order.iter().zip(outcomes) {
            if !is_stopped(&outcome) {
                let answer = outcome.map(|outcome| Answer { outcome, second: None });
                self.finish(index as usize, answer);
            } else if on_time_out == OnTimeOut::Settle {
                self.time_out(index as usize, elapsed.max(allowed));
            }
        }
        if !stopped {
            self.whole_passes.push(per_puzzle(elapsed, order.len()));
        }
        stopped
    }

    fn time_out(&mut self, index: usize, elapsed: Duration) {
        self.fates[index] = Fate::TimedOut;
        self.longest_timeout = self.longest_timeout.max(Some(elapsed));
    }

    fn finish(&mut self, index: usize, answer: Result<Answer, Fault>) {
        self.fates[index] = Fate::Finished;
        let checked = answer.and_then(|answer| {
            self.answers[index] = answer;
            check::check(&answer, &self.list.puzzles[index], self.way.mode)
        });
        if let Err(fault) = checked {
            self.faults.insert(index, fault);
        }
    }

    /// Adds what the row found about each puzzle of its list.
    pub fn testify(&self, evidence: &mut [Evidence]) {
        for (index, evidence) in evidence.iter_mut().enumerate() {
            if self.fates[index] == Fate::Finished && !self.faults.contains_key(&index) {
                evidence.add(&self.answers[index], self.way.mode);
            }
        }
    }

    /// Checks the answers against what all rows of the list found.
    pub fn check(&mut self, evidence: &[Evidence]) {
        for (index, evidence) in evidence.iter().enumerate() {
            if self.fates[index] == Fate::Finished && !self.faults.contains_key(&index) {
                let lexicographic = self.contestant.lexicographic;
                let answer = &self.answers[index];
                if let Err(fault) = evidence.check(answer, self.way.mode, lexicographic) {
                    self.faults.insert(index, fault);
                }
            }
        }
    }

    // Timing: the passes after the first.

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

    /// Whether further passes would make the figures better, if a row timed for so long has had
    /// enough. A strategy that answers wrongly is not
    /// timed, nor one that finishes nothing.
    #[must_use]
    pub fn wants_time(&self, enough: Duration) -> bool {
        let finished = self.count(Fate::Finished);
        if finished == 0 || !self.faults.is_empty() {
            return false;
        }
        let pass = self.pass_time();
        if self.timing.is_zero() {
            return pass < Self::VERY_LONG || pass / (finished as u32) < Self::SLOW_PUZZLE;
        }
        self.timing < enough || (self.whole_passes.len() < Self::PASSES && self.timing < Self::LONG)
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
        (Self::TURN.as_nanos() / pass).clamp(1, u128::from(Self::TURN_PASSES)) as u64
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
        let first_pass = 1 + round * (Self::TURN_PASSES + 1);
        let passes = self.whole_passes_per_turn();
        for pass in 0..passes {
            let order = self.fill(room, first_pass + pass);
            self.whole_pass(room, &order);
        }
        if self.takes_puzzle_pass() {
            let order = self.fill(room, first_pass + Self::TURN_PASSES);
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

    // Results.

    /// What became of each puzzle.
    #[must_use]
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// How many puzzles had this fate.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.fates.iter().filter(|&&other| other == fate).count()
    }

    /// What was wrong, by the puzzle's place in the list.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<usize, Fault> {
        &self.faults
    }

    /// The outcomes of the finished puzzles in the first pass.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        let all = self.answers.iter().zip(&self.fates);
        all.filter(|(_, fate)| **fate == Fate::Finished).map(|(answer, _)| &answer.outcome)
    }

    /// How long each finished puzzle takes, in nanoseconds; `None` for the others, and for all of
    /// them in a batch.
    #[must_use]
    pub fn times(&self) -> Vec<Option<u64>> {
        match self.way.batch {
            true => vec![None; self.fates.len()],
            false => self.samples.iter().map(Samples::median).collect(),
        }
    }

    /// How long the longest of the puzzles ran that timed out.
    #[must_use]
    pub fn longest_timeout(&self) -> Option<Duration> {
        self.longest_timeout
    }

    /// Nanoseconds per finished puzzle, of the whole passes that nothing disturbed; without any, the
    /// mean of the puzzles' own times, whose clock readings are nothing beside puzzles that are so
    /// slow.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        statistics::undisturbed(&self.whole_passes)
            .or_else(|| statistics::mean(self.samples.iter().filter_map(Samples::median)))
    }

    /// How many whole passes were timed.
    #[must_use]
    pub fn whole_passes(&self) -> usize {
        self.whole_passes.len()
    }
}

fn per_puzzle(elapsed: Duration, puzzles: usize) -> f64 {
    elapsed.as_nanos() as f64 / puzzles as f64
}
