//! A row's results, which follow from its events.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Result, ensure};
use sudoku_core::Report;

use super::event::{EngineAnswer, Event};
use super::plan::{Greeting, Plan};
use super::puzzles::{Puzzle, PuzzleList};
use super::statistics;
use super::workload::Workload;

/// The number of whole passes for a reliable mean. A mean of fewer passes is reported.
pub const ENOUGH_PASSES: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleOutcome {
    /// The puzzle was not run, or the job's time ended during its run.
    NotRun,
    /// The puzzle was answered within the time limit, rightly or wrongly.
    Finished,
    /// The puzzle was not answered within the time limit.
    TimedOut,
}

/// The number of times that are kept for each puzzle.
const KEPT: usize = 7;

/// The number of timeouts that end a row without any answer.
const GIVEN_UP: usize = 5;

/// A row: the results of one engine on one list under one workload.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The engine's name.
    pub strategy: String,
    pub external: Option<Greeting>,
    pub list: PuzzleList,
    /// The list's number in the job: two files can have the same name.
    pub list_number: usize,
    pub workload: Workload,
    /// False if the row is only verified, and has no times to show.
    pub is_timed: bool,
    pub puzzle_outcomes: Vec<PuzzleOutcome>,
    /// The mistakes, by the puzzle's index in the list.
    pub faults: BTreeMap<usize, String>,
    /// The longest time of a puzzle that timed out, in nanoseconds.
    pub longest_timeout: Option<u64>,
    /// The nanoseconds per finished puzzle, of each whole pass after the verification. If the clock
    /// is read around all passes of a turn, of each turn.
    pub whole_passes: Vec<f64>,
    /// The number of passes that read the clock for each puzzle.
    pub puzzle_passes: usize,
    /// The nanoseconds per puzzle of an external engine outside the timed part, in the fastest
    /// block.
    pub outside: Option<f64>,
    /// The cause if the external engine was lost.
    pub lost: Option<String>,
    /// The time of the latest pass.
    pub pass_time: Duration,
    /// The time that the strategy has run for verification.
    pub verifying: Duration,
    /// The time that the strategy has run for timing.
    pub timing: Duration,
    answers: Vec<EngineAnswer>,
    /// The times of each puzzle. The time of the verification is dropped when others arrive.
    samples: Vec<Vec<u64>>,
    /// The nanoseconds per puzzle in the first pass of a batch or an external engine. It is used
    /// until there is another pass.
    first_batch: Option<f64>,
}

impl Measured {
    pub fn new(
        plan: &Plan,
        strategy: &str,
        (list_number, list): (usize, PuzzleList),
        workload: Workload,
    ) -> Self {
        let count = list.puzzles.len();
        Self {
            strategy: strategy.to_owned(),
            external: plan.external.get(strategy).cloned(),
            list,
            list_number,
            workload,
            is_timed: !plan.verify_only,
            puzzle_outcomes: vec![PuzzleOutcome::NotRun; count],
            answers: vec![EngineAnswer::default(); count],
            samples: vec![Vec::new(); count],
            ..Self::default()
        }
    }

    /// Returns a name of the row for messages.
    pub fn label(&self) -> String {
        format!("{} on {}, {}", self.strategy, self.list.name, self.workload.mode)
    }

    /// Applies an event. Refuses one that does not fit this row.
    pub fn apply(&mut self, event: &Event) -> Result<()> {
        let all = self.list.puzzles.len();
        if let Event::Answer { at, puzzle, .. }
        | Event::Timeout { at, puzzle, .. }
        | Event::Fault { at, puzzle, .. } = event
        {
            let is_known = self.list.puzzles.get(*at).is_some_and(|it| it.puzzle == *puzzle);
            ensure!(is_known, "the puzzle differs from puzzle {at} of the set");
        }
        match *event {
            Event::Answer { at, ns, ref answer, .. } => {
                self.puzzle_outcomes[at] = PuzzleOutcome::Finished;
                self.answers[at] = **answer;
                if let Some(ns) = ns {
                    self.samples[at] = vec![ns];
                    self.pass_time += Duration::from_nanos(ns);
                    self.verifying += Duration::from_nanos(ns);
                }
            }
            Event::Batch { ns } => {
                self.first_batch = Some(per_puzzle(ns, all));
                self.pass_time = Duration::from_nanos(ns);
                self.verifying += Duration::from_nanos(ns);
            }
            Event::Timeout { at, ns, .. } => {
                self.puzzle_outcomes[at] = PuzzleOutcome::TimedOut;
                self.longest_timeout = self.longest_timeout.max(Some(ns));
                self.verifying += Duration::from_nanos(ns);
                // Earlier passes included this puzzle, so they no longer count.
                self.whole_passes.clear();
                self.first_batch = None;
            }
            Event::Fault { at, ref cause, ns, .. } => {
                self.puzzle_outcomes[at] = PuzzleOutcome::Finished;
                self.faults.entry(at).or_insert_with(|| cause.clone());
                self.longest_timeout = self.longest_timeout.max(ns);
            }
            Event::Passes { puzzles, ref ns } => {
                ensure!((1..=all).contains(&puzzles), "passes over {puzzles} of {all} puzzles");
                self.whole_passes.extend(ns.iter().map(|&ns| per_puzzle(ns, puzzles)));
                for &ns in ns {
                    self.pass_time = Duration::from_nanos(ns);
                    self.timing += self.pass_time;
                }
            }
            Event::Times { ref ns } => {
                ensure!(ns.len() == all, "{} times for {all} puzzles", ns.len());
                for (samples, ns) in self.samples.iter_mut().zip(ns) {
                    if self.puzzle_passes == 0 && ns.is_some() {
                        samples.clear();
                    }
                    samples.extend(ns.filter(|_| samples.len() < KEPT));
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
        }
        Ok(())
    }

    /// Returns true if the strategy promises to solve every puzzle of the list within the time
    /// budget.
    pub fn promises_budget(&self) -> bool {
        self.list.promises.contains(&self.strategy)
    }

    pub fn count(&self, outcome: PuzzleOutcome) -> usize {
        self.puzzle_outcomes.iter().filter(|&&other| other == outcome).count()
    }

    pub fn is_whole(&self) -> bool {
        self.count(PuzzleOutcome::Finished) == self.puzzle_outcomes.len()
    }

    /// Returns true if several puzzles timed out and none was answered. The others are not run.
    pub fn is_given_up(&self) -> bool {
        self.count(PuzzleOutcome::TimedOut) >= GIVEN_UP && self.count(PuzzleOutcome::Finished) == 0
    }

    pub fn timed_out_puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        let all = self.list.puzzles.iter().zip(&self.puzzle_outcomes);
        all.filter(|(_, outcome)| **outcome == PuzzleOutcome::TimedOut).map(|(puzzle, _)| puzzle)
    }

    /// Returns the puzzles with a wrong answer, each with the mistake.
    pub fn faulty_puzzles(&self) -> impl Iterator<Item = (&Puzzle, &String)> {
        self.faults.iter().filter_map(|(&at, cause)| Some((self.list.puzzles.get(at)?, cause)))
    }

    /// Returns true if the puzzle with this index was answered within the time limit.
    pub fn is_finished(&self, at: usize) -> bool {
        self.puzzle_outcomes.get(at) == Some(&PuzzleOutcome::Finished)
    }

    /// Returns the verification's answer to the puzzle with this index. Without an answer, returns
    /// the default value.
    pub fn answer(&self, at: usize) -> EngineAnswer {
        self.answers.get(at).copied().unwrap_or_default()
    }

    /// Returns a counter of each puzzle. It is `None` for unfinished puzzles, and for all puzzles
    /// if the strategy does not count it.
    pub fn counters(
        &self,
        counter: fn(&Report) -> Option<u64>,
    ) -> impl Iterator<Item = Option<u64>> {
        let finished = (0..self.answers.len()).map(|at| self.is_finished(at));
        let all = finished.zip(&self.answers);
        all.map(move |(finished, answer)| counter(&answer.outcome.report).filter(|_| finished))
    }

    /// Returns the sum of a counter over the finished puzzles. Returns `None` if no puzzle is
    /// finished, or the strategy does not count it.
    pub fn total(&self, counter: fn(&Report) -> Option<u64>) -> Option<u64> {
        self.counters(counter).flatten().reduce(u64::saturating_add)
    }

    /// Returns true if single puzzles are timed. They are not in a batch, nor by external engines.
    pub fn has_own_times(&self) -> bool {
        !self.workload.batch && self.external.is_none()
    }

    /// Returns the time of each finished puzzle, in nanoseconds. It is `None` for other puzzles,
    /// and for all puzzles if they are not timed one by one or only verified.
    pub fn times(&self) -> Vec<Option<u64>> {
        let is_timed = self.is_timed && self.has_own_times();
        // For an even number of times, take the lower of the two middle values: disturbances only
        // make a time longer.
        let median = |(at, samples): (usize, &Vec<u64>)| {
            let mut sorted = samples.clone();
            sorted.sort_unstable();
            statistics::quantile(&sorted, 0.5).filter(|_| is_timed && self.is_finished(at))
        };
        self.samples.iter().enumerate().map(median).collect()
    }

    /// Returns the times of the finished puzzles in ascending order.
    pub fn sorted_times(&self) -> Vec<u64> {
        let mut times: Vec<u64> = self.times().into_iter().flatten().collect();
        times.sort_unstable();
        times
    }

    /// Returns the time of the slowest puzzle. A puzzle that timed out counts with the time it ran.
    pub fn worst(&self) -> Option<u64> {
        let worst = self.sorted_times().last().copied();
        worst.max(self.longest_timeout).filter(|_| self.has_own_times())
    }

    /// Returns the nanoseconds per finished puzzle: the median over the whole passes. Without whole
    /// passes, returns the value of the verification.
    pub fn mean(&self) -> Option<f64> {
        statistics::median(&self.whole_passes)
            .or(self.first_batch.filter(|_| self.is_timed))
            .or_else(|| statistics::mean(self.times().into_iter().flatten()))
    }

    /// Returns the puzzles per second, from the mean.
    pub fn rate(&self) -> Option<f64> {
        self.mean().filter(|&mean| mean > 0.0).map(|mean| 1e9 / mean)
    }

    /// Returns true if the times of a further pass that reads the clock for each puzzle are kept.
    pub fn keeps_times(&self) -> bool {
        self.has_own_times() && self.puzzle_passes < KEPT
    }
}

fn per_puzzle(ns: u64, puzzles: usize) -> f64 {
    ns as f64 / puzzles.max(1) as f64
}
