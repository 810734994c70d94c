//! `sudoku solve`.

use cli_support::ExitStatus;
use sudoku_core::{Limits, Outcome, Solver};
use sudoku_text::{FileCandidates, FileFormat, FilePuzzle};
use sudoku_variants::{Ruled, Weighted};

use crate::args::{SolverArgs, StreamArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::stream::{CandidatesUse, Job, PUZZLE_AND_SOLUTION, Puzzle};
use crate::variants::Variants;

/// Solve puzzles
///
/// Writes the solution of each puzzle that has exactly one, as 81 digits on a line, in input order.
/// A single puzzle is drawn if the output is a terminal. Every other puzzle is reported on standard
/// error with its line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("rules", |rules| rules.conflicts_with("strategy")))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Write the first solution found, without proving that it is the only one
    #[arg(long)]
    first: bool,

    #[command(flatten)]
    rules: RulesFile,

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
  sudoku solve --rules killer.txt  a variant: cages, arrows, thermometers and more

Blank cells are . 0 * _ - ? or x.";

pub(crate) fn run(args: &SolveArgs) -> Result<ExitStatus, CliError> {
    let is_proved = !args.first;
    let solver = args.solver;
    let limits = Limits::solutions(if is_proved { 2 } else { 1 });
    let solution = move |Outcome { first, report }: &Outcome| {
        first.filter(|_| !is_proved || report.is_proper())
    };
    let StreamArgs { input, output, formats } = &args.stream;
    let (stream, rules) = args.rules.open(input, output, formats)?;
    let solve_variant = move |puzzle: &Ruled, sink: &mut Sink<'_>| {
        if matches!(sink.format, OutputFormat::Text(FileFormat::FPuzzles | FileFormat::SudokuPad)) {
            return Err("a link to a solution would lose the rules; use another format".to_owned());
        }
        let grid = solution(&Weighted.solve(puzzle, &limits))
            .ok_or_else(|| diagnosis::cause_by_rules(puzzle))?;
        sink.variant(puzzle.rules(), Some(grid.as_board()));
        Ok(())
    };
    let job = Job {
        variants: Some(Variants::new(rules, solve_variant)),
        // With --first, boards are solved one by one: in a batch a strategy may find another first
        // solution, and the batches depend on how the input arrives.
        search: is_proved.then_some((solver, 2)),
        candidates: CandidatesUse::IfNeeded,
        example: PUZZLE_AND_SOLUTION.to_owned(),
        ..Job::default()
    };
    stream.run(job, move |puzzle, sink| match puzzle {
        Puzzle::Clues(FilePuzzle { board, .. }, searched) => {
            let alone = (!is_proved).then(|| solver.solver().solve(board, &limits));
            match solution(alone.as_ref().unwrap_or(searched)) {
                Some(grid) => {
                    sink.puzzle(board, Some(grid.as_board()));
                    Ok(())
                }
                None => Err(diagnosis::cause(solver.solver(), board)),
            }
        }
        Puzzle::Candidates(FileCandidates { candidates, .. }) => {
            let solver = solver.candidates_solver()?;
            match solution(&solver.solve(candidates, &limits)) {
                Some(grid) => {
                    sink.solution_among(candidates, &grid);
                    Ok(())
                }
                None => Err(diagnosis::cause_among(solver, candidates)),
            }
        }
    })
}
