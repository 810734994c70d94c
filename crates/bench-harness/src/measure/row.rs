//! A row during its measurement: one engine on one list of puzzles under one workload.

use std::time::{Duration, Instant};

use super::job::Job;
use super::journal::Journal;
use crate::data::check::WrongAnswerError;
use crate::data::event::Event;
use crate::data::measured::{Measured, PuzzleOutcome};
use crate::data::measurements::Record;
use crate::data::order::shuffled;
use crate::data::units::nanoseconds;
use crate::data::workload::Mode;
use crate::engine::buffers::Buffers;
use crate::engine::watchdog::Watchdog;
use crate::engine::{Engine, EngineError, EngineRun};

/// The time after which a puzzle is deferred, if the job has a total time. It runs again after rows
/// that have used less time.
const PATIENCE: Duration = Duration::from_millis(20);

/// The number of solutions that most engines can enumerate in a second.
const ENUMERATED_PER_SECOND: f64 = 1_000_000.0;

/// The state that all rows of a job share during the measurement.
pub struct Bench<'r> {
    /// The end of the whole job, if it has a total time.
    pub deadline: Option<Instant>,
    pub watchdog: &'r Watchdog,
    pub buffers: Buffers,
}

impl Bench<'_> {
    /// Returns this time, or the remaining time of the job if it is shorter.
    pub(super) fn at_most(&self, time: Duration) -> Duration {
        self.deadline.map_or(time, |end| time.min(end.saturating_duration_since(Instant::now())))
    }
}

/// One engine on one list under one workload.
pub struct JobRow<'j> {
    pub number: usize,
    pub job: &'j Job<'j>,
    pub journal: &'j Journal,
    pub engine: Engine<'j>,
    /// The results so far. `verifying` and `timing` include the harness's own work.
    pub measured: Measured,
    /// The order of the puzzles to verify.
    pub(super) order: Vec<u32>,
    /// The number of them that are verified.
    pub(super) verified: usize,
    /// The number of puzzles that a batch or an external engine has answered in `block_time`.
    pub(super) answered: usize,
    /// The time that a batch or an external engine has taken for its answers.
    pub(super) block_time: Duration,
    /// The size of the next block of an external engine, and the factor by which blocks grow.
    pub(super) block: usize,
    pub(super) growth: usize,
    /// The current time limit before a puzzle or batch is deferred: see [`PATIENCE`].
    pub(super) patience: Duration,
}

impl<'j> JobRow<'j> {
    pub fn new(number: usize, measured: Measured, job: &'j Job<'j>, journal: &'j Journal) -> Self {
        let engine = job.engines[number % job.engines.len().max(1)];
        // Stopping an external engine means starting it again, so it is never deferred.
        let is_deferred = job.budget.is_some() && engine.external().is_none();
        let mut row = Self {
            number,
            job,
            journal,
            engine,
            measured,
            order: Vec::new(),
            verified: 0,
            answered: 0,
            block_time: Duration::ZERO,
            block: 1,
            growth: 2,
            patience: if is_deferred { PATIENCE } else { Duration::MAX },
        };
        let mut order = row.pass_order(0);
        let is_run = |&at: &u32| row.measured.puzzle_outcomes[at as usize] != PuzzleOutcome::NotRun;
        // A batch is run completely or not at all.
        let is_done = row.measured.workload.batch && order.iter().all(is_run);
        if row.measured.lost.is_some() || is_done {
            order.clear();
        } else if !row.measured.workload.batch {
            order.retain(|at| !is_run(at) && row.has_time_for(*at as usize));
        }
        row.order = order;
        row
    }

    /// Returns true if the engine can probably finish the puzzle. An engine that enumerates
    /// solutions gets no board with too many solutions for the time limit.
    pub(super) fn has_time_for(&self, index: usize) -> bool {
        let Measured { workload, list, .. } = &self.measured;
        let most = self.job.limit.as_secs_f64() * ENUMERATED_PER_SECOND;
        workload.mode != Mode::Count
            || self.engine.counts_by_bands
            || list.puzzles[index].solutions.is_none_or(|solutions| solutions as f64 <= most)
    }

    /// Returns the order of a pass, which is the same for every engine. Each list, mode and pass
    /// has a different number of the order.
    pub(super) fn pass_order(&self, pass: u64) -> Vec<u32> {
        let mode = u64::from(self.measured.workload.mode != Mode::First);
        let table = self.measured.list_number as u64 * 2 + mode;
        shuffled(self.measured.list.puzzles.len(), self.job.seed, (table << 40) | pass)
    }

    pub(super) fn note(&mut self, event: Event) {
        // The row's own events always fit it.
        let _ = self.measured.apply(&event);
        self.journal.add(Record::Row { row: self.number, event });
    }

    pub(super) fn time_out(&mut self, at: usize, ran: Duration) {
        let puzzle = self.measured.list.puzzles[at].puzzle.clone();
        self.note(Event::Timeout { at, puzzle, ns: nanoseconds(ran) });
    }

    pub(super) fn find_fault(&mut self, at: usize, fault: &WrongAnswerError) {
        if !self.measured.faults.contains_key(&at) {
            let puzzle = self.measured.list.puzzles[at].puzzle.clone();
            self.note(Event::Fault { at, puzzle, cause: fault.to_string(), ns: None });
        }
    }

    /// Records the time of a run outside the timed part, if it is the smallest per puzzle so far.
    pub(super) fn note_outside(&mut self, run: &EngineRun, puzzles: usize) {
        let least = self.measured.outside.unwrap_or(f64::INFINITY);
        if let Some(ns) = run.outside.map(nanoseconds)
            && (ns as f64) < least * puzzles as f64
        {
            self.note(Event::Outside { puzzles, ns });
        }
    }

    pub(super) fn lose(&mut self, lost: &EngineError) {
        self.note(Event::Lost { cause: lost.to_string() });
    }
}
