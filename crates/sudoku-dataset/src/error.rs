//! What keeps a verb from its end.

use std::io;

use compressed_io::NamedIoError;
use sudoku_generator::GenerateError;

/// Why a data set cannot be made, checked or cleaned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] NamedIoError),
    /// A temporary file cannot be read or written.
    #[error("{folder}, for a temporary file")]
    Temporary {
        /// Where the temporary file is.
        folder: String,
        /// What went wrong.
        source: io::Error,
    },
    /// No puzzles of the request can be made.
    #[error(transparent)]
    Request(#[from] GenerateError),
    /// There is no share for any split.
    #[error("one of the shares has to be more than 0")]
    NoShares,
    /// The strategy cannot rate puzzles.
    #[error("the strategy {strategy} does not count guesses")]
    NoGuesses {
        /// Its name.
        strategy: String,
    },
    /// The folder has a data set that another request began.
    #[error(
        "{path} is of a data set that was made with other options or from other files; choose another \
         folder"
    )]
    OtherRequest {
        /// The file that says so.
        path: String,
    },
    /// The folder has other things in it.
    #[error("{folder} is not empty, and holds no data set")]
    NoDataset {
        /// The folder.
        folder: String,
    },
    /// What the folder says of its data set is damaged.
    #[error("{path} is damaged: {cause}")]
    Damaged {
        /// The manifest or the journal.
        path: String,
        /// What is wrong with it.
        cause: String,
    },
    /// A finished file is gone.
    #[error("{path} is missing")]
    Missing {
        /// The file.
        path: String,
    },
    /// A finished file was changed.
    #[error("{path} is not as it was finished")]
    Changed {
        /// The file.
        path: String,
    },
    /// A file that was made again is not what it was.
    #[error("{path} does not become again what it was; remove the folder to begin anew")]
    NotRepaired {
        /// The file.
        path: String,
    },
    /// The settings or a journal's line cannot be written as JSON.
    #[error("the settings cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// A data set is not complete, but what is finished of it is kept for the next run.
    #[error("{rows} rows are finished, and the same request goes on from there")]
    Unfinished {
        /// How many rows the finished files have.
        rows: u64,
        /// What ended the run.
        source: Box<Self>,
    },
    /// A file cannot be cleaned.
    #[error("{file}: {reason}")]
    Dedup {
        /// The file.
        file: String,
        /// Why it cannot.
        reason: DedupError,
    },
    /// A cleaned file would take the place of another.
    #[error("{path} is there already; choose another folder, or remove it")]
    Exists {
        /// The file that is there.
        path: String,
    },
    /// The observer has ended the work.
    #[error("it was interrupted")]
    Interrupted,
}

/// Why a file cannot be written without its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DedupError {
    /// It is standard input.
    #[error("needs a name, and to be read twice")]
    NoName,
    /// Another file of the request would have the same path.
    #[error("another file has the same name, and they go into one folder")]
    SameName,
    /// The cleaned file would take the place of one that is read.
    #[error("would be written over while it is read; choose another folder")]
    IsInput,
    /// It is no text.
    #[error("is no text, of which alone lines can be taken out")]
    NoText,
    /// It is in UTF-16.
    #[error("is in UTF-16, and lines are taken out of UTF-8 only")]
    Utf16,
    /// Its puzzles do not have a line each.
    #[error("has puzzles of several lines")]
    NoLines,
}
