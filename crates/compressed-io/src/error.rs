//! What goes wrong with a file, and with which.

use std::io;
use std::path::Path;

use crate::shown;

/// An error of a file or stream. Its message is the name; its source says what went wrong.
#[derive(Debug, thiserror::Error)]
#[error("{name}")]
pub struct NamedIoError {
    /// How the file is called in messages.
    pub name: String,
    /// What went wrong.
    pub source: io::Error,
}

impl NamedIoError {
    /// What went wrong with the file of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, source: io::Error) -> Self {
        Self { name: name.into(), source }
    }

    /// What went wrong at this path.
    #[must_use]
    pub fn at(path: &Path, source: io::Error) -> Self {
        Self::new(shown(path), source)
    }
}
