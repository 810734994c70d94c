//! The results of subcommands, and their output.

use std::io;
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use cli_support::{AtomicOutput, ExitStatus};
use compressed_io::InputFile;

/// The result of a subcommand: an exit status, or an error if it could not do its work.
pub type CommandResult = Result<ExitStatus>;

/// The output of a subcommand: a file, or standard output.
#[derive(Debug)]
pub struct NamedOutput {
    output: AtomicOutput,
    /// The message if the output cannot be written.
    context: String,
}

impl NamedOutput {
    /// Opens the output before any work is done, so that an unwritable path fails at once. Refuses
    /// an output that is one of the files in `read`.
    pub fn open<P: AsRef<Path>>(path: Option<&Path>, read: &[P]) -> Result<Self> {
        let read: Vec<_> = read.iter().map(|path| InputFile::new(path.as_ref())).collect();
        InputFile::keep_from(&read, path)?;
        let place = path.map_or("to standard output".to_owned(), |path| path.display().to_string());
        let context = format!("cannot write {place}");
        Ok(Self { output: AtomicOutput::open(path).context(context.clone())?, context })
    }

    /// Returns true for standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.output, AtomicOutput::Stdout)
    }

    /// Writes a text with colors, or without them if the output is not a terminal that shows them.
    pub fn write_colored(self, text: &str) -> CommandResult {
        let has_colors = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        if self.is_stdout() && has_colors {
            return self.write(text);
        }
        self.write(strip_str(text).to_string())
    }

    /// Writes the whole text.
    pub fn write(self, text: impl AsRef<[u8]>) -> CommandResult {
        self.output.write(text).context(self.context)?;
        Ok(ExitStatus::Success)
    }
}

/// Opens the output and writes a text. Refuses an output that is one of the files in `read`.
pub(super) fn write(path: Option<&Path>, read: &[&Path], text: impl AsRef<[u8]>) -> CommandResult {
    NamedOutput::open(path, read)?.write(text)
}
