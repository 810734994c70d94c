//! `sudoku search neighbors`.

use cli_support::ExitStatus;
use sudoku_core::Limits;

use super::found::{FoundArgs, NeighborhoodArgs, reason, search_each};
use crate::error::CliError;

/// Remove some clues, add others, and write all proper puzzles that result: {-n+m}
///
/// A removed clue is not added again, but its cell may get another digit. So each written puzzle
/// differs from the input in exactly these numbers of clues. The puzzles come in the order of the
/// removed clues, then of the added ones.
///
/// With --output, the state of the search is in FILE.part until the search is complete. After an
/// interrupt or a kill, the same command continues the search. The result has the same bytes as
/// without an interruption.
///
/// For a hard puzzle of 24 clues, {-1+1} takes milliseconds, and {-2+2} one or two seconds.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku search neighbors --minimal --unique puzzles.txt > near.txt\n  \
    sudoku search neighbors --keep 'se.er >= 10' --scale se --to csv hard.txt\n  \
    sudoku search neighbors --remove 2 --add 1 --limit 1 puzzles.txt")]
pub(super) struct NeighborsArgs {
    #[command(flatten)]
    neighborhood: NeighborhoodArgs,
    #[command(flatten)]
    found: FoundArgs,
}

pub(super) fn run(args: &NeighborsArgs) -> Result<ExitStatus, CliError> {
    let neighborhood = args.neighborhood.neighborhood();
    search_each(
        &args.found,
        "neighbors",
        &format!("{:?}", args.neighborhood),
        move |solver, puzzle, take| {
            let found = neighborhood.search(solver, puzzle, &Limits::ALL, take);
            found.map_err(|error| reason(error, solver, puzzle))
        },
    )
}
