//! The comparison of two measurements.
//!
//! Both files have the same puzzles, so the only random influence is the machine, from pass to pass
//! and from run to run. The passes of a row are divided into blocks of consecutive passes. A
//! block's value is its [fastest 5%](super::statistics), because disturbances only make a pass
//! longer. The median of the blocks has a confidence interval that assumes no distribution. A
//! temporary disturbance spoils only one or two blocks.
//!
//! An influence that lasts for a whole run affects all its blocks. There are two kinds:
//!
//! - Constant influences, such as the program's place in memory. A difference counts only if its
//!   whole interval is beyond 5%.
//! - Other work on the machine, which the [pace](super::pace) shows. A difference counts only if it
//!   is larger than the pace explains. On a busy machine, no difference counts.
//!
//! To compare builds on a busy machine, or to find smaller differences, let them take turns
//! (`bench-harness gate --against`).

use sudoku_core::Report;

use super::measured::{Measured, PuzzleOutcome};
use super::measurements::Measurements;
use super::pace::{clock, warnings};
use super::statistics::{fastest_twentieth, median, median_interval};

/// The confidence of each median's interval. The interval of the ratio goes from the smallest to
/// the largest possible ratio of the two, so its confidence is higher.
const CONFIDENCE: f64 = 0.9;

/// The smallest difference between two files that is reported.
const LEAST_DIFFERENCE: f64 = 0.05;

/// The factor by which a change of the pace can change a search. Other work on a core slows a
/// search more than the loop, because the search needs more of the caches.
const FELT: f64 = 5.0;

/// The measured change of the pace on a quiet machine.
const STEADY: f64 = 0.005;

/// The maximum number of blocks of a row.
const BLOCKS: usize = 10;

/// The verdict on the difference between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum SpeedVerdict {
    /// The new one takes longer.
    #[strum(to_string = "slower")]
    Slower,
    /// The new one takes less time.
    #[strum(to_string = "faster")]
    Faster,
    /// The difference is not larger than noise.
    #[strum(to_string = "no difference seen")]
    NoDifference,
    /// There is a difference, but the machine was busy, or the processor, the compiler or the
    /// profile differs.
    #[strum(to_string = "not decided")]
    NotDecided,
    /// There are too few samples.
    #[strum(to_string = "too few samples")]
    TooFewSamples,
}

/// A row of two files.
#[derive(Clone, Debug)]
pub struct Compared<'m> {
    /// The row in the old file.
    pub old: &'m Measured,
    /// The row in the new file.
    pub new: &'m Measured,
    /// The change of the time, if there are enough samples.
    pub speed: Option<SpeedChange>,
    /// The verdict.
    pub verdict: SpeedVerdict,
    /// The old and new placements and guesses over the puzzles that both finished, if both count
    /// them.
    pub counters: [Option<(u64, u64)>; 2],
}

/// The change of a row's time.
#[derive(Clone, Copy, Debug)]
pub struct SpeedChange {
    /// The nanoseconds per puzzle in the old file and the new one, over the puzzles that both
    /// finished.
    pub times: [f64; 2],
    /// The new time divided by the old one.
    pub ratio: f64,
    /// The confidence interval of the ratio.
    pub interval: (f64, f64),
}

/// Compares the rows of both files. Returns the pairs, and descriptions of the rows without a pair.
pub fn compare<'m>(
    old: &'m Measurements,
    new: &'m Measurements,
) -> (Vec<Compared<'m>>, Vec<String>) {
    let (mut alone, least) = (Vec::new(), least_difference(old, new).ok());
    let is_pair = |old: &Measured, new: &Measured| {
        old.strategy == new.strategy
            && old.list.name == new.list.name
            && old.workload == new.workload
    };
    let mut rows = Vec::new();
    for row in &new.rows {
        match old.rows.iter().find(|old| is_pair(old, row)) {
            Some(old) if old.list.puzzles == row.list.puzzles => {
                rows.push(pair(old, row, least));
            }
            Some(_) => {
                let Measured { strategy, list, .. } = row;
                alone.push(format!("{strategy} on {}: the puzzles differ", list.name));
            }
            None => alone.push(format!("{}: only in the new file", row.label())),
        }
    }
    for row in old.rows.iter().filter(|old| !new.rows.iter().any(|new| is_pair(old, new))) {
        alone.push(format!("{}: only in the old file", row.label()));
    }
    (rows, alone)
}

fn pair<'m>(old: &'m Measured, new: &'m Measured, least: Option<f64>) -> Compared<'m> {
    let common: Vec<usize> = (0..new.puzzle_outcomes.len())
        .filter(|&at| old.is_finished(at) && new.is_finished(at))
        .collect();
    let counter = |counter: fn(&Report) -> Option<u64>| {
        let sum = |row: &Measured| {
            let counters: Vec<_> = row.counters(counter).collect();
            common.iter().map(|&at| counters[at]).sum::<Option<u64>>()
        };
        Some((sum(old)?, sum(new)?)).filter(|_| !common.is_empty())
    };
    let speed = speed(old, new, &common);
    let is_beyond =
        |(low, high): (f64, f64), least: f64| low > 1.0 + least || high < 1.0 / (1.0 + least);
    let verdict = match speed.map(|speed| speed.interval) {
        None => SpeedVerdict::TooFewSamples,
        Some(interval) if !is_beyond(interval, least.unwrap_or(LEAST_DIFFERENCE)) => {
            SpeedVerdict::NoDifference
        }
        Some(_) if least.is_none() => SpeedVerdict::NotDecided,
        Some((low, _)) if low > 1.0 => SpeedVerdict::Slower,
        Some(_) => SpeedVerdict::Faster,
    };
    let counters = [counter(|report| report.placements), counter(|report| report.guesses)];
    Compared { old, new, speed, verdict, counters }
}

fn speed(old: &Measured, new: &Measured, common: &[usize]) -> Option<SpeedChange> {
    // Whole passes run all puzzles that a row finished.
    let is_whole = |row: &Measured| row.count(PuzzleOutcome::Finished) == common.len();
    let are_whole = is_whole(old) && is_whole(new);
    let blocks = |row: &Measured| {
        if are_whole { blocks(&row.whole_passes) } else { row.passes_over(common) }
    };
    let (before, after) = (blocks(old), blocks(new));
    let times = [median(&before)?, median(&after)?];
    let (least_before, most_before) = median_interval(&before, CONFIDENCE)?;
    let (least, most) = median_interval(&after, CONFIDENCE)?;
    let interval = (least / most_before, most / least_before);
    Some(SpeedChange { times, ratio: times[1] / times[0], interval })
}

/// Divides the passes into blocks of equal length, and returns the value of each.
fn blocks(passes: &[f64]) -> Vec<f64> {
    let blocks = passes.len().min(BLOCKS);
    let start = |block: usize| block * passes.len() / blocks;
    let block = |block: usize| fastest_twentieth(&passes[start(block)..start(block + 1)]);
    (0..blocks).filter_map(block).collect()
}

/// Returns the smallest difference between the files that is not noise.
///
/// # Errors
/// The reason why no difference can be decided: the machine was busy, or differs.
pub fn least_difference(old: &Measurements, new: &Measurements) -> Result<f64, String> {
    if let Some(what) = old.environment.machine_differs_in(&new.environment) {
        return Err(format!("the new file was measured with a different {what}"));
    }
    for (name, file) in [("old", old), ("new", new)] {
        if !warnings(&file.paces).is_empty() {
            return Err(format!("the machine was busy during the measurement of the {name} file"));
        }
    }
    let both = clock(&[&old.paces[..], &new.paces].concat());
    let unknown = "the files do not show how busy the machine was";
    let least = |change: f64| LEAST_DIFFERENCE + (change - 1.0 - STEADY).max(0.0) * FELT;
    both.map(least).ok_or(unknown.to_owned())
}
