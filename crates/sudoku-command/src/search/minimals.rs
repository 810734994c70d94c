//! `sudoku search minimals`.

use cli_support::ExitStatus;
use sudoku_core::{Cell, Limits};
use sudoku_search::minimal_puzzles;

use super::found::{FoundArgs, reason, search_each};
use crate::error::CliError;

/// Write all minimal puzzles whose clues are among the clues of a puzzle
///
/// A puzzle is minimal if it has one solution, and has several as soon as one of its clues is
/// removed. The number of minimal puzzles grows fast with the number of clues that can be removed.
/// A complete grid has too many, so it needs --limit.
///
/// With --output, the state of the search is in FILE.part until the search is complete. After an
/// interrupt or a kill, the same command continues the search. The result has the same bytes as
/// without an interruption.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku search minimals puzzles.txt > minimal.txt\n  \
    sudoku search minimals --scale se --keep 'se.er >= 8' puzzles.txt\n  \
    sudoku search minimals --limit 1 grids.txt")]
pub(super) struct MinimalsArgs {
    #[command(flatten)]
    found: FoundArgs,
}

pub(super) fn run(args: &MinimalsArgs) -> Result<ExitStatus, CliError> {
    let has_limit = args.found.limit.is_some();
    search_each(&args.found, "minimals", "", move |solver, puzzle, take| {
        if puzzle.clue_count() == Cell::COUNT && puzzle.is_consistent() && !has_limit {
            let message = "a complete grid has too many minimal puzzles to list; use --limit";
            return Err(message.to_owned());
        }
        let found = minimal_puzzles(solver, puzzle, &Limits::ALL, take);
        found.map_err(|error| reason(error, solver, puzzle))
    })
}
