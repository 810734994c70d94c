//! What is wrong with a list or an object, and where.

use sudoku_core::{Cell, ReadError, ReadErrorKind};

use crate::line::FileLine;
use crate::puzzle::FileError;

/// What is wrong with a list or an object, and after how many bytes.
pub(crate) enum ValueError {
    Cells {
        at: usize,
        cell: Option<Cell>,
        kind: ReadErrorKind,
    },
    /// It is a puzzle of another size.
    Size(usize),
    /// There is no key for the puzzle.
    NoKey,
    NotJson(usize),
}

impl ValueError {
    pub(crate) const fn cells(at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> Self {
        Self::Cells { at, cell, kind }
    }

    /// What is wrong with text that stands on a line of its own; it begins after this number of
    /// bytes.
    pub(crate) const fn of(error: &FileError, start: usize) -> Self {
        match error {
            FileError::Puzzle(error) => Self::cells(error.column - 1, error.cell, error.kind),
            FileError::OtherSize { size, .. } => Self::Size(*size),
            _ => Self::cells(start, None, ReadErrorKind::NoPuzzle),
        }
    }

    /// The same for a text that begins this number of bytes earlier.
    pub(crate) const fn after(self, start: usize) -> Self {
        match self {
            Self::Cells { at, cell, kind } => Self::Cells { at: at + start, cell, kind },
            Self::NotJson(at) => Self::NotJson(at + start),
            fault => fault,
        }
    }

    /// The error of a text that is on one line.
    pub(crate) fn on_line(self, line: &FileLine<'_>) -> FileError {
        let at = self.at();
        self.at_place(line.number, at)
    }

    /// The error of what is wrong on this line, after this number of bytes of it.
    pub(crate) const fn at_place(self, line: usize, before: usize) -> FileError {
        let column = before + 1;
        match self {
            Self::Cells { cell, kind, .. } => {
                FileError::Puzzle(ReadError { line, column, cell, kind })
            }
            Self::Size(size) => FileError::OtherSize { line, size },
            Self::NoKey => FileError::NoKey(line),
            Self::NotJson(_) => FileError::NotJson { line, column },
        }
    }

    /// How many bytes stand before what is wrong.
    pub(crate) const fn at(&self) -> usize {
        match *self {
            Self::Cells { at, .. } | Self::NotJson(at) => at,
            Self::Size(_) | Self::NoKey => 0,
        }
    }
}
