//! `sudoku solve`.

use cli_support::ExitStatus;
use sudoku_core::{Board, Limits, Outcome};
use sudoku_text::{FileCandidates, FilePuzzle};

use crate::args::{SolverArgs, StreamArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Solve puzzles
///
/// Writes the solution of each puzzle that has exactly one, as 81 digits on a line, in input order.
/// A single puzzle is drawn if the output is a terminal. Every other puzzle is reported on standard
/// error with its line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Write the first solution found, without proving that it is the only one
    #[arg(long)]
    first: bool,

    #[command(flatten)]
    solver: SolverArgs,
}

const EXAMPLES: &str = "\
Examples:
  sudoku solve                     paste a puzzle, then press Ctrl-D
  sudoku solve puzzle.txt          a grid, nine lines or 81 characters: detected
  sudoku solve many.txt.gz -o solutions.txt
  sudoku solve --to boj2580 < puzzle.txt
  sudoku solve --to svg puzzle.txt > puzzle.svg

Blank cells are . 0 * _ - ? or x.";

pub(crate) fn run(args: &SolveArgs) -> Result<ExitStatus, CliError> {
    let job = Solve { solver: args.solver, is_proved: !args.first };
    Stream::new(&args.stream)?.run(job)
}

struct Solve {
    solver: SolverArgs,
    /// True if a second solution is searched for.
    is_proved: bool,
}

impl Job for Solve {
    type Answer = Outcome;

    fn answer(&self, boards: &[Board]) -> Vec<Outcome> {
        if self.is_proved {
            return self.solver.outcomes(boards, 2);
        }
        // Boards are solved one by one: in a batch a strategy may find another first solution, and
        // the batches depend on how the input arrives.
        let limits = Limits::solutions(1);
        boards.iter().map(|board| self.solver.solver().solve(board, &limits)).collect()
    }

    fn write(
        &self,
        puzzle: &FilePuzzle,
        answer: Outcome,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        match answer.first {
            Some(grid) if !self.is_proved || answer.report.is_proper() => {
                sink.puzzle(&puzzle.board, Some(grid.as_board()));
                Ok(())
            }
            _ => Err(diagnosis::cause(self.solver.solver(), &puzzle.board)),
        }
    }

    fn searches_candidates(&self) -> bool {
        true
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let (solver, puzzle) = (self.solver.candidates_solver()?, &puzzle.candidates);
        let answer = solver.solve(puzzle, &Limits::solutions(if self.is_proved { 2 } else { 1 }));
        match answer.first {
            Some(grid) if !self.is_proved || answer.report.is_proper() => {
                sink.solution_among(puzzle, &grid);
                Ok(())
            }
            _ => Err(diagnosis::cause_among(solver, puzzle)),
        }
    }

    fn header(&self, format: OutputFormat) -> &'static str {
        format.header_with_solutions()
    }
}
