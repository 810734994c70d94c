//! A row of a table while it is measured: one strategy, one list of puzzles, one mode.

mod time;
mod verify;

pub use time::PASSES;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sudoku_core::Outcome;

use crate::ask::{Buffers, Way};
use crate::check::{Answer, Fault};
use crate::contest::{Contestant, PuzzleList};
use crate::ledger::Ledger;
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

/// The times of one puzzle: at most as many as are kept, or else that of the first run.
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: u8,
    nanoseconds: [u64; Self::KEPT],
}

impl Samples {
    const KEPT: usize = 7;

    /// The time of the verification, which counts until there is another.
    fn first(time: Duration) -> Self {
        let mut samples = Self::default();
        samples.nanoseconds[0] = nanoseconds(time);
        samples
    }

    fn add(&mut self, time: Duration) {
        if let Some(slot) = self.nanoseconds.get_mut(usize::from(self.count)) {
            *slot = nanoseconds(time);
            self.count += 1;
        }
    }

    /// The median; of an even number of times the lower one, because what disturbs a time makes it
    /// longer.
    fn median(&self) -> u64 {
        let mut times = self.nanoseconds;
        let times = &mut times[..usize::from(self.count.max(1))];
        times.sort_unstable();
        times[(times.len() - 1) / 2]
    }
}

/// Where the measuring of a row takes place.
pub struct Room<'r> {
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The seed of the orders.
    pub seed: u64,
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
    /// Whether the strategy promises the budget on the list.
    promises_budget: bool,
    /// Nanoseconds per puzzle of each whole pass after the first.
    whole_passes: Vec<f64>,
    /// Nanoseconds per puzzle of a batch's first pass, which counts until there is another.
    first_batch: Option<f64>,
    /// How long a pass takes, going by the latest.
    pass_time: Duration,
    puzzle_passes: usize,
    /// The verification's order, and how far it has come.
    order: Vec<u32>,
    verified: usize,
    /// How long a puzzle (or the batch) may run for now; see [`verify::PATIENCE`].
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
            promises_budget: list.promises_budget(contestant.name),
            whole_passes: Vec::new(),
            first_batch: None,
            pass_time: Duration::ZERO,
            puzzle_passes: 0,
            order: Vec::new(),
            verified: 0,
            patience: verify::PATIENCE,
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

    /// The order of a pass: the same for every strategy. The numbers of the orders are apart for as
    /// many lists and passes as there will ever be.
    fn pass_order(&self, seed: u64, pass: u64) -> Vec<u32> {
        let table = self.list_number as u64 * 2 + self.way.mode.solutions() - 1;
        shuffled(self.list.puzzles.len(), seed, (table << 40) | pass)
    }

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
            false => {
                let finished = |fate: &Fate| *fate == Fate::Finished;
                let all = self.samples.iter().zip(&self.fates);
                all.map(|(samples, fate)| finished(fate).then(|| samples.median())).collect()
            }
        }
    }

    /// How long the longest of the puzzles ran that timed out.
    #[must_use]
    pub fn longest_timeout(&self) -> Option<Duration> {
        self.longest_timeout
    }

    /// Nanoseconds per finished puzzle: the median of the whole passes. Without any, what the first
    /// pass gave: the mean of the puzzles' own times, or the batch.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        statistics::median(&self.whole_passes)
            .or(self.first_batch)
            .or_else(|| statistics::mean(self.times().into_iter().flatten()))
    }

    /// Nanoseconds per finished puzzle at the end of the fastest twentieth of the whole passes.
    #[must_use]
    pub fn fastest_twentieth_mean(&self) -> Option<f64> {
        statistics::fastest_twentieth(&self.whole_passes)
    }

    /// How many whole passes were timed after the first, which verified.
    #[must_use]
    pub fn whole_passes(&self) -> usize {
        self.whole_passes.len()
    }

    fn time_out(&mut self, index: usize, elapsed: Duration) {
        self.fates[index] = Fate::TimedOut;
        self.longest_timeout = self.longest_timeout.max(Some(elapsed));
        // Passes over other puzzles than those that are finished now say nothing of these.
        self.whole_passes.clear();
        self.first_batch = None;
    }
}

/// A pass in nanoseconds per puzzle.
fn per_puzzle(elapsed: Duration, puzzles: usize) -> f64 {
    elapsed.as_nanos() as f64 / puzzles as f64
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
