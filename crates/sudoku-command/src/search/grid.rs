//! `sudoku search grid`.

use std::ops::ControlFlow;

use cli_support::ExitStatus;
use sudoku_core::Limits;
use sudoku_search::{SearchError, puzzles_of_clues};

use super::found::{FoundArgs, reason, search_each};
use crate::error::CliError;
use crate::values;

/// Write all puzzles of N clues whose solution is a given grid
///
/// For a puzzle of the input, the grid is its solution. So `search grid --clues 17` finds a puzzle
/// of 17 clues again, with all others of the same grid. Most grids have no puzzle of 17 clues.
///
/// On one core, 16 clues take about a second for each grid, 17 clues some seconds, and 18 clues a
/// minute or two. Each further clue multiplies the time by about 20.
///
/// With --output, the state of the search is in FILE.part until the search is complete. After an
/// interrupt or a kill, the same command continues the search. The result has the same bytes as
/// without an interruption.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku search grid --clues 17 grids.txt > found.txt\n  \
    sudoku search grid --clues 18 --limit 1 grids.txt")]
pub(super) struct GridArgs {
    /// Number of clues
    #[arg(long, value_name = "N", value_parser = values::number(1..=MOST_CLUES))]
    clues: usize,

    #[command(flatten)]
    found: FoundArgs,
}

/// The maximum number of clues. With more, a search would never end, and it would need much memory.
const MOST_CLUES: usize = 24;

pub(super) fn run(args: &GridArgs) -> Result<ExitStatus, CliError> {
    let clues = args.clues;
    search_each(&args.found, "grid", &clues.to_string(), move |solver, puzzle, take| {
        let mut grids = Vec::new();
        solver.search(puzzle, &Limits::solutions(2), &mut |grid| {
            grids.push(*grid);
            ControlFlow::Continue(())
        });
        let error = |error| reason(error, solver, puzzle);
        match grids[..] {
            [] => Err(error(SearchError::NoSolution)),
            [grid] => {
                let found = puzzles_of_clues(solver, grid.as_board(), clues, &Limits::ALL, take);
                found.map_err(error)
            }
            _ => Err(error(SearchError::SeveralSolutions)),
        }
    })
}
