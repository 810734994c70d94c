//! The journal of a measurement: its state, and the current run.
//!
//! The state follows from the records. Another thread can read it. That is needed if a search
//! ignores the stop flag: it cannot be stopped, and the thread that waits for it owns the rows. If
//! there is a measurement file, each record is also written to it, at the end of each turn.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::data::check::WrongAnswerError;
use crate::data::event::Event;
use crate::data::file::Writer;
use crate::data::measured::PuzzleOutcome;
use crate::data::measurements::{Measurements, Record};
use crate::data::units::nanoseconds;

/// The state and the current run of a measurement. Clones share them.
#[derive(Clone, Debug)]
pub struct Journal(Arc<Mutex<JournalState>>);

#[derive(Debug)]
struct JournalState {
    measurements: Measurements,
    /// The records that are not yet in the file.
    unwritten: Vec<Record>,
    writer: Option<Writer>,
    /// The first error of a write to the file.
    failure: Option<io::Error>,
    row: usize,
    /// The puzzles of the pass, in its order.
    order: Vec<u32>,
}

impl JournalState {
    fn add(&mut self, record: Record) {
        // The records of a measurement fit it.
        let _ = self.measurements.apply(&record);
        self.unwritten.extend(self.writer.is_some().then_some(record));
    }

    fn flush(&mut self) {
        let records = std::mem::take(&mut self.unwritten);
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.write(&records)
        {
            // Records after a gap would be useless.
            self.writer = None;
            self.failure = Some(error);
        }
    }
}

impl Journal {
    /// Creates a journal that continues a measurement and, if given, its file.
    pub fn new(measurements: Measurements, writer: Option<Writer>) -> Self {
        let (unwritten, order) = (Vec::new(), Vec::new());
        let state = JournalState { measurements, unwritten, writer, failure: None, row: 0, order };
        Self(Arc::new(Mutex::new(state)))
    }

    fn lock(&self) -> MutexGuard<'_, JournalState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn measurements(&self) -> Measurements {
        self.lock().measurements.clone()
    }

    /// Records the row and the puzzles that are run next.
    pub fn begins(&self, row: usize, order: &[u32]) {
        let mut state = self.lock();
        (state.row, state.order) = (row, order.to_vec());
    }

    pub fn add(&self, record: Record) {
        self.lock().add(record);
    }

    /// Writes new records to the file. Do not call it while the clock runs.
    pub fn flush(&self) {
        self.lock().flush();
    }

    /// Returns the first error of a write to the file. Nothing was written after it.
    pub fn failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    /// Records that the puzzle with this number in the pass (or the batch) has run for this long
    /// and never returns.
    pub fn abandon(&self, at: usize, ran: Duration) {
        let ns = nanoseconds(ran);
        // The search may still return. The lock puts its records before or after these.
        let mut state = self.lock();
        let (row, order) = (state.row, std::mem::take(&mut state.order));
        let Some(measured) = state.measurements.rows.get(row) else { return };
        let one = order.get(at..).and_then(|rest| rest.get(..1)).unwrap_or_default();
        let puzzles = if measured.workload.batch { &order[..] } else { one };
        let record = |&at: &u32| {
            let at = at as usize;
            let puzzle = measured.list.puzzles[at].puzzle.clone();
            let cause = WrongAnswerError::NeverEnded.to_string();
            let event = match measured.puzzle_outcomes[at] {
                PuzzleOutcome::TimedOut => return None,
                PuzzleOutcome::NotRun => Event::Timeout { at, puzzle, ns },
                PuzzleOutcome::Finished => Event::Fault { at, puzzle, cause, ns: Some(ns) },
            };
            Some(Record::Row { row, event })
        };
        let records: Vec<Record> = puzzles.iter().filter_map(record).collect();
        records.into_iter().for_each(|record| state.add(record));
        state.flush();
    }
}
