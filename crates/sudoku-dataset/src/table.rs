//! Puzzles in the rows of files that are no text.

use std::io;

use sudoku_core::Board;

/// Rows one after the other: the board of each, or what is wrong with it.
pub(crate) struct TableRows {
    /// The number of the first, counted from 1.
    pub(crate) first: u64,
    pub(crate) boards: Vec<Result<Board, String>>,
}

/// The rows of a file, some at a time.
pub(crate) type TableReader = Box<dyn Iterator<Item = io::Result<TableRows>> + Send>;

/// How many rows are read together.
pub(crate) const TOGETHER: usize = 1 << 12;

/// What is wrong with the content of a file.
pub(crate) fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}
