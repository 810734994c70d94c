//! The journal of a measurement: the log of its events, and the current run.
//!
//! The journal keeps only the log; the state of the rows follows from it by folding. Another thread
//! can read it. That is needed if a search ignores the stop flag: it cannot be stopped, and the
//! thread that waits for it owns the rows. If there is a measurement file, each entry is also
//! written to it, at the end of each turn.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::data::check::WrongAnswerError;
use crate::data::event::Event;
use crate::data::file::Writer;
use crate::data::measured::PuzzleOutcome;
use crate::data::measurements::{Measurements, Record};
use crate::data::units::nanoseconds;

/// The log and the current run of a measurement.
#[derive(Debug)]
pub struct Journal {
    /// The measurement before the first entry.
    begun: Measurements,
    state: Mutex<JournalState>,
}

#[derive(Debug, Default)]
struct JournalState {
    log: Vec<Record>,
    /// The number of entries in the file.
    written: usize,
    writer: Option<Writer>,
    /// The first error of a write to the file.
    failure: Option<io::Error>,
    row: usize,
    /// The puzzles of the pass, in its order.
    order: Vec<u32>,
}

impl JournalState {
    fn flush(&mut self) {
        let (log, from) = (&self.log, std::mem::replace(&mut self.written, self.log.len()));
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.write(&log[from..])
        {
            // Entries after a gap would be useless.
            self.writer = None;
            self.failure = Some(error);
        }
    }
}

impl Journal {
    /// Creates a journal that continues a measurement and, if given, its file.
    pub fn new(begun: Measurements, writer: Option<Writer>) -> Self {
        Self { begun, state: Mutex::new(JournalState { writer, ..JournalState::default() }) }
    }

    fn lock(&self) -> MutexGuard<'_, JournalState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the measurement before the first entry.
    pub fn begun(&self) -> &Measurements {
        &self.begun
    }

    /// Records the row and the puzzles that are run next.
    pub fn begins(&self, row: usize, order: &[u32]) {
        let mut state = self.lock();
        (state.row, state.order) = (row, order.to_vec());
    }

    /// Adds an entry to the log.
    pub fn add(&self, entry: Record) {
        self.lock().log.push(entry);
    }

    /// Writes new entries to the file. Do not call it while the clock runs.
    pub fn flush(&self) {
        self.lock().flush();
    }

    /// Returns the first error of a write to the file. Nothing was written after it.
    pub fn failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    /// Returns the measurement with all entries so far.
    pub fn fold(&self) -> Measurements {
        self.fold_log(&self.lock().log)
    }

    fn fold_log(&self, log: &[Record]) -> Measurements {
        let mut measurements = self.begun.clone();
        // The log has only events that were applied to their row.
        log.iter().for_each(|record| drop(measurements.apply(record)));
        measurements
    }

    /// Records that the puzzle with this number in the pass (or the batch) has run for this long
    /// and never returns.
    pub fn abandon(&self, at: usize, ran: Duration) {
        // The search may still return. The lock puts its entries before or after these.
        let mut state = self.lock();
        let rows = self.fold_log(&state.log).rows;
        let (row, order) = (state.row, std::mem::take(&mut state.order));
        let Some(measured) = rows.get(row) else { return };
        let one = order.get(at..).and_then(|rest| rest.get(..1)).unwrap_or_default();
        let puzzles = if measured.workload.batch { &order[..] } else { one };
        let ns = nanoseconds(ran);
        let event = |&at: &u32| {
            let at = at as usize;
            let puzzle = measured.list.puzzles[at].board;
            let cause = WrongAnswerError::NeverEnded.to_string();
            match measured.puzzle_outcomes[at] {
                PuzzleOutcome::TimedOut => None,
                PuzzleOutcome::NotRun => Some(Event::Timeout { at, puzzle, ns }),
                PuzzleOutcome::Finished => Some(Event::Fault { at, puzzle, cause, ns: Some(ns) }),
            }
        };
        let entry = |event| Record::Row { row, event };
        state.log.extend(puzzles.iter().filter_map(event).map(entry));
        state.flush();
    }
}
