//! A request: a JSON object with typed access to its fields.

use std::str::FromStr;

use serde_json::{Map, Value};
use sudoku_core::Board;
#[cfg(feature = "whole")]
use sudoku_core::{Cell, Digit};
#[cfg(any(feature = "whole", feature = "variants"))]
use sudoku_explain::{Language, UnknownLanguageError};
#[cfg(feature = "whole")]
use sudoku_logic::{NamedTechniques, RatingScale};

use crate::error::AnswerError;

/// The fields of a request. A null field counts as absent.
pub(crate) struct Request(Map<String, Value>);

type Found<T> = Result<T, AnswerError>;

/// The error for a field of the wrong type.
fn unfit(name: &str, wanted: &str) -> AnswerError {
    AnswerError::new(format!("`{name}` has to be {wanted}"))
}

#[cfg_attr(not(feature = "whole"), expect(dead_code, reason = "other operations need them"))]
impl Request {
    /// Reads a request.
    pub(crate) fn read(text: &str) -> Found<Self> {
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(AnswerError::new("a request is an object")),
            Err(error) => Err(AnswerError::new(format!("a request is an object of JSON: {error}"))),
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(crate) fn text(&self, name: &str) -> Found<Option<&str>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(unfit(name, "a text")),
        }
    }

    /// Returns a required string.
    pub(crate) fn needed(&self, name: &str) -> Found<&str> {
        self.text(name)?.ok_or_else(|| AnswerError::new(format!("`{name}` is missing")))
    }

    pub(crate) fn flag(&self, name: &str) -> Found<Option<bool>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(unfit(name, "true or false")),
        }
    }

    /// Returns a whole number of up to 64 bits, given as a number or a string.
    pub(crate) fn number(&self, name: &str) -> Found<Option<u64>> {
        self.whole(name)
    }

    /// Returns a whole number of the type, given as a number or a string.
    pub(crate) fn whole<T: FromStr + From<u64>>(&self, name: &str) -> Found<Option<T>> {
        let number = |value: &Value| match value {
            Value::String(text) => text.parse().ok(),
            value => value.as_u64().map(T::from),
        };
        let wanted = || unfit(name, "a whole number from 0 on");
        self.get(name).map(|value| number(value).ok_or_else(wanted)).transpose()
    }

    /// Returns a whole number from 1 to a maximum. Larger numbers become the maximum.
    pub(crate) fn amount(&self, name: &str, default: u64, most: u64) -> Found<u64> {
        match self.number(name)? {
            Some(0) => Err(unfit(name, "1 at least")),
            found => Ok(found.unwrap_or(default).min(most)),
        }
    }

    pub(crate) fn texts(&self, name: &str) -> Found<Vec<&str>> {
        let wanted = || unfit(name, "a list of texts");
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or_else(wanted)?;
        list.iter().map(|value| value.as_str().ok_or_else(wanted)).collect()
    }

    /// Returns a pair of values, each of which can be null.
    pub(crate) fn pair<T>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Found<Option<[Option<T>; 2]>> {
        let wanted = || unfit(name, "a list of the least and the most, or null for either");
        let Some(value) = self.get(name) else { return Ok(None) };
        let Some([least, most]) = value.as_array().map(Vec::as_slice) else {
            return Err(wanted());
        };
        let end = |value: &Value| match value {
            Value::Null => Ok(None),
            value => read(value).map(Some).ok_or_else(wanted),
        };
        Ok(Some([end(least)?, end(most)?]))
    }

    /// Returns a list of pairs of a cell and a digit.
    #[cfg(feature = "whole")]
    pub(crate) fn pairs(&self, name: &str) -> Found<Vec<(Cell, Digit)>> {
        let wanted = || unfit(name, "a list of pairs of a cell and a digit");
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let pair = |value: &Value| {
            let [cell, digit] = value.as_array()?.as_slice() else { return None };
            let cell = Cell::new(usize::try_from(cell.as_u64()?).ok()?)?;
            Some((cell, Digit::new(u8::try_from(digit.as_u64()?).ok()?)?))
        };
        let list = value.as_array().ok_or_else(wanted)?;
        list.iter().map(|value| pair(value).ok_or_else(wanted)).collect()
    }

    pub(crate) fn board(&self, name: &str) -> Found<Option<Board>> {
        let board = |text: &str| text.parse::<Board>().map_err(AnswerError::from);
        self.text(name)?.map(board).transpose()
    }

    /// Returns the puzzle of the request: givens and values.
    pub(crate) fn puzzle(&self) -> Found<Board> {
        self.needed("puzzle")?.parse::<Board>().map_err(AnswerError::from)
    }

    /// Returns the scale. The default is Sudoku Explainer.
    #[cfg(feature = "whole")]
    pub(crate) fn scale(&self) -> Found<&'static RatingScale> {
        let name = self.text("scale")?.unwrap_or("se");
        RatingScale::by_name(name).ok_or_else(|| {
            let names: Vec<_> = RatingScale::all().iter().map(|scale| scale.name()).collect();
            AnswerError::new(format!("there is no scale `{name}`; there are: {}", names.join(", ")))
        })
    }

    /// Returns the language of names and explanations.
    #[cfg(any(feature = "whole", feature = "variants"))]
    pub(crate) fn language(&self) -> Found<Language> {
        let code = self.text("language")?;
        code.map_or(Ok(Language::default()), str::parse)
            .map_err(|error: UnknownLanguageError| AnswerError::new(error.to_string()))
    }

    /// Returns the techniques and groups of a field.
    #[cfg(feature = "whole")]
    pub(crate) fn techniques(&self, field: &str) -> Found<Vec<NamedTechniques>> {
        let technique = |name: &str| {
            let words = || AnswerError::new(format!("no step or group is called `{name}`"));
            NamedTechniques::by_name(name).ok_or_else(words)
        };
        self.texts(field)?.into_iter().map(technique).collect()
    }

    /// Returns the request as text without these fields.
    pub(crate) fn without(&self, names: &[&str]) -> String {
        let mut kept = Map::new();
        for (name, value) in self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())) {
            kept.insert(name.clone(), value.clone());
        }
        Value::Object(kept).to_string()
    }
}
