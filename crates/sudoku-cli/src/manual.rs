//! `sudoku completions` and `sudoku man`: what an installation puts beside the command.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;
use cli_support::{Exit, WholeOutput};
use packed_files::NamedIoError;

use crate::error::CliError;

/// Write completions for a shell
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku completions bash > ~/.local/share/bash-completion/completions/sudoku"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Write the manual pages
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku man | man -l -\n  sudoku man --dir ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// Write a page for the command and one for each subcommand into this folder
    #[arg(long, value_name = "PATH")]
    dir: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sudoku", &mut script);
    write(None, &script)
}

pub(crate) fn man(args: &ManArgs, mut command: Command) -> Result<Exit, CliError> {
    command.build();
    match &args.dir {
        None => write(None, &page(&command)?),
        Some(dir) => write_pages(dir, &command),
    }
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(dir: &Path, command: &Command) -> Result<Exit, CliError> {
    let name = command.get_display_name().unwrap_or("sudoku");
    write(Some(&dir.join(format!("{name}.1"))), &page(command)?)?;
    for subcommand in command.get_subcommands().filter(|it| it.get_name() != "help") {
        write_pages(dir, subcommand)?;
    }
    Ok(Exit::Success)
}

fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page).map_err(CliError::Manual)?;
    Ok(page)
}

fn write(path: Option<&Path>, text: &[u8]) -> Result<Exit, CliError> {
    let named = |error| match path {
        Some(path) => NamedIoError::at(path, error),
        None => NamedIoError::new("standard output", error),
    };
    WholeOutput::open(path).and_then(|output| output.write(text)).map_err(named)?;
    Ok(Exit::Success)
}
