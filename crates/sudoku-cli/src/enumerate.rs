//! `sudoku enumerate`.

use cli_support::Exit;
use sudoku_core::{Board, Limits, Solver};
use sudoku_text::FilePuzzle;

use crate::args::{SolverArgs, StreamArgs};
use crate::error::CliError;
use crate::improper;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Write every solution of puzzles
///
/// The solutions come as they are found, in the strategy's own order, which is the same in every
/// run.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku enumerate puzzle.txt\n  \
    sudoku enumerate --strategy bitmask --limit 1 puzzle.txt    the lexicographically smallest")]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Write at most this many of each puzzle
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &EnumerateArgs) -> Result<Exit, CliError> {
    let job = Enumerate { solver: args.solver.solver(), limit: args.limit };
    Stream::new(&args.stream)?.run(job)
}

struct Enumerate {
    solver: &'static dyn Solver,
    limit: u64,
}

impl Job for Enumerate {
    type Answer = ();

    fn answer(&self, boards: &[Board]) -> Vec<()> {
        vec![(); boards.len()]
    }

    fn write(&self, puzzle: &FilePuzzle, (): (), sink: &mut Sink<'_>) -> Result<(), String> {
        let report =
            self.solver.search(&puzzle.board, &Limits::solutions(self.limit), &mut |grid| {
                sink.puzzle(&puzzle.board, Some(grid.as_board()));
                sink.relieve()
            });
        match report.solutions {
            0 => Err(improper::cause(self.solver, &puzzle.board)),
            _ => Ok(()),
        }
    }
}
