//! The result of an engine's run.

use std::io;
use std::time::Duration;

use thiserror::Error;

use crate::data::check::WrongAnswerError;

/// A run of all puzzles in the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineRun {
    /// The time by the harness's clock. For an external engine, the time from `go` to `done`.
    pub elapsed: Duration,
    /// True if the run was stopped at its time limit, so some puzzles have no answer.
    pub raised: bool,
    /// The processor time of an external engine, if known. `gate` uses it on busy machines.
    pub processor: Option<Duration>,
    /// The time to send the puzzles to an external engine and to read its answers. An honest engine
    /// needs less than a microsecond for each puzzle.
    pub outside: Option<Duration>,
}

/// The error of a run without answers. After all errors but the first two, an external engine is
/// lost: its process is killed, and the other engines continue.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The strategy panicked.
    #[error(transparent)]
    Wrong(#[from] WrongAnswerError),
    /// The program did not solve the puzzles within this time. It can be started again.
    #[error("no `done` within {:.1} s", .0.as_secs_f64())]
    Late(Duration),
    /// The program cannot be started.
    #[error("it cannot be started")]
    NotStarted(#[source] io::Error),
    /// The program did not answer in time.
    #[error("no {awaited} within {:.1} s", waited.as_secs_f64())]
    Silent {
        /// The expected line.
        awaited: &'static str,
        /// The time limit.
        waited: Duration,
    },
    /// The program ended, closed its output, or broke the protocol. The text describes it.
    #[error("{0}")]
    Failed(String),
}
