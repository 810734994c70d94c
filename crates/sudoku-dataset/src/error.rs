//! Errors of this crate.

use std::io;

use compressed_io::NamedIoError;
use ordered_work::WorkError;
use sudoku_generator::GenerateError;

use crate::format::DatasetFormat;

/// The reason why a data set cannot be built, checked or deduplicated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] NamedIoError),
    /// A temporary file cannot be read or written.
    #[error("temporary file in {folder}")]
    Temporary {
        /// The folder of the temporary file.
        folder: String,
        /// The error.
        source: io::Error,
    },
    /// No puzzle can meet the request.
    #[error(transparent)]
    Request(#[from] GenerateError),
    /// All shares are 0.
    #[error("at least one share must be greater than 0")]
    NoShares,
    /// The strategy cannot rate puzzles.
    #[error("the strategy {strategy} does not count guesses")]
    NoGuesses {
        /// The name of the strategy.
        strategy: String,
    },
    /// Steps are requested without a scale, or without a format that can hold them.
    #[error("steps need a scale, and one of the formats {}", step_formats())]
    NoSteps,
    /// The threads failed: one panicked, or the system started none.
    #[error("{cause}")]
    Threads {
        /// The reason.
        cause: String,
    },
    /// The folder holds a data set of another request.
    #[error(
        "{path} belongs to a data set that was made with other options or from other files; choose \
         another folder"
    )]
    OtherRequest {
        /// The manifest or the journal.
        path: String,
    },
    /// The folder holds other files.
    #[error("{folder} is not empty and holds no data set; choose a new or empty folder")]
    NoDataset {
        /// The folder.
        folder: String,
    },
    /// The manifest or the journal is damaged.
    #[error("{path} is damaged: {cause}")]
    Damaged {
        /// The manifest or the journal.
        path: String,
        /// The reason.
        cause: String,
    },
    /// A finished file is missing.
    #[error("{path} is missing")]
    Missing {
        /// The file.
        path: String,
    },
    /// A finished file was changed.
    #[error("{path} was changed after it was finished")]
    Changed {
        /// The file.
        path: String,
    },
    /// A regenerated file differs from the original.
    #[error("{path} cannot be regenerated identically; delete the folder to start over")]
    NotRepaired {
        /// The file.
        path: String,
    },
    /// The settings or a line of the journal cannot be written as JSON.
    #[error("the settings cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// The data set is incomplete. The next run continues after the finished shards.
    #[error("{rows} rows are finished; the same request continues from there")]
    Unfinished {
        /// The number of rows in the finished files.
        rows: u64,
        /// The error that ended the run.
        source: Box<Self>,
    },
    /// A file cannot be deduplicated.
    #[error("{file}: {reason}")]
    Dedup {
        /// The file.
        file: String,
        /// The reason.
        reason: DedupError,
    },
    /// An output file already exists.
    #[error("{path} already exists; choose another folder, or delete the file")]
    Exists {
        /// The existing file.
        path: String,
    },
    /// The observer stopped the work.
    #[error("interrupted")]
    Interrupted,
}

/// Returns the names of the formats that can hold steps.
fn step_formats() -> String {
    let formats = DatasetFormat::ALL.iter().filter(|format| format.has_steps());
    formats.map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// The reason why a file cannot be deduplicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DedupError {
    /// The file is standard input.
    #[error("cannot be deduplicated, because it is read twice; name a file")]
    NoName,
    /// Another file of the request has the same name.
    #[error("has the same name as another file, and both go into one folder; rename one")]
    SameName,
    /// The output file would overwrite an input file.
    #[error("would be overwritten while it is read; choose another folder")]
    IsInput,
    /// The file is not a text file.
    #[error("is not a text file, and lines can be removed only from text files")]
    NoText,
    /// The file is in UTF-16.
    #[error("is in UTF-16, and lines can be removed only from UTF-8 text")]
    Utf16,
    /// The file does not have one puzzle per line.
    #[error("has puzzles that take several lines, and lines are removed one by one")]
    NoLines,
}

impl From<WorkError<Self>> for DatasetError {
    fn from(error: WorkError<Self>) -> Self {
        error.or_else(|cause| Self::Threads { cause })
    }
}
