//! `sudoku dataset`: sets of puzzles for machine learning.

mod check;
mod copies;
mod dedup;
mod journal;
mod make;
mod parallel;
mod parquet;
mod puzzles;
mod rating;
mod rows;
mod shard;
mod sort;
mod split;
mod tally;

use std::io;
use std::path::Path;

use clap::Subcommand;
use cli_support::Exit;

use crate::CliError;
use crate::source::shown;

/// Make data sets without leaks, and find the leaks of others
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Make(make::Args),
    Check(check::Args),
    Dedup(dedup::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.command {
        Command::Make(args) => make::run(args),
        Command::Check(args) => check::run(args),
        Command::Dedup(args) => dedup::run(args),
    }
}

/// What failed at this path.
fn failed(path: &Path, error: &io::Error) -> CliError {
    CliError(format!("{}: {error}", shown(path)))
}
