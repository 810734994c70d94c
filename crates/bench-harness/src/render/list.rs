//! The list of strategies and embedded sets.

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use sudoku_corpus::PuzzleSet;
use sudoku_registry::Strategy;

use super::columns::{Column, Fields, table};
use super::format;
use super::style::Style;

/// The style of both tables: long cells are wrapped.
const STYLE: Style = Style { width: Some(118), ..Style::TEXT };

const STRATEGIES: &[Column<&Strategy>] = &[
    Column::datum("strategy", "name", |it| json!(it.name)),
    Column::datum("idea", "idea", |it| json!(it.idea)),
    Column::datum("crate", "crate", |it| json!(it.crate_name)),
    Column::datum("available here", "available", |it| json!(it.is_available())),
    Column::datum("lexicographic", "lexicographic", |it| json!(it.lexicographic)),
];

const SETS: &[Column<PuzzleSet<'_>>] = &[
    Column::datum("set", "name", |it| json!(it.name)),
    Column::datum("puzzles", "puzzles", |it| json!(puzzles(it))),
    Column::datum("about", "about", |it| json!(it.about)),
    Column::datum("origin", "origin", |it| json!(it.origin)),
];

fn puzzles(set: &PuzzleSet<'_>) -> usize {
    set.puzzles().map_or(0, |puzzles| puzzles.len())
}

/// Returns the strategies and the sets as tables.
pub fn list_as_table(strategies: &[&'static Strategy], sets: &[PuzzleSet<'static>]) -> String {
    format!("{}\n\n{}\n", table(STRATEGIES, strategies, STYLE), table(SETS, sets, STYLE))
}

/// Returns the strategies and the sets as one JSON object.
pub fn list_as_json(
    strategies: &[&'static Strategy],
    sets: &[PuzzleSet<'static>],
) -> Result<String> {
    #[derive(Serialize)]
    struct Lists<'l> {
        strategies: Vec<Fields<'l, &'static Strategy>>,
        sets: Vec<Fields<'l, PuzzleSet<'static>>>,
    }
    let strategies = strategies.iter().map(|it| Fields(STRATEGIES, it)).collect();
    format::json(&Lists { strategies, sets: sets.iter().map(|it| Fields(SETS, it)).collect() })
}
