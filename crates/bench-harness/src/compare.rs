//! `bench-harness cmp`: what changed between two measurement files.
//!
//! Each puzzle that a strategy finished in both files is a pair, and the ratio of a row is the
//! geometric mean of its pairs' ratios, new to old, with the interval in which it lies with 95%
//! confidence. Rows with too few puzzles for that, and batches, are compared by their whole passes.
//! Two files were measured at two times, and the machine may have been faster at one of them, which
//! no number of pairs shows. So a difference counts only if the whole interval lies beyond what the
//! machine's own pace varied in and between the two files, and beyond 3% in any case; else no
//! difference was seen, which is not to say that there is none. To find small differences, run old and
//! new builds side by side (`bench-harness gate --against`).

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use crate::doubts::clock;
use crate::file::{Filter, LoadError, Measurements, load};
use crate::output::{ruled, three_digits_or_count, time, way_title};
use crate::row::Measured;
use crate::statistics::{self, geometric_mean, interval};

/// The options of `cmp`.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// The measurement file before the change
    pub old: PathBuf,

    /// The measurement file after the change
    pub new: PathBuf,

    /// What is compared.
    #[command(flatten)]
    pub filter: Filter,
}

/// How sure an interval is.
const CONFIDENCE: f64 = 0.95;

/// A difference smaller than this is not seen between two files, whatever the interval.
const LEAST: f64 = 0.03;

/// So many pairs or passes are needed for an interval.
const FEWEST: usize = 5;

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
    /// Placements and guesses of the common puzzles, old and new, where both count them.
    pub counters: [Option<(u64, u64)>; 2],
}

/// Says what changed.
///
/// # Errors
/// If a file cannot be read.
pub fn execute(args: &CompareArgs) -> Result<String, LoadError> {
    let (old, new) = (load(&args.old, &args.filter)?, load(&args.new, &args.filter)?);
    let (rows, alone) = compare(&old, &new);
    let least = least(&old, &new);
    let mut text = String::new();
    let mut rest = &rows[..];
    while let Some(first) = rest.first() {
        let is_same =
            |row: &Compared<'_>| row.new.list == first.new.list && row.new.way == first.new.way;
        let count = rest.iter().take_while(|row| is_same(row)).count();
        let (table, others) = rest.split_at(count);
        rest = others;
        let _ = writeln!(text, "{} · {}", first.new.list.name, way_title(first.new.way));
        let header =
            ["strategy", "old", "new", "new/old", "95% interval", "seen", "placements", "guesses"];
        let mut ruled = ruled(header);
        for row in table {
            ruled.add_row(cells(row, least));
        }
        let _ = writeln!(text, "{ruled}\n");
    }
    for line in alone {
        let _ = writeln!(text, "  not compared: {line}");
    }
    // The two can point in different ways, which looks like a mistake unless it is said.
    let _ = writeln!(
        text,
        "  old, new: the mean times, which a few long puzzles decide; new/old: one by one, the geometric mean of \
         what the times of each puzzle changed by, in which every puzzle that both finished counts alike; of \
         batches, and of few puzzles, the ratio of the median passes"
    );
    let _ = writeln!(
        text,
        "  a difference is seen if the whole interval is beyond {:.1}%, of which the machine's own pace \
         is to blame for any less",
        least * 100.0
    );
    if let Some(what) = old.environment.differs_in(&new.environment).filter(|&it| it != "commit") {
        let _ =
            writeln!(text, "  DOUBTFUL: measured with another {what}: the ratios are of that too");
    }
    for (name, file) in [("old", &old), ("new", &new)] {
        for note in file.notes(&file.records()) {
            let _ = writeln!(text, "  {name}: {note}");
        }
        for fact in file.environment.facts() {
            let _ = writeln!(text, "  {name}: {fact}");
        }
    }
    Ok(text)
}

/// The rows that are in both files, and what is in one only.
#[must_use]
pub fn compare<'m>(
    old: &'m Measurements,
    new: &'m Measurements,
) -> (Vec<Compared<'m>>, Vec<String>) {
    let mut alone = Vec::new();
    let is_pair = |old: &Measured, new: &Measured| {
        old.strategy == new.strategy && old.list.name == new.list.name && old.way == new.way
    };
    let label = |row: &Measured| format!("{} on {}", row.strategy, row.list.name);
    let mut rows = Vec::new();
    for row in &new.rows {
        match old.rows.iter().find(|old| is_pair(old, row)) {
            Some(old) if old.list.puzzles == row.list.puzzles => rows.push(pair(old, row)),
            Some(_) => alone.push(format!("{}: the puzzles are others", label(row))),
            None => alone.push(format!("{}, {}: only in the new file", label(row), row.way.mode)),
        }
    }
    for row in old.rows.iter().filter(|old| !new.rows.iter().any(|new| is_pair(old, new))) {
        alone.push(format!("{}, {}: only in the old file", label(row), row.way.mode));
    }
    (rows, alone)
}

fn pair<'m>(old: &'m Measured, new: &'m Measured) -> Compared<'m> {
    let common: Vec<usize> =
        (0..new.fates().len()).filter(|&at| old.is_finished(at) && new.is_finished(at)).collect();
    let counter = |counter: fn(&sudoku_core::Report) -> Option<u64>| {
        let sum = |row: &Measured| {
            let counters: Vec<_> = row.counters(counter).collect();
            common.iter().map(|&at| counters[at]).sum::<Option<u64>>()
        };
        Some((sum(old)?, sum(new)?)).filter(|_| !common.is_empty())
    };
    Compared {
        old,
        new,
        common: common.len(),
        ratio: ratio(old, new, &common),
        counters: [counter(|report| report.placements), counter(|report| report.guesses)],
    }
}

fn ratio(old: &Measured, new: &Measured, common: &[usize]) -> Option<(f64, (f64, f64))> {
    if !new.way.batch && common.len() >= FEWEST {
        let (old, new) = (old.times(), new.times());
        let ratio = |&at: &usize| Some(new[at]?.max(1) as f64 / old[at]?.max(1) as f64);
        let ratios: Vec<f64> = common.iter().filter_map(ratio).collect();
        let mean = |ratios: &[f64]| geometric_mean(ratios.iter().copied());
        return Some((mean(&ratios)?, interval(&ratios, CONFIDENCE, mean)?));
    }
    // Passes compare only if they were over the same puzzles.
    let finished = |row: &Measured| row.count(crate::row::Fate::Finished);
    let (before, after) = (old.whole_passes(), new.whole_passes());
    let enough = before.len().min(after.len()) >= FEWEST;
    if !enough || finished(old) != common.len() || finished(new) != common.len() {
        return None;
    }
    let bounds = |passes| interval(passes, CONFIDENCE, statistics::median);
    let ((low_before, high_before), (low, high)) = (bounds(before)?, bounds(after)?);
    let ratio = statistics::median(after)? / statistics::median(before)?;
    Some((ratio, (low / high_before, high / low_before)))
}

/// How much of a difference the machine may be to blame for.
fn least(old: &Measurements, new: &Measurements) -> f64 {
    let clocks = [clock(&old.paces), clock(&new.paces)];
    let slowest = clocks.iter().flatten().map(|&(slowest, _)| slowest).max();
    let fastest = clocks.iter().flatten().map(|&(_, fastest)| fastest).min();
    let pace = match (slowest, fastest) {
        (Some(slowest), Some(fastest)) => slowest as f64 / fastest.max(1) as f64 - 1.0,
        _ => 0.0,
    };
    pace.max(LEAST)
}

fn cells(row: &Compared<'_>, least: f64) -> [String; 8] {
    const NONE: &str = "–";
    let mean = |row: &Measured| row.mean().map_or(NONE.to_owned(), time);
    let (ratio, bounds) = match row.ratio {
        Some((ratio, (low, high))) => (format!("{ratio:.3}"), format!("{low:.3} – {high:.3}")),
        None => (NONE.to_owned(), NONE.to_owned()),
    };
    let seen = match row.ratio {
        Some((_, (low, _))) if low > 1.0 + least => "slower",
        Some((_, (_, high))) if high < 1.0 / (1.0 + least) => "faster",
        Some(_) => "no difference seen",
        None => "too little to say",
    };
    let counter = |counter: Option<(u64, u64)>| match counter {
        None => NONE.to_owned(),
        Some((old, new)) if old == new => "same".to_owned(),
        Some((old, new)) => format!("{}×", three_digits_or_count(new as f64 / old.max(1) as f64)),
    };
    let wrong = if row.new.faults().is_empty() { "" } else { ", WRONG" };
    [
        row.new.strategy.clone(),
        mean(row.old),
        mean(row.new),
        ratio,
        bounds,
        format!("{seen}{wrong}"),
        counter(row.counters[0]),
        counter(row.counters[1]),
    ]
}
