//! The text in a link of the drawing program
//! [penpa-edit](https://github.com/swaroopg92/penpa-edit).
//!
//! The text is compressed with Deflate and encoded in Base64. Its first line has the kind and the
//! size of the grid. Its fourth line is an object with the drawing of the author.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::{Map, Value};
use sudoku_core::{Board, Cell};

use super::value::app::{is_set, variant};
use super::value::error::ValueError;
use crate::puzzle::LinkError;

/// The maximum length of the decompressed text in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The number of points per row: two are outside of the grid on either side.
const WIDTH: usize = 13;

/// Reads a compressed drawing, which is a classic puzzle if it has only digits and the borders of
/// the boxes.
pub(super) fn read(compressed: &str) -> Result<Board, ValueError> {
    let damaged = || ValueError::Link(LinkError::Damaged);
    let bytes = STANDARD.decode(compressed.replace(' ', "+")).map_err(|_| damaged())?;
    let text = decompress_to_vec_with_limit(&bytes, MAX_TEXT).map_err(|_| damaged())?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let number = |at: usize| header.get(at).and_then(|word| word.parse::<usize>().ok());
    match (header.first(), number(1), number(2)) {
        (Some(&("square" | "sudoku")), Some(9), Some(9)) => {}
        (Some(_), Some(size), Some(_)) if size != 9 => return Err(ValueError::Size(size)),
        _ => return Err(variant("another grid than 9×9 squares")),
    }
    if (11..15).any(|at| number(at) != Some(0)) {
        return Err(variant("diagonals or clues outside of the grid"));
    }
    let drawing = with_long_words(lines.nth(2).unwrap_or_default());
    let drawing: Map<String, Value> = serde_json::from_str(&drawing).map_err(|_| damaged())?;
    for (keys, rule) in RULES {
        if keys.iter().any(|key| drawing.get(*key).is_some_and(is_set)) {
            return Err(variant(rule));
        }
    }
    let borders = drawing.get("zE").and_then(Value::as_object);
    if !borders.is_some_and(are_boxes) {
        return Err(variant("irregular regions"));
    }
    let mut digits = [0; 81];
    for (place, number) in drawing.get("zN").and_then(Value::as_object).into_iter().flatten() {
        let cell =
            place.parse().ok().and_then(cell_at).ok_or(variant("clues outside of the grid"))?;
        // A number has its text, its color and its size.
        let digit = number.get(0).and_then(Value::as_str).and_then(|text| text.parse().ok());
        let is_large = number.get(2).and_then(Value::as_str) == Some("1");
        match digit.filter(|digit| (1..=9).contains(digit) && is_large) {
            Some(digit) => digits[cell.index()] = digit,
            None => return Err(variant("texts other than the digits 1 to 9")),
        }
    }
    Board::new(digits).map_err(|_| damaged())
}

/// Returns the cell at a point.
fn cell_at(point: usize) -> Option<Cell> {
    let [row, column] = [point / WIDTH, point % WIDTH].map(|it| it.checked_sub(2));
    Cell::at(row?, column?)
}

/// Returns true if the borders separate exactly the boxes. The frame around the grid may be drawn
/// too. A border is named by the two corners at its ends; corners are the points after those of the
/// cells.
fn are_boxes(borders: &Map<String, Value>) -> bool {
    let corner = |text: &str| {
        let point = text.parse::<usize>().ok()?.checked_sub(WIDTH * WIDTH)?;
        // The corner at the top left of the grid is at (1, 1).
        let [row, column] = [point / WIDTH, point % WIDTH].map(|it| it.checked_sub(1));
        Some((row?, column?)).filter(|&(row, column)| row <= 9 && column <= 9)
    };
    let mut inner = 0;
    let is_good = |name: &String| {
        let Some((a, b)) = name.split_once(',') else { return false };
        let (Some((row, column)), Some(other)) = (corner(a), corner(b)) else { return false };
        let line = match (other.0.wrapping_sub(row), other.1.wrapping_sub(column)) {
            (0, 1) => row,
            (1, 0) => column,
            _ => return false,
        };
        inner += usize::from(matches!(line, 3 | 6));
        line % 3 == 0
    };
    borders.keys().all(is_good) && inner == 4 * 9
}

/// Returns the object with its keys as they are in [`RULES`]. In the text, `z` and one more
/// character stand for a quoted word, `zO` for `null`, and `zZ` for the letter itself.
fn with_long_words(text: &str) -> String {
    let mut json = String::with_capacity(2 * text.len());
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match (sign, if sign == 'z' { signs.next() } else { None }) {
            (_, None) => json.push(sign),
            (_, Some('Z')) => json.push('z'),
            (_, Some('O')) => json.push_str("null"),
            (_, Some(key)) => json.extend(['"', 'z', key, '"']),
        }
    }
    json
}

/// The keys of the drawing that may be rules, with their names.
const RULES: &[(&[&str], &str)] = &[
    (&["z6", "zC"], "killer cages"),
    (&["zT", "z7"], "thermometers"),
    (&["z3"], "arrows"),
    (&["zL", "zF", "z2", "zD"], "drawn lines"),
    (&["zS"], "shaded cells"),
    (&["zY", "z5", "z0"], "drawn shapes"),
    (&["z1"], "small numbers"),
    (&["zW"], "walls"),
];
