//! The list of what can be named on the command line.

use comfy_table::{ContentArrangement, Table};
use serde_json::{Value, json};
use sudoku_corpus::PuzzleSet;
use sudoku_strategies::Strategy;

use super::RenderError;
use super::table::RULED;

fn puzzles(set: &PuzzleSet<'_>) -> usize {
    set.puzzles().map_or(0, |puzzles| puzzles.len())
}

/// The strategies and the sets, for people.
#[must_use]
pub fn list_as_table(strategies: &[Strategy], sets: &[PuzzleSet<'_>]) -> String {
    let yes = |value: bool| if value { "yes" } else { "no" };
    let mut table = new_table(["strategy", "idea", "crate", "available here", "lexicographic"]);
    for strategy in strategies {
        let (available, smallest) = (yes(strategy.is_available()), yes(strategy.lexicographic));
        let Strategy { name, idea, crate_name, .. } = *strategy;
        table.add_row([name, idea, crate_name, available, smallest]);
    }
    let strategies = table;
    let mut table = new_table(["set", "puzzles", "about", "origin"]);
    for set in sets {
        let PuzzleSet { name, about, origin, .. } = *set;
        table.add_row([name, &puzzles(set).to_string(), about, origin]);
    }
    format!("{strategies}\n\n{table}\n")
}

fn new_table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(RULED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(118)
        .set_header(header);
    table
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
    serde_json::to_string_pretty(&list).map(|json| json + "\n").map_err(RenderError::Json)
}
