//! What a file gives: puzzles, and what could not be read as one.

use std::sync::Arc;

use sudoku_core::{Board, Candidates, Cell, DigitSet, ReadError};
use thiserror::Error;

/// The usual names of the column that holds the puzzles, in small letters.
pub const PUZZLE_COLUMNS: &[&str] = &["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"];

/// How many bytes a line may have, its line end not counted. A longer one is an error, and is
/// passed over without being held in memory.
pub const MAX_LINE: usize = 1 << 16;

/// A puzzle and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePuzzle {
    /// The line of the file, counted from 1, on which the puzzle begins.
    pub line: usize,
    /// The puzzle.
    pub board: Board,
}

/// A puzzle with the candidates of its cells, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCandidates {
    /// The line of the file, counted from 1, on which the puzzle begins.
    pub line: usize,
    /// The candidates, and which digits were given or placed where the form says so.
    pub candidates: Candidates,
}

impl FileCandidates {
    /// The candidates with clues among them.
    ///
    /// Where the form says what was given or placed, that is what it says. One that holds nothing
    /// but candidates does not, and then a cell with a single candidate is taken for a clue, if no
    /// cell that sees it may still hold that digit: what a clue rules out is not pencilled in.
    /// Candidates without any such cell have no clue.
    #[must_use]
    pub fn with_clues(&self) -> Candidates {
        let marks = &self.candidates;
        if *marks.values() != Board::EMPTY {
            return marks.clone();
        }
        let mut clues = Board::EMPTY;
        for cell in Cell::all() {
            let set = marks.get(cell);
            let digit = set.iter().next().filter(|_| set.len() == 1);
            let is_open =
                |peer: &Cell| marks.get(*peer).len() > 1 && !(marks.get(*peer) & set).is_empty();
            if !cell.peers().iter().any(is_open) {
                clues.set(cell, digit);
            }
        }
        let mut known = Candidates::from(&clues);
        for cell in Cell::all().filter(|&cell| clues.get(cell).is_none()) {
            known.eliminate(cell, DigitSet::ALL - marks.get(cell));
        }
        known
    }
}

/// What could not be read of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// A puzzle that is not one.
    #[error(transparent)]
    Puzzle(#[from] ReadError),
    /// The puzzle that begins on this line has candidates that its clues do not explain, the first
    /// of them in this cell: it cannot be given by clues alone.
    #[error(
        "line {line} ({cell}): a candidate is missing that the clues leave, and only puzzles of \
         clues can be taken here"
    )]
    NeedsCandidates {
        /// The line, counted from 1.
        line: usize,
        /// The first cell that lacks a candidate which the clues leave.
        cell: Cell,
    },
    /// There are puzzles in a column, but the line that should name it, this one, names none that
    /// is known to hold puzzles; so none was read.
    #[error("line {0}: none of the columns that it names is called `{names}`", names = PUZZLE_COLUMNS.join("`, `"))]
    NoColumn(usize),
    /// The object on this line has no key that is known to stand before a puzzle.
    #[error("line {0}: none of its keys is that of a puzzle")]
    NoKey(usize),
    /// No column or key has the name that was given; the names should stand on this line.
    #[error("line {line}: no column or key is called `{given}`; there are: {found}")]
    NoSuchName {
        /// The line, counted from 1.
        line: usize,
        /// The name that was given, or the number.
        given: Arc<str>,
        /// The names that there are, as far as they are few.
        found: Arc<str>,
    },
    /// What begins on this line as JSON is not JSON from this column on.
    #[error("line {line}, column {column}: no JSON from here on")]
    NotJson {
        /// The line, counted from 1.
        line: usize,
        /// The byte of the line, counted from 1.
        column: usize,
    },
    /// The puzzle that begins on this line has another size.
    #[error("line {line}: a puzzle of {size}×{size} cells, and only 9×9 is read")]
    OtherSize {
        /// The line, counted from 1.
        line: usize,
        /// How many cells a row of it has.
        size: usize,
    },
    /// The puzzle on this line is of another form than those before it.
    #[error("line {0}: a puzzle of another format than the file's first")]
    OtherFormat(usize),
    /// The file is in this encoding, and nothing of it was read.
    #[error("line 1: text in {0}, and only UTF-8 and UTF-16 with a byte-order mark are read")]
    OtherEncoding(&'static str),
    /// This line has more than [`MAX_LINE`] bytes, and was passed over.
    #[error("line {0}: longer than {MAX_LINE} bytes, no puzzle's line")]
    TooLong(usize),
    /// The file ends on this line with half of a character of UTF-16; what stands before it was
    /// read.
    #[error("line {0}: the file ends in the middle of a character of UTF-16")]
    CutShort(usize),
}

impl FileError {
    /// The line of the file, counted from 1, on which reading failed.
    #[must_use]
    pub const fn line(&self) -> usize {
        match *self {
            Self::Puzzle(ReadError { line, .. })
            | Self::NeedsCandidates { line, .. }
            | Self::NotJson { line, .. }
            | Self::OtherSize { line, .. }
            | Self::NoSuchName { line, .. }
            | Self::NoKey(line)
            | Self::NoColumn(line)
            | Self::OtherFormat(line)
            | Self::TooLong(line)
            | Self::CutShort(line) => line,
            Self::OtherEncoding(_) => 1,
        }
    }

    /// Whether columns or keys have names, none of which is known to hold puzzles: then
    /// [`FileHints::column`](crate::FileHints::column) can say which does.
    #[must_use]
    pub const fn is_unnamed(&self) -> bool {
        matches!(self, Self::NoColumn(_) | Self::NoKey(_))
    }
}
