//! `sudoku count`.

use cli_support::Exit;
use serde::Serialize;
use sudoku_core::{Board, Ending as SearchEnding, Limits, Outcome, Report};
use sudoku_text::{FileCandidates, FilePuzzle};

use crate::args::{FormArgs, InputArgs, OutputArgs, SolverArgs};
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};

/// Count the solutions of puzzles
///
/// Writes a number for each puzzle, in the order of the input. A number that is the limit means
/// that many or more.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku count --limit 2 puzzles.txt    0, 1, or 2 for more than one"
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Count up to this many; a count that reaches it means this many or more
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &CountArgs) -> Result<Exit, CliError> {
    let job = Count { solver: args.solver, limit: args.limit };
    Stream::with_parts(&args.input, &args.output, &FormArgs::plain())?.run(job)
}

struct Count {
    solver: SolverArgs,
    limit: u64,
}

#[derive(Serialize)]
struct Counted {
    line: usize,
    puzzle: String,
    solutions: u64,
    /// Whether there may be more.
    limited: bool,
}

impl Job for Count {
    type Answer = Outcome;

    fn answer(&self, boards: &[Board]) -> Vec<Outcome> {
        self.solver.outcomes(boards, self.limit)
    }

    fn write(
        &self,
        puzzle: &FilePuzzle,
        Outcome { report, .. }: Outcome,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        write(puzzle.line, puzzle.board.to_string(), &report, sink);
        Ok(())
    }

    fn searches_candidates(&self) -> bool {
        true
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let FileCandidates { line, candidates } = puzzle;
        let limits = Limits::solutions(self.limit);
        let report = self.solver.candidates_solver()?.count(candidates, &limits);
        write(*line, candidates.to_string(), &report, sink);
        Ok(())
    }
}

/// Writes how many solutions the puzzle on this line has.
fn write(line: usize, puzzle: String, report: &Report, sink: &mut Sink<'_>) {
    let solutions = report.solutions;
    let limited = report.ending == SearchEnding::SolutionLimit;
    sink.text(&match sink.format {
        OutputFormat::Json => json(&Counted { line, puzzle, solutions, limited }),
        _ => format!("{solutions}\n"),
    });
}
