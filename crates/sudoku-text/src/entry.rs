//! What has to be said of a format: how it is called, read and written.

use std::ops::Range;

use sudoku_core::{Board, Candidates};

use crate::line::FileLine;
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle};

/// A form of files: its entry in the table of all forms.
pub(crate) struct FormatEntry {
    /// The name, as people write it on a command line.
    pub(crate) name: &'static str,
    /// Other names for it.
    pub(crate) aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub(crate) about: &'static str,
    pub(crate) reading: Reading,
    /// Whether a puzzle that is read so shows that its file has this form.
    pub(crate) is_detected: bool,
    /// How it is read and written with candidates, if it holds them.
    pub(crate) marks: Option<MarksEntry>,
    /// Appends a puzzle, without a line end after it.
    pub(crate) write: fn(&Board, &mut Vec<u8>),
    /// What stands before the first puzzle of a file.
    pub(crate) header: &'static str,
    /// What stands after the last puzzle of a file.
    pub(crate) footer: &'static str,
}

/// How a form that holds candidates is read and written with them.
#[derive(Clone, Copy)]
pub(crate) struct MarksEntry {
    pub(crate) read: ReadMarks,
    /// Appends candidates, without a line end after them.
    pub(crate) write: Option<fn(&Candidates, &mut Vec<u8>)>,
}

/// Reads the candidates that a line holds, or several lines together.
pub(crate) type ReadMarks = fn(&[FileLine<'_>]) -> Result<Candidates, FileError>;

/// How the puzzles of a file are found and read.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// A puzzle on each line; those that are blank or comments are passed over.
    Line(ReadLine),
    /// A puzzle on each line, in the column that the file's header names.
    Column,
    /// A puzzle in the object on each line, under a key that is known.
    Keyed,
    /// A puzzle on lines that end at a blank one or with the ninth row.
    Rows(ReadRows),
    /// A puzzle in a piece of the text that the form finds by itself.
    Pieces(PieceReading),
}

/// Reads the puzzle that a line holds.
pub(crate) type ReadLine = fn(&FileLine<'_>) -> Result<Board, FileError>;

/// Reads the puzzle that the lines hold together.
pub(crate) type ReadRows = fn(&[FileLine<'_>]) -> Result<FilePuzzle, FileError>;

/// Reads the puzzle that a piece of a text holds, which begins on the line with this number, after
/// this number of bytes.
pub(crate) type ReadPiece = fn(&[u8], usize, usize, &Names) -> Result<FilePuzzle, FileError>;

/// How a form finds and reads pieces of a text.
#[derive(Clone, Copy)]
pub(crate) struct PieceReading {
    /// Whether a text, to which no more comes if the flag says so, begins as such a file does.
    pub(crate) begins: fn(&[u8], bool) -> bool,
    /// Cuts a text, to which no more comes if the flag says so.
    pub(crate) cut: fn(&[u8], bool, &Names) -> Cut,
    pub(crate) read: ReadPiece,
}

/// Where the puzzles of a text lie, by lines or by bytes.
pub(crate) struct Cut {
    /// A range for each puzzle.
    pub(crate) pieces: Vec<Range<usize>>,
    /// Where that begins which may belong to a puzzle that does not end here.
    pub(crate) rest: usize,
}
