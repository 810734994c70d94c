//! The summary of a measurement: every strategy over all sets, with a verdict on each time limit.

use std::cmp::Ordering;

use serde::Serialize;

use super::budget::LIMITS;
use super::common::CommonTimes;
use super::measured::{ENOUGH_PASSES, Measured, PuzzleOutcome};
use super::measurements::{Measurements, tables};
use super::statistics::geometric_mean;
use super::workload::Mode;

/// The set that gives the puzzles per second.
const RATED: &str = "hard";

/// Two times are equal if neither is longer than the other by more than this factor.
const EQUAL: f64 = 1.05;

/// The summary of the uniqueness proofs of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub sets: Vec<String>,
    pub puzzles: usize,
    /// The number of strategies, including build variants.
    pub measured_strategies: usize,
    pub seconds: f64,
    /// The strategies, the fastest first. Build variants are included only if they were requested.
    pub strategies: Vec<StrategySummary>,
    /// The fastest strategy if puzzles are solved one by one.
    pub fastest: Option<String>,
    /// The fastest strategy if each set is one batch.
    pub fastest_batch: Option<String>,
    /// The comparison of two strategies, if there are only two.
    pub pair: Option<PairComparison>,
    /// The variants that are faster than their base by more than 5%, each compared with its base.
    pub faster_variants: Vec<PairComparison>,
    /// The wrong answers, lost engines and missed promises, one line per strategy and kind.
    pub problems: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategySummary {
    pub strategy: String,
    /// The result on each set, one by one.
    pub sets: Vec<SetSummary>,
    pub limits: Vec<LimitVerdict>,
    /// The geometric mean, over the sets, of its time divided by that of the fastest strategy.
    pub ratio: Option<f64>,
    /// Puzzles per second on the set `hard`, one by one.
    pub hard_per_second: Option<f64>,
    /// Puzzles per second on the set `hard` as one batch.
    pub hard_batch_per_second: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SetSummary {
    pub set: String,
    /// The time of the slowest puzzle, or the time it ran if it timed out.
    pub worst_ns: Option<u64>,
    pub timed_out: usize,
    pub not_run: usize,
    pub wrong: usize,
}

/// The verdict on a time limit, for the slowest puzzle of each set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LimitVerdict {
    pub limit: &'static str,
    pub ms: f64,
    /// True if every puzzle meets the limit. `None` if that is unknown.
    pub met: Option<bool>,
}

/// The comparison of two strategies on the puzzles that both finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairComparison {
    pub strategies: [String; 2],
    /// The time of the first strategy divided by that of the second: the geometric mean over sets.
    pub ratio: f64,
    /// True if each set is one batch.
    pub batch: bool,
    pub sets: Vec<SetComparison>,
}

/// The mean times of two strategies on a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetComparison {
    pub set: String,
    pub mean_ns: [f64; 2],
}

impl SetComparison {
    /// Returns the time of the first strategy divided by that of the second.
    pub fn ratio(&self) -> f64 {
        self.mean_ns[0] / self.mean_ns[1]
    }

    /// Returns `Less` if the first strategy takes less time, and `Equal` within 5%.
    pub fn verdict(&self) -> Ordering {
        match self.ratio() {
            ratio if ratio < 1.0 / EQUAL => Ordering::Less,
            ratio if ratio > EQUAL => Ordering::Greater,
            _ => Ordering::Equal,
        }
    }
}

/// All rows of one workload, grouped by set.
type Tables<'m> = Vec<&'m [Measured]>;

impl StrategySummary {
    /// Returns the result on all sets together.
    pub fn on_all_sets(&self) -> SetSummary {
        let sum = |count: fn(&SetSummary) -> usize| self.sets.iter().map(count).sum();
        SetSummary {
            set: String::new(),
            worst_ns: self.sets.iter().filter_map(|set| set.worst_ns).max(),
            timed_out: sum(|set| set.timed_out),
            not_run: sum(|set| set.not_run),
            wrong: sum(|set| set.wrong),
        }
    }
}

impl Summary {
    /// Summarizes the uniqueness proofs. Build variants have rows only if `builds` is true, or if
    /// their base was not measured. Returns `None` if there are no proofs one by one.
    pub fn of(measured: &Measurements, builds: bool) -> Option<Self> {
        let workload = |batch| -> Tables<'_> {
            let of = |rows: &&[Measured]| {
                rows[0].workload.mode == Mode::Unique && rows[0].workload.batch == batch
            };
            tables(&measured.rows).filter(of).collect()
        };
        let (singles, batches) = (workload(false), workload(true));
        let names: Vec<&str> = singles.first()?.iter().map(|row| &*row.strategy).collect();
        let base = |name: &&str| measured.plan.bases.get(*name).map(|base| &**base);
        let measured_base = |name: &&str| base(name).filter(|base| names.contains(base));
        let shown: Vec<&str> =
            names.iter().copied().filter(|it| builds || measured_base(it).is_none()).collect();
        let [best, best_batch] = [&singles, &batches].map(|tables| fastest(tables, &shown));
        let pair = match shown[..] {
            [one, other] => compare(&singles, one, other, 0),
            _ => None,
        };
        let unexpected = names.iter().filter(|it| !shown.contains(it)).flat_map(|variant| {
            let base = base(variant).unwrap_or_default();
            let tables = [(&singles, false), (&batches, true)];
            let pairs = tables.into_iter().filter_map(move |(tables, is_batch)| {
                // In a batch, `auto` takes another strategy than its base.
                let is_choice = *variant == sudoku_registry::FASTEST && is_batch;
                compare(tables, variant, base, ENOUGH_PASSES).filter(|_| !is_choice)
            });
            pairs.filter(|it| it.ratio < 1.0 / EQUAL)
        });
        let mut strategies: Vec<StrategySummary> =
            shown.iter().map(|name| strategy(name, &singles, &batches, best)).collect();
        strategies.sort_by(|a, b| {
            let time = |it: &StrategySummary| it.ratio.unwrap_or(f64::INFINITY);
            time(a).total_cmp(&time(b))
        });
        Some(Self {
            sets: singles.iter().map(|rows| rows[0].list.name.clone()).collect(),
            puzzles: singles.iter().map(|rows| rows[0].list.puzzles.len()).sum(),
            measured_strategies: names.len(),
            seconds: measured.seconds,
            strategies,
            fastest: best.map(str::to_owned),
            fastest_batch: best_batch.map(str::to_owned),
            pair,
            faster_variants: unexpected.collect(),
            problems: problems(measured),
        })
    }
}

fn row_of<'m>(rows: &'m [Measured], name: &str) -> Option<&'m Measured> {
    rows.iter().find(|row| row.strategy == name)
}

fn strategy(
    name: &str,
    singles: &Tables<'_>,
    batches: &Tables<'_>,
    best: Option<&str>,
) -> StrategySummary {
    let rows: Vec<&Measured> = singles.iter().filter_map(|rows| row_of(rows, name)).collect();
    let set = |row: &&Measured| SetSummary {
        set: row.list.name.clone(),
        worst_ns: row.worst(),
        timed_out: row.count(PuzzleOutcome::TimedOut),
        not_run: row.count(PuzzleOutcome::NotRun),
        wrong: row.faults.len(),
    };
    let limit = |&(limit, ms): &(&'static str, f64)| {
        let mut met = rows.iter().map(|row| row.meets(ms));
        let is_missed = met.clone().any(|met| met == Some(false));
        let met =
            if is_missed { Some(false) } else { met.all(|met| met.is_some()).then_some(true) };
        LimitVerdict { limit, ms, met }
    };
    let rate = |tables: &Tables<'_>| {
        let rated = tables.iter().find(|rows| rows[0].list.name == RATED);
        rated.and_then(|rows| row_of(rows, name)?.rate())
    };
    StrategySummary {
        strategy: name.to_owned(),
        sets: rows.iter().map(set).collect(),
        limits: LIMITS.iter().map(limit).collect(),
        ratio: best.and_then(|best| Some(compare(singles, name, best, 0)?.ratio)),
        hard_per_second: rate(singles),
        hard_batch_per_second: rate(batches),
    }
}

/// Compares two strategies on the puzzles that both finished. A set counts only if neither has a
/// wrong answer, and both have at least this number of whole passes.
fn compare(tables: &Tables<'_>, one: &str, other: &str, passes: usize) -> Option<PairComparison> {
    let set = |rows: &&[Measured]| {
        let pair = [row_of(rows, one)?, row_of(rows, other)?];
        let is_enough = pair.iter().all(|row| row.whole_passes.len() >= passes);
        let mean_ns = CommonTimes::pair(pair[0], pair[1]).filter(|_| is_enough)?;
        Some(SetComparison { set: rows[0].list.name.clone(), mean_ns })
    };
    let sets: Vec<SetComparison> = tables.iter().filter_map(set).collect();
    Some(PairComparison {
        strategies: [one, other].map(str::to_owned),
        ratio: geometric_mean(sets.iter().map(SetComparison::ratio))?,
        batch: tables.first().is_some_and(|rows| rows[0].workload.batch),
        sets,
    })
}

/// Returns the fastest of the strategies that time out on the fewest puzzles. Strategies with a
/// wrong answer do not count. Returns `None` if fewer than two are without one.
fn fastest<'n>(tables: &Tables<'_>, names: &[&'n str]) -> Option<&'n str> {
    let is_sound = |name: &&str| {
        let mut rows = tables.iter().filter_map(|rows| row_of(rows, name));
        rows.clone().all(|row| row.faults.is_empty()) && rows.any(|row| row.mean().is_some())
    };
    let sound: Vec<&str> = names.iter().copied().filter(is_sound).collect();
    let late = |name: &str| -> usize {
        let rows = tables.iter().filter_map(|rows| row_of(rows, name));
        rows.map(|row| row.count(PuzzleOutcome::TimedOut)).sum()
    };
    let fewest = sound.iter().map(|name| late(name)).min();
    let faster = |best, next| {
        let pair = compare(tables, next, best, 0);
        if pair.is_some_and(|it| it.ratio < 1.0) { next } else { best }
    };
    let is_first = |name: &&str| sound.len() > 1 && Some(late(name)) == fewest;
    sound.iter().copied().filter(is_first).reduce(faster)
}

/// Returns a line for each strategy and kind of problem.
fn problems(measured: &Measurements) -> Vec<String> {
    let mut problems: Vec<(&str, String, usize)> = Vec::new();
    for row in &measured.rows {
        for problem in row.problems() {
            let kind = |problem: &str| problem.split(':').next().map(str::to_owned);
            let is_like = |(name, first, _): &&mut (&str, String, usize)| {
                *name == row.strategy && kind(first) == kind(&problem)
            };
            match problems.iter_mut().find(is_like) {
                Some((_, _, more)) => *more += 1,
                None => problems.push((&row.strategy, problem, 0)),
            }
        }
    }
    let line = |(_, first, more): (&str, String, usize)| match more {
        0 => first,
        more => format!("{first}, and {more} more"),
    };
    problems.into_iter().map(line).collect()
}
