//! The loss of an external engine: its process is killed, and the other engines continue.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// The cause of a lost external engine.
#[derive(Debug, Error)]
pub enum EngineLostError {
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
