//! How an external engine is lost: its process is ended then, and the others go on.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// How an external engine was lost.
#[derive(Debug, Error)]
pub enum EngineLostError {
    /// It cannot be started.
    #[error("it cannot be started")]
    NotStarted(#[source] io::Error),
    /// It said nothing for too long.
    #[error("no {awaited} within {:.1} s", waited.as_secs_f64())]
    Silent {
        /// What was waited for.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// It ended, closed its output, or said something else: how, in words.
    #[error("{0}")]
    Failed(String),
}
