//! `sudoku search`: puzzles near a puzzle. The crate `sudoku-search` does the work; this module
//! holds the arguments and writes the puzzles.

mod claims;
mod closure;
mod found;
mod grid;
mod minimals;
mod neighbors;

use clap::Subcommand;
use cli_support::ExitStatus;

use crate::error::CliError;

/// Search for puzzles near a puzzle
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    #[command(subcommand)]
    command: SearchCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum SearchCommand {
    Neighbors(neighbors::NeighborsArgs),
    Minimals(minimals::MinimalsArgs),
    Grid(grid::GridArgs),
    Closure(closure::ClosureArgs),
}

pub(crate) fn run(args: &SearchArgs) -> Result<ExitStatus, CliError> {
    match &args.command {
        SearchCommand::Neighbors(args) => neighbors::run(args),
        SearchCommand::Minimals(args) => minimals::run(args),
        SearchCommand::Grid(args) => grid::run(args),
        SearchCommand::Closure(args) => closure::run(args),
    }
}
