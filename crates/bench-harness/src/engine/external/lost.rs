//! How an external engine is lost.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

/// How an external engine was lost.
#[derive(Debug, Error)]
pub enum EngineLost {
    /// It was lost before, in this way.
    #[error("lost before: {0}")]
    Before(String),
    /// It cannot be started.
    #[error("it cannot be started")]
    NotStarted(#[source] io::Error),
    /// Its process ended, or closed its output.
    #[error("{}{}", ended(*status), middle(rest))]
    Ended {
        /// How the process ended, if it did.
        status: Option<ExitStatus>,
        /// What it had said of a line without ending it.
        rest: String,
    },
    /// It said nothing for too long.
    #[error("no {awaited} within {:.1} s", waited.as_secs_f64())]
    Silent {
        /// What was waited for.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// It said something else.
    #[error("no {awaited} but `{said}`")]
    Nonsense {
        /// What should have come.
        awaited: &'static str,
        /// What it said.
        said: String,
    },
}

fn ended(status: Option<ExitStatus>) -> String {
    status.map_or("it closed its output".to_owned(), |status| format!("it ended ({status})"))
}

fn middle(rest: &str) -> String {
    if rest.is_empty() { String::new() } else { format!(" in the middle of a line: `{rest}`") }
}
