//! Rankings of engines over all sets.

use std::fmt::Write;

use super::columns::{Column, table};
use super::style::Style;
use crate::data::measurements::Measurements;
use crate::data::ranking::{RankedEngine, rank_all};
use crate::data::units::ratio;

/// The columns of a ranking.
pub(super) const COLUMNS: &[Column<RankedEngine>] = &[
    Column::text("strategy", |it| it.name.clone()),
    Column::number("geometric mean", "", |it| format!("{}×", ratio(it.mean))),
    Column::number("fastest on", "", |it| it.fastest.to_string()),
];

/// Renders a ranking for each workload of a measurement, for a terminal.
pub fn render(measured: &Measurements) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for ranked in rank_all(&measured.rows) {
        let table = table(COLUMNS, &ranked.engines, Style::TEXT);
        let _ = writeln!(text, "{}\n{table}\n  over {}", ranked.workload, ranked.over());
        for line in &ranked.left_out {
            let _ = writeln!(text, "  not counted: {line}");
        }
        text.push('\n');
    }
    text.push_str(
        "  geometric mean: over the sets, of the strategy's time divided by the fastest strategy's \
         time\n  fastest on: the number of sets on which the strategy is the fastest\n",
    );
    for note in measured.file_notes().iter().chain(&measured.environment.facts()) {
        let _ = writeln!(text, "  {note}");
    }
    text
}
