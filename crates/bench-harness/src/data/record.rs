//! What was measured, as data: everything that any output shows is in here.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use sudoku_core::Report;

use super::environment::Environment;
use super::measured::{Fate, Measured, Spread};
use super::plan::Greeting;
use super::puzzles::{Place, Puzzle};
use super::statistics;
use super::workload::{Mode, Workload};

/// The version of the JSON object. It grows when a field changes its meaning or goes; new fields do
/// not change it, and readers ignore those they do not know.
pub const SCHEMA: u32 = 1;

/// The budget of one puzzle: what the reference program in C++ takes at the judge, process and all.
pub const BUDGET: Duration = Duration::from_millis(80);

/// A mean of fewer whole passes is said to be one.
pub const ENOUGH_PASSES: usize = 5;

/// The languages of the reference programs, and how long each takes at the judge, in milliseconds.
pub const REFERENCES: [(&str, f64); 3] =
    [("C++", BUDGET.as_millis() as f64), ("Java", 292.0), ("PyPy3", 1172.0)];

/// How long an external engine may take for a puzzle outside of what is timed, in nanoseconds.
const MAY_TAKE_OUTSIDE: f64 = 1000.0;

/// A complete run.
#[derive(Clone, Debug, Serialize)]
pub struct Records {
    /// The version of the object.
    pub schema: u32,
    /// Where and how it was measured.
    pub environment: Environment,
    /// The rows, list by list and workload by workload.
    pub results: Vec<Record>,
}

impl Records {
    /// What was measured in this environment.
    pub fn new(environment: Environment, results: Vec<Record>) -> Self {
        Self { schema: SCHEMA, environment, results }
    }
}

/// One engine on one list under one workload.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The engine's name.
    pub strategy: String,
    /// What an external engine says of itself.
    #[serde(rename = "peer")]
    pub external: Option<Greeting>,
    /// The set's name, or the file's base name.
    pub set: String,
    /// What the strategy was asked for.
    pub mode: Mode,
    /// Whether it was asked through the batch verb.
    pub batch: bool,
    /// Whether it was asked from text to text.
    pub text: bool,
    /// How many puzzles the list has: those finished, timed out and not run.
    pub puzzles: usize,
    /// How many were answered within the time limit.
    pub finished: usize,
    /// How many were not.
    pub timed_out: usize,
    /// How many were not run, or not to their end, because the time of the whole job was over.
    pub not_run: usize,
    /// How many of those finished were answered wrongly.
    pub wrong: usize,
    /// The solutions of the finished puzzles, each counted up to the limit of the mode.
    pub solutions: u64,
    /// The placements of one pass over the finished puzzles, if the strategy counts them.
    pub placements: Option<u64>,
    /// The guesses of one pass over the finished puzzles, if the strategy counts them.
    pub guesses: Option<u64>,
    /// Nanoseconds per finished puzzle: the median over the whole passes of a pass's time divided
    /// by its puzzles.
    pub mean_ns: Option<f64>,
    /// The same at the end of the fastest twentieth of the whole passes, instead of their median:
    /// see [`statistics::fastest_twentieth`].
    pub fastest_twentieth_mean_ns: Option<f64>,
    /// The median of the puzzles' own times, each the median of its runs.
    pub median_ns: Option<u64>,
    /// The time of the slowest puzzle; one that timed out counts with the time it was given.
    pub worst_ns: Option<u64>,
    /// One puzzle in ten takes less than this.
    pub p10_ns: Option<u64>,
    /// One puzzle in ten takes more than this.
    pub p90_ns: Option<u64>,
    /// How many puzzles a second the mean makes.
    pub puzzles_per_second: Option<f64>,
    /// The budget of one puzzle.
    pub budget_ms: u64,
    /// Whether the slowest puzzle keeps the budget; in a batch, where puzzles have no times of
    /// their own, whether the mean does and nothing timed out. `None` if nothing was timed.
    pub within_budget: Option<bool>,
    /// Whether the strategy promises the budget on this set.
    pub promises_budget: bool,
    /// How many whole passes the mean comes from, or, in a run with external engines, how many
    /// turns; with 0 it is from the first pass, which verified.
    pub whole_passes: usize,
    /// The puzzles that timed out, each with its place in the list.
    pub timed_out_puzzles: Vec<Named>,
    /// What was wrong, puzzle by puzzle.
    pub faults: Vec<Faulty>,
    /// How the external engine was lost, if it was lost here or before.
    pub lost: Option<String>,
    /// Nanoseconds per puzzle that an external engine took to read the puzzles and to write the
    /// answers, which is not timed.
    pub outside_ns: Option<f64>,
    /// What the list is.
    #[serde(skip)]
    pub about: String,
    /// How much the times of a puzzle differ between its symmetries, if it was run in several.
    #[serde(skip)]
    pub spread: Option<Spread>,
    /// The finished puzzles' own times, at their places in the list.
    #[serde(skip)]
    pub times: Vec<Option<u64>>,
    /// The puzzles of the list.
    #[serde(skip)]
    pub list: Arc<[Puzzle]>,
}

/// A puzzle by its place and as it is.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// Its number in an embedded set or its line in a file.
    pub place: Place,
    /// The puzzle in its line form.
    pub puzzle: String,
}

/// A puzzle and what was wrong with the answer.
#[derive(Clone, Debug, Serialize)]
pub struct Faulty {
    /// The puzzle.
    #[serde(flatten)]
    pub named: Named,
    /// What was wrong.
    pub cause: String,
}

impl From<&Puzzle> for Named {
    fn from(puzzle: &Puzzle) -> Self {
        Self { place: puzzle.place, puzzle: puzzle.board.to_string() }
    }
}

impl Record {
    /// What a row has measured; only counts, if it was verified and not timed.
    pub fn new(row: &Measured, timed: bool) -> Self {
        let total = |counter: fn(&Report) -> Option<u64>| {
            let mut reports = row.reports().flatten();
            reports.try_fold(0u64, |sum, report| Some(sum.saturating_add(counter(report)?)))
        };
        let finished = row.count(Fate::Finished);
        let counter = |counter| total(counter).filter(|_| finished > 0);
        let times = if timed { row.times() } else { vec![None; row.fates.len()] };
        let mut sorted: Vec<u64> = times.iter().copied().flatten().collect();
        sorted.sort_unstable();
        let as_float: Vec<f64> = sorted.iter().map(|&time| time as f64).collect();
        let mean = row.mean().filter(|_| timed);
        let timeout = row.longest_timeout;
        let worst = sorted.last().copied().max(timeout).filter(|_| row.has_own_times());
        // Where puzzles have no times of their own, a batch has its mean.
        let slowest = if row.has_own_times() {
            worst.map(|worst| worst as f64)
        } else {
            mean.filter(|_| row.workload.batch)
        };
        let is_in_budget = |time: f64| time <= BUDGET.as_nanos() as f64;
        let named = |index: usize| Named::from(&row.list.puzzles[index]);
        let stopped = row.fates.iter().enumerate().filter(|(_, fate)| **fate == Fate::TimedOut);
        Self {
            strategy: row.strategy.clone(),
            external: row.external.clone(),
            set: row.list.name.clone(),
            mode: row.workload.mode,
            batch: row.workload.batch,
            text: row.workload.text,
            puzzles: row.fates.len(),
            finished,
            timed_out: row.count(Fate::TimedOut),
            not_run: row.count(Fate::NotRun),
            wrong: row.faults.len(),
            solutions: total(|report| Some(report.solutions)).unwrap_or(0),
            placements: counter(|report| report.placements),
            guesses: counter(|report| report.guesses),
            mean_ns: mean.map(tenths),
            fastest_twentieth_mean_ns: statistics::fastest_twentieth(&row.whole_passes).map(tenths),
            median_ns: statistics::median(&as_float).map(|median| median as u64),
            worst_ns: worst,
            p10_ns: statistics::quantile(&sorted, 0.1),
            p90_ns: statistics::quantile(&sorted, 0.9),
            puzzles_per_second: mean.filter(|&mean| mean > 0.0).map(|mean| tenths(1e9 / mean)),
            budget_ms: BUDGET.as_millis() as u64,
            within_budget: timeout.map(|_| false).or(slowest.map(is_in_budget)),
            promises_budget: row.promises_budget(),
            whole_passes: row.whole_passes.len(),
            timed_out_puzzles: stopped.map(|(index, _)| named(index)).collect(),
            faults: row
                .faults
                .iter()
                .map(|(&index, cause)| Faulty { named: named(index), cause: cause.clone() })
                .collect(),
            lost: row.lost.clone(),
            outside_ns: row.outside.map(tenths),
            about: row.list.about.clone(),
            spread: row.spread().filter(|_| timed),
            times,
            list: Arc::clone(&row.list.puzzles),
        }
    }

    /// What was asked of the engine.
    pub fn workload(&self) -> Workload {
        Workload { mode: self.mode, batch: self.batch, text: self.text }
    }

    /// How the strategy misses the budget that it promises on this set, if it does. A puzzle that
    /// was not run is a miss too: a promise that was not put to the test is not kept.
    pub fn missed_promise(&self) -> Option<String> {
        if !self.promises_budget {
            return None;
        }
        let Self { strategy, set, mode, budget_ms, .. } = self;
        let missed = if self.within_budget == Some(false) {
            let time = self.worst_ns.map(|worst| worst as f64).or(self.mean_ns);
            let missed = match (self.timed_out, time) {
                (0, Some(time)) => format!("{:.1} ms", time / 1e6),
                (1, _) => "1 puzzle timed out".to_owned(),
                (puzzles, _) => format!("{puzzles} puzzles timed out"),
            };
            format!("misses its budget of {budget_ms} ms: {missed}")
        } else if self.not_run > 0 {
            let puzzles = if self.not_run == 1 { "puzzle was" } else { "puzzles were" };
            format!("promises a budget of {budget_ms} ms, but {} {puzzles} not run", self.not_run)
        } else {
            return None;
        };
        Some(format!("BUDGET: {strategy} on {set}, {mode} {missed}"))
    }

    /// A warning about the time of an external engine, if it takes longer outside of the timed part
    /// than in it, and longer than reading and writing lines takes.
    pub fn warning(&self) -> Option<String> {
        let (outside, mean) = (self.outside_ns?, self.mean_ns?);
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
}

/// Rounded to one decimal.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
