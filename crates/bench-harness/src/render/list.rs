//! The list of what can be named on the command line.

use comfy_table::ContentArrangement;
use serde_json::{Value, json};
use sudoku_corpus::PuzzleSet;
use sudoku_strategies::Strategy;

use super::columns::{Column, table};
use super::format::{self, RenderError};
use super::style::Style;

/// How wide the lists are.
const WIDTH: u16 = 118;

const STRATEGIES: &[Column<Strategy>] = &[
    Column::text("strategy", |it| it.name.to_owned()),
    Column::text("idea", |it| it.idea.to_owned()),
    Column::text("crate", |it| it.crate_name.to_owned()),
    Column::text("available here", |it| yes(it.is_available())),
    Column::text("lexicographic", |it| yes(it.lexicographic)),
];

const SETS: &[Column<PuzzleSet<'_>>] = &[
    Column::text("set", |it| it.name.to_owned()),
    Column::text("puzzles", |it| puzzles(it).to_string()),
    Column::text("about", |it| it.about.to_owned()),
    Column::text("origin", |it| it.origin.to_owned()),
];

fn yes(value: bool) -> String {
    if value { "yes".to_owned() } else { "no".to_owned() }
}

fn puzzles(set: &PuzzleSet<'_>) -> usize {
    set.puzzles().map_or(0, |puzzles| puzzles.len())
}

/// The strategies and the sets, for people.
pub fn list_as_table(strategies: &[Strategy], sets: &[PuzzleSet<'static>]) -> String {
    let mut tables = [table(STRATEGIES, strategies, Style::TEXT), table(SETS, sets, Style::TEXT)];
    for table in &mut tables {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    }
    let [strategies, sets] = tables;
    format!("{strategies}\n\n{sets}\n")
}

/// The strategies and the sets as one JSON object.
///
/// # Errors
/// If the JSON library refuses them.
pub fn list_as_json(
    strategies: &[Strategy],
    sets: &[PuzzleSet<'_>],
) -> Result<String, RenderError> {
    let strategy = |strategy: &Strategy| {
        json!({
            "name": strategy.name,
            "idea": strategy.idea,
            "crate": strategy.crate_name,
            "available": strategy.is_available(),
            "lexicographic": strategy.lexicographic,
        })
    };
    let set = |set: &PuzzleSet<'_>| {
        json!({
            "name": set.name,
            "puzzles": puzzles(set),
            "about": set.about,
            "origin": set.origin,
        })
    };
    let list = json!({
        "strategies": strategies.iter().map(strategy).collect::<Vec<Value>>(),
        "sets": sets.iter().map(set).collect::<Vec<Value>>(),
    });
    format::json(&list)
}
