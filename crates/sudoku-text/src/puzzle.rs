//! What a file gives: puzzles, and what could not be read as one.

use sudoku_core::{Board, Cell, ReadError};
use thiserror::Error;

/// How many bytes a line may have, its line end not counted. A longer one is an error, and is
/// passed over without being held in memory.
pub const MAX_LINE: usize = 1 << 16;

/// The usual names of the column that holds the puzzles, in small letters.
pub const PUZZLE_COLUMNS: &[&str] = &["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"];

/// A puzzle and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePuzzle {
    /// The line of the file, counted from 1, on which the puzzle begins.
    pub line: usize,
    /// The puzzle.
    pub board: Board,
}

/// What could not be read of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// A puzzle that is not one.
    #[error(transparent)]
    Puzzle(#[from] ReadError),
    /// The puzzle that begins on this line has candidates that its clues do not explain, the first
    /// of them in this cell: it cannot be given by clues alone.
    #[error(
        "line {line} ({cell}): a candidate is missing that the clues leave, and only clues can be \
         read: candidates are needed for this puzzle"
    )]
    NeedsCandidates {
        /// The line, counted from 1.
        line: usize,
        /// The first cell that lacks a candidate which the clues leave.
        cell: Cell,
    },
    /// The header of a CSV file, on this line, names no column that is known to hold puzzles,
    /// though one of them does, so that none was read.
    #[error("line {0}: none of the columns that it names is called `{names}`", names = PUZZLE_COLUMNS.join("`, `"))]
    NoColumn(usize),
    /// The puzzle on this line is of another form than those before it.
    #[error("line {0}: a puzzle of another form than the file's first")]
    OtherForm(usize),
    /// This line has more than [`MAX_LINE`] bytes, and was passed over.
    #[error("line {0}: longer than {MAX_LINE} bytes, no puzzle's line")]
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
