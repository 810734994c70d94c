//! The entry of a format in the table of formats.

use std::ops::Range;

use sudoku_core::{Board, Candidates};

use crate::line::FileLine;
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle};

/// A file format: its names, and functions to read and write it.
pub(crate) struct FormatEntry {
    /// The name on a command line.
    pub(crate) name: &'static str,
    /// Other names.
    pub(crate) aliases: &'static [&'static str],
    /// A short description.
    pub(crate) about: &'static str,
    pub(crate) reading: Reading,
    /// True if reading a puzzle in this format means that the file is in this format.
    pub(crate) is_detected: bool,
    /// The functions for candidates, if the format holds them.
    pub(crate) marks: Option<MarksEntry>,
    /// Appends a puzzle, without a final line end.
    pub(crate) write: fn(&Board, &mut Vec<u8>),
    /// The text before the first puzzle of a file.
    pub(crate) header: &'static str,
    /// The text after the last puzzle of a file.
    pub(crate) footer: &'static str,
}

/// The functions to read and write candidates.
#[derive(Clone, Copy)]
pub(crate) struct MarksEntry {
    pub(crate) read: ReadMarks,
    /// Appends candidates, without a final line end.
    pub(crate) write: Option<fn(&Candidates, &mut Vec<u8>)>,
}

/// Reads candidates from a line, or from several lines together.
pub(crate) type ReadMarks = fn(&[FileLine<'_>]) -> Result<Candidates, FileError>;

/// The way in which the puzzles of a file are found and read.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// A puzzle on each line. Blank lines and comments are skipped.
    Line(ReadLine),
    /// A puzzle on each line, in the column named by the header.
    Column,
    /// A puzzle in the JSON object on each line, under a known key.
    Keyed,
    /// A puzzle on several lines, up to a blank line or the ninth row.
    Rows(ReadRows),
    /// A puzzle in a piece of the text that the format finds itself.
    Pieces(PieceReading),
}

/// Reads the puzzle of a line.
pub(crate) type ReadLine = fn(&FileLine<'_>) -> Result<Board, FileError>;

/// Reads the puzzle of several lines.
pub(crate) type ReadRows = fn(&[FileLine<'_>]) -> Result<FilePuzzle, FileError>;

/// Reads the puzzle of a piece of text. The numbers are the line on which the piece begins, and the
/// number of bytes before it on that line.
pub(crate) type ReadPiece = fn(&[u8], usize, usize, &Names) -> Result<FilePuzzle, FileError>;

/// The functions to find and read pieces of a text.
#[derive(Clone, Copy)]
pub(crate) struct PieceReading {
    /// Returns true if the text begins like such a file. The flag is true if the text is complete.
    pub(crate) begins: fn(&[u8], bool, &Names) -> bool,
    /// Cuts a text into pieces. The flag is true if the text is complete.
    pub(crate) cut: fn(&[u8], bool, &Names) -> Cut,
    pub(crate) read: ReadPiece,
}

/// The ranges of the puzzles of a text, in lines or bytes.
pub(crate) struct Cut {
    /// A range for each puzzle.
    pub(crate) pieces: Vec<Range<usize>>,
    /// The start of the rest, which may belong to an incomplete puzzle.
    pub(crate) rest: usize,
}
