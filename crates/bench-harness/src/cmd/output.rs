//! How verbs end, and where their results go.

use std::path::Path;

use anyhow::{Context, Result};
use cli_support::{AtomicOutput, ExitStatus};

/// How a verb ends: with an exit code, or without having done its work.
pub type CommandResult = Result<ExitStatus>;

/// Where a verb's result goes: a file, or standard output.
#[derive(Debug)]
pub struct NamedOutput {
    output: AtomicOutput,
    /// What cannot be done if it cannot be written.
    context: String,
}

impl NamedOutput {
    /// Makes sure that the output can be written, before any work is done for it.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let place = path.map_or("to standard output".to_owned(), |path| path.display().to_string());
        let context = format!("cannot write {place}");
        Ok(Self { output: AtomicOutput::open(path).context(context.clone())?, context })
    }

    /// Whether it is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.output, AtomicOutput::Stdout)
    }

    /// Writes everything.
    pub fn write(self, text: impl AsRef<[u8]>) -> CommandResult {
        self.output.write(text).context(self.context)?;
        Ok(ExitStatus::Success)
    }
}

/// Writes a result that is there already.
pub(super) fn write(path: Option<&Path>, text: impl AsRef<[u8]>) -> CommandResult {
    NamedOutput::open(path)?.write(text)
}
