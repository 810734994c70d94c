//! What keeps a command from going on.

use std::io;

use cli_support::{InterruptError, ManualError, with_causes};
use compressed_io::NamedIoError;
use sudoku_dataset::{DatasetError, DedupError};
use sudoku_generator::{GenerateError, WantedDifficultyError};

/// What keeps a command from going on, in the words for its user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// A file or stream cannot be read or written.
    #[error(transparent)]
    File(#[from] NamedIoError),
    /// The arguments contradict each other.
    #[error("{0}")]
    Usage(&'static str),
    /// The puzzle of `--puzzle` has no solution or several.
    #[error("--puzzle has {0}")]
    Puzzle(String),
    /// The scale cannot say whether puzzles are as difficult as they are wanted.
    #[error(transparent)]
    Difficulty(#[from] WantedDifficultyError),
    /// There can be no puzzles as they are wanted.
    #[error(transparent)]
    Request(#[from] GenerateError),
    /// A data set cannot be made, checked or cleaned.
    #[error(transparent)]
    Dataset(DatasetError),
    /// A data set cannot be made, checked or cleaned, but there is something that the user can do.
    #[error("{}; {advice}", with_causes(error))]
    Advised {
        /// What went wrong.
        error: Box<DatasetError>,
        /// What can be done.
        advice: String,
    },
    /// Interrupts cannot be handled.
    #[error(transparent)]
    Interrupt(#[from] InterruptError),
    /// The system has no thread to give.
    #[error("no thread to work on puzzles")]
    NoThread(#[source] io::Error),
    /// A worker ended without an answer.
    #[error("a worker broke down")]
    WorkerPanicked,
    /// The reader ended without an answer.
    #[error("reading broke down")]
    ReaderPanicked,
    /// Manual or completions cannot be written.
    #[error(transparent)]
    Manual(#[from] ManualError),
}

impl From<DatasetError> for CliError {
    fn from(error: DatasetError) -> Self {
        let advice = match error {
            DatasetError::Unfinished { rows, source } => {
                let advice =
                    format!("{rows} rows are finished, and the same command goes on from there");
                return Self::Advised { error: source, advice };
            }
            DatasetError::Damaged { .. } => "remove the folder to begin anew",
            DatasetError::Missing { .. } | DatasetError::Changed { .. } => {
                "remove the folder to begin anew, or have the file made again by --repair"
            }
            DatasetError::Dedup { reason: DedupError::NoText, .. } => "`dataset check` reads it",
            DatasetError::Dedup { reason: DedupError::NoLines | DedupError::Utf16, .. } => {
                "make lines of them by `sudoku convert` first"
            }
            error => return Self::Dataset(error),
        };
        Self::Advised { error: error.into(), advice: advice.into() }
    }
}
