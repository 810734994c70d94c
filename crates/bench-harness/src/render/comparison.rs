//! The comparison of two measurements as text for a terminal.

use std::fmt::Write;

use super::columns::{Column, known, table};
use super::style::Style;
use crate::data::comparison::{Compared, compare, least_difference};
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::units::{ratio, time};

fn columns<'m>() -> [Column<Compared<'m>>; 8] {
    [
        Column::text("strategy", |row| row.new.strategy.clone()),
        Column::number("old", "", |row| known(row.speed, |it| time(it.times[0]))),
        Column::number("new", "", |row| known(row.speed, |it| time(it.times[1]))),
        Column::number("new/old", "", |row| known(row.speed, |it| format!("{:.3}", it.ratio))),
        Column::number("interval", "", |row| known(row.speed, |it| interval(it.interval))),
        Column::number("seen", "", |row| {
            let word = row.new.fault_word().to_uppercase();
            let wrong = if row.new.faults.is_empty() { "" } else { &format!(", {word}") };
            format!("{}{wrong}", row.verdict)
        }),
        Column::number("placements", "", |row| change(row.counters[0], ratio)),
        Column::number("guesses", "", |row| change(row.counters[1], ratio)),
    ]
}

/// Formats the two ends of an interval.
pub fn interval((low, high): (f64, f64)) -> String {
    format!("{low:.3} – {high:.3}")
}

/// Formats the change of a counter from old to new.
pub fn change(pair: Option<(u64, u64)>, show: impl FnOnce(f64) -> String) -> String {
    known(pair, |(old, new)| {
        let factor = new as f64 / old.max(1) as f64;
        if old == new { "same".to_owned() } else { format!("{}×", show(factor)) }
    })
}

/// Renders the comparison, row by row.
pub fn render(old: &Measurements, new: &Measurements) -> String {
    let (rows, alone) = compare(old, new);
    let mut text = String::new();
    let is_alike = |one: &Compared<'_>, other: &Compared<'_>| {
        one.new.list == other.new.list && one.new.workload == other.new.workload
    };
    // Writing to a string does not fail.
    for rows in rows.chunk_by(is_alike) {
        let Measured { list, workload, .. } = rows[0].new;
        let table = table(&columns(), rows, Style::TEXT);
        let _ = writeln!(text, "{} · {workload}\n{table}\n", list.name);
    }
    for line in alone {
        let _ = writeln!(text, "  not compared: {line}");
    }
    let _ = writeln!(
        text,
        "  old, new: the time per puzzle over the puzzles that both files finished, in undisturbed \
         passes\n  interval: the confidence interval of new/old, from the passes of these two runs"
    );
    let _ = match least_difference(old, new) {
        Ok(least) => writeln!(
            text,
            "  seen: a difference if the whole interval differs from 1 by more than {:.1}%; less may \
             be noise",
            least * 100.0
        ),
        Err(doubt) => writeln!(
            text,
            "  seen: no difference can be decided, because {doubt}; measure again, or compare the \
             builds with `gate --against`"
        ),
    };
    let others = old.environment.job_differs_in(&new.environment);
    if !others.is_empty() {
        let what = others.join(" and a different ");
        let _ = writeln!(
            text,
            "  WARNING: measured with a different {what}, which affects the ratios too"
        );
    }
    for (name, file) in [("old", old), ("new", new)] {
        for line in file.file_notes().iter().chain(&file.environment.facts()) {
            let _ = writeln!(text, "  {name}: {line}");
        }
    }
    text
}
