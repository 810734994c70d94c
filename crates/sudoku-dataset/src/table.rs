//! Puzzles in the rows of binary files.

use std::io;

use sudoku_core::Board;

/// Consecutive rows, each with its board or an error message.
pub(crate) struct TableRows {
    /// The number of the first row, from 1.
    pub(crate) first: u64,
    pub(crate) boards: Vec<Result<Board, String>>,
}

/// An iterator over the rows of a file, in chunks.
pub(crate) type TableReader = Box<dyn Iterator<Item = io::Result<TableRows>> + Send>;

/// The number of rows per chunk.
pub(crate) const TOGETHER: usize = 1 << 12;

/// Returns an error about the contents of a file.
pub(crate) fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}
