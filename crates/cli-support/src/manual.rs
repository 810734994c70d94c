//! Shell completions and manual pages.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::{AtomicOutput, ExitStatus};

/// The options of `completions`.
#[derive(Args, Clone, Copy, Debug)]
pub struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

/// The options of `man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Folder for the pages of the command and its subcommands; created if missing
    ///
    /// Without it, the page of the command is written to standard output.
    #[arg(long, value_name = "PATH")]
    dir: Option<PathBuf>,
}

/// The error if a manual page or the completions cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{place}")]
pub struct ManualError {
    place: String,
    #[source]
    source: io::Error,
}

impl CompletionsArgs {
    /// Writes the completions of this command line to standard output.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, mut command: Command) -> Result<ExitStatus, ManualError> {
        let (name, mut script) = (command.get_name().to_owned(), Vec::new());
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        write(None, &script)
    }
}

impl ManArgs {
    /// Writes the page of this command line to standard output, or the pages of all subcommands
    /// into a folder.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, mut command: Command) -> Result<ExitStatus, ManualError> {
        command.build();
        match &self.dir {
            None => write(None, &page(&command)?),
            Some(folder) => {
                let place = || folder.display().to_string();
                let error = |source: io::Error| match source.kind() {
                    io::ErrorKind::AlreadyExists => {
                        io::Error::other("is not a folder; choose another name")
                    }
                    _ => source,
                };
                fs::create_dir_all(folder)
                    .map_err(|source| ManualError { place: place(), source: error(source) })?;
                write_pages(folder, &command)
            }
        }
    }
}

/// Writes the pages of a command and its subcommands.
fn write_pages(folder: &Path, command: &Command) -> Result<ExitStatus, ManualError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    write(Some(&folder.join(format!("{name}.1"))), &page(command)?)?;
    let is_seen = |it: &&Command| it.get_name() != "help" && !it.is_hide_set();
    for subcommand in command.get_subcommands().filter(is_seen) {
        write_pages(folder, subcommand)?;
    }
    Ok(ExitStatus::Success)
}

fn page(command: &Command) -> Result<Vec<u8>, ManualError> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut page);
    let place = "cannot render the manual page".to_owned();
    rendered.map_err(|source| ManualError { place, source })?;
    Ok(page)
}

fn write(path: Option<&Path>, text: &[u8]) -> Result<ExitStatus, ManualError> {
    let written = AtomicOutput::open(path).and_then(|output| output.write(text));
    let place = || path.map_or("standard output".to_owned(), |path| path.display().to_string());
    written.map_err(|source| ManualError { place: place(), source })?;
    Ok(ExitStatus::Success)
}

/// Adds the exit codes at the end of the long help (`--help`) of the command and of each
/// subcommand. Help that already has an `Exit codes:` section is not changed.
#[must_use]
pub fn with_exit_codes(command: Command, exit_codes: &'static str) -> Command {
    let before = command.get_after_long_help().or(command.get_after_help());
    let before = before.map(ToString::to_string).unwrap_or_default();
    let help = match &*before {
        "" => exit_codes.to_owned(),
        own if own.contains("Exit codes:") => own.to_owned(),
        examples => format!("{examples}\n\n{exit_codes}"),
    };
    command.after_long_help(help).mut_subcommands(|it| with_exit_codes(it, exit_codes))
}
