//! The result of an engine's run.

use std::time::Duration;

use thiserror::Error;

use super::lost::EngineLostError;
use crate::data::check::WrongAnswerError;

/// A run of all puzzles in the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineRun {
    /// The time by the harness's clock. For an external engine, the time from `go` to `done`.
    pub elapsed: Duration,
    /// True if the watchdog raised the flag, so some puzzles have no answer.
    pub raised: bool,
    /// The processor time of an external engine, if known. `gate` uses it on busy machines.
    pub processor: Option<Duration>,
    /// The time to send the puzzles to an external engine and to read its answers. An honest engine
    /// needs less than a microsecond for each puzzle.
    pub outside: Option<Duration>,
}

/// The error of a run without answers.
#[derive(Debug, Error)]
pub enum RunError {
    /// The strategy panicked, or its `search_batch` refused the batch.
    #[error(transparent)]
    Fault(#[from] WrongAnswerError),
    /// The external engine was lost.
    #[error(transparent)]
    Lost(#[from] EngineLostError),
}
