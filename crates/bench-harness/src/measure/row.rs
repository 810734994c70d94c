//! A row of a table while it is measured: one engine on one list of puzzles under one workload.

use std::time::{Duration, Instant};

use cli_support::with_causes;

use super::job::Job;
use super::journal::Journal;
use crate::data::check::WrongAnswerError;
use crate::data::event::Event;
use crate::data::measured::{Measured, PuzzleOutcome};
use crate::data::measurements::LogEntry;
use crate::data::units::nanoseconds;
use crate::data::workload::Mode;
use crate::engine::Engine;
use crate::engine::buffers::Buffers;
use crate::engine::lost::EngineLostError;
use crate::engine::run::EngineRun;
use crate::engine::watchdog::Watchdog;

/// Where time is shared, a puzzle that takes longer than this is put off until the rows that
/// have had less time have come to it.
const PATIENCE: Duration = Duration::from_millis(20);

/// Most engines walk to at least as many solutions in a second.
const WALKED_IN_A_SECOND: f64 = 1_000_000.0;

/// What all rows of a job have in common while they are measured.
pub struct Bench<'r> {
    /// The clock's end of the whole job, if it has one.
    pub deadline: Option<Instant>,
    /// Who keeps the limit.
    pub watchdog: &'r Watchdog,
    /// Scratch.
    pub buffers: Buffers,
}

impl Bench<'_> {
    /// As much of this time as the job has left.
    pub(super) fn at_most(&self, time: Duration) -> Duration {
        self.deadline.map_or(time, |end| time.min(end.saturating_duration_since(Instant::now())))
    }
}

/// One engine on one list under one workload.
pub struct JobRow<'j> {
    /// Its number in the job.
    pub number: usize,
    /// The job.
    pub job: &'j Job<'j>,
    /// Where what it finds out, and what is under way, is written down.
    pub journal: &'j Journal,
    /// The engine.
    pub engine: Engine<'j>,
    /// What is known of it.
    pub measured: Measured,
    /// The verification's order, of what was not run before, and how far it has come.
    pub(super) order: Vec<u32>,
    pub(super) verified: usize,
    /// How long an external engine has taken for those.
    pub(super) block_time: Duration,
    /// How long a puzzle (or the batch) may run for now; see [`PATIENCE`].
    pub(super) patience: Duration,
    /// How long verifying has taken, with what is not the engine's.
    pub(super) verifying: Duration,
    /// How long timing has taken, with what is not the engine's.
    pub(super) timing: Duration,
}

impl<'j> JobRow<'j> {
    /// The row with this number, which goes on from what is known of it. A batch's order is the
    /// list's.
    pub fn new(number: usize, measured: Measured, job: &'j Job<'j>, journal: &'j Journal) -> Self {
        let engine = job.engines[number % job.engines.len().max(1)];
        let (verifying, timing) = (measured.verifying, measured.timing);
        let mut row = Self {
            number,
            job,
            journal,
            engine,
            measured,
            order: Vec::new(),
            verified: 0,
            block_time: Duration::ZERO,
            // An external engine that is stopped is lost.
            patience: if engine.external().is_some() { Duration::MAX } else { PATIENCE },
            verifying,
            timing,
        };
        row.order = row.pass_order(0);
        let is_run =
            |&index: &u32| row.measured.puzzle_outcomes[index as usize] != PuzzleOutcome::NotRun;
        // A batch is run as a whole or not at all.
        let is_done = row.measured.workload.batch && row.order.iter().all(is_run);
        if row.measured.lost.is_some() || is_done {
            row.order.clear();
        } else if !row.measured.workload.batch {
            row.order.retain(|index| !is_run(index));
            let order = std::mem::take(&mut row.order);
            row.order =
                order.into_iter().filter(|&index| row.has_time_for(index as usize)).collect();
        }
        row
    }

    /// Whether the engine can be expected to finish the puzzle: whoever comes by a number of
    /// solutions only by walking to each of them is asked for no number that it has no time for.
    pub(super) fn has_time_for(&self, index: usize) -> bool {
        let Measured { workload, list, .. } = &self.measured;
        let most = self.job.limit.as_secs_f64() * WALKED_IN_A_SECOND;
        workload.mode != Mode::Count
            || self.engine.counts_by_bands
            || list.puzzles[index].solutions.is_none_or(|solutions| solutions as f64 <= most)
    }

    /// The order of a pass: the same for every engine. The numbers of the orders are apart for as
    /// many lists and passes as there will ever be.
    pub(super) fn pass_order(&self, pass: u64) -> Vec<u32> {
        let mode = u64::from(self.measured.workload.mode != Mode::First);
        let table = self.measured.list_number as u64 * 2 + mode;
        let Job { order, seed, .. } = self.job;
        order.of(self.measured.list.puzzles.len(), *seed, (table << 40) | pass)
    }

    /// Notes what was found out.
    pub(super) fn note(&mut self, event: Event) {
        self.measured.apply(&event);
        self.journal.add(LogEntry::Row(self.number, event));
    }

    /// Notes that the puzzle ran into its time limit.
    pub(super) fn time_out(&mut self, at: usize, ran: Duration) {
        let puzzle = self.measured.list.puzzles[at].board;
        self.note(Event::Timeout { at, puzzle, ns: nanoseconds(ran) });
    }

    /// Notes that an answer is wrong.
    pub(super) fn find_fault(&mut self, at: usize, fault: &WrongAnswerError) {
        if !self.measured.faults.contains_key(&at) {
            let puzzle = self.measured.list.puzzles[at].board;
            self.note(Event::Fault { at, puzzle, cause: fault.to_string(), ns: None });
        }
    }

    /// Notes what a run of this many puzzles took outside of what is timed, if that is the least so
    /// far.
    pub(super) fn note_outside(&mut self, run: &EngineRun, puzzles: usize) {
        let least = self.measured.outside.unwrap_or(f64::INFINITY);
        if let Some(ns) = run.outside.map(nanoseconds)
            && (ns as f64) < least * puzzles as f64
        {
            self.note(Event::Outside { puzzles, ns });
        }
    }

    /// Notes that the external engine was lost, unless it was only stopped at the end of the job.
    pub(super) fn lose(&mut self, lost: &EngineLostError, is_job_over: bool) {
        if !(is_job_over && matches!(lost, EngineLostError::Silent { .. })) {
            self.note(Event::Lost { cause: with_causes(lost) });
        }
    }
}
