//! What is known of a row, as it follows from its events.

use std::collections::BTreeMap;
use std::time::Duration;

use sudoku_core::Report;

use super::event::{EngineAnswer, Event};
use super::plan::{Greeting, Plan};
use super::puzzles::{Puzzle, PuzzleList};
use super::statistics;
use super::workload::Workload;

/// A mean of fewer whole passes is said to be one.
pub const ENOUGH_PASSES: usize = 5;

/// How long an external engine may take for a puzzle outside of what is timed, in nanoseconds.
const MAY_TAKE_OUTSIDE: f64 = 1000.0;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleOutcome {
    /// Its turn never came, or the time of the whole job ended in the middle of it.
    NotRun,
    /// It was answered within the time limit, rightly or wrongly.
    Finished,
    /// It was not answered within the time limit.
    TimedOut,
}

/// How many times of a puzzle are kept.
const KEPT: usize = 7;

/// One engine on one list under one workload: what is known of it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The engine's name.
    pub strategy: String,
    /// What an external engine says of itself.
    pub external: Option<Greeting>,
    /// The puzzles.
    pub list: PuzzleList,
    /// The list's number in the job: two files can have the same name.
    pub list_number: usize,
    /// What is asked of the engine.
    pub workload: Workload,
    /// Whether it is timed; else it is only verified, and has no times to show.
    pub is_timed: bool,
    /// What became of each puzzle.
    pub puzzle_outcomes: Vec<PuzzleOutcome>,
    /// What was wrong, by the puzzle's place in the list.
    pub faults: BTreeMap<usize, String>,
    /// How long the longest of the puzzles ran that timed out, in nanoseconds.
    pub longest_timeout: Option<u64>,
    /// Nanoseconds per finished puzzle of each whole pass after the first, which verified, or of
    /// each turn where the clock is read around all its passes.
    pub whole_passes: Vec<f64>,
    /// How many passes read the clock for each puzzle.
    pub puzzle_passes: usize,
    /// Nanoseconds per puzzle that an external engine took outside of what is timed, in the block
    /// in which it took least.
    pub outside: Option<f64>,
    /// Why the external engine was lost, if it was.
    pub lost: Option<String>,
    /// How long a pass takes, going by the latest.
    pub pass_time: Duration,
    /// How long the strategy has run to be verified.
    pub verifying: Duration,
    /// How long the strategy has run to be timed.
    pub timing: Duration,
    answers: Vec<EngineAnswer>,
    /// The times of each puzzle: that of the verification, until there are others.
    samples: Vec<Vec<u64>>,
    /// Nanoseconds per puzzle of a batch's or an external engine's first pass, which counts until
    /// there is another.
    first_batch: Option<f64>,
}

impl Measured {
    /// The row of this strategy, as planned, on the list with this number; nothing is known of it.
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
            faults: BTreeMap::new(),
            longest_timeout: None,
            whole_passes: Vec::new(),
            first_batch: None,
            outside: None,
            lost: None,
            pass_time: Duration::ZERO,
            puzzle_passes: 0,
            verifying: Duration::ZERO,
            timing: Duration::ZERO,
        }
    }

    /// Which row it is, in words.
    pub fn label(&self) -> String {
        format!("{} on {}, {}", self.strategy, self.list.name, self.workload.mode)
    }

    /// Whether the event can be one of this row.
    ///
    /// # Errors
    /// Says what contradicts it.
    pub fn check(&self, event: &Event) -> Result<(), String> {
        let puzzles = &self.list.puzzles;
        match *event {
            Event::Answer { at, puzzle, .. }
            | Event::Timeout { at, puzzle, .. }
            | Event::Fault { at, puzzle, .. }
                if puzzles.get(at).is_none_or(|known| known.board != puzzle) =>
            {
                Err(format!("its puzzle is not that at {at} in the set"))
            }
            Event::Times { ref ns } if ns.len() != puzzles.len() => {
                Err(format!("{} times for {} puzzles", ns.len(), puzzles.len()))
            }
            Event::Passes { puzzles: ran, .. } if ran == 0 || ran > puzzles.len() => {
                Err(format!("passes over {ran} of {} puzzles", puzzles.len()))
            }
            _ => Ok(()),
        }
    }

    /// Adds what an event says that can be one of this row.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Answer { at, ns, ref answer, .. } => {
                self.set_puzzle_outcome(at, PuzzleOutcome::Finished);
                if let Some(known) = self.answers.get_mut(at) {
                    *known = **answer;
                }
                if let (Some(ns), Some(samples)) = (ns, self.samples.get_mut(at)) {
                    *samples = vec![ns];
                    self.pass_time += Duration::from_nanos(ns);
                    self.verifying += Duration::from_nanos(ns);
                }
            }
            Event::Batch { ns } => {
                self.first_batch = Some(per_puzzle(ns, self.puzzle_outcomes.len()));
                self.pass_time = Duration::from_nanos(ns);
                self.verifying += Duration::from_nanos(ns);
            }
            Event::Timeout { at, ns, .. } => {
                self.set_puzzle_outcome(at, PuzzleOutcome::TimedOut);
                self.longest_timeout = self.longest_timeout.max(Some(ns));
                self.verifying += Duration::from_nanos(ns);
                // Passes over other puzzles than those that are finished now say nothing of these.
                self.whole_passes.clear();
                self.first_batch = None;
            }
            Event::Fault { at, ref cause, ns, .. } => {
                self.set_puzzle_outcome(at, PuzzleOutcome::Finished);
                self.faults.entry(at).or_insert_with(|| cause.clone());
                self.longest_timeout = self.longest_timeout.max(ns);
            }
            Event::Passes { puzzles, ref ns } => {
                self.whole_passes.extend(ns.iter().map(|&ns| per_puzzle(ns, puzzles)));
                for &ns in ns {
                    self.pass_time = Duration::from_nanos(ns);
                    self.timing += self.pass_time;
                }
            }
            Event::Times { ref ns } => {
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
    }

    fn set_puzzle_outcome(&mut self, at: usize, puzzle_outcome: PuzzleOutcome) {
        if let Some(known) = self.puzzle_outcomes.get_mut(at) {
            *known = puzzle_outcome;
        }
    }

    /// Whether the strategy promises to solve every puzzle of the list within the time budget.
    pub fn promises_budget(&self) -> bool {
        self.list.promises.contains(&self.strategy)
    }

    /// How many puzzles had this fate.
    pub fn count(&self, puzzle_outcome: PuzzleOutcome) -> usize {
        self.puzzle_outcomes.iter().filter(|&&other| other == puzzle_outcome).count()
    }

    /// The puzzles that timed out.
    pub fn timed_out_puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        let all = self.list.puzzles.iter().zip(&self.puzzle_outcomes);
        all.filter(|(_, puzzle_outcome)| **puzzle_outcome == PuzzleOutcome::TimedOut)
            .map(|(puzzle, _)| puzzle)
    }

    /// Whether its times may stand beside others: it answered nothing wrongly, or it rates, where
    /// another rating is another opinion.
    pub fn is_comparable(&self) -> bool {
        self.faults.is_empty() || self.workload.mode.scale().is_some()
    }

    /// What its [faulty](Self::faulty_puzzles) answers are.
    pub fn fault_word(&self) -> &'static str {
        if self.workload.mode.scale().is_some() { "different" } else { "wrong" }
    }

    /// The puzzles that were answered wrongly, each with what was wrong.
    pub fn faulty_puzzles(&self) -> impl Iterator<Item = (&Puzzle, &String)> {
        self.faults.iter().filter_map(|(&at, cause)| Some((self.list.puzzles.get(at)?, cause)))
    }

    /// Whether the puzzle at this place was answered within the time limit.
    pub fn is_finished(&self, at: usize) -> bool {
        self.puzzle_outcomes.get(at) == Some(&PuzzleOutcome::Finished)
    }

    /// The answer to the puzzle at this place in the verification; one that says nothing, if it was
    /// not answered.
    pub fn answer(&self, at: usize) -> EngineAnswer {
        self.answers.get(at).copied().unwrap_or_default()
    }

    /// The report on each puzzle in the verification; `None` for those that were not finished.
    pub fn reports(&self) -> impl Iterator<Item = Option<&Report>> {
        let all = self.answers.iter().zip(&self.puzzle_outcomes);
        all.map(|(answer, puzzle_outcome)| {
            (*puzzle_outcome == PuzzleOutcome::Finished).then_some(&answer.outcome.report)
        })
    }

    /// A counter of each puzzle; `None` for those that were not finished, and for all if the
    /// strategy does not count it.
    pub fn counters(
        &self,
        counter: fn(&Report) -> Option<u64>,
    ) -> impl Iterator<Item = Option<u64>> {
        self.reports().map(move |report| counter(report?))
    }

    /// A counter of one pass over the finished puzzles together; `None` if there are none, or the
    /// strategy does not count it.
    pub fn total(&self, counter: fn(&Report) -> Option<u64>) -> Option<u64> {
        let mut reports = self.reports().flatten().peekable();
        reports.peek()?;
        reports.try_fold(0u64, |sum, report| Some(sum.saturating_add(counter(report)?)))
    }

    /// Whether puzzles have times of their own: not in a batch, and not to an external engine.
    pub fn has_own_times(&self) -> bool {
        !self.workload.batch && self.external.is_none()
    }

    /// How long each finished puzzle takes, in nanoseconds; `None` for the others, and for all of
    /// them if they have no times of their own or were only verified.
    pub fn times(&self) -> Vec<Option<u64>> {
        let is_timed = self.is_timed && self.has_own_times();
        // Of an even number of times the lower of the two in the middle, because what disturbs a
        // time makes it longer.
        let median = |(samples, puzzle_outcome): (&Vec<u64>, &PuzzleOutcome)| {
            let mut sorted = samples.clone();
            sorted.sort_unstable();
            statistics::quantile(&sorted, 0.5)
                .filter(|_| is_timed && *puzzle_outcome == PuzzleOutcome::Finished)
        };
        self.samples.iter().zip(&self.puzzle_outcomes).map(median).collect()
    }

    /// Nanoseconds per puzzle of each pass that read the clock for each of these puzzles.
    pub fn passes_over(&self, puzzles: &[usize]) -> Vec<f64> {
        let is_timed = self.is_timed && self.has_own_times();
        let pass = |number: usize| {
            let times = puzzles.iter().map(|&at| self.samples.get(at)?.get(number).copied());
            Some(per_puzzle(times.sum::<Option<u64>>()?, puzzles.len()))
        };
        let passes = if puzzles.is_empty() || !is_timed { 0 } else { self.puzzle_passes.min(KEPT) };
        (0..passes).filter_map(pass).collect()
    }

    /// The times of the finished puzzles, the shortest first.
    pub fn sorted_times(&self) -> Vec<u64> {
        let mut times: Vec<u64> = self.times().into_iter().flatten().collect();
        times.sort_unstable();
        times
    }

    /// The time of the slowest puzzle; one that timed out counts with the time it was given.
    pub fn worst(&self) -> Option<u64> {
        let worst = self.sorted_times().last().copied();
        worst.max(self.longest_timeout).filter(|_| self.has_own_times())
    }

    /// Nanoseconds per finished puzzle: the median of the whole passes. Without any, what the first
    /// pass gave: the mean of the puzzles' own times, or the batch.
    pub fn mean(&self) -> Option<f64> {
        statistics::median(&self.whole_passes)
            .or(self.first_batch.filter(|_| self.is_timed))
            .or_else(|| statistics::mean(self.times().into_iter().flatten()))
    }

    /// How many puzzles a second the mean makes.
    pub fn rate(&self) -> Option<f64> {
        self.mean().filter(|&mean| mean > 0.0).map(|mean| 1e9 / mean)
    }

    /// A warning about the time of an external engine, if it takes longer outside of the timed part
    /// than in it, and longer than reading and writing lines takes.
    pub fn warning(&self) -> Option<String> {
        let (outside, mean) = (self.outside?, self.mean()?);
        (outside > MAY_TAKE_OUTSIDE.max(mean)).then(|| {
            format!(
                "WARNING: {} takes {:.1} µs a puzzle before it is told to go and after it is done, \
                 and {:.1} µs between",
                self.strategy,
                outside / 1e3,
                mean / 1e3
            )
        })
    }

    /// How much the times of a puzzle differ between its symmetries: `None` if each puzzle stands
    /// in the list only once, or none was finished in all its symmetries.
    pub fn spread(&self) -> Option<SymmetrySpread> {
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
        Some(SymmetrySpread {
            symmetries,
            puzzles: ratios.len(),
            median: statistics::median(&ratios)?,
            worst: ratios.into_iter().max_by(f64::total_cmp)?,
        })
    }

    /// Whether a further pass that reads the clock for each puzzle would be kept.
    pub fn keeps_times(&self) -> bool {
        self.has_own_times() && self.puzzle_passes < KEPT
    }
}

/// How much the times of a puzzle differ between its symmetries, which are the same puzzle to a
/// person and not to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SymmetrySpread {
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
