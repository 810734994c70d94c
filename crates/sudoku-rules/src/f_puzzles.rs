//! The JSON of [f-puzzles](https://f-puzzles.com).

use core::fmt::Display;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sudoku_core::{Board, Cell, Digit};
use thiserror::Error;

use crate::arguments::RuleValue;
use crate::kinds::{RuleKind, UnknownKind};
use crate::primitive::Primitive;
use crate::rule::{Rule, RuleError};
use crate::rules::Rules;

/// Lists and objects without a meaning for the solutions. An unknown text or number, such as the
/// title, and an unknown empty object have none either.
const NEUTRAL: &[&str] = &[
    "grid",
    "solution",
    "metadata",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightconflicts",
];

/// Lists of rules that are not supported.
const UNSUPPORTED: &[&str] = &["foglight", "lockout", "negative", "sandwichsum"];

/// The reason why a puzzle of f-puzzles cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FPuzzlesError {
    /// The text is not a JSON object.
    #[error("not a puzzle of f-puzzles: expected a JSON object")]
    NotJson,
    /// The puzzle has another size than 9×9.
    #[error("a puzzle of another size than 9×9; only 9×9 is supported")]
    OtherSize,
    /// The puzzle has a rule that has no kind here, or a drawing that may be a rule. The name has
    /// at most its first 40 characters.
    #[error("the puzzle has the rule `{0}`, which is not supported")]
    Unsupported(String),
    /// The value of the field is not as f-puzzles writes it.
    #[error("the field `{0}` is not as f-puzzles writes it")]
    Malformed(String),
    /// A rule of the field is refused.
    #[error("the field `{field}`: {problem}")]
    Rule {
        /// The name of the field.
        field: String,
        /// The problem.
        problem: RuleError,
    },
    /// f-puzzles has no such rule.
    #[error("f-puzzles has no rule for `{0}`")]
    NotWritable(String),
}

/// The way in which a field lists its rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// True for a rule about the whole board.
    Flag,
    /// A list of objects with lines.
    Lines,
    /// A list of objects with cells.
    Cells,
    /// A list of objects with a cell.
    Cell,
}

/// A field with its kind of rule, and the value of a rule that gives none.
type Field = (&'static str, &'static str, Shape, Option<i32>);

/// The fields whose rules differ only in the way in which they are listed.
const FIELDS: &[Field] = &[
    ("diagonal+", "diagonal-up", Shape::Flag, None),
    ("diagonal-", "diagonal-down", Shape::Flag, None),
    ("antiknight", "anti-knight", Shape::Flag, None),
    ("antiking", "anti-king", Shape::Flag, None),
    ("nonconsecutive", "non-consecutive", Shape::Flag, None),
    ("disjointgroups", "disjoint-groups", Shape::Flag, None),
    ("thermometer", "thermometer", Shape::Lines, None),
    ("palindrome", "palindrome", Shape::Lines, None),
    ("renban", "renban", Shape::Lines, None),
    ("whispers", "whisper", Shape::Lines, Some(5)),
    ("betweenline", "between", Shape::Lines, None),
    ("killercage", "cage", Shape::Cells, None),
    ("difference", "difference", Shape::Cells, Some(1)),
    ("ratio", "ratio", Shape::Cells, Some(2)),
    ("odd", "odd", Shape::Cell, None),
    ("even", "even", Shape::Cell, None),
    ("minimum", "minimum", Shape::Cell, None),
    ("maximum", "maximum", Shape::Cell, None),
];

impl Rules {
    /// Reads the JSON object of a puzzle of f-puzzles.
    ///
    /// A link has this object in compressed form. The crate `sudoku-text` reads and writes links.
    ///
    /// # Errors
    /// Fails if the puzzle is not 9×9, or if it has a rule that is not supported. The error names
    /// the rule. A drawing also counts as such a rule, because its meaning is unknown.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let rules: Rules = "anti-knight\ncage 10 r1c1 r1c2".parse().unwrap();
    /// let json = rules.to_f_puzzles()?;
    /// assert_eq!(Rules::from_f_puzzles(&json)?, rules);
    /// # Ok::<(), sudoku_rules::FPuzzlesError>(())
    /// ```
    pub fn from_f_puzzles(json: &str) -> Result<Self, FPuzzlesError> {
        let object: Map<String, Value> =
            serde_json::from_str(json).map_err(|_| FPuzzlesError::NotJson)?;
        read(&object)
    }

    /// Returns the JSON object of f-puzzles with these rules.
    ///
    /// # Errors
    /// Fails if f-puzzles has no such rule, and names the first one.
    pub fn to_f_puzzles(&self) -> Result<String, FPuzzlesError> {
        Ok(Value::Object(write(self)?).to_string())
    }
}

fn malformed(field: &str) -> FPuzzlesError {
    FPuzzlesError::Malformed(field.to_owned())
}

/// Makes a rule for a field.
fn rule(
    field: &str,
    kind: &str,
    value: RuleValue,
    cells: Vec<Cell>,
    others: Vec<Cell>,
) -> Result<Rule, FPuzzlesError> {
    let kind: Result<RuleKind, UnknownKind> = kind.parse();
    let rule = kind.map_err(RuleError::from).and_then(|kind| Rule::new(kind, value, cells, others));
    rule.map_err(|problem| FPuzzlesError::Rule { field: field.to_owned(), problem })
}

/// Returns true unless the value is an empty list, an empty text, false or null.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is_true) => *is_true,
        Value::Array(values) => !values.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Object(_) | Value::Number(_) => true,
    }
}

fn read(object: &Map<String, Value>) -> Result<Rules, FPuzzlesError> {
    let mut rules = Rules::default();
    read_grid(object.get("grid"), &mut rules)?;
    for (key, value) in object {
        if NEUTRAL.contains(&key.as_str()) || !is_set(value) {
            continue;
        }
        if let Some(&(_, kind, shape, default)) = FIELDS.iter().find(|field| field.0 == key) {
            if shape == Shape::Flag {
                if *value != true {
                    return Err(malformed(key));
                }
                rules.rules.push(rule(key, kind, RuleValue::None, Vec::new(), Vec::new())?);
                continue;
            }
            for item in items(key, value)? {
                let value = optional_number(key, item.get("value"))?.or(default);
                let value = value.map_or(RuleValue::None, RuleValue::Number);
                for cells in lists(key, shape, item)? {
                    rules.rules.push(rule(key, kind, value.clone(), cells, Vec::new())?);
                }
            }
            continue;
        }
        let read: fn(&str, &Value) -> Result<Vec<Rule>, FPuzzlesError> = match key.as_str() {
            "xv" => read_xv,
            "quadruple" => read_quadruple,
            "clone" => read_clone,
            "arrow" => read_arrow,
            "littlekillersum" => read_little_killer,
            "extraregion" => read_region,
            "cage" if !items(key, value)?.iter().all(Value::is_object) => {
                return Err(malformed(key));
            }
            // A cage without cells has only a text.
            "cage" if items(key, value)?.iter().all(|cage| !is_set(&cage["cells"])) => continue,
            "size" if *value == json!(9) => continue,
            "size" => return Err(malformed(key)),
            list if UNSUPPORTED.contains(&list) && !value.is_array() => return Err(malformed(key)),
            _ if value.is_string() || value.is_number() || *value == json!({}) => continue,
            _ => {
                let name = key.chars().take(40).collect::<String>();
                return Err(FPuzzlesError::Unsupported(name.escape_default().to_string()));
            }
        };
        for item in items(key, value)? {
            rules.rules.extend(read(key, item)?);
        }
    }
    Ok(rules)
}

/// Reads clues, given candidates and regions.
fn read_grid(grid: Option<&Value>, rules: &mut Rules) -> Result<(), FPuzzlesError> {
    let rows = grid.and_then(Value::as_array).ok_or_else(|| malformed("grid"))?;
    let is_nine = |list: Option<&Vec<Value>>| list.is_some_and(|list| list.len() == 9);
    if !is_nine(Some(rows)) || !rows.iter().all(|row| is_nine(row.as_array())) {
        return Err(FPuzzlesError::OtherSize);
    }
    let entry = |cell: Cell| &rows[cell.row()][cell.column()];
    for cell in Cell::all() {
        let given = entry(cell).get("given").filter(|given| is_set(given));
        if !entry(cell).is_object() || given.is_some_and(|given| *given != true) {
            return Err(malformed("grid"));
        }
    }
    let is_given = |cell: Cell| entry(cell).get("given") == Some(&Value::Bool(true));
    // Without any given digit, the digits are those of an unfinished puzzle.
    let has_givens = Cell::all().any(is_given);
    for cell in Cell::all() {
        let value = entry(cell).get("value").filter(|value| is_set(value));
        if value.is_some() && (is_given(cell) || !has_givens) {
            let digit = number(value).and_then(|it| u8::try_from(it).ok());
            let digit = digit.and_then(Digit::new).ok_or_else(|| malformed("grid"))?;
            rules.board.set(cell, Some(digit));
        }
        let marks = entry(cell).get("givenPencilMarks").filter(|marks| is_set(marks));
        if let Some(marks) = marks {
            let value = RuleValue::Digits(digits("givenPencilMarks", marks, true)?);
            rules.rules.push(rule("givenPencilMarks", "digits", value, vec![cell], Vec::new())?);
        }
    }
    rules.rules.extend(read_regions(entry)?);
    Ok(())
}

/// Reads the regions: none if they are the boxes.
fn read_regions<'a>(entry: impl Fn(Cell) -> &'a Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let mut regions: BTreeMap<Option<u64>, Vec<Cell>> = BTreeMap::new();
    for cell in Cell::all() {
        let region = match entry(cell).get("region") {
            None => Some(cell.box_index() as u64),
            // A cell may be in no region.
            Some(Value::Null) => None,
            Some(region) => {
                let number = region.as_i64().ok_or_else(|| malformed("region"))?;
                u64::try_from(number).ok()
            }
        };
        regions.entry(region).or_default().push(cell);
    }
    let is_box = |cells: &Vec<Cell>| {
        cells.len() == 9 && cells.iter().all(|cell| cell.box_index() == cells[0].box_index())
    };
    if regions.values().all(is_box) {
        return Ok(Vec::new());
    }
    let mut rules = vec![rule("region", "no-boxes", RuleValue::None, Vec::new(), Vec::new())?];
    regions.remove(&None);
    for cells in regions.into_values() {
        rules.push(rule("region", "house", RuleValue::None, cells, Vec::new())?);
    }
    Ok(rules)
}

fn items<'a>(field: &str, value: &'a Value) -> Result<&'a [Value], FPuzzlesError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| malformed(field))
}

/// Returns a number, which may also be a text, or `None` for anything else, such as an empty text.
fn number(value: Option<&Value>) -> Option<i32> {
    match value? {
        Value::Number(number) => number.as_i64().and_then(|number| number.try_into().ok()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Returns a number, or `None` if the value is missing. Refuses another value.
fn optional_number(field: &str, value: Option<&Value>) -> Result<Option<i32>, FPuzzlesError> {
    let is_empty = value.is_none_or(|value| value.is_null() || value == "");
    match number(value) {
        None if !is_empty => Err(malformed(field)),
        number => Ok(number),
    }
}

/// Returns the digits of a list, in ascending order if they are a set.
fn digits(field: &str, value: &Value, is_set: bool) -> Result<Vec<Digit>, FPuzzlesError> {
    let digit = |value: &Value| {
        let digit = number(Some(value)).and_then(|number| u8::try_from(number).ok());
        digit.and_then(Digit::new).ok_or_else(|| malformed(field))
    };
    let mut digits: Vec<Digit> =
        items(field, value)?.iter().map(digit).collect::<Result<_, _>>()?;
    if is_set {
        digits.sort_unstable();
        digits.dedup();
    }
    Ok(digits)
}

/// Returns the cells of a list of names.
fn cells(field: &str, value: Option<&Value>) -> Result<Vec<Cell>, FPuzzlesError> {
    let cell = |value: &Value| {
        value.as_str().and_then(|name| name.parse().ok()).ok_or_else(|| malformed(field))
    };
    items(field, value.unwrap_or(&Value::Null))?.iter().map(cell).collect()
}

/// Returns the list of cells of each rule of an item.
fn lists(field: &str, shape: Shape, item: &Value) -> Result<Vec<Vec<Cell>>, FPuzzlesError> {
    match shape {
        Shape::Flag | Shape::Cells => Ok(vec![cells(field, item.get("cells"))?]),
        Shape::Lines => {
            let lines = items(field, item.get("lines").unwrap_or(&Value::Null))?;
            lines.iter().map(|line| cells(field, Some(line))).collect()
        }
        Shape::Cell => {
            let cell = json!([item.get("cell").unwrap_or(&Value::Null)]);
            Ok(vec![cells(field, Some(&cell))?])
        }
    }
}

fn read_xv(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let sum = match item.get("value").and_then(Value::as_str) {
        Some("X" | "x") => 10,
        Some("V" | "v") => 5,
        _ => return Err(malformed(field)),
    };
    let cells = cells(field, item.get("cells"))?;
    Ok(vec![rule(field, "xv", RuleValue::Number(sum), cells, Vec::new())?])
}

fn read_quadruple(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let values = item.get("values").filter(|values| is_set(values));
    let Some(values) = values else { return Ok(Vec::new()) };
    let value = RuleValue::Digits(digits(field, values, false)?);
    Ok(vec![rule(field, "quadruple", value, cells(field, item.get("cells"))?, Vec::new())?])
}

fn read_clone(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let [cells, clones] = ["cells", "cloneCells"].map(|key| cells(field, item.get(key)));
    Ok(vec![rule(field, "clone", RuleValue::None, cells?, clones?)?])
}

fn read_arrow(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let circle = cells(field, item.get("cells"))?;
    if circle.len() > 1 {
        return Err(FPuzzlesError::Unsupported("arrow with a circle of several cells".to_owned()));
    }
    let arm = |line: Vec<Cell>| {
        // A line begins in its circle.
        let arm = line.into_iter().filter(|cell| !circle.contains(cell)).collect();
        rule(field, "arrow", RuleValue::None, circle.clone(), arm)
    };
    lists(field, Shape::Lines, item)?.into_iter().map(arm).collect()
}

/// Reads a sum outside of the board, with the direction of its diagonal.
fn read_little_killer(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let place = item.get("cell").and_then(Value::as_str).and_then(|name| {
        let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        Some((
            isize::from(row.parse::<i8>().ok()?) - 1,
            isize::from(column.parse::<i8>().ok()?) - 1,
        ))
    });
    let step = match item.get("direction").and_then(Value::as_str) {
        Some("UL") => (-1, -1),
        Some("UR") => (-1, 1),
        Some("DL") => (1, -1),
        Some("DR") => (1, 1),
        _ => return Err(malformed(field)),
    };
    let (row, column) = place.ok_or_else(|| malformed(field))?;
    let cell = |distance: isize| {
        let [row, column] = [row + distance * step.0, column + distance * step.1];
        Cell::at(row.try_into().ok()?, column.try_into().ok()?)
    };
    let cells = (1..=9).map_while(cell).collect();
    let sum = optional_number(field, item.get("value"))?;
    let Some(sum) = sum.filter(|&sum| sum != 0) else { return Ok(Vec::new()) };
    Ok(vec![rule(field, "little-killer", RuleValue::Number(sum), cells, Vec::new())?])
}

fn read_region(field: &str, item: &Value) -> Result<Vec<Rule>, FPuzzlesError> {
    let cells = cells(field, item.get("cells"))?;
    let kind = if cells.len() == 9 { "house" } else { "differ" };
    Ok(vec![rule(field, kind, RuleValue::None, cells, Vec::new())?])
}

fn name(cell: Cell) -> String {
    cell.to_string().to_ascii_uppercase()
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().copied().map(name).collect()
}

fn write(rules: &Rules) -> Result<Map<String, Value>, FPuzzlesError> {
    let mut grid = rows(&rules.board);
    let regions = write_regions(rules, &mut grid);
    let mut object = Map::new();
    for rule in rules.rules.iter().filter(|rule| !regions.contains(rule)) {
        let cells = names(rule.cells());
        if rule.kind().name() == "digits" {
            for cell in rule.cells() {
                let mut marks: Vec<u8> = rule.value().digits().iter().map(|it| it.get()).collect();
                let entry = &mut grid[cell.row()][cell.column()]["givenPencilMarks"];
                if let Some(others) = entry.as_array() {
                    marks.retain(|&digit| others.contains(&digit.into()));
                }
                if marks.is_empty() {
                    return Err(FPuzzlesError::NotWritable(format!("{cell} without a digit")));
                }
                *entry = json!(marks);
            }
            continue;
        }
        let field = FIELDS.iter().find(|field| field.1 == rule.kind().name());
        let entries = if let Some(&(key, _, shape, _)) = field {
            let mut items = match shape {
                Shape::Flag => {
                    object.insert(key.to_owned(), Value::Bool(true));
                    continue;
                }
                Shape::Lines => vec![json!({ "lines": [cells] })],
                Shape::Cells => vec![json!({ "cells": cells })],
                Shape::Cell => cells.iter().map(|cell| json!({ "cell": cell })).collect(),
            };
            if let Some(number) = rule.value().number() {
                items.iter_mut().for_each(|item| item["value"] = number.to_string().into());
            }
            (key, items)
        } else {
            write_other(rule)?
        };
        let list = object.entry(entries.0).or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.extend(entries.1.iter().cloned()));
    }
    object.insert("size".to_owned(), 9.into());
    object.insert("grid".to_owned(), grid.into());
    Ok(object)
}

/// Writes the regions of a puzzle without boxes into the grid: the houses that do not overlap.
/// Returns the rules that are written by that.
fn write_regions<'a>(rules: &'a Rules, grid: &mut [Vec<Value>]) -> Vec<&'a Rule> {
    let mut written = Vec::new();
    if rules.has_boxes() {
        return written;
    }
    for cell in Cell::all() {
        grid[cell.row()][cell.column()]["region"] = Value::Null;
    }
    for rule in &rules.rules {
        let region = |cell: &Cell| &grid[cell.row()][cell.column()]["region"];
        let is_free = rule.cells().iter().all(|cell| region(cell).is_null());
        if rule.kind().name() == "no-boxes" {
            written.push(rule);
        } else if rule.kind().name() == "house" && is_free {
            for cell in rule.cells() {
                grid[cell.row()][cell.column()]["region"] = written.len().into();
            }
            written.push(rule);
        }
    }
    written
}

/// Returns the rows of the grid with its clues.
fn rows(board: &Board) -> Vec<Vec<Value>> {
    let cell = |cell: Option<Cell>| match cell.and_then(|cell| board.get(cell)) {
        Some(digit) => json!({ "value": digit.get(), "given": true }),
        None => json!({}),
    };
    (0..9).map(|row| (0..9).map(|column| cell(Cell::at(row, column))).collect()).collect()
}

/// Returns the field and the entries of a rule whose kind has its own form.
fn write_other(rule: &Rule) -> Result<(&'static str, Vec<Value>), FPuzzlesError> {
    let [cells, others] = [rule.cells(), rule.others()].map(names);
    let not_writable = |rule: &dyn Display| FPuzzlesError::NotWritable(rule.to_string());
    Ok(match (rule.kind().name(), rule.value().number()) {
        ("xv", Some(10)) => ("xv", vec![json!({ "cells": cells, "value": "X" })]),
        ("xv", Some(5)) => ("xv", vec![json!({ "cells": cells, "value": "V" })]),
        ("quadruple", _) => {
            let values: Vec<u8> = rule.value().digits().iter().map(|digit| digit.get()).collect();
            ("quadruple", vec![json!({ "cells": cells, "values": values })])
        }
        ("clone", _) => ("clone", vec![json!({ "cells": cells, "cloneCells": others })]),
        ("arrow", _) => {
            let line = [&cells[..], &others].concat();
            ("arrow", vec![json!({ "cells": cells, "lines": [line] })])
        }
        ("little-killer", Some(sum)) => {
            let item = little_killer(rule.cells(), sum).ok_or_else(|| not_writable(rule))?;
            ("littlekillersum", vec![item])
        }
        ("differ", _) => ("extraregion", vec![json!({ "cells": cells })]),
        _ => {
            let house = |primitive| match primitive {
                Primitive::House(cells) => Ok(json!({ "cells": names(&cells) })),
                _ => Err(not_writable(&rule.kind())),
            };
            let houses = rule.primitives().into_iter().map(house).collect::<Result<_, _>>()?;
            ("extraregion", houses)
        }
    })
}

/// Returns the entry of a sum along a whole diagonal, or `None` for other cells.
fn little_killer(cells: &[Cell], sum: i32) -> Option<Value> {
    let first = cells.first()?;
    let all = [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];
    all.into_iter().find_map(|(direction, down, right)| {
        let [row, column] = [first.row() as isize + 1 - down, first.column() as isize + 1 - right];
        let item = json!({
            "cell": format!("R{row}C{column}"), "direction": direction, "value": sum.to_string(),
        });
        let is_outside = !(1..=9).contains(&row) || !(1..=9).contains(&column);
        let read = read_little_killer("littlekillersum", &item).ok()?;
        (is_outside && read.first()?.cells() == cells).then_some(item)
    })
}
