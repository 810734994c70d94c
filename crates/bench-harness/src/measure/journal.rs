//! The journal of a measurement: what was found out, in the order of time, and what is under way.
//!
//! It keeps the log and no state that follows from it: whoever wants to know how the rows stand
//! folds the log. It can be read from another thread, because a search that ignores the stop flag
//! cannot be ended, and the rows are in the hands of the thread that waits for it. If there is a
//! file, every entry is also written to it, at the end of each turn.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::data::check::WrongAnswerError;
use crate::data::event::Event;
use crate::data::file::Writer;
use crate::data::measured::PuzzleOutcome;
use crate::data::measurements::{LogEntry, Measurements};
use crate::data::units::nanoseconds;

/// The log, and what is under way.
#[derive(Debug)]
pub struct Journal {
    /// What was known before the first entry.
    begun: Measurements,
    state: Mutex<JournalState>,
}

#[derive(Debug, Default)]
struct JournalState {
    log: Vec<LogEntry>,
    /// How many entries the file has.
    written: usize,
    writer: Option<Writer>,
    /// The first error of the file.
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
            // What comes after a gap would be worth nothing.
            self.writer = None;
            self.failure = Some(error);
        }
    }
}

impl Journal {
    /// The journal of a measurement that has come so far, written on in a file if there is one.
    pub fn new(begun: Measurements, writer: Option<Writer>) -> Self {
        Self { begun, state: Mutex::new(JournalState { writer, ..JournalState::default() }) }
    }

    fn lock(&self) -> MutexGuard<'_, JournalState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was known before the first entry.
    pub fn begun(&self) -> &Measurements {
        &self.begun
    }

    /// Says which puzzles of which row are run next.
    pub fn begins(&self, row: usize, order: &[u32]) {
        let mut state = self.lock();
        (state.row, state.order) = (row, order.to_vec());
    }

    /// Notes what was found out.
    pub fn add(&self, entry: LogEntry) {
        self.lock().log.push(entry);
    }

    /// Writes what was noted to the file: not while the clock runs, and not for each entry alone.
    pub fn flush(&self) {
        self.lock().flush();
    }

    /// The first error of the file, after which nothing was written to it any more.
    pub fn failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    /// What was measured, as far as it has come.
    pub fn fold(&self) -> Measurements {
        self.fold_log(&self.lock().log)
    }

    fn fold_log(&self, log: &[LogEntry]) -> Measurements {
        let mut measurements = self.begun.clone();
        log.iter().for_each(|entry| measurements.apply(entry));
        measurements
    }

    /// Notes that the puzzle with this number of the pass (or the batch) has run for this long and
    /// is never going to end.
    pub fn abandon(&self, at: usize, ran: Duration) {
        // The search may still return: what it says then comes before or after all of this.
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
        let entry = |event| LogEntry::Row(row, event);
        state.log.extend(puzzles.iter().filter_map(event).map(entry));
        state.flush();
    }
}
