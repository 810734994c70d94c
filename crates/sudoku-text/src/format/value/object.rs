//! A JSON object in which the puzzle is the value of one key: text in any format of cells, or a
//! list of cells.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_json::value::RawValue;
use sudoku_core::{Board, ReadErrorKind};

use super::error::ValueError;
use super::list::read_list;
use crate::cells::read_cells;
use crate::format::line::read_from;
use crate::line::FileLine;

/// Returns the position of a part of a text.
fn place(text: &[u8], part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Reads the puzzle in a value of the object.
pub(crate) fn read_value(object: &[u8], value: &str) -> Result<Board, ValueError> {
    let start = place(object, value);
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
pub(crate) fn find_one(
    object: &[u8],
    is_key: impl Fn(&str) -> bool,
) -> Result<Option<&str>, ValueError> {
    find(object, |key| is_key(key).then_some(0)).map(|[value]| value)
}

/// Returns values of an object as JSON. `place` returns the place of a key's value in the result.
/// If several keys have the same place, the first one counts.
pub(crate) fn find<const N: usize>(
    object: &[u8],
    place: impl Fn(&str) -> Option<usize>,
) -> Result<[Option<&str>; N], ValueError> {
    let mut json = serde_json::Deserializer::from_slice(object);
    let found = json.deserialize_map(Finder(place)).and_then(|value| json.end().map(|()| value));
    found.map_err(|error| {
        let lines = object.split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
        let before: usize = lines.map(<[u8]>::len).sum();
        let at = (before + error.column()).saturating_sub(1);
        if error.is_data() { ValueError::RepeatedKey(at) } else { ValueError::NotJson(at) }
    })
}

/// A visitor that searches an object. A repeated key is an error of the data.
struct Finder<F, const N: usize>(F);

impl<'a, F: Fn(&str) -> Option<usize>, const N: usize> Visitor<'a> for Finder<F, N> {
    type Value = [Option<&'a str>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [const { None }; N];
        while let Some(Key(key)) = map.next_key()? {
            match (self.0)(&key).map(|place| &mut found[place]) {
                Some(none @ None) => *none = Some((key, map.next_value::<&RawValue>()?.get())),
                Some(Some((first, _))) if *first == key => {
                    return Err(A::Error::custom("a repeated key"));
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found.map(|found| found.map(|(_, value)| value)))
    }
}

/// A key of an object. It is copied only if it has escapes.
struct Key<'a>(Cow<'a, str>);

impl<'a> Deserialize<'a> for Key<'a> {
    fn deserialize<D: serde::Deserializer<'a>>(key: D) -> Result<Self, D::Error> {
        key.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl<'a> Visitor<'a> for KeyVisitor {
    type Value = Key<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'a str) -> Result<Key<'a>, E> {
        Ok(Key(Cow::Borrowed(key)))
    }

    fn visit_str<E>(self, key: &str) -> Result<Key<'a>, E> {
        Ok(Key(Cow::Owned(key.to_owned())))
    }
}
