//! The JSON of two web sites for variants of Sudoku: f-puzzles and SudokuPad.
//!
//! Both describe the rules of a puzzle by lists of drawn elements. A puzzle with any of them is a
//! variant and is refused with the name of its rule, because its solutions would be wrong. The
//! error has the object of f-puzzles, for readers of variants.

use std::sync::Arc;

use serde_json::{Map, Value};
use sudoku_core::{Board, Cell, Digit, ReadErrorKind};

use super::error::ValueError;
use super::object::find_one;
use crate::puzzle::MAX_LINE;

/// The keys of the boards of the two sites.
pub(crate) const APP_BOARDS: [&str; 2] = ["grid", "cells"];

/// Returns true if the object has the grid of such a site: rows of objects.
pub(crate) fn is_app(object: &[u8]) -> bool {
    let Ok(Some(grid)) = find_one(object, |key| APP_BOARDS.contains(&key)) else {
        return false;
    };
    let bytes = grid.bytes().filter(|byte| !byte.is_ascii_whitespace());
    bytes.take(3).eq(*b"[[{")
}

/// Reads the puzzle of an object for which [`is_app`] is true.
pub(crate) fn read_app(object: &[u8]) -> Result<Board, ValueError> {
    let object = serde_json::from_slice(object).map_err(|_| ValueError::NotJson(0))?;
    read_map(&object)
}

/// Reads the puzzle of an object of one of the two sites.
pub(crate) fn read_map(object: &Map<String, Value>) -> Result<Board, ValueError> {
    if !object.contains_key("grid") {
        return read_sudokupad(object);
    }
    read_f_puzzles(object).map_err(|error| match error {
        ValueError::Variant { rule, .. } => {
            let json = serde_json::to_string(object).ok();
            let f_puzzles = json.filter(|json| json.len() <= MAX_LINE).map(Arc::from);
            ValueError::Variant { rule, f_puzzles }
        }
        error => error,
    })
}

/// Returns the object of f-puzzles with these clues. The other digits of the solution, if there is
/// one, are values that a player entered.
pub(crate) fn f_puzzles(puzzle: &Board, solution: Option<&Board>) -> String {
    let grid = rows(solution.unwrap_or(puzzle), |cell, digit| match puzzle.get(cell) {
        Some(_) => format!("{{\"value\":{digit},\"given\":true}}"),
        None => format!("{{\"value\":{digit}}}"),
    });
    format!("{{\"size\":9,\"grid\":{grid}}}")
}

/// Returns the object of SudokuPad with these clues. It has no cells for digits of a player, so
/// that the solution, if there is one, is the text with which the site compares them.
pub(crate) fn sudokupad(puzzle: &Board, solution: Option<&Board>) -> String {
    let region = |number: usize| {
        let cells = Cell::all().filter(|cell| cell.box_index() == number);
        list(cells.map(|cell| format!("[{},{}]", cell.row(), cell.column())))
    };
    let cells = rows(puzzle, |_, digit| format!("{{\"value\":{digit}}}"));
    let metadata =
        solution.map(|solution| format!(",\"metadata\":{{\"solution\":\"{solution}\"}}"));
    let (regions, metadata) = (list((0..9).map(region)), metadata.unwrap_or_default());
    format!("{{\"cells\":{cells},\"regions\":{regions}{metadata}}}")
}

/// Returns the cells of a board as a JSON list of rows. A blank is an empty object.
fn rows(board: &Board, filled: impl Fn(Cell, Digit) -> String) -> String {
    let cell = |cell: Cell| board.get(cell).map_or("{}".to_owned(), |digit| filled(cell, digit));
    let row = |row: usize| list(Cell::all().skip(9 * row).take(9).map(cell));
    list((0..9).map(row))
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn read_f_puzzles(object: &Map<String, Value>) -> Result<Board, ValueError> {
    const NEUTRAL: &[&str] =
        &["grid", "solution", "metadata", "disabledlogic", "truecandidatesoptions", "cage"];
    let cells = cells_of(object.get("grid"))?;
    let is_given = |cell: &Value| cell.get("given") == Some(&Value::Bool(true));
    let has_givens = cells.iter().any(|cell| is_given(cell));
    let is_wrong = |given: &Value| *given != true && !is_absent(given);
    if cells.iter().any(|cell| !cell.is_object() || cell.get("given").is_some_and(is_wrong)) {
        return Err(variant("cells that f-puzzles writes in another way"));
    }
    if cells.iter().any(|cell| cell.get("givenPencilMarks").is_some_and(is_set)) {
        return Err(variant("given candidates"));
    }
    let region = |place: Cell| match cells[place.index()].get("region") {
        Some(region) => region.as_u64(),
        None => Some(place.box_index() as u64),
    };
    refuse_other_regions(Cell::all().map(region).collect())?;
    if object.get("size").is_some_and(|size| *size != 9 && !is_absent(size)) {
        return Err(variant("another size"));
    }
    refuse_rules(object, NEUTRAL)?;
    refuse_cages(object.get("cage"))?;
    // Values that are not given were entered by a player.
    board_of(&cells, |cell| cell.get("value").filter(|_| is_given(cell) || !has_givens))
}

fn read_sudokupad(object: &Map<String, Value>) -> Result<Board, ValueError> {
    const NEUTRAL: &[&str] =
        &["cells", "ce", "regions", "re", "cages", "ca", "metadata", "settings"];
    let get = |long: &str, short: &str| object.get(long).or_else(|| object.get(short));
    let cells = cells_of(get("cells", "ce"))?;
    let mut regions = vec![None; 81];
    for (number, region) in (0..).zip(items(get("regions", "re"))) {
        for cell in items(Some(region)).iter().filter_map(cell_of) {
            regions[cell.index()] = Some(number);
        }
    }
    refuse_other_regions(regions)?;
    refuse_rules(object, NEUTRAL)?;
    refuse_cages(get("cages", "ca"))?;
    if let Some(Value::Object(flags)) = object.get("metadata") {
        let rules = flags.keys().filter(|key| is_known(key) && !is_absent(&flags[*key]));
        rules.map(|key| variant(name_of(key))).next().map_or(Ok(()), Err)?;
    }
    board_of(&cells, |cell| cell.get("value").or_else(|| cell.get("v")))
}

/// Returns the items of a list, or none for any other value.
fn items(list: Option<&Value>) -> &[Value] {
    list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the 81 cells of a list of rows.
fn cells_of(grid: Option<&Value>) -> Result<Vec<&Value>, ValueError> {
    let rows = items(grid);
    let widths = || rows.iter().map(|row| items(Some(row)).len());
    match widths().find(|&width| width != 9 || rows.len() != 9) {
        Some(width) => Err(ValueError::Size(width.max(rows.len()))),
        None if rows.is_empty() => Err(ValueError::cells(0, None, ReadErrorKind::NoPuzzle)),
        None => Ok(rows.iter().flat_map(|row| items(Some(row))).collect()),
    }
}

/// Returns the cell at `[row, column]`, both from 0.
fn cell_of(place: &Value) -> Option<Cell> {
    let number = |at: usize| usize::try_from(place.get(at)?.as_u64()?).ok();
    Cell::at(number(0)?, number(1)?)
}

/// Returns the board with these values in its cells, each a number or a text of one digit.
fn board_of<'a>(
    cells: &[&'a Value],
    value: impl Fn(&'a Value) -> Option<&'a Value>,
) -> Result<Board, ValueError> {
    let mut digits = [0; 81];
    for (cell, digit) in cells.iter().zip(&mut digits) {
        *digit = match value(cell) {
            None | Some(Value::Null) => 0,
            Some(Value::String(text)) if text.is_empty() => 0,
            Some(Value::String(text)) => text.parse().unwrap_or(u8::MAX),
            Some(value) => value.as_u64().and_then(|it| it.try_into().ok()).unwrap_or(u8::MAX),
        };
    }
    Board::new(digits).map_err(|_| variant("values other than the digits 1 to 9"))
}

/// Refuses regions other than the nine boxes. A region is a number for each cell.
fn refuse_other_regions(regions: Vec<Option<u64>>) -> Result<(), ValueError> {
    if regions.iter().all(Option::is_none) {
        return Err(variant("no boxes"));
    }
    let is_together = |a: Cell, b: Cell| {
        let [a, b] = [a, b].map(|cell| regions[cell.index()]);
        a.is_some() && a == b
    };
    let is_box =
        |a: Cell| Cell::all().all(|b| is_together(a, b) == (a.box_index() == b.box_index()));
    if Cell::all().all(is_box) { Ok(()) } else { Err(variant("irregular regions")) }
}

/// Refuses cages with cells. Cages without cells hold a title or a solution.
fn refuse_cages(cages: Option<&Value>) -> Result<(), ValueError> {
    let is_cage = |cage: &Value| {
        !cage.is_object() || cage.get("cells").or_else(|| cage.get("ce")).is_some_and(is_set)
    };
    let is_list = cages.is_none_or(|cages| cages.is_array() || is_absent(cages));
    if !is_list || items(cages).iter().any(is_cage) {
        return Err(variant("killer cages"));
    }
    Ok(())
}

/// Refuses an object with a value that may be a rule: any value of a known key, and a list, an
/// object or `true` of another one.
fn refuse_rules(object: &Map<String, Value>, neutral: &[&str]) -> Result<(), ValueError> {
    let is_rule = |(key, value): &(&String, &Value)| {
        let is_text = matches!(value, Value::String(_) | Value::Number(_));
        let is_rule = if is_known(key) { !is_absent(value) } else { !is_text && is_set(value) };
        is_rule && !neutral.contains(&key.as_str())
    };
    let mut rules = object.iter().filter(is_rule).map(|(key, _)| key);
    // Some lists are drawings only, so a name of a rule tells more.
    let known = rules.clone().find(|key| is_known(key));
    match known.or_else(|| rules.next()) {
        Some(key) => Err(variant(name_of(key))),
        None => Ok(()),
    }
}

/// Returns true if there is a rule with this key.
fn is_known(key: &str) -> bool {
    RULES.iter().any(|(known, _)| *known == key)
}

/// Returns true if the value means that its key has no rule.
fn is_absent(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false))
        || *value == ""
        || value.as_array().is_some_and(Vec::is_empty)
}

/// Returns true unless the value is empty, zero, false or null.
pub(crate) fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is_true) => *is_true,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Object(values) => !values.is_empty(),
    }
}

pub(crate) fn variant(rule: &str) -> ValueError {
    ValueError::Variant { rule: rule.into(), f_puzzles: None }
}

/// Returns the name of the rule with this key, or the key itself.
fn name_of(key: &str) -> &str {
    RULES.iter().find(|(known, _)| *known == key).map_or(key, |(_, name)| name)
}

/// The names of rules by their keys.
const RULES: &[(&str, &str)] = &[
    ("antiking", "anti-king"),
    ("antiknight", "anti-knight"),
    ("arrow", "arrows"),
    ("betweenline", "between lines"),
    ("clone", "clones"),
    ("diagonal+", "diagonals"),
    ("diagonal-", "diagonals"),
    ("difference", "differences between cells"),
    ("disjointgroups", "disjoint groups"),
    ("even", "even cells"),
    ("extraregion", "extra regions"),
    ("foglight", "fog of war"),
    ("killercage", "killer cages"),
    ("littlekillersum", "little killer sums"),
    ("lockout", "lockout lines"),
    ("maximum", "maximum cells"),
    ("minimum", "minimum cells"),
    ("negative", "negative constraints"),
    ("nonconsecutive", "non-consecutive cells"),
    ("odd", "odd cells"),
    ("palindrome", "palindromes"),
    ("quadruple", "quadruples"),
    ("ratio", "ratios between cells"),
    ("renban", "Renban lines"),
    ("sandwichsum", "sandwich sums"),
    ("thermometer", "thermometers"),
    ("whispers", "whisper lines"),
    ("xv", "XV clues"),
    // The elements of SudokuPad have no meaning, only a look.
    ("a", "drawn arrows"),
    ("arrows", "drawn arrows"),
    ("l", "drawn lines"),
    ("lines", "drawn lines"),
    ("o", "drawn shapes"),
    ("overlays", "drawn shapes"),
    ("u", "drawn shapes"),
    ("underlays", "drawn shapes"),
];
