//! How a run of puzzles by an engine went.

use std::time::Duration;

use thiserror::Error;

use super::lost::EngineLostError;
use crate::data::check::WrongAnswerError;

/// A run of all puzzles in the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineRun {
    /// How long it took, by our clock; of an external engine from the word to go to the word that
    /// it is done.
    pub elapsed: Duration,
    /// Whether the watchdog raised the flag: only some of the puzzles are answered then.
    pub raised: bool,
    /// The processor's time of an external engine, where it is known: on a busy machine that is the
    /// time that counts.
    pub processor: Option<Duration>,
    /// What handing over the puzzles to an external engine and taking its answers took. An honest
    /// engine needs a fraction of a microsecond for each puzzle here.
    pub outside: Option<Duration>,
}

/// Why a run gave no answers.
#[derive(Debug, Error)]
pub enum RunError {
    /// The strategy panicked, or its batch verb refused its arguments.
    #[error(transparent)]
    Fault(#[from] WrongAnswerError),
    /// The external engine was lost.
    #[error(transparent)]
    Lost(#[from] EngineLostError),
}
