//! The list of strategies and embedded sets.

use sudoku_corpus::PuzzleSet;
use sudoku_registry::{Strategy, VARIANT_STRATEGIES};

use super::columns::{Column, table};
use super::style::Style;

/// The style of both tables: long cells are wrapped.
const STYLE: Style = Style { width: Some(118), ..Style::TEXT };

fn strategies<P>(all: &[&'static Strategy<P>], puzzles: &'static str) -> String {
    let columns: [Column<&Strategy<P>>; 5] = [
        Column::text(puzzles, |it| it.name.to_owned()),
        Column::text("idea", |it| it.idea.to_owned()),
        Column::text("crate", |it| it.crate_name.to_owned()),
        Column::text("available here", |it| yes_or_no(it.is_available())),
        Column::text("lexicographic", |it| yes_or_no(it.lexicographic)),
    ];
    table(&columns, all, STYLE)
}

const SETS: &[Column<PuzzleSet<'_>>] = &[
    Column::text("set", |it| it.name.to_owned()),
    Column::text("puzzles", |it| it.answers().map_or(0, |puzzles| puzzles.len()).to_string()),
    Column::text("about", |it| it.about.to_owned()),
    Column::text("origin", |it| it.origin.to_owned()),
];

fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

pub fn list(known: &[&'static Strategy], sets: &[PuzzleSet<'static>]) -> String {
    let variants: Vec<_> = VARIANT_STRATEGIES.iter().collect();
    let tables = [
        strategies(known, "strategy"),
        strategies(&variants, "strategy for variants"),
        table(SETS, sets, STYLE),
    ];
    tables.map(|table| format!("{table}\n")).join("\n")
}
