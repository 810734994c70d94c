//! The list of strategies and embedded sets.

use sudoku_corpus::PuzzleSet;
use sudoku_registry::Strategy;

use super::columns::{Column, table};
use super::style::Style;

/// The style of both tables: long cells are wrapped.
const STYLE: Style = Style { width: Some(118), ..Style::TEXT };

const STRATEGIES: &[Column<&Strategy>] = &[
    Column::text("strategy", |it| it.name.to_owned()),
    Column::text("idea", |it| it.idea.to_owned()),
    Column::text("crate", |it| it.crate_name.to_owned()),
    Column::text("available here", |it| yes_or_no(it.is_available())),
    Column::text("lexicographic", |it| yes_or_no(it.lexicographic)),
];

const SETS: &[Column<PuzzleSet<'_>>] = &[
    Column::text("set", |it| it.name.to_owned()),
    Column::text("puzzles", |it| it.puzzles().map_or(0, |puzzles| puzzles.len()).to_string()),
    Column::text("about", |it| it.about.to_owned()),
    Column::text("origin", |it| it.origin.to_owned()),
];

fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

pub fn list(strategies: &[&'static Strategy], sets: &[PuzzleSet<'static>]) -> String {
    format!("{}\n\n{}\n", table(STRATEGIES, strategies, STYLE), table(SETS, sets, STYLE))
}
