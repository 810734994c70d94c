//! What has been measured so far, kept where another thread can see it, and in a file if there is
//! one.
//!
//! A search that ignores the stop flag cannot be ended, and the rows are in the hands of the thread
//! that waits for it. So that their figures are not lost with the process, what each row found out
//! is noted here after its turn, and before each pass which puzzles it is about.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::check::Fault;
use crate::doubts::Pace;
use crate::file::Writer;
use crate::row::{Event, Fate, Measured};

/// What is known of all rows, and what is under way.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    rows: Vec<Measured>,
    paces: Vec<Pace>,
    writer: Option<Writer>,
    /// The first error of the file.
    failure: Option<io::Error>,
    row: usize,
    /// The puzzles of the pass, in its order.
    order: Vec<u32>,
}

impl State {
    fn write(&mut self, write: impl FnOnce(&mut Writer, &[Measured]) -> io::Result<()>) {
        if let Some(writer) = &mut self.writer
            && let Err(error) = write(writer, &self.rows)
        {
            // What comes after a gap would be worth nothing.
            self.writer = None;
            self.failure = Some(error);
        }
    }

    fn add(&mut self, row: usize, events: &[Event]) {
        let Some(measured) = self.rows.get_mut(row) else { return };
        for event in events {
            measured.apply(event);
        }
        self.write(|writer, rows| writer.events(&rows[row], events));
    }
}

impl Ledger {
    /// A ledger whose every entry is also written to a file.
    #[must_use]
    pub fn with_file(writer: Writer) -> Self {
        Self(Mutex::new(State { writer: Some(writer), ..State::default() }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with these rows.
    pub fn open(&self, rows: Vec<Measured>) {
        self.lock().rows = rows;
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

    /// Notes what a row has found out.
    pub fn add(&self, row: usize, events: &[Event]) {
        self.lock().add(row, events);
    }

    /// Notes how fast the machine is now.
    pub fn add_pace(&self, pace: Pace) {
        let mut state = self.lock();
        state.paces.push(pace);
        state.write(|writer, _| writer.pace(pace));
    }

    /// The first error of the file, after which nothing was written to it any more.
    pub fn failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    /// How fast the machine was, in the order of time.
    #[must_use]
    pub fn paces(&self) -> Vec<Pace> {
        self.lock().paces.clone()
    }

    /// Notes that all has been measured that is to be.
    pub fn end(&self) {
        self.lock().write(|writer, _| writer.end());
    }

    /// The rows as they stand, while the puzzle with this number of the pass (or the batch) is never
    /// going to end: it has run for so long.
    #[must_use]
    pub fn abandoned(&self, at: usize, ran: Duration) -> Vec<Measured> {
        let mut state = self.lock();
        let row = state.row;
        if let Some(measured) = state.rows.get(row) {
            let one = state.order.get(at..).and_then(|rest| rest.get(..1)).unwrap_or_default();
            let puzzles = if measured.way.batch { &state.order[..] } else { one };
            let ns = u64::try_from(ran.as_nanos()).unwrap_or(u64::MAX);
            let event = |&at: &u32| match measured.fates()[at as usize] {
                Fate::TimedOut => None,
                Fate::NotRun => Some(Event::TimedOut { at: at as usize, ns }),
                Fate::Finished => Some(Event::Faulty {
                    at: at as usize,
                    cause: Fault::NeverEnded.to_string(),
                    ns: Some(ns),
                }),
            };
            let events: Vec<Event> = puzzles.iter().filter_map(event).collect();
            state.add(row, &events);
        }
        state.rows.clone()
    }
}
