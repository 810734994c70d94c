//! The named values of an entry: its puzzle, its comment, and its other columns or keys.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use sudoku_core::box_art::is_space;

use crate::format::csv::{self, Column};
#[cfg(feature = "sites")]
use crate::format::value::app::APP_BOARDS;
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
    /// True if some bytes were not UTF-8. Each of them is replaced by U+FFFD.
    pub is_lossy: bool,
}

/// The name of the field with the comment of a line.
pub const COMMENT: &str = "comment";

impl Default for FileFields {
    /// Returns the fields of an entry that has only a puzzle.
    fn default() -> Self {
        Self { all: vec![FileField::text("puzzle", "")], puzzle: 0, is_lossy: false }
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
        let mut fields = Self { is_lossy: matches!(comment, Cow::Owned(_)), ..Self::default() };
        if !comment.is_empty() {
            fields.all.push(FileField::text(COMMENT, &comment));
        }
        fields
    }

    /// Returns the hash and the rating of a record of the puzzle bank.
    #[cfg(feature = "sites")]
    pub(crate) fn of_record(line: &[u8]) -> Self {
        let text = String::from_utf8_lossy(line);
        let field = |(name, value): (&&str, &str)| FileField::text(name, value);
        let names = ["hash", "puzzle", "rating"];
        let all = names.iter().zip(text.split_whitespace()).map(field).collect();
        Self { all, puzzle: 1, is_lossy: matches!(text, Cow::Owned(_)) }
    }

    /// Returns the values of a row of a table. Values that are missing at its end are empty.
    pub(crate) fn of_row(line: &FileLine<'_>, column: Column, names: &[Arc<str>]) -> Self {
        let value = |(at, text): (usize, String)| FileField {
            name: names.get(at).map_or_else(|| format!("column_{}", at + 1).into(), Arc::clone),
            ..FileField::text("", &text)
        };
        let mut all: Vec<_> = csv::values(line.bytes, column).enumerate().map(value).collect();
        let missing = names.get(all.len()..).unwrap_or_default();
        all.extend(missing.iter().map(|name| FileField::text(name, "")));
        Self { all, puzzle: column.place, is_lossy: str::from_utf8(line.bytes).is_err() }
    }

    /// Returns the values of an object with a puzzle, then the values around it. If no value of the
    /// object is a puzzle, the first value is a puzzle without text.
    pub(crate) fn of_object(object: &[u8], around: &[FileField], names: &Names) -> Self {
        let object = String::from_utf8_lossy(object);
        let mut all = object_fields(&object);
        let place = all.iter().position(|field| names.has(&field.name));
        #[cfg(feature = "sites")]
        let place = place.or_else(|| {
            // The board of a site has a name that is not read in other objects.
            let board = all.iter().position(|field| APP_BOARDS.contains(&&*field.name))?;
            all[board].name = "puzzle".into();
            Some(board)
        });
        let puzzle = place.unwrap_or_else(|| {
            all.insert(0, FileField::text("puzzle", ""));
            0
        });
        for FileField { name, json } in around {
            let name = free_name(Arc::clone(name), &all);
            all.push(FileField { name, json: json.clone() });
        }
        Self { all, puzzle, is_lossy: matches!(object, Cow::Owned(_)) }
    }
}

/// Returns the name, with a number if it is taken.
#[must_use]
pub fn free_name(name: Arc<str>, taken: &[FileField]) -> Arc<str> {
    let is_taken = |name: &str| taken.iter().any(|field| &*field.name == name);
    let (mut free, mut number) = (Arc::clone(&name), 1);
    while is_taken(&free) {
        number += 1;
        free = format!("{name}_{number}").into();
    }
    free
}

/// Returns the names, with numbers so that no name is there twice.
#[must_use]
pub fn distinct_names(names: impl Iterator<Item = Arc<str>>) -> Vec<Arc<str>> {
    let mut all: Vec<FileField> = Vec::new();
    for name in names {
        let name = free_name(name, &all);
        all.push(FileField { name, json: String::new() });
    }
    all.into_iter().map(|field| field.name).collect()
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
