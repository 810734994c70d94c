//! A JSON object in which the puzzle is the value of one key: text in any format of cells, or a
//! list of cells.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use sudoku_core::{Board, ReadErrorKind};

use super::error::ValueError;
use super::list::read_list;
use crate::cells::read_cells;
use crate::format::line::read_from;
use crate::line::FileLine;

/// Reads the puzzle of an object: the first value with a matching key.
pub(crate) fn read_object(
    object: &[u8],
    is_key: impl Fn(&str) -> bool,
) -> Result<Board, ValueError> {
    let value = find(object, is_key)?.ok_or(ValueError::NoKey)?.get();
    read_value(object, place(object, value), value)
}

/// Returns the position of a part of a text.
fn place(text: &[u8], part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Reads a value that begins at `start` in the object.
fn read_value(object: &[u8], start: usize, value: &str) -> Result<Board, ValueError> {
    let cells = match value.as_bytes() {
        [b'"', cells @ .., b'"'] => cells,
        [b'[', ..] => {
            return read_list(value.as_bytes()).map_err(|fault| fault.after(start));
        }
        _ => return Err(ValueError::cells(start, None, ReadErrorKind::NoPuzzle)),
    };
    if cells.contains(&b'\\') {
        // Rows with line ends between them. The position of an error within them is not reported.
        let text = serde_json::from_str::<String>(value)
            .map_err(|error| ValueError::NotJson((start + error.column()).saturating_sub(1)))?;
        return read_cells(text.as_bytes())
            .map_err(|error| ValueError::cells(start + 1, error.cell, error.kind));
    }
    let line = FileLine { number: 1, start: 0, bytes: &object[..start + 1 + cells.len()] };
    read_from(&line, start + 1).map_err(|error| ValueError::of(&error, start + 1))
}

/// Returns the first value with a matching key.
pub(crate) fn find(
    object: &[u8],
    is_key: impl Fn(&str) -> bool,
) -> Result<Option<&RawValue>, ValueError> {
    let mut json = serde_json::Deserializer::from_slice(object);
    let found = json.deserialize_map(Finder(&is_key)).and_then(|value| json.end().map(|()| value));
    found.map_err(|error| {
        let lines = object.split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
        let before: usize = lines.map(<[u8]>::len).sum();
        ValueError::NotJson((before + error.column()).saturating_sub(1))
    })
}

/// A visitor that searches an object.
struct Finder<F>(F);

impl<'a, F: Fn(&str) -> bool> Visitor<'a> for Finder<F> {
    type Value = Option<&'a RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(is_key) = map.next_key_seed(KeySeed(&self.0))? {
            if is_key && found.is_none() {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Compares a key without copying it.
struct KeySeed<F>(F);

impl<'a, F: Fn(&str) -> bool> DeserializeSeed<'a> for KeySeed<F> {
    type Value = bool;

    fn deserialize<D: serde::Deserializer<'a>>(self, key: D) -> Result<bool, D::Error> {
        key.deserialize_str(self)
    }
}

impl<F: Fn(&str) -> bool> Visitor<'_> for KeySeed<F> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<bool, E> {
        Ok((self.0)(key))
    }
}
