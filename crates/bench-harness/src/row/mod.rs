//! A row of a table while it is measured: one strategy, one list of puzzles, one way of asking.

mod measured;
mod time;
mod verify;

pub use measured::{Event, Fate, Measured, Spread};
pub use time::PASSES;

use std::time::{Duration, Instant};

use crate::ask::Buffers;
use crate::contest::Contestant;
use crate::ledger::Ledger;
use crate::order::Order;
use crate::watchdog::Watchdog;

/// Where the measuring of a row takes place.
pub struct Room<'r> {
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The orders of the puzzles.
    pub order: Order,
    /// The seed of the random ones.
    pub seed: u64,
    /// Whether the clock is read around all passes of a turn, as it has to be for peers, and not around
    /// each of them.
    pub blocks: bool,
    /// The clock's end of the whole job, if it has one.
    pub deadline: Option<Instant>,
    /// Who keeps the limit.
    pub watchdog: &'r Watchdog,
    /// Where what is under way is written down.
    pub ledger: &'r Ledger,
    /// Scratch.
    pub buffers: Buffers,
}

impl Room<'_> {
    /// As much of this time as the job has left.
    fn at_most(&self, time: Duration) -> Duration {
        self.deadline.map_or(time, |end| time.min(end.saturating_duration_since(Instant::now())))
    }
}

/// One strategy on one list in one way.
pub struct Row<'j> {
    /// The strategy.
    pub contestant: Contestant<'j>,
    /// The list's number in the job, for the orders.
    pub list_number: usize,
    /// What is known of it.
    pub measured: Measured,
    /// What was found out since the events were last taken.
    events: Vec<Event>,
    /// The verification's order, of what was not run before, and how far it has come.
    order: Vec<u32>,
    verified: usize,
    /// How long a peer has taken for those.
    block_time: Duration,
    /// How long a puzzle (or the batch) may run for now; see [`verify::PATIENCE`].
    patience: Duration,
    /// How long verifying has taken, with what is not the strategy's.
    verifying: Duration,
    /// How long timing has taken, with what is not the strategy's.
    timing: Duration,
}

impl<'j> Row<'j> {
    /// A row of which so much is known. A batch's order is the list's.
    #[must_use]
    pub fn new(
        contestant: Contestant<'j>,
        list_number: usize,
        measured: Measured,
        order: Order,
        seed: u64,
    ) -> Self {
        let (verifying, timing) = (measured.verifying(), measured.timing());
        let mut row = Self {
            contestant,
            list_number,
            measured,
            events: Vec::new(),
            order: Vec::new(),
            verified: 0,
            block_time: Duration::ZERO,
            patience: verify::PATIENCE,
            verifying,
            timing,
        };
        row.order = row.pass_order(order, seed, 0);
        let is_run = |&index: &u32| row.measured.fates()[index as usize] != Fate::NotRun;
        match row.measured.way.batch {
            _ if row.measured.lost().is_some() => row.order.clear(),
            // A batch is run as a whole or not at all.
            true if row.order.iter().all(is_run) => row.order.clear(),
            true => {}
            false => row.order.retain(|index| !is_run(index)),
        }
        row
    }

    /// What the watchdog and the progress bar call the row.
    #[must_use]
    pub fn label(&self) -> String {
        let Measured { list, way, .. } = &self.measured;
        format!("{} on {}, {}", self.contestant.name, list.name, way.mode)
    }

    /// The order of a pass: the same for every strategy. The numbers of the orders are apart for as
    /// many lists and passes as there will ever be.
    fn pass_order(&self, order: Order, seed: u64, pass: u64) -> Vec<u32> {
        let table = self.list_number as u64 * 2 + self.measured.way.mode.solutions() - 1;
        order.of(self.measured.list.puzzles.len(), seed, (table << 40) | pass)
    }

    /// Notes what was found out.
    fn note(&mut self, event: Event) {
        self.measured.apply(&event);
        self.events.push(event);
    }

    /// Takes what was found out since this was last called.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
