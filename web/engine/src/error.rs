//! Errors of requests.

use serde_json::{Map, Value, json};
use sudoku_core::{Cell, ReadError};
use sudoku_text::FileError;

/// The reason why a request has no answer, with the position in the text if known.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub(crate) struct AnswerError {
    words: String,
    line: Option<usize>,
    column: Option<usize>,
    cell: Option<Cell>,
    count: Option<u128>,
}

/// The result of an operation.
pub(crate) type Answer = Result<Value, AnswerError>;

impl AnswerError {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), line: None, column: None, cell: None, count: None }
    }

    /// Adds the position in the text. Line and column count from 1.
    pub(crate) fn at(words: impl Into<String>, line: usize, column: usize) -> Self {
        Self { line: Some(line), column: Some(column), ..Self::new(words) }
    }

    /// Returns the error for a solution number that is above the number of solutions.
    #[cfg(feature = "whole")]
    pub(crate) fn past_the_last(number: u128, count: u128) -> Self {
        let has = match count {
            0 => "none".to_owned(),
            1 => "1 solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let words = format!("there is no solution {number}: the puzzle has {has}");
        Self { count: Some(count), ..Self::new(words) }
    }

    /// Returns the error as a JSON object: the message and the known positions and numbers.
    pub(crate) fn object(&self) -> Value {
        let mut object = Map::new();
        object.insert("words".into(), json!(self.words));
        let places = [("line", self.line), ("column", self.column)];
        for (name, place) in [("cell", self.cell.map(Cell::index))].into_iter().chain(places) {
            if let Some(place) = place {
                object.insert(name.into(), json!(place));
            }
        }
        // As a string, because JavaScript would round the number.
        if let Some(count) = self.count {
            object.insert("count".into(), json!(count.to_string()));
        }
        Value::Object(object)
    }

    /// Returns the error as a reply.
    pub(crate) fn reply(&self) -> String {
        json!({ "error": self.object() }).to_string()
    }
}

impl From<ReadError> for AnswerError {
    fn from(error: ReadError) -> Self {
        Self {
            words: error.to_string(),
            line: Some(error.line),
            column: Some(error.column),
            cell: error.cell,
            count: None,
        }
    }
}

impl From<&FileError> for AnswerError {
    fn from(error: &FileError) -> Self {
        let place = match error {
            FileError::Puzzle(error) => return Self::from(*error),
            FileError::NotJson { column, .. } => Self { column: Some(*column), ..Self::new("") },
            FileError::NeedsCandidates { cell, .. } => Self { cell: Some(*cell), ..Self::new("") },
            _ => Self::new(""),
        };
        Self { words: error.to_string(), line: Some(error.line()), ..place }
    }
}
