//! Errors in a list or an object.

use std::sync::Arc;

use sudoku_core::{Cell, ReadError, ReadErrorKind};

use crate::line::FileLine;
use crate::puzzle::{FileError, LinkError};

/// An error in a list or an object, with the number of bytes before it.
#[cfg_attr(not(feature = "sites"), expect(dead_code, reason = "sites have variants and links"))]
pub(crate) enum ValueError {
    Cells {
        at: usize,
        cell: Option<Cell>,
        kind: ReadErrorKind,
    },
    /// A puzzle of another size.
    Size(usize),
    /// A puzzle with another rule.
    Variant {
        rule: Arc<str>,
        /// The object of f-puzzles, if the puzzle comes from there.
        f_puzzles: Option<Arc<str>>,
    },
    /// A link without a readable puzzle.
    Link(LinkError),
    /// No key for the puzzle.
    NoKey,
    /// A key with rules beside the puzzle.
    HasRules,
    /// A key that is in the object twice.
    RepeatedKey(usize),
    NotJson(usize),
}

impl ValueError {
    pub(crate) const fn cells(at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> Self {
        Self::Cells { at, cell, kind }
    }

    /// Converts the error of a text that was read as a line of its own and begins at `start`.
    pub(crate) fn of(error: &FileError, start: usize) -> Self {
        match error {
            FileError::Puzzle(error) => Self::cells(error.column - 1, error.cell, error.kind),
            FileError::OtherSize { size, .. } => Self::Size(*size),
            _ => Self::cells(start, None, ReadErrorKind::NoPuzzle),
        }
    }

    /// Returns the error for a text that begins `start` bytes earlier.
    pub(crate) fn after(self, start: usize) -> Self {
        match self {
            Self::Cells { at, cell, kind } => Self::Cells { at: at + start, cell, kind },
            Self::NotJson(at) => Self::NotJson(at + start),
            Self::RepeatedKey(at) => Self::RepeatedKey(at + start),
            fault => fault,
        }
    }

    /// Returns the error for a text on one line.
    pub(crate) fn on_line(self, line: &FileLine<'_>) -> FileError {
        let at = self.at();
        self.at_place(line.number, at)
    }

    /// Returns the error at this line, after `before` bytes.
    pub(crate) fn at_place(self, line: usize, before: usize) -> FileError {
        let column = before + 1;
        match self {
            Self::Cells { cell, kind, .. } => {
                FileError::Puzzle(ReadError { line, column, cell, kind })
            }
            Self::Size(size) => FileError::OtherSize { line, size },
            Self::Link(problem) => FileError::Link { line, problem },
            Self::Variant { rule, f_puzzles } => FileError::Variant { line, rule, f_puzzles },
            Self::NoKey => FileError::NoKey(line),
            Self::HasRules => FileError::HasRules(line),
            Self::RepeatedKey(_) => FileError::RepeatedKey { line, column },
            Self::NotJson(_) => FileError::NotJson { line, column },
        }
    }

    /// Returns the number of bytes before the error.
    pub(crate) const fn at(&self) -> usize {
        match *self {
            Self::Cells { at, .. } | Self::NotJson(at) | Self::RepeatedKey(at) => at,
            Self::Size(_) | Self::Variant { .. } | Self::Link(_) | Self::NoKey | Self::HasRules => {
                0
            }
        }
    }
}
