//! The summary of a measurement: every strategy over all sets, with a verdict on each time limit.

use serde::Serialize;

use super::budget::TIERS;
use super::measured::{ENOUGH_PASSES, Measured, PuzzleOutcome};
use super::measurements::Measurements;
use super::ranking::{rank, tables};
use super::statistics::geometric_mean;
use super::workload::Mode;

/// The set of the rates.
const RATED: &str = "hard";

/// A variant is reported if it is faster than its base by more than this factor.
const UNEXPECTED: f64 = 1.05;

/// The number of strategies whose problems are listed.
const LISTED: usize = 6;

/// The summary of the uniqueness proofs of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The names of the sets.
    pub sets: Vec<String>,
    /// The number of puzzles in these sets.
    pub puzzles: usize,
    /// The number of strategies, including build variants.
    pub measured_strategies: usize,
    /// The duration of the run.
    pub seconds: f64,
    /// The strategies, without build variants unless they were requested.
    pub strategies: Vec<StrategySummary>,
    /// The fastest strategy one by one.
    pub fastest: Option<String>,
    /// The fastest strategy if each set is one batch.
    pub fastest_batch: Option<String>,
    /// The comparison of two strategies, if there are only two.
    pub pair: Option<SpeedRatio>,
    /// The variants that are faster than their base by more than 5%.
    pub faster_variants: Vec<SpeedRatio>,
    /// The wrong answers, lost engines and missed promises, one line per strategy and kind.
    pub problems: Vec<String>,
}

/// The results of a strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategySummary {
    /// The strategy.
    pub strategy: String,
    /// The result on each set, one by one.
    pub sets: Vec<SetSummary>,
    /// The verdict on each time limit.
    pub limits: Vec<LimitVerdict>,
    /// The geometric mean, over the sets, of its time divided by that of the fastest strategy.
    pub ratio: Option<f64>,
    /// Puzzles per second on the set `hard`, one by one.
    pub hard_per_second: Option<f64>,
    /// Puzzles per second on the set `hard` as one batch.
    pub hard_batch_per_second: Option<f64>,
}

/// The result of a strategy on a set.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SetSummary {
    /// The set.
    pub set: String,
    /// The time of the slowest puzzle, or the time it ran if it timed out.
    pub worst_ns: Option<u64>,
    /// The number of puzzles that timed out.
    pub timed_out: usize,
    /// The number of puzzles that were not run.
    pub not_run: usize,
    /// The number of wrong answers.
    pub wrong: usize,
}

/// The verdict on a time limit, for the slowest puzzle of each set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LimitVerdict {
    /// The name.
    pub limit: &'static str,
    /// The time in milliseconds.
    pub ms: f64,
    /// True if every puzzle meets the limit. `None` if that is unknown.
    pub met: Option<bool>,
    /// The sets with a puzzle that misses the limit, or with a wrong answer.
    pub missed_on: Vec<String>,
}

/// The ratio of two strategies' speeds: the geometric mean over sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeedRatio {
    /// The faster strategy.
    pub faster: String,
    /// The slower strategy.
    pub slower: String,
    /// The ratio of the speeds, at least 1.
    pub ratio: f64,
    /// True if each set is one batch.
    pub batch: bool,
    /// The number of sets.
    pub sets: usize,
    /// The sets on which the slower strategy is faster.
    pub except: Vec<String>,
}

/// The rows of one workload: set by set, all strategies.
type Tables<'m> = Vec<&'m [Measured]>;

impl Summary {
    /// Summarizes the uniqueness proofs. Build variants have rows only if `variants` is true, or if
    /// their base was not measured. Returns `None` if there are no proofs one by one.
    pub fn of(measured: &Measurements, variants: bool) -> Option<Self> {
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
            names.iter().copied().filter(|it| variants || measured_base(it).is_none()).collect();
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
            pairs.filter(|it| it.faster == **variant && it.ratio > UNEXPECTED)
        });
        Some(Self {
            sets: singles.iter().map(|rows| rows[0].list.name.clone()).collect(),
            puzzles: singles.iter().map(|rows| rows[0].list.puzzles.len()).sum(),
            measured_strategies: names.len(),
            seconds: measured.seconds,
            strategies: shown.iter().map(|name| strategy(name, &singles, &batches, best)).collect(),
            fastest: best.map(str::to_owned),
            fastest_batch: best_batch.map(str::to_owned),
            pair,
            faster_variants: unexpected.collect(),
            problems: problems(measured),
        })
    }

    /// Returns the number of wrong answers in the rows of the summary.
    pub fn wrong(&self) -> usize {
        self.strategies.iter().flat_map(|it| &it.sets).map(|set| set.wrong).sum()
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
        let met = |row: &&Measured| row.meets(ms);
        let missed_on: Vec<String> = (rows.iter().filter(|row| met(row) == Some(false)))
            .map(|row| row.list.name.clone())
            .collect();
        let is_known = rows.iter().all(|row| met(row).is_some());
        let met = if missed_on.is_empty() { is_known.then_some(true) } else { Some(false) };
        LimitVerdict { limit, ms, met, missed_on }
    };
    let rate = |tables: &Tables<'_>| {
        let rated = tables.iter().find(|rows| rows[0].list.name == RATED);
        rated.and_then(|rows| row_of(rows, name)?.rate())
    };
    let ratio = |best: &str| {
        let pair = compare(singles, name, best, 0)?;
        Some(if pair.faster == name { 1.0 / pair.ratio } else { pair.ratio })
    };
    StrategySummary {
        strategy: name.to_owned(),
        sets: rows.iter().map(set).collect(),
        limits: TIERS.iter().map(limit).collect(),
        ratio: best.and_then(|best| if best == name { Some(1.0) } else { ratio(best) }),
        hard_per_second: rate(singles),
        hard_batch_per_second: rate(batches),
    }
}

/// Compares two strategies on the puzzles that both finished. Sets with a wrong answer or with
/// fewer whole passes do not count.
fn compare(tables: &Tables<'_>, one: &str, other: &str, passes: usize) -> Option<SpeedRatio> {
    let ratios = tables.iter().filter_map(|rows| {
        let pair = [row_of(rows, one)?, row_of(rows, other)?];
        let is_enough = pair.iter().all(|row| row.whole_passes.len() >= passes);
        let ranking = rank(pair).filter(|it| is_enough && it.strategies.len() == 2)?;
        let [first, second] = [ranking.strategies[0], ranking.strategies[1]];
        let ratio = second.1 / first.1;
        Some((&*rows[0].list.name, if first.0 == one { ratio } else { 1.0 / ratio }))
    });
    let ratios: Vec<(&str, f64)> = ratios.collect();
    let mean = geometric_mean(ratios.iter().map(|(_, ratio)| *ratio))?;
    let (faster, slower) = if mean >= 1.0 { (one, other) } else { (other, one) };
    let is_except = |ratio: f64| if mean >= 1.0 { ratio < 1.0 } else { ratio > 1.0 };
    let except = ratios.iter().filter(|(_, ratio)| is_except(*ratio));
    Some(SpeedRatio {
        faster: faster.to_owned(),
        slower: slower.to_owned(),
        ratio: mean.max(1.0 / mean),
        batch: tables.first().is_some_and(|rows| rows[0].workload.batch),
        sets: ratios.len(),
        except: except.map(|(set, _)| (*set).to_owned()).collect(),
    })
}

/// Returns the fastest of two or more strategies without a wrong answer.
fn fastest<'n>(tables: &Tables<'_>, names: &[&'n str]) -> Option<&'n str> {
    let is_sound = |name: &&str| {
        let mut rows = tables.iter().filter_map(|rows| row_of(rows, name));
        rows.clone().all(Measured::is_comparable) && rows.any(|row| row.mean().is_some())
    };
    let sound: Vec<&str> = names.iter().copied().filter(is_sound).collect();
    let faster = |best, next| {
        let pair = compare(tables, next, best, 0);
        if pair.is_some_and(|it| it.faster == next) { next } else { best }
    };
    sound.iter().copied().filter(|_| sound.len() > 1).reduce(faster)
}

/// Returns a line for each strategy and kind of problem.
fn problems(measured: &Measurements) -> Vec<String> {
    let mut problems = Vec::new();
    for name in &measured.plan.strategies {
        let rows = || measured.rows.iter().filter(|row| row.strategy == *name);
        let wrong: usize = rows().map(|row| row.faults.len()).sum();
        if let Some((row, (puzzle, cause))) =
            rows().find_map(|row| Some((row, row.faulty_puzzles().next()?)))
        {
            let (word, answers) = (row.fault_word(), if wrong == 1 { "answer" } else { "answers" });
            problems.push(format!(
                "{}: {name}: {wrong} {word} {answers}, first on {}, {}, {}: {cause}",
                word.to_uppercase(),
                row.list.name,
                row.workload,
                puzzle.place
            ));
        }
        let lost = rows().find_map(|row| row.lost.as_ref());
        problems.extend(lost.map(|cause| format!("LOST: {name}: {cause}")));
        let mut missed = rows().filter_map(Measured::missed_promise);
        if let Some(first) = missed.next() {
            let more = match missed.count() {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            problems.push(first + &more);
        }
    }
    if let Some(more @ 1..) = problems.len().checked_sub(LISTED) {
        problems.truncate(LISTED);
        problems.push(format!("… and {more} more problems: --all lists all"));
    }
    problems
}
