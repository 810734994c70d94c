//! The result of an engine's run.

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
    /// The strategy panicked, or gave a wrong answer in a timed run.
    #[error(transparent)]
    Wrong(#[from] WrongAnswerError),
    /// The program did not solve the puzzles within this time. It can be started again.
    #[error("no `done` within {:.1} s", .0.as_secs_f64())]
    Late(Duration),
    /// The program cannot be started, ended, closed its output, or broke the protocol. The text
    /// describes it.
    #[error("{0}")]
    Failed(String),
}
