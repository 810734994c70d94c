//! Serde data: a digit is a number, and every other type is the text that it prints.
//!
//! Candidates are a struct, because their text does not keep clues and placed digits.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House};

/// Deserializes a value from the text that it prints, without copying the text.
struct Text<T> {
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T> Text<T> {
    const fn of(expected: &'static str) -> Self {
        Self { expected, value: PhantomData }
    }
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Implements serde's traits for types that are data as the text that they print.
macro_rules! as_text {
    ($($type:ty: $expected:literal,)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text::of($expected))
            }
        }
    )*};
}

as_text! {
    Board: "a board as text",
    Cell: "a cell such as r4c7",
    DigitSet: "a set of digits such as 159",
    Ending: "the name of an ending",
    House: "a house such as row 4",
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let board = Board::deserialize(deserializer)?;
        Self::new(*board.as_bytes()).map_err(D::Error::custom)
    }
}

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl<'de> Deserialize<'de> for Digit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Candidates as data.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Candidates")]
struct CandidatesData {
    /// The clues.
    givens: Board,
    /// The clues and the placed digits.
    values: Board,
    /// The candidates of the 81 cells, row by row.
    candidates: Vec<DigitSet>,
}

impl Serialize for Candidates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let candidates = Cell::all().map(|cell| self.get(cell)).collect();
        CandidatesData { givens: *self.givens(), values: *self.values(), candidates }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Candidates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let CandidatesData { givens, values, candidates } =
            CandidatesData::deserialize(deserializer)?;
        let sets = candidates.try_into().map_err(|sets: Vec<_>| {
            D::Error::invalid_length(sets.len(), &"the candidates of 81 cells")
        })?;
        if !values.extends(&givens) {
            return Err(D::Error::custom("`values` must hold every digit of `givens`"));
        }
        Ok(Self { sets, givens, values })
    }
}
