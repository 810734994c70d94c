//! The observer of a running task: it receives progress and can stop the task.

use std::sync::Arc;

use sudoku_core::Board;
use sudoku_generator::GenerateError;
use sudoku_text::FileError;

/// An observer of a running task. `()` ignores everything.
pub trait Observer {
    /// Called at the start. `total` is the size of the work, if known.
    fn begin(&mut self, total: Option<u64>) {
        let _ = total;
    }

    /// Called when `puzzles` more puzzles are done. `passed` is the progress so far, in the unit of
    /// the total.
    fn advance(&mut self, puzzles: u64, passed: u64) {
        let _ = (puzzles, passed);
    }

    /// Called for each entry of the source that is left out.
    fn reject(&mut self, rejected: &PuzzleError) {
        let _ = rejected;
    }

    /// Called when the files of a damaged shard were regenerated.
    fn repair(&mut self, shard: u64) {
        let _ = shard;
    }

    /// Returns true to stop the work with [`crate::DatasetError::Interrupted`].
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// An entry that is left out, with the reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// An unreadable entry of a file.
    #[error("{file}: {cause}")]
    Unreadable {
        /// The name of the file.
        file: Arc<str>,
        /// The line or row, and the problem.
        cause: String,
        /// True if the file has named columns or keys, and none is known to hold puzzles.
        is_unnamed: bool,
    },
    /// A puzzle without exactly one solution.
    #[error("{file}: line {line}: does not have exactly one solution")]
    NotProper {
        /// The name of the file.
        file: Arc<str>,
        /// The line on which the puzzle begins, or its row in a table, from 1.
        line: u64,
        /// The puzzle.
        board: Board,
    },
    /// A puzzle that cannot be rated on a scale.
    #[error("{puzzle}: cannot be rated: {cause}")]
    NotRated {
        /// The puzzle or its symmetric copy.
        puzzle: Board,
        /// The scale and the reason.
        cause: String,
    },
    /// A puzzle that could not be generated.
    #[error("puzzle {number}")]
    NotMade {
        /// The number in the series, from 0.
        number: u64,
        /// The reason.
        source: GenerateError,
    },
}

impl PuzzleError {
    /// Returns the error for an unreadable entry of a text file.
    pub(crate) fn unreadable(file: &Arc<str>, error: &FileError) -> Self {
        let (file, cause) = (Arc::clone(file), error.to_string());
        Self::Unreadable { file, cause, is_unnamed: error.is_unnamed() }
    }
}
