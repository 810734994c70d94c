//! `sudoku enumerate`.

use std::sync::Arc;

use cli_support::ExitStatus;
use sudoku_core::{Grid, Limits, Solver};
use sudoku_count::Solutions;
use sudoku_generator::{seeded_rng, uniform_below_u128};
use sudoku_text::{FileCandidates, FileFormat, FilePuzzle};
use sudoku_variants::{Ruled, Weighted};

use crate::args::{SolverArgs, StreamArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::stream::{CandidatesUse, Job, PUZZLE_AND_SOLUTION, Puzzle};
use crate::values;
use crate::variants::Variants;

/// List all solutions
///
/// Writes solutions in the order in which the strategy finds them, which is the same in every run.
/// The order of `board` and `auto` depends on the processor. In the formats `line` and `drawing`, a
/// comment such as `# line 2` precedes the solutions of each puzzle. It is omitted for a puzzle on
/// line 1 of a single input, and with `--limit 1` or `--nth`.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku enumerate puzzle.txt\n  \
    sudoku enumerate --strategy bitmask --limit 1 puzzle.txt    the lexicographically smallest\n  \
    sudoku enumerate --limit 10 --rules killer.txt",
    mut_arg("rules", |rules| rules.conflicts_with_all(["strategy", "sample", "nth"]))
)]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    stream: StreamArgs,

    /// Maximum number of solutions per puzzle
    #[arg(long, value_name = "N", value_parser = values::count())]
    limit: Option<u64>,

    /// Write N random solutions per puzzle, uniformly distributed, repeats possible
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "nth", "strategy"], value_parser = values::count())]
    sample: Option<u64>,

    /// Random seed for --sample: the same seed gives the same solutions [default: 1]
    // clap skips the conflicts of `sample` here, so they are listed again.
    #[arg(long, value_name = "SEED", requires = "sample", conflicts_with_all = ["limit", "nth", "strategy"], value_parser = values::any_number())]
    seed: Option<u64>,

    /// Write only solution number N, counted from 1 in the order of counting by bands
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "strategy"], value_parser = values::number(1..=u128::MAX))]
    nth: Option<u128>,

    #[command(flatten)]
    rules: RulesFile,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &EnumerateArgs) -> Result<ExitStatus, CliError> {
    let which = match (args.sample, args.nth) {
        (Some(count), _) => Which::Drawn { count, seed: args.seed.unwrap_or(1) },
        (_, Some(number)) => Which::Numbered(number),
        _ => Which::Found { limit: args.limit.unwrap_or(u64::MAX) },
    };
    let StreamArgs { input, output, formats } = &args.stream;
    let (stream, rules) = args.rules.open(input, output, formats)?;
    let enumerate = Arc::new(Enumerate { solver: args.solver, which });
    let of_variants = Arc::clone(&enumerate);
    let job = Job {
        variants: Some(Variants::new(rules, move |puzzle, sink| {
            of_variants.write_variant(puzzle, sink)
        })),
        candidates: CandidatesUse::IfNeeded,
        example: PUZZLE_AND_SOLUTION.to_owned(),
        ..Job::default()
    };
    stream.run(job, move |puzzle, sink| match puzzle {
        Puzzle::Clues(puzzle, _) => enumerate.write(puzzle, sink),
        Puzzle::Candidates(puzzle) => enumerate.write_candidates(puzzle, sink),
    })
}

struct Enumerate {
    solver: SolverArgs,
    which: Which,
}

/// The solutions to write.
#[derive(Clone, Copy)]
enum Which {
    Found { limit: u64 },
    Drawn { count: u64, seed: u64 },
    Numbered(u128),
}

impl Enumerate {
    /// Writes a comment with the place of a puzzle that may have several solutions, except on the
    /// first line of the only file.
    fn label(&self, sink: &mut Sink<'_>) {
        let has_several = !matches!(self.which, Which::Found { limit: 1 } | Which::Numbered(_));
        let is_plain = matches!(sink.format, OutputFormat::LINE | OutputFormat::Drawing);
        if has_several && is_plain && (sink.place.file.is_some() || sink.place.line > 1) {
            sink.text(&format!("# {}\n", sink.place));
        }
    }

    fn write(&self, puzzle: &FilePuzzle, sink: &mut Sink<'_>) -> Result<(), String> {
        self.label(sink);
        let mut write = |grid: &Grid| {
            sink.puzzle(&puzzle.board, Some(grid.as_board()));
            sink.relieve()
        };
        let solutions = match self.which {
            Which::Found { limit } => {
                let limits = Limits::solutions(limit);
                self.solver.solver().search(&puzzle.board, &limits, &mut write).solutions.into()
            }
            Which::Drawn { count, seed } => {
                let solutions = Solutions::of(&puzzle.board);
                // Each puzzle has its own random numbers, whichever thread handles it.
                let mut rng = seeded_rng(seed, puzzle.line as u64);
                for _ in 0..count {
                    let drawn = solutions.sample(&mut |end| uniform_below_u128(&mut rng, end));
                    if drawn.is_none_or(|grid| write(&grid).is_break()) {
                        break;
                    }
                }
                solutions.len()
            }
            Which::Numbered(nth) => {
                let solutions = Solutions::of(&puzzle.board);
                match nth.checked_sub(1).and_then(|number| solutions.get(number)) {
                    Some(grid) => drop(write(&grid)),
                    None if solutions.len() > 0 => {
                        let number = solutions.len();
                        let word = if number == 1 { "solution" } else { "solutions" };
                        return Err(format!(
                            "solution {nth} does not exist: the puzzle has {number} {word}"
                        ));
                    }
                    None => {}
                }
                solutions.len()
            }
        };
        match solutions {
            0 => Err(diagnosis::cause(self.solver.solver(), &puzzle.board)),
            _ => Ok(()),
        }
    }

    fn write_variant(&self, puzzle: &Ruled, sink: &mut Sink<'_>) -> Result<(), String> {
        let Which::Found { limit } = self.which else {
            return Err("--nth and --sample need a classic Sudoku; use --limit".to_owned());
        };
        if matches!(sink.format, OutputFormat::Text(FileFormat::FPuzzles | FileFormat::SudokuPad)) {
            return Err("a link to a solution would lose the rules; use another format".to_owned());
        }
        self.label(sink);
        let report = Weighted.search(puzzle, &Limits::solutions(limit), &mut |grid| {
            sink.variant(puzzle.rules(), Some(grid.as_board()));
            sink.relieve()
        });
        match report.solutions {
            0 => Err(diagnosis::cause_by_rules(puzzle)),
            _ => Ok(()),
        }
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let Which::Found { limit } = self.which else {
            return Err(
                "--nth and --sample need a puzzle given by clues; these candidates exclude \
                        digits that the clues allow"
                    .to_owned(),
            );
        };
        self.label(sink);
        let (solver, puzzle) = (self.solver.candidates_solver()?, &puzzle.candidates);
        let report = solver.search(puzzle, &Limits::solutions(limit), &mut |grid| {
            sink.solution_among(puzzle, grid);
            sink.relieve()
        });
        match report.solutions {
            0 => Err(diagnosis::cause_among(solver, puzzle)),
            _ => Ok(()),
        }
    }
}
