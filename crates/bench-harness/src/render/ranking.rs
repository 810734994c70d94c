//! Orders of engines over all sets.

use std::fmt::Write;

use super::columns::{Column, table};
use super::style::Style;
use crate::data::measurements::Measurements;
use crate::data::ranking::{RankedEngine, rank_all};
use crate::data::units::ratio;

/// The columns of an order.
pub(super) const COLUMNS: &[Column<RankedEngine>] = &[
    Column::text("strategy", |it| it.name.clone()),
    Column::number("geometric mean", "", |it| format!("{}×", ratio(it.mean))),
    Column::number("fastest on", "", |it| it.fastest.to_string()),
];

/// The orders under each workload of a measurement, for a terminal.
pub fn render(measured: &Measurements) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for ranked in rank_all(&measured.rows) {
        let table = table(COLUMNS, &ranked.engines, Style::TEXT);
        let _ = writeln!(text, "{}\n{table}\n  over {}", ranked.workload, ranked.over());
        for line in &ranked.left_out {
            let _ = writeln!(text, "  left out: {line}");
        }
        text.push('\n');
    }
    text.push_str(
        "  the mean is over the sets, of a strategy's time divided by that of the fastest strategy \
         on the set; fastest on: how many sets have no faster strategy\n",
    );
    for note in measured.file_notes().iter().chain(&measured.environment.facts()) {
        let _ = writeln!(text, "  {note}");
    }
    text
}
