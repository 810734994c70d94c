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
/// Writes a solution for each puzzle that has exactly one, 81 digits on a line, in the order of the
/// input; a puzzle that is alone is drawn if a person is there to see it. Every other puzzle is
/// reported on standard error with its line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Take the first solution, without a proof that there is no other
    #[arg(long)]
    first: bool,

    #[command(flatten)]
    solver: SolverArgs,
}

const EXAMPLES: &str = "\
Examples:
  sudoku solve                     paste a puzzle, then press Ctrl-D
  sudoku solve puzzle.txt          a grid, nine lines or 81 characters: it sees which
  sudoku solve many.txt.gz -o solutions.txt
  sudoku solve --to boj2580 < puzzle.txt
  sudoku solve --to svg puzzle.txt > puzzle.svg

A blank is . 0 * _ - ? or x.";

pub(crate) fn run(args: &SolveArgs) -> Result<ExitStatus, CliError> {
    let job = Solve { solver: args.solver, is_proved: !args.first };
    Stream::new(&args.stream)?.run(job)
}

struct Solve {
    solver: SolverArgs,
    /// Whether a second solution is looked for.
    is_proved: bool,
}

impl Job for Solve {
    type Answer = Outcome;

    fn answer(&self, boards: &[Board]) -> Vec<Outcome> {
        if self.is_proved {
            return self.solver.outcomes(boards, 2);
        }
        // One by one: in a batch a strategy may come by another first solution, and which puzzles
        // are in a batch depends on how the input comes.
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
