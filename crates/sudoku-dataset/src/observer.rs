//! What a verb tells whoever waits for it, and asks.

use std::sync::Arc;

use sudoku_core::Board;
use sudoku_generator::GenerateError;
use sudoku_text::FileError;

/// Looks on while a verb works. `()` looks away.
pub trait Observer {
    /// The work begins; if `total` is known it ends when as much has passed.
    fn begin(&mut self, total: Option<u64>) {
        let _ = total;
    }

    /// `puzzles` more puzzles are done, and `passed` has passed in all, in the unit of the total.
    fn advance(&mut self, puzzles: u64, passed: u64) {
        let _ = (puzzles, passed);
    }

    /// Something of the source is left out.
    fn reject(&mut self, rejected: &PuzzleError) {
        let _ = rejected;
    }

    /// The files of a finished shard were made again, because one of them was damaged.
    fn repair(&mut self, shard: u64) {
        let _ = shard;
    }

    /// Whether the work is to end at once, with [`crate::DatasetError::Interrupted`].
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// What is left out, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A part of a file that is no puzzle.
    #[error("{file}: {cause}")]
    Unreadable {
        /// How the file is called.
        file: Arc<str>,
        /// The line or row, and what is wrong with it.
        cause: String,
        /// Whether its columns or keys have names, of which none is known to hold puzzles.
        is_unnamed: bool,
    },
    /// A puzzle of a file that does not have exactly one solution.
    #[error("{file}: line {line}: not exactly one solution")]
    NotProper {
        /// How the file is called.
        file: Arc<str>,
        /// Where the puzzle begins, counted from 1.
        line: usize,
        /// The puzzle.
        board: Board,
    },
    /// A puzzle that could not be rated on a scale.
    #[error("{puzzle}: no rating: {cause}")]
    NotRated {
        /// The puzzle, or the copy.
        puzzle: Board,
        /// On which scale, and why.
        cause: String,
    },
    /// A puzzle that was to be made and could not be.
    #[error("puzzle {number}")]
    NotMade {
        /// Its number in the series, counted from 0.
        number: u64,
        /// Why.
        source: GenerateError,
    },
}

impl PuzzleError {
    /// What cannot be read of a file of text.
    pub(crate) fn unreadable(file: &Arc<str>, error: &FileError) -> Self {
        let (file, cause) = (Arc::clone(file), error.to_string());
        Self::Unreadable { file, cause, is_unnamed: error.is_unnamed() }
    }
}
