//! How verbs end, and where their results go.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result};
use cli_support::{Exit, WholeOutput};

/// How a verb ends: with an exit code, or without having done its work.
pub type CommandResult = Result<Exit>;

/// Where a verb's result goes: a file, or standard output.
#[derive(Debug)]
pub struct NamedOutput {
    path: Option<PathBuf>,
    output: WholeOutput,
}

impl NamedOutput {
    /// Makes sure that the output can be written, before any work is done for it.
    ///
    /// # Errors
    /// If it cannot.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let output = WholeOutput::open(path).map_err(|error| cannot_write(path, error))?;
        Ok(Self { path: path.map(Path::to_owned), output })
    }

    /// Whether it is standard output.
    pub fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Writes everything.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, text: impl AsRef<[u8]>) -> CommandResult {
        self.output.write(text).map_err(|error| cannot_write(self.path.as_deref(), error))?;
        Ok(Exit::Success)
    }
}

fn cannot_write(path: Option<&Path>, error: io::Error) -> Error {
    let place = path.map_or("to standard output".to_owned(), |path| path.display().to_string());
    Error::new(error).context(format!("cannot write {place}"))
}

/// Writes a result that is there already.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: Option<&Path>, text: impl AsRef<[u8]>) -> CommandResult {
    NamedOutput::open(path)?.write(text)
}
