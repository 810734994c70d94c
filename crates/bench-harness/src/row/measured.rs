//! What is known of a row, and the events that it is known from.
//!
//! Everything that a table shows of a row follows from its events alone: they are applied to a row
//! while it is measured, kept by the [ledger](crate::ledger), written to a
//! [measurement file](crate::file), and applied again by whoever reads that file.

use std::collections::BTreeMap;
use std::time::Duration;

use sudoku_core::{Outcome, Report};

use crate::ask::Way;
use crate::check::Answer;
use crate::contest::PuzzleList;
use crate::peers::Greeting;
use crate::statistics;

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

/// Something that was found out about a row. Puzzles are named by their places in the list, counted
/// from 0, times are in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A puzzle was answered in the verification.
    Answered {
        /// The puzzle.
        at: usize,
        /// How long it took; in a batch, and to a peer, puzzles have no times of their own.
        ns: Option<u64>,
        /// The answer.
        answer: Box<Answer>,
    },
    /// The batch, or all that a peer was to solve, was verified as a whole.
    BatchVerified {
        /// How long it took.
        ns: u64,
    },
    /// A puzzle ran into its time limit, in the verification or later.
    TimedOut {
        /// The puzzle.
        at: usize,
        /// How long it ran.
        ns: u64,
    },
    /// An answer was wrong.
    Faulty {
        /// The puzzle.
        at: usize,
        /// What was wrong.
        cause: String,
        /// How long it has run, if it never came back.
        ns: Option<u64>,
    },
    /// Whole passes over the finished puzzles, in a row.
    Passes {
        /// How many puzzles each of them ran.
        puzzles: usize,
        /// How long each of them took.
        ns: Vec<u64>,
    },
    /// A pass that read the clock for each puzzle.
    Times {
        /// How long each puzzle took, in the order of the list; `None` if it was not run.
        ns: Vec<Option<u64>>,
    },
    /// A peer took this long outside of what is timed.
    Outside {
        /// For so many puzzles.
        puzzles: usize,
        /// How long.
        ns: u64,
    },
    /// There is no more to be had from a peer.
    Lost {
        /// Why.
        cause: String,
    },
}

/// The times of one puzzle: at most as many as are kept, or else that of the first run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Samples {
    count: u8,
    nanoseconds: [u64; Self::KEPT],
}

impl Samples {
    pub(super) const KEPT: usize = 7;

    /// The time of the verification, which counts until there is another.
    fn first(ns: u64) -> Self {
        let mut samples = Self::default();
        samples.nanoseconds[0] = ns;
        samples
    }

    fn add(&mut self, ns: u64) {
        if let Some(slot) = self.nanoseconds.get_mut(usize::from(self.count)) {
            *slot = ns;
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

/// One strategy on one list in one way: what is known of it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The strategy's name, or the peer's.
    pub strategy: String,
    /// What a peer says of itself.
    pub peer: Option<Greeting>,
    /// The puzzles.
    pub list: PuzzleList,
    /// How the strategy is asked.
    pub way: Way,
    fates: Vec<Fate>,
    answers: Vec<Answer>,
    samples: Vec<Samples>,
    faults: BTreeMap<usize, String>,
    /// How long puzzles ran that timed out, at most.
    longest_timeout: Option<u64>,
    /// Nanoseconds per puzzle of each whole pass after the first, or of each turn where the clock is read
    /// around all its passes.
    whole_passes: Vec<f64>,
    /// Nanoseconds per puzzle of a batch's or a peer's first pass, which counts until there is another.
    first_batch: Option<f64>,
    /// Nanoseconds per puzzle that a peer took outside of what is timed, at least.
    outside: Option<f64>,
    /// Why there is no more to be had from a peer.
    lost: Option<String>,
    /// How long a pass takes, going by the latest.
    pass_ns: u64,
    puzzle_passes: usize,
    verifying_ns: u64,
    timing_ns: u64,
}

impl Measured {
    /// A row of which nothing is known.
    #[must_use]
    pub fn new(strategy: String, peer: Option<Greeting>, list: PuzzleList, way: Way) -> Self {
        let count = list.puzzles.len();
        let has_own_times = !way.batch && peer.is_none();
        Self {
            strategy,
            peer,
            list,
            way,
            fates: vec![Fate::NotRun; count],
            answers: vec![Answer::default(); count],
            samples: vec![Samples::default(); if has_own_times { count } else { 0 }],
            faults: BTreeMap::new(),
            longest_timeout: None,
            whole_passes: Vec::new(),
            first_batch: None,
            outside: None,
            lost: None,
            pass_ns: 0,
            puzzle_passes: 0,
            verifying_ns: 0,
            timing_ns: 0,
        }
    }

    /// Adds what an event says. An event about a puzzle that the list does not have says nothing.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Answered { at, ns, ref answer } if at < self.fates.len() => {
                self.fates[at] = Fate::Finished;
                self.answers[at] = **answer;
                if let (Some(ns), Some(samples)) = (ns, self.samples.get_mut(at)) {
                    *samples = Samples::first(ns);
                    self.pass_ns = self.pass_ns.saturating_add(ns);
                    self.verifying_ns = self.verifying_ns.saturating_add(ns);
                }
            }
            Event::BatchVerified { ns } => {
                self.first_batch = Some(per_puzzle(ns, self.fates.len()));
                self.pass_ns = ns;
                self.verifying_ns = self.verifying_ns.saturating_add(ns);
            }
            Event::TimedOut { at, ns } if at < self.fates.len() => {
                self.fates[at] = Fate::TimedOut;
                self.longest_timeout = self.longest_timeout.max(Some(ns));
                self.verifying_ns = self.verifying_ns.saturating_add(ns);
                // Passes over other puzzles than those that are finished now say nothing of these.
                self.whole_passes.clear();
                self.first_batch = None;
            }
            Event::Faulty { at, ref cause, ns } if at < self.fates.len() => {
                self.fates[at] = Fate::Finished;
                self.faults.entry(at).or_insert_with(|| cause.clone());
                self.longest_timeout = self.longest_timeout.max(ns);
            }
            Event::Passes { puzzles, ref ns } => {
                self.whole_passes.extend(ns.iter().map(|&ns| per_puzzle(ns, puzzles)));
                self.timing_ns = self.timing_ns.saturating_add(ns.iter().sum());
                self.pass_ns = ns.last().copied().unwrap_or(self.pass_ns);
            }
            Event::Times { ref ns } => {
                for (samples, ns) in self.samples.iter_mut().zip(ns) {
                    if let Some(ns) = *ns {
                        samples.add(ns);
                    }
                }
                self.puzzle_passes += 1;
            }
            Event::Outside { puzzles, ns } => {
                let outside = per_puzzle(ns, puzzles);
                self.outside = Some(self.outside.map_or(outside, |least| least.min(outside)));
            }
            Event::Lost { ref cause } => {
                self.lost.get_or_insert_with(|| cause.clone());
            }
            Event::Answered { .. } | Event::TimedOut { .. } | Event::Faulty { .. } => {}
        }
    }

    /// Whether the strategy promises the budget on the list.
    #[must_use]
    pub fn promises_budget(&self) -> bool {
        self.list.promises_budget(&self.strategy)
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

    /// Whether the puzzle at this place was answered within the time limit.
    #[must_use]
    pub fn is_finished(&self, at: usize) -> bool {
        self.fates.get(at) == Some(&Fate::Finished)
    }

    /// The answer to the puzzle at this place in the verification; one that says nothing, if it was
    /// not answered.
    #[must_use]
    pub fn answer(&self, at: usize) -> Answer {
        self.answers.get(at).copied().unwrap_or_default()
    }

    /// What was wrong, by the puzzle's place in the list.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<usize, String> {
        &self.faults
    }

    /// The outcome of each puzzle in the verification; `None` for those that were not finished.
    pub fn outcomes(&self) -> impl Iterator<Item = Option<&Outcome>> {
        let all = self.answers.iter().zip(&self.fates);
        all.map(|(answer, fate)| (*fate == Fate::Finished).then_some(&answer.outcome))
    }

    /// A counter of each puzzle; `None` for those that were not finished, and for all if the strategy
    /// does not count it.
    pub fn counters(
        &self,
        counter: fn(&Report) -> Option<u64>,
    ) -> impl Iterator<Item = Option<u64>> {
        self.outcomes().map(move |outcome| counter(&outcome?.report))
    }

    /// Whether puzzles have times of their own: not in a batch, and not to a peer.
    #[must_use]
    pub fn has_own_times(&self) -> bool {
        !self.way.batch && self.peer.is_none()
    }

    /// Why there is no more to be had from a peer, if so.
    #[must_use]
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Nanoseconds per puzzle that a peer took outside of what is timed, in the block in which it took
    /// least.
    #[must_use]
    pub fn outside(&self) -> Option<f64> {
        self.outside
    }

    /// How long each finished puzzle takes, in nanoseconds; `None` for the others, and for all of
    /// them if they have no times of their own.
    #[must_use]
    pub fn times(&self) -> Vec<Option<u64>> {
        match self.has_own_times() {
            false => vec![None; self.fates.len()],
            true => {
                let finished = |fate: &Fate| *fate == Fate::Finished;
                let all = self.samples.iter().zip(&self.fates);
                all.map(|(samples, fate)| finished(fate).then(|| samples.median())).collect()
            }
        }
    }

    /// How long the longest of the puzzles ran that timed out, in nanoseconds.
    #[must_use]
    pub fn longest_timeout(&self) -> Option<u64> {
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

    /// Nanoseconds per finished puzzle of each whole pass after the first, which verified.
    #[must_use]
    pub fn whole_passes(&self) -> &[f64] {
        &self.whole_passes
    }

    /// How much the times of a puzzle differ between its symmetries: `None` if each puzzle stands in
    /// the list only once, or none was finished in all its symmetries.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        let symmetries = self.list.symmetries as usize;
        if symmetries < 2 {
            return None;
        }
        let times = self.times();
        let ratio = |times: &[Option<u64>]| {
            let times: Vec<u64> = times.iter().copied().collect::<Option<_>>()?;
            Some(*times.iter().max()? as f64 / (*times.iter().min()?).max(1) as f64)
        };
        let ratios: Vec<f64> = times.chunks(symmetries).filter_map(ratio).collect();
        Some(Spread {
            symmetries,
            puzzles: ratios.len(),
            median: statistics::median(&ratios)?,
            worst: ratios.into_iter().max_by(f64::total_cmp)?,
        })
    }

    /// How many passes read the clock for each puzzle.
    #[must_use]
    pub fn puzzle_passes(&self) -> usize {
        self.puzzle_passes
    }

    /// How long a pass takes, going by the latest.
    #[must_use]
    pub fn pass_time(&self) -> Duration {
        Duration::from_nanos(self.pass_ns)
    }

    /// How long the strategy has run to be verified.
    #[must_use]
    pub fn verifying(&self) -> Duration {
        Duration::from_nanos(self.verifying_ns)
    }

    /// How long the strategy has run to be timed.
    #[must_use]
    pub fn timing(&self) -> Duration {
        Duration::from_nanos(self.timing_ns)
    }
}

/// How much the times of a puzzle differ between its symmetries, which are the same puzzle to a
/// person and not to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// In how many symmetries each puzzle was run.
    pub symmetries: usize,
    /// How many puzzles were finished in all of them.
    pub puzzles: usize,
    /// The slowest symmetry's time to the fastest's, of the puzzle in the middle.
    pub median: f64,
    /// The same of the puzzle where it is largest.
    pub worst: f64,
}

/// A pass in nanoseconds per puzzle.
fn per_puzzle(ns: u64, puzzles: usize) -> f64 {
    ns as f64 / puzzles.max(1) as f64
}
