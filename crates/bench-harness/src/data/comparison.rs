//! What changed between two measurements.
//!
//! Both files have the same puzzles, which are no sample of anything: what varies is the machine,
//! from pass to pass and from run to run. So the passes of a row are put together into blocks, one
//! after the other in time. A block counts with its [fastest twentieth](super::statistics), because
//! what disturbs a pass makes it longer, and the median of the blocks has an interval that assumes
//! nothing about how they are distributed. What disturbs the machine for a while spoils a block or
//! two.
//!
//! What lasts for a whole run is in all of its blocks. Part of it is always there, such as where
//! the program lies in memory: a difference counts only if its whole interval lies beyond 5%. Part
//! of it is other work on the machine, which the [pace](super::pace) shows: a difference counts
//! only if it is larger than what the pace may stand for, and on a machine that was not quiet none
//! does. To compare builds there, or to find smaller differences, have them take turns
//! (`bench-harness gate --against`).

use sudoku_core::Report;

use super::measured::{Measured, PuzzleOutcome};
use super::measurements::Measurements;
use super::pace::{clock, warnings};
use super::statistics::{fastest_twentieth, median, median_interval};

/// How sure it is that each of the two medians lies in its interval. The interval of their ratio
/// goes from the least to the greatest ratio of the two, which is surer.
const CONFIDENCE: f64 = 0.9;

/// A difference smaller than this is not seen between two files, whatever the interval.
const LEAST_DIFFERENCE: f64 = 0.05;

/// How many times as much as the pace the searches may have changed: a loop feels less of other
/// work on its core than a search, which needs more of the caches.
const FELT: f64 = 5.0;

/// By how much the pace of a quiet machine seems to change.
const STEADY: f64 = 0.005;

/// Into how many blocks the passes of a row are put together, if there are as many.
const BLOCKS: usize = 10;

/// What is seen of a difference between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum SpeedVerdict {
    /// The new one takes longer.
    #[strum(to_string = "slower")]
    Slower,
    /// The new one takes less time.
    #[strum(to_string = "faster")]
    Faster,
    /// There is no difference that the machine could not be to blame for.
    #[strum(to_string = "no difference seen")]
    NoDifference,
    /// There is a difference, and the machine was not quiet, or the processor, the compiler or the
    /// profile was another.
    #[strum(to_string = "not decided")]
    NotDecided,
    /// There are too few samples.
    #[strum(to_string = "too little to say")]
    TooFewSamples,
}

/// A row of two files.
#[derive(Clone, Debug)]
pub struct Compared<'m> {
    /// The row in the old file.
    pub old: &'m Measured,
    /// The row in the new file.
    pub new: &'m Measured,
    /// What they take, if there are samples enough.
    pub speed: Option<SpeedChange>,
    /// What is seen of a difference.
    pub verdict: SpeedVerdict,
    /// Placements and guesses of the puzzles that both finished, old and new, where both count
    /// them.
    pub counters: [Option<(u64, u64)>; 2],
}

/// How the time of a row changed.
#[derive(Clone, Copy, Debug)]
pub struct SpeedChange {
    /// Nanoseconds per puzzle of those that both finished, in the old file and in the new one.
    pub times: [f64; 2],
    /// The ratio of the two, new to old.
    pub ratio: f64,
    /// The interval of the ratio.
    pub interval: (f64, f64),
}

/// The rows that are in both files, and what is in one only.
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
                alone.push(format!("{strategy} on {}: the puzzles are others", list.name));
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
    // Whole passes are over all puzzles that a row finished.
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

/// What blocks of passes take, which have as many passes each as makes them equally long.
fn blocks(passes: &[f64]) -> Vec<f64> {
    let blocks = passes.len().min(BLOCKS);
    let start = |block: usize| block * passes.len() / blocks;
    let block = |block: usize| fastest_twentieth(&passes[start(block)..start(block + 1)]);
    (0..blocks).filter_map(block).collect()
}

/// The least difference between the files that the machine is not to blame for.
///
/// # Errors
/// Says why there is none: a machine that was not quiet, or not the same, may be to blame for any.
pub fn least_difference(old: &Measurements, new: &Measurements) -> Result<f64, String> {
    if let Some(what) = old.environment.machine_differs_in(&new.environment) {
        return Err(format!("the new file was measured with another {what}"));
    }
    for (name, file) in [("old", old), ("new", new)] {
        if !warnings(&file.paces).is_empty() {
            return Err(format!("the machine was not quiet while the {name} file was measured"));
        }
    }
    let both = clock(&[&old.paces[..], &new.paces].concat());
    let unknown = "the files say too little of how quiet the machine was";
    let least = |change: f64| LEAST_DIFFERENCE + (change - 1.0 - STEADY).max(0.0) * FELT;
    both.map(least).ok_or(unknown.to_owned())
}
