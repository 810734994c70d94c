//! Errors of requests.

use serde::Serialize;
use serde_json::json;
use sudoku_core::{Cell, ReadError};
use sudoku_text::FileError;

/// The reason why a request has no answer, with the position in the text if it is known.
#[derive(Debug, Default, Serialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[error("{words}")]
pub(crate) struct AnswerError {
    /// The message, in English.
    words: String,
    /// The line in the text, from 1.
    line: Option<usize>,
    /// The column in the line, from 1.
    column: Option<usize>,
    /// The cell.
    cell: Option<usize>,
    /// The number of solutions, if the number of the requested solution is higher. It is a string,
    /// because JavaScript would round the number.
    count: Option<String>,
}

/// The result of an operation.
pub(crate) type Answer<T> = Result<T, AnswerError>;

/// A reply to the page.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reply<T> {
    /// The answer.
    Ok(T),
    /// The reason why there is no answer.
    Error(AnswerError),
}

impl AnswerError {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
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
        Self { count: Some(count.to_string()), ..Self::new(words) }
    }

    /// Returns the error as a reply.
    pub(crate) fn into_reply(self) -> String {
        serde_json::to_string(&Reply::<()>::Error(self))
            .unwrap_or_else(|error| json!({ "error": { "words": error.to_string() } }).to_string())
    }
}

impl From<ReadError> for AnswerError {
    fn from(error: ReadError) -> Self {
        let cell = error.cell.map(Cell::index);
        Self { cell, ..Self::at(error.to_string(), error.line, error.column) }
    }
}

impl From<serde_json::Error> for AnswerError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl From<&FileError> for AnswerError {
    fn from(error: &FileError) -> Self {
        let place = match error {
            FileError::Puzzle(error) => return Self::from(*error),
            FileError::NotJson { column, .. } => Self { column: Some(*column), ..Self::default() },
            FileError::NeedsCandidates { cell, .. } => {
                Self { cell: Some(cell.index()), ..Self::default() }
            }
            _ => Self::default(),
        };
        Self { words: error.to_string(), line: Some(error.line()), ..place }
    }
}
