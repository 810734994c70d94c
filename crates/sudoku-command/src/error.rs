//! Errors that end a command.

use std::io;

use cli_support::{InterruptError, ManualError, with_causes};
use compressed_io::NamedIoError;
use sudoku_dataset::{DatasetError, DedupError};
use sudoku_generator::{CageSizesError, DifficultyError, GenerateError};
use sudoku_logic::AddTechniqueError;

use crate::condition;

/// An error that ends a command. Its message is for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CliError {
    /// A file or stream cannot be read or written.
    #[error(transparent)]
    File(#[from] NamedIoError),
    /// The arguments contradict each other or have no effect.
    #[error("{0}")]
    Usage(&'static str),
    /// A condition of `sudoku search` names a value that puzzles of a search do not have.
    #[error("--keep: unknown value `{0}`; the values are {values}", values = condition::VALUES)]
    UnknownValue(String),
    /// The state of a search belongs to other settings.
    #[error(
        "{0} has the state of a search with another input or other options; repeat that search, \
         or delete the file to start over"
    )]
    OtherSearch(String),
    /// The file in which a search keeps its state has other contents.
    #[error(
        "{0} is not the state of a search, and the search keeps its state under this name; choose \
         another --output"
    )]
    NoState(String),
    /// A search has found more puzzles than the maximum.
    #[error("{0}")]
    TooManyFound(String),
    /// The puzzle of `--puzzle` does not have exactly one solution.
    #[error("--puzzle must have exactly one solution; it has {0}")]
    Puzzle(String),
    /// The recipe of a book has a mistake.
    #[error("{file}: line {line}{}: {reason}", key.as_ref().map(|key| format!(", key {key}")).unwrap_or_default())]
    Recipe {
        /// The name of the recipe file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The key, if the mistake is about one.
        key: Option<String>,
        /// The mistake, and the values that are allowed.
        reason: String,
    },
    /// The rules of `--rules` have mistakes, one on each line of this text.
    #[error("{0}")]
    Rules(String),
    /// The sizes of cages cannot be read, or no puzzle can have them.
    #[error("--cages: {0}")]
    Cages(#[from] CageSizesError),
    /// A technique of `--with` cannot be added to the scale.
    #[error(transparent)]
    AddTechnique(#[from] AddTechniqueError),
    /// The requested difficulty does not fit the scale.
    #[error(transparent)]
    Difficulty(#[from] DifficultyError),
    /// No puzzle can meet the request.
    #[error(transparent)]
    Request(#[from] GenerateError),
    /// A data set cannot be made, checked or cleaned.
    #[error(transparent)]
    Dataset(DatasetError),
    /// A data set cannot be made, checked or cleaned, and the user can do something about it.
    #[error("{}; {advice}", with_causes(error))]
    Advised {
        /// The error.
        error: Box<DatasetError>,
        /// The advice.
        advice: String,
    },
    /// Interrupts cannot be handled.
    #[error(transparent)]
    Interrupt(#[from] InterruptError),
    /// The system cannot start a thread.
    #[error("cannot start a thread; lower --threads")]
    NoThread(#[source] io::Error),
    /// A thread panicked.
    #[error("internal error: a thread panicked: {0}")]
    Panicked(String),
    /// Manual pages or completions cannot be written.
    #[error(transparent)]
    Manual(#[from] ManualError),
}

impl From<DatasetError> for CliError {
    fn from(error: DatasetError) -> Self {
        let advice = match error {
            DatasetError::Unfinished { rows, source } => {
                let advice =
                    format!("{rows} rows are finished; repeat the command to continue from there");
                return Self::Advised { error: source, advice };
            }
            DatasetError::Damaged { .. } => "delete the folder to start over",
            DatasetError::Missing { .. } | DatasetError::Changed { .. } => {
                "use --repair to make the file again, or delete the folder to start over"
            }
            DatasetError::NoGuesses { .. } => {
                "name another --strategy, or turn this rating off with --guess-rating 0"
            }
            DatasetError::Dedup { reason: DedupError::NoText, .. } => {
                "`sudoku dataset check` can find its duplicates"
            }
            DatasetError::Dedup { reason: DedupError::NoLines | DedupError::Utf16, .. } => {
                "convert it to lines with `sudoku convert` first"
            }
            error => return Self::Dataset(error),
        };
        Self::Advised { error: error.into(), advice: advice.into() }
    }
}
