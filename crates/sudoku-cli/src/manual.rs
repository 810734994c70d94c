//! `sudoku completions` and `sudoku man`: what an installation puts beside the command.

use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use cli_support::Exit;

use crate::target::Target;
use crate::{Cli, CliError};

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

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sudoku", &mut script);
    Target::open(None)?.write(&script)?;
    Ok(Exit::Success)
}

pub(crate) fn man(args: &ManArgs) -> Result<Exit, CliError> {
    let mut command = Cli::command();
    command.build();
    let Some(dir) = &args.dir else {
        Target::open(None)?.write(&page(&command)?)?;
        return Ok(Exit::Success);
    };
    for command in std::iter::once(&command).chain(command.get_subcommands()) {
        let name = command.get_display_name().unwrap_or("sudoku");
        let mut file = Target::open(Some(&dir.join(format!("{name}.1"))))?;
        file.write(&page(command)?)?;
        file.finish()?;
    }
    Ok(Exit::Success)
}

fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page).map_err(|error| CliError(error.to_string()))?;
    Ok(page)
}
