//! An I/O error with the name of its file.

use std::io;
use std::path::Path;

use crate::shown;

/// An error of a file or stream. Its message is the name of the file; its source is the I/O error.
#[derive(Debug, thiserror::Error)]
#[error("{name}")]
pub struct NamedIoError {
    /// The name of the file in messages.
    pub name: String,
    /// The error.
    pub source: io::Error,
}

impl NamedIoError {
    /// Creates the error for a file with this name.
    #[must_use]
    pub fn new(name: impl Into<String>, source: io::Error) -> Self {
        Self { name: name.into(), source }
    }

    /// Creates the error for the file at this path.
    #[must_use]
    pub fn at(path: &Path, source: io::Error) -> Self {
        Self::new(shown(path), source)
    }
}
