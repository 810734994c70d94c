//! What can be wrong with a puzzle of a file.

use std::fmt;

use sudoku_core::{Cell, ReadError};

use crate::MAX_LINE;
use crate::line::PUZZLE_COLUMNS;

/// What could not be read of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// A puzzle that is not one.
    Puzzle(ReadError),
    /// The puzzle that begins on this line has candidates that its clues do not explain, the first of
    /// them in this cell: it cannot be given by clues alone.
    NeedsCandidates {
        /// The line, counted from 1.
        line: usize,
        /// The first cell that lacks a candidate which the clues leave.
        cell: Cell,
    },
    /// The header of a CSV file, on this line, names no column that is known to hold puzzles, though
    /// one of them does, so that none was read.
    NoColumn(usize),
    /// The puzzle on this line is of another form than those before it.
    OtherForm(usize),
    /// This line has more than [`MAX_LINE`] bytes, and was passed over.
    TooLong(usize),
}

impl FileError {
    /// The line of the file, counted from 1, on which reading failed.
    #[must_use]
    pub const fn line(&self) -> usize {
        match *self {
            Self::Puzzle(ReadError { line, .. })
            | Self::NeedsCandidates { line, .. }
            | Self::NoColumn(line)
            | Self::OtherForm(line)
            | Self::TooLong(line) => line,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(error) => error.fmt(f),
            Self::NeedsCandidates { line, cell } => {
                write!(
                    f,
                    "line {line} ({cell}): a candidate is missing that the clues leave, and "
                )?;
                write!(f, "only clues can be read: candidates are needed for this puzzle")
            }
            Self::OtherForm(line) => {
                write!(f, "line {line}: a puzzle of another form than the file's first")
            }
            Self::NoColumn(line) => {
                let names = PUZZLE_COLUMNS.map(|name| format!("`{name}`")).join(", ");
                write!(f, "line {line}: none of the columns that it names is called {names}")
            }
            Self::TooLong(line) => {
                write!(f, "line {line}: longer than {MAX_LINE} bytes, no puzzle's line")
            }
        }
    }
}

impl std::error::Error for FileError {}
