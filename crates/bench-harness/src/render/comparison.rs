//! The comparison of two measurements as text for a terminal, without verdicts.

use sudoku_core::Report;

use super::columns::{Column, known, table};
use super::style::Style;
use crate::data::common::CommonTimes;
use crate::data::environment::differences;
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::units::{count, time};

struct Compared<'m> {
    new: &'m Measured,
    /// The nanoseconds per puzzle in both files, over the puzzles that both finished.
    times: Option<[f64; 2]>,
    /// The placements and guesses in both files, over the puzzles that both finished.
    counters: [Option<(u64, u64)>; 2],
}

fn columns<'m>() -> [Column<Compared<'m>>; 7] {
    [
        Column::text("strategy", |row| {
            let wrong = if row.new.faults.is_empty() { "" } else { ", WRONG" };
            format!("{}{wrong}", row.new.strategy)
        }),
        Column::text("set", |row| {
            let Measured { list, workload, .. } = row.new;
            let manner = if workload.batch { ", batch" } else { "" };
            format!("{} · {}{manner}", list.name, workload.mode)
        }),
        Column::number("old", "", |row| known(row.times, |[old, _]| time(old))),
        Column::number("new", "", |row| known(row.times, |[_, new]| time(new))),
        Column::number("new/old", "", |row| {
            known(row.times, |[old, new]| format!("{:.3}", new / old))
        }),
        Column::number("placements", "", |row| change(row.counters[0], count)),
        Column::number("guesses", "", |row| change(row.counters[1], count)),
    ]
}

/// Formats the change of a counter from old to new.
pub fn change(pair: Option<(u64, u64)>, show: impl FnOnce(f64) -> String) -> String {
    known(pair, |(old, new)| {
        let factor = new as f64 / old.max(1) as f64;
        if old == new { "same".to_owned() } else { format!("{}×", show(factor)) }
    })
}

/// Returns the sums of a counter over the puzzles that both finished, if both count it.
pub fn totals(
    old: &Measured,
    new: &Measured,
    counter: fn(&Report) -> Option<u64>,
) -> Option<(u64, u64)> {
    let both = old.counters(counter).zip(new.counters(counter));
    both.filter_map(|(old, new)| old.zip(new)).reduce(|sum, it| (sum.0 + it.0, sum.1 + it.1))
}

pub fn render(old: &Measurements, new: &Measurements) -> String {
    let is_pair = |old: &Measured, new: &Measured| {
        old.strategy == new.strategy
            && old.list.name == new.list.name
            && old.workload == new.workload
    };
    let (mut rows, mut alone) = (Vec::new(), Vec::new());
    for row in &new.rows {
        match old.rows.iter().find(|old| is_pair(old, row)) {
            Some(old) if old.list.puzzles == row.list.puzzles => rows.push(Compared {
                new: row,
                times: CommonTimes::pair(old, row),
                counters: [|it: &Report| it.placements, |it: &Report| it.guesses]
                    .map(|counter| totals(old, row, counter)),
            }),
            Some(_) => alone.push(format!("{}: the puzzles differ", row.label())),
            None => alone.push(format!("{}: only in the new file", row.label())),
        }
    }
    for row in old.rows.iter().filter(|old| !new.rows.iter().any(|new| is_pair(old, new))) {
        alone.push(format!("{}: only in the old file", row.label()));
    }
    let mut text = format!("{}\n", table(&columns(), &rows, Style::TEXT));
    let mut items: Vec<String> =
        alone.into_iter().map(|cause| format!("not compared: {cause}")).collect();
    items.push(
        "old, new: the time per puzzle over the puzzles that both files finished. The machine can \
         differ between two runs, so these ratios decide nothing. `bench-harness gate` compares two \
         builds in turns and decides."
            .to_owned(),
    );
    let mut others = differences(&old.environment, &new.environment);
    others.retain(|name| !["commit", "date"].contains(&&**name));
    if !others.is_empty() {
        items.push(format!(
            "WARNING: measured with different values of {}, which affects the ratios too",
            others.join(", ")
        ));
    }
    for (name, file) in [("old", old), ("new", new)] {
        let warnings = file.environment.warning().into_iter().chain(file.file_notes());
        let lines = warnings.chain(file.environment.facts());
        items.extend(lines.map(|line| format!("{name}: {line}")));
    }
    items.iter().for_each(|item| Style::TEXT.add_item(&mut text, item));
    text
}
