//! A JSON object on each line, as the commands of this project and other data sets write it.
//!
//! The puzzle is the value of one key: text in any format of cells, or a list of cells.

use sudoku_core::Board;

use super::value::error::ValueError;
use super::value::object::{find_one, read_value};
use super::value::read_puzzle;
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::names::Names;
use crate::puzzle::{FileError, MAX_LINE};

pub(crate) const JSON_LINES: FormatEntry = FormatEntry {
    name: "jsonl",
    aliases: &["ndjson"],
    about: "One JSON object per line, with a key for the puzzle",
    reading: Reading::Keyed,
    is_detected: true,
    marks: None,
    write: |board, out| {
        out.extend(b"{\"puzzle\":\"");
        out.extend_from_slice(&board.to_line());
        out.extend(b"\"}");
    },
    header: "",
    footer: "",
};

/// Returns true if the line looks like an object.
pub(crate) fn is_object(line: &FileLine<'_>) -> bool {
    line.bytes.trim_ascii_start().first() == Some(&b'{')
}

/// Reads the puzzle of the object on a line.
pub(crate) fn read(line: &FileLine<'_>, names: &Names) -> Result<Board, FileError> {
    read_puzzle(line.bytes, names).map_err(|fault| match fault {
        ValueError::NoKey => no_key(line, names),
        fault => fault.on_line(line),
    })
}

/// Returns the error for an object without a key for a puzzle.
pub(crate) fn no_key(line: &FileLine<'_>, names: &Names) -> FileError {
    names.missing(line.number, keys(line)).unwrap_or(FileError::NoKey(line.number))
}

/// Returns true if any value of the object is a puzzle.
pub(crate) fn holds_puzzle(line: &FileLine<'_>) -> bool {
    if !is_object(line) || line.bytes.len() > MAX_LINE {
        return false;
    }
    let holds_it = |key: String| match find_one(line.bytes, |it| it == key) {
        Ok(Some(value)) => read_value(line.bytes, value).is_ok(),
        _ => false,
    };
    keys(line).any(holds_it)
}

/// Returns the keys of the object on a line.
fn keys(line: &FileLine<'_>) -> impl Iterator<Item = String> {
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line.bytes);
    object.unwrap_or_default().into_iter().map(|(key, _)| key)
}
