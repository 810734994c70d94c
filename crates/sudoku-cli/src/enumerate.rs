//! `sudoku enumerate`.

use cli_support::Exit;
use sudoku_core::{Board, Limits};
use sudoku_text::{FileCandidates, FilePuzzle};

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
    let job = Enumerate { solver: args.solver, limit: args.limit };
    Stream::new(&args.stream)?.run(job)
}

struct Enumerate {
    solver: SolverArgs,
    limit: u64,
}

impl Job for Enumerate {
    type Answer = ();

    fn answer(&self, boards: &[Board]) -> Vec<()> {
        vec![(); boards.len()]
    }

    fn write(&self, puzzle: &FilePuzzle, (): (), sink: &mut Sink<'_>) -> Result<(), String> {
        let solver = self.solver.solver();
        let report = solver.search(&puzzle.board, &Limits::solutions(self.limit), &mut |grid| {
            sink.puzzle(&puzzle.board, Some(grid.as_board()));
            sink.relieve()
        });
        match report.solutions {
            0 => Err(improper::cause(solver, &puzzle.board)),
            _ => Ok(()),
        }
    }

    fn searches_candidates(&self) -> bool {
        true
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let (solver, puzzle) = (self.solver.candidates_solver()?, &puzzle.candidates);
        let report = solver.search(puzzle, &Limits::solutions(self.limit), &mut |grid| {
            sink.solution_among(puzzle, grid);
            sink.relieve()
        });
        match report.solutions {
            0 => Err(improper::cause_among(solver, puzzle)),
            _ => Ok(()),
        }
    }
}
