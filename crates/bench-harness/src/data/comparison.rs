//! What changed between two measurements.
//!
//! Each puzzle that a strategy finished in both is a pair, and the ratio of a row is the geometric
//! mean of its pairs' ratios, new to old, with the interval in which it lies with 95% confidence.
//! Rows with too few puzzles for that, and batches, are compared by their whole passes. Two files
//! were measured at two times, and the machine may have been faster at one of them, which no number
//! of pairs shows. So a difference counts only if the whole interval lies beyond what the machine's
//! own pace varied in and between the two files, and beyond 3% in any case; else no difference was
//! seen, which is not to say that there is none. To find small differences, run old and new builds
//! side by side (`bench-harness gate --against`).

use std::fmt;

use sudoku_core::Report;

use super::measured::{Fate, Measured};
use super::measurements::Measurements;
use super::pace::clock;
use super::statistics::{self, geometric_mean, interval};

/// How sure an interval is.
const CONFIDENCE: f64 = 0.95;

/// A difference smaller than this is not seen between two files, whatever the interval.
const LEAST_DIFFERENCE: f64 = 0.03;

/// So many pairs or passes are needed for an interval.
const FEWEST: usize = 5;

/// What is seen of a difference between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedVerdict {
    /// The new one takes longer.
    Slower,
    /// The new one takes less time.
    Faster,
    /// There is no difference that the machine could not be to blame for.
    NoDifference,
    /// There are too few samples.
    TooFewSamples,
}

impl fmt::Display for SpeedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::NoDifference => "no difference seen",
            Self::TooFewSamples => "too little to say",
        })
    }
}

/// A row of two files.
#[derive(Clone, Debug)]
pub struct Compared<'m> {
    /// The row in the old file.
    pub old: &'m Measured,
    /// The row in the new file.
    pub new: &'m Measured,
    /// How many puzzles were finished in both.
    pub common: usize,
    /// New time to old time, with its interval, if there are samples enough.
    pub ratio: Option<(f64, (f64, f64))>,
    /// What is seen of a difference.
    pub verdict: SpeedVerdict,
    /// Placements and guesses of the common puzzles, old and new, where both count them.
    pub counters: [Option<(u64, u64)>; 2],
}

/// The rows that are in both files, and what is in one only.
pub fn compare<'m>(
    old: &'m Measurements,
    new: &'m Measurements,
) -> (Vec<Compared<'m>>, Vec<String>) {
    let (mut alone, least) = (Vec::new(), least_difference(old, new));
    let is_pair = |old: &Measured, new: &Measured| {
        old.strategy == new.strategy
            && old.list.name == new.list.name
            && old.workload == new.workload
    };
    let label = |row: &Measured| format!("{} on {}", row.strategy, row.list.name);
    let mut rows = Vec::new();
    for row in &new.rows {
        match old.rows.iter().find(|old| is_pair(old, row)) {
            Some(old) if old.list.puzzles == row.list.puzzles => rows.push(pair(old, row, least)),
            Some(_) => alone.push(format!("{}: the puzzles are others", label(row))),
            None => {
                alone.push(format!("{}, {}: only in the new file", label(row), row.workload.mode));
            }
        }
    }
    for row in old.rows.iter().filter(|old| !new.rows.iter().any(|new| is_pair(old, new))) {
        alone.push(format!("{}, {}: only in the old file", label(row), row.workload.mode));
    }
    (rows, alone)
}

fn pair<'m>(old: &'m Measured, new: &'m Measured, least: f64) -> Compared<'m> {
    let common: Vec<usize> =
        (0..new.fates.len()).filter(|&at| old.is_finished(at) && new.is_finished(at)).collect();
    let counter = |counter: fn(&Report) -> Option<u64>| {
        let sum = |row: &Measured| {
            let counters: Vec<_> = row.counters(counter).collect();
            common.iter().map(|&at| counters[at]).sum::<Option<u64>>()
        };
        Some((sum(old)?, sum(new)?)).filter(|_| !common.is_empty())
    };
    let ratio = ratio(old, new, &common);
    let verdict = match ratio {
        Some((_, (low, _))) if low > 1.0 + least => SpeedVerdict::Slower,
        Some((_, (_, high))) if high < 1.0 / (1.0 + least) => SpeedVerdict::Faster,
        Some(_) => SpeedVerdict::NoDifference,
        None => SpeedVerdict::TooFewSamples,
    };
    Compared {
        old,
        new,
        common: common.len(),
        ratio,
        verdict,
        counters: [counter(|report| report.placements), counter(|report| report.guesses)],
    }
}

fn ratio(old: &Measured, new: &Measured, common: &[usize]) -> Option<(f64, (f64, f64))> {
    if !new.workload.batch && common.len() >= FEWEST {
        let (old, new) = (old.times(), new.times());
        let ratio = |&at: &usize| Some(new[at]?.max(1) as f64 / old[at]?.max(1) as f64);
        let ratios: Vec<f64> = common.iter().filter_map(ratio).collect();
        let mean = |ratios: &[f64]| geometric_mean(ratios.iter().copied());
        return Some((mean(&ratios)?, interval(&ratios, CONFIDENCE, mean)?));
    }
    // Passes compare only if they were over the same puzzles.
    let finished = |row: &Measured| row.count(Fate::Finished);
    let (before, after) = (&old.whole_passes, &new.whole_passes);
    let enough = before.len().min(after.len()) >= FEWEST;
    if !enough || finished(old) != common.len() || finished(new) != common.len() {
        return None;
    }
    let bounds = |passes| interval(passes, CONFIDENCE, statistics::median);
    let ((low_before, high_before), (low, high)) = (bounds(before)?, bounds(after)?);
    let ratio = statistics::median(after)? / statistics::median(before)?;
    Some((ratio, (low / high_before, high / low_before)))
}

/// The least difference that counts: what the machine's own pace may be to blame for does not.
pub fn least_difference(old: &Measurements, new: &Measurements) -> f64 {
    let clocks = [clock(&old.paces), clock(&new.paces)];
    let slowest = clocks.iter().flatten().map(|&(slowest, _)| slowest).max();
    let fastest = clocks.iter().flatten().map(|&(_, fastest)| fastest).min();
    let pace = match (slowest, fastest) {
        (Some(slowest), Some(fastest)) => slowest as f64 / fastest.max(1) as f64 - 1.0,
        _ => 0.0,
    };
    pace.max(LEAST_DIFFERENCE)
}
