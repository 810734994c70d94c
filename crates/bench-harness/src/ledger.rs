//! What has been measured so far, kept where another thread can see it.
//!
//! A search that ignores the stop flag cannot be ended, and the rows are in the hands of the thread
//! that waits for it. So that their figures are not lost with the process, each row is written down
//! here after its turn, and before each pass which puzzles it is about.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::record::Record;

/// The records of all rows, and what is under way.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    records: Vec<Record>,
    /// When each of them is worth being written anew.
    next: Vec<Instant>,
    row: usize,
    /// The puzzles of the pass, in its order.
    order: Vec<u32>,
}

impl Ledger {
    /// So many times as long as writing a record takes, it is not written again.
    const SPARING: u32 = 50;

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with these records.
    pub fn open(&self, records: Vec<Record>) {
        let next = vec![Instant::now(); records.len()];
        *self.lock() = State { records, next, row: 0, order: Vec::new() };
    }

    /// Says whose turn it is.
    pub fn turn_of(&self, row: usize) {
        let mut state = self.lock();
        state.row = row;
        state.order.clear();
    }

    /// Says which puzzles are run next.
    pub fn begins(&self, order: &[u32]) {
        let mut state = self.lock();
        state.order.clear();
        state.order.extend_from_slice(order);
    }

    /// Writes down what the row has measured whose turn it was, if that is the last of it or writing
    /// it takes little beside the time since.
    pub fn ended(&self, is_last: bool, record: impl FnOnce() -> Record) {
        let mut state = self.lock();
        let row = state.row;
        let start = Instant::now();
        if row < state.records.len() && (is_last || start >= state.next[row]) {
            state.records[row] = record();
            let now = Instant::now();
            state.next[row] = now + (now - start) * Self::SPARING;
        }
    }

    /// The records as they stand, while the puzzle with this number of the pass (or the batch) is
    /// never going to end: it has run for so long.
    #[must_use]
    pub fn abandoned(&self, at: usize, ran: Duration) -> Vec<Record> {
        let state = self.lock();
        let mut records = state.records.clone();
        if let Some(record) = records.get_mut(state.row) {
            let one = state.order.get(at..).and_then(|rest| rest.get(..1));
            record.abandon(if record.batch { &state.order } else { one.unwrap_or_default() }, ran);
        }
        records
    }
}
