//! The results of reading a file: puzzles and errors.

use std::io;
use std::sync::Arc;

use sudoku_core::{Board, Candidates, Cell, DigitSet, ReadError};
use thiserror::Error;

/// The default names of the puzzle column, in lower case.
pub const PUZZLE_COLUMNS: &[&str] = &["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"];

/// The maximum length of a line in bytes, without the line end. A longer line is an error and is
/// skipped without being held in memory.
pub const MAX_LINE: usize = 1 << 16;

/// The message for a table with the rules of variants.
pub const HAS_RULES: &str = "the column or key `rules` has the rules of variants, which are not \
                             read from tables; use links of f-puzzles, or a file of rules for \
                             each puzzle; if the puzzles are classic, remove the column";

/// A puzzle with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePuzzle {
    /// The line on which the puzzle begins, from 1.
    pub line: usize,
    /// The byte of that line at which the entry of the puzzle begins, from 1. Several puzzles may
    /// be on a line of JSON or HTML.
    pub column: usize,
    /// The puzzle.
    pub board: Board,
}

/// A puzzle given by the candidates of its cells, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCandidates {
    /// The line on which the puzzle begins, from 1.
    pub line: usize,
    /// The byte of that line at which the entry of the puzzle begins, from 1.
    pub column: usize,
    /// The candidates, and the given and placed digits if the format distinguishes them.
    pub candidates: Candidates,
}

impl FileCandidates {
    /// Returns the candidates with clues.
    ///
    /// If the format marks given and placed digits, these are used. Otherwise a cell with a single
    /// candidate counts as a clue unless an undecided cell in its row, column or box has that digit
    /// as a candidate. The reason: players do not pencil in candidates that a clue rules out.
    /// Candidates without such a cell have no clues.
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

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// An invalid puzzle.
    #[error(transparent)]
    Puzzle(#[from] ReadError),
    /// The candidates of the puzzle exclude more than its clues do, so it cannot be given by clues.
    #[error(
        "line {line} ({cell}): the candidates exclude a digit that the clues allow; only puzzles \
         given by clues are supported here"
    )]
    NeedsCandidates {
        /// The line, from 1.
        line: usize,
        /// The first cell without a candidate that the clues allow.
        cell: Cell,
    },
    /// The file has a column of puzzles, but its header, on this line, has none of the known names.
    /// No puzzle was read.
    #[error("line {0}: found no column named `{names}`", names = PUZZLE_COLUMNS.join("`, `"))]
    NoColumn(usize),
    /// The object on this line has none of the known keys for a puzzle.
    #[error("line {0}: found no key named `{names}`", names = PUZZLE_COLUMNS.join("`, `"))]
    NoKey(usize),
    /// No column or key has the requested name. The names are on this line.
    #[error(
        "line {line}: found no column or key named `{given}`{}; available: {found}",
        if given.trim() == "0" { ", and the numbers of columns begin with 1" } else { "" }
    )]
    NoSuchName {
        /// The line, from 1.
        line: usize,
        /// The requested name or number.
        given: Arc<str>,
        /// The first of the available names.
        found: Arc<str>,
    },
    /// The JSON is invalid from this column on.
    #[error("line {line}, column {column}: invalid JSON")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// The key that ends at this column is in its object twice.
    #[error("line {line}, column {column}: a repeated key; keep one of its values")]
    RepeatedKey {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// The puzzle has another size than 9×9.
    #[error("line {line}: a {size}×{size} puzzle; only 9×9 is supported")]
    OtherSize {
        /// The line, from 1.
        line: usize,
        /// The number of cells per row.
        size: usize,
    },
    /// The puzzle has a rule besides those of classic Sudoku.
    #[error("line {line}: a variant ({rule}) cannot be read here; expected a classic puzzle")]
    Variant {
        /// The line, from 1.
        line: usize,
        /// The name of the rule.
        rule: Arc<str>,
        /// The puzzle as a JSON object of f-puzzles, if it comes from there and has at most
        /// [`MAX_LINE`] bytes. The crate `sudoku-rules` reads its rules.
        f_puzzles: Option<Arc<str>>,
    },
    /// The table has a column, or the object on this line a key, with the rules of a variant.
    #[error("line {0}: {HAS_RULES}")]
    HasRules(usize),
    /// No puzzle can be read from the link on this line.
    #[error("line {line}: {problem}")]
    Link {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: LinkError,
    },
    /// The puzzles from this line on are in another format than the first one of the file. They are
    /// not read.
    #[error(
        "line {line}: the puzzles from here on look like the format {format}, but the file begins \
         with another one; put each format into a file of its own"
    )]
    OtherFormat {
        /// The first of the lines, from 1.
        line: usize,
        /// The name of the format that they look like.
        format: &'static str,
    },
    /// The puzzles of a table without a header are in this column.
    #[error("line {line}: the puzzle is in column {column} of a table without a header")]
    InColumn {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A quoted value of a table begins or ends on another line than this one.
    #[error("line {0}: a quoted value spans several lines; put each row on one line")]
    OpenQuote(usize),
    /// The file is in an unsupported encoding. Nothing was read.
    #[error("line 1: unsupported encoding {0}; use UTF-8, or UTF-16 with a byte-order mark")]
    OtherEncoding(&'static str),
    /// The line has more than [`MAX_LINE`] bytes and was skipped.
    #[error("line {0}: longer than {MAX_LINE} bytes, the maximum for a puzzle")]
    TooLong(usize),
    /// The file ends in the middle of a UTF-16 character on this line. Everything before it was
    /// read.
    #[error("line {0}: the file ends in the middle of a UTF-16 character")]
    CutShort(usize),
}

/// The reason why a link has no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// No part of the link is a puzzle.
    #[error("found no puzzle in the link")]
    NoPuzzle,
    /// The link holds only the number or the name of a puzzle on a server.
    #[error(
        "the link holds only the ID of a puzzle; open the link, and copy the puzzle or a link that \
         holds it"
    )]
    OnlyId,
    /// The compressed puzzle cannot be decompressed.
    #[error("the compressed puzzle in the link is damaged; copy the whole link")]
    Damaged,
    /// The compressed puzzle is longer than 8192 characters.
    #[error("the compressed puzzle in the link is longer than 8192 characters, the maximum")]
    TooLong,
}

/// An error while reading a file with [`Blocks::puzzles`](crate::Blocks::puzzles).
#[derive(Debug, Error)]
pub enum ReadFileError {
    /// The reader failed. Nothing more is read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// A puzzle is invalid. Reading continues.
    #[error(transparent)]
    Puzzle(#[from] FileError),
}

impl FileError {
    /// Returns the line of the error, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        match *self {
            Self::Puzzle(ReadError { line, .. })
            | Self::NeedsCandidates { line, .. }
            | Self::NotJson { line, .. }
            | Self::RepeatedKey { line, .. }
            | Self::OtherSize { line, .. }
            | Self::Variant { line, .. }
            | Self::Link { line, .. }
            | Self::OtherFormat { line, .. }
            | Self::InColumn { line, .. }
            | Self::NoSuchName { line, .. }
            | Self::HasRules(line)
            | Self::NoKey(line)
            | Self::NoColumn(line)
            | Self::OpenQuote(line)
            | Self::TooLong(line)
            | Self::CutShort(line) => line,
            Self::OtherEncoding(_) => 1,
        }
    }

    /// Returns true if the columns or keys have names and none is known to hold puzzles. Then set
    /// [`FileHints::column`](crate::FileHints::column) to the right one.
    #[must_use]
    pub const fn is_unnamed(&self) -> bool {
        matches!(self, Self::NoColumn(_) | Self::NoKey(_) | Self::InColumn { .. })
    }
}

/// Returns true if a puzzle was read, possibly one that clues cannot express, or a variant.
pub(crate) const fn is_puzzle<T>(read: &Result<T, FileError>) -> bool {
    use FileError::{HasRules, NeedsCandidates, Variant};
    matches!(read, Ok(_) | Err(NeedsCandidates { .. } | Variant { .. } | HasRules(_)))
}
