//! The named values of an entry: its puzzle, its comment, and its other columns or keys.

use std::fmt;
use std::sync::Arc;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use sudoku_core::box_art::is_space;

use crate::format::csv::{self, Column};
use crate::line::{FileLine, is_end_of_cells};
use crate::names::Names;
use crate::unicode::PlainText;

/// A named value of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileField {
    /// The name of the column or key.
    pub name: Arc<str>,
    /// The value as JSON. The value of a CSV column is a string.
    pub json: String,
}

impl FileField {
    /// Returns a field with a text.
    #[must_use]
    pub fn text(name: &str, text: &str) -> Self {
        Self { name: name.into(), json: serde_json::Value::from(text).to_string() }
    }
}

/// The named values of an entry, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFields {
    /// The values. One of them is the puzzle as the file has it.
    pub all: Vec<FileField>,
    /// The index of the puzzle.
    pub puzzle: usize,
}

/// The name of the field with the comment of a line.
pub const COMMENT: &str = "comment";

impl Default for FileFields {
    /// Returns the fields of an entry that has only a puzzle.
    fn default() -> Self {
        Self { all: vec![FileField::text("puzzle", "")], puzzle: 0 }
    }
}

impl FileFields {
    /// Returns the comment after the first `cells` cells of a line.
    pub(crate) fn of_line(line: &[u8], cells: usize) -> Self {
        let plain = (!line.is_ascii()).then(|| PlainText::of(line));
        let read = plain.as_ref().map_or(line, |plain| &plain.bytes);
        let is_separator = |byte: &u8| is_space(*byte) || matches!(byte, b',' | b';');
        let mut words = read.split(is_separator).filter(|word| !word.is_empty());
        let is_separated = words.by_ref().take(cells).all(|word| word.len() == 1);
        let is_gap = |byte: &u8| is_space(*byte) || (is_separated && is_separator(byte));
        let mut places = (0..read.len()).filter(|&at| !is_gap(&read[at]));
        let start = places.nth(cells).unwrap_or(read.len());
        let rest = &line[plain.as_ref().map_or(start, |plain| plain.place(start))..];
        let is_mark = |byte: &u8| is_end_of_cells(*byte);
        let text = rest.iter().position(|byte| !is_mark(byte)).map_or(&rest[..0], |at| &rest[at..]);
        let comment = String::from_utf8_lossy(text.trim_ascii());
        let mut fields = Self::default();
        if !comment.is_empty() {
            fields.all.push(FileField::text(COMMENT, &comment));
        }
        fields
    }

    /// Returns the hash and the rating of a record of the puzzle bank.
    pub(crate) fn of_record(line: &[u8]) -> Self {
        let text = String::from_utf8_lossy(line);
        let field = |(name, value): (&&str, &str)| FileField::text(name, value);
        let names = ["hash", "puzzle", "rating"];
        Self { all: names.iter().zip(text.split_whitespace()).map(field).collect(), puzzle: 1 }
    }

    /// Returns the values of a row of a table.
    pub(crate) fn of_row(line: &FileLine<'_>, column: Column, names: &[Arc<str>]) -> Self {
        let value = |(at, text): (usize, String)| FileField {
            name: names.get(at).map_or_else(|| format!("column_{}", at + 1).into(), Arc::clone),
            ..FileField::text("", &text)
        };
        let all = csv::values(line.bytes, column).enumerate().map(value).collect();
        Self { all, puzzle: column.place }
    }

    /// Returns the values of an object, if the puzzle is the value of one of its keys.
    pub(crate) fn of_object(object: &[u8], names: &Names) -> Self {
        let mut json = serde_json::Deserializer::from_slice(object);
        let all = json.deserialize_map(Members).unwrap_or_default();
        match all.iter().position(|field| names.has(&field.name)) {
            Some(puzzle) => Self { all, puzzle },
            None => Self::default(),
        }
    }
}

/// A visitor that keeps the members of an object in their order.
struct Members;

impl<'a> Visitor<'a> for Members {
    type Value = Vec<FileField>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            // A string has no line breaks, so that these are between values.
            let json = value.get().replace(['\n', '\r'], " ");
            all.push(FileField { name: name.into(), json });
        }
        Ok(all)
    }
}

/// Returns the members of a JSON object in their order, or none if the text is no object.
#[must_use]
pub fn object_fields(object: &str) -> Vec<FileField> {
    serde_json::Deserializer::from_str(object).deserialize_map(Members).unwrap_or_default()
}
