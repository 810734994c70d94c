//! `sudoku count`.

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_core::{Ending as SearchEnding, Limits, Outcome, Report, Solver};
use sudoku_count::{CountLimits, count_after_enumeration, enumeration_budget};
use sudoku_text::{FileCandidates, FilePuzzle};
use sudoku_variants::{Ruled, Weighted};

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::error::CliError;
use crate::format::{OutputFormat, exact, json};
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::stream::{CandidatesUse, Job, Puzzle};
use crate::values;
use crate::variants::Variants;

/// Count solutions
///
/// Writes one number per puzzle, in input order. Without --limit the number is exact, however large
/// it is. A number equal to the limit means "at least this many". The solutions of variants, and of
/// puzzles given by candidates, are counted one by one, up to a million by default. With --json, a
/// number above 9007199254740991 is a string, because many JSON readers would round it.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku count --limit 2 puzzles.txt    0, 1, or 2 for more than one\n  \
    sudoku count --thousands puzzles.txt  6,670,903,752,021,072,936,960 for a blank board\n  \
    sudoku count --rules killer.txt",
    mut_arg("rules", |rules| rules.conflicts_with("strategy"))
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Stop at this many solutions per puzzle
    #[arg(long, value_name = "N", value_parser = values::count())]
    limit: Option<u64>,

    /// Write digits in groups of three: 6,670,903
    #[arg(long, conflicts_with = "json")]
    thousands: bool,

    /// Write in scientific notation with three digits: 6.67e21
    #[arg(long, conflicts_with_all = ["thousands", "json"])]
    scientific: bool,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    rules: RulesFile,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &CountArgs) -> Result<ExitStatus, CliError> {
    let write = match (args.thousands, args.scientific) {
        (true, _) => with_thousands,
        (_, true) => in_scientific_notation,
        _ => |solutions: u128| solutions.to_string(),
    };
    let count = Count { solver: args.solver, limit: args.limit, write };
    let (stream, rules) = args.rules.open(&args.input, &args.output, &FormatArgs::plain())?;
    let job = Job {
        variants: Some(Variants::new(rules, move |puzzle, sink| {
            count.write_variant(puzzle, sink);
            Ok(())
        })),
        // A bounded enumeration. If it reaches its bound, the puzzle is counted by bands when its
        // turn to be written comes, because that may take a second.
        search: Some((count.solver, enumeration_budget(count.most()))),
        candidates: CandidatesUse::IfNeeded,
        most_read: if count.may_count_by_bands() { FEW } else { usize::MAX },
        ..Job::default()
    };
    stream.run(job, move |puzzle, sink| match puzzle {
        Puzzle::Clues(puzzle, Outcome { report, .. }) => {
            count.write(puzzle, report, sink);
            Ok(())
        }
        Puzzle::Candidates(puzzle) => count.write_candidates(puzzle, sink),
    })
}

#[derive(Clone, Copy)]
struct Count {
    solver: SolverArgs,
    limit: Option<u64>,
    /// Writes a number as text.
    write: fn(u128) -> String,
}

/// The default limit for variants and for puzzles given by candidates: counting by bands works on
/// classic boards only.
const MOST_ONE_BY_ONE: u64 = 1_000_000;

/// The number of bytes per block when puzzles may be counted by bands: few puzzles, so that all
/// cores have work, but enough for most of them to be searched as a batch.
const FEW: usize = 8192;

#[derive(Serialize)]
struct Counted {
    puzzle: String,
    #[serde(serialize_with = "exact")]
    solutions: u128,
    /// True if there may be more solutions.
    limited: bool,
}

impl Count {
    /// Writes the number of solutions of a puzzle that was enumerated up to a bound.
    fn write(&self, puzzle: &FilePuzzle, report: &Report, sink: &mut Sink<'_>) {
        let limits = CountLimits { solutions: self.most(), ..CountLimits::NONE };
        let is_cut_off = report.ending == SearchEnding::SolutionLimit;
        let is_by_bands = is_cut_off && self.may_count_by_bands();
        if is_by_bands {
            // Finished answers are sent on first. An error means that the reader is gone, which
            // does not matter.
            let _ = sink.offer();
        }
        let (solutions, limited) = match count_after_enumeration(report, &puzzle.board, &limits) {
            Some(count) => (count.solutions, count.exact().is_none()),
            None => (report.solutions.into(), is_cut_off),
        };
        self.write_count(puzzle.board.to_string(), solutions, limited, sink);
        if is_by_bands {
            let _ = sink.offer();
        }
    }

    /// Writes the number of solutions of a puzzle given by candidates.
    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let FileCandidates { candidates, .. } = puzzle;
        let report = self.solver.candidates_solver()?.count(candidates, &self.limits());
        self.write_bounded(candidates.to_string(), &report, "a puzzle given by candidates", sink);
        Ok(())
    }

    /// Writes the number of solutions of a variant.
    fn write_variant(&self, puzzle: &Ruled, sink: &mut Sink<'_>) {
        let report = Weighted.count(puzzle, &self.limits());
        self.write_bounded(puzzle.rules().board.to_string(), &report, "a variant", sink);
    }

    /// Returns the limits if solutions are counted one by one.
    fn limits(&self) -> Limits<'static> {
        Limits::solutions(self.limit.unwrap_or(MOST_ONE_BY_ONE))
    }

    /// Writes the number of solutions that were counted one by one.
    fn write_bounded(&self, puzzle: String, report: &Report, kind: &str, sink: &mut Sink<'_>) {
        let limited = report.ending == SearchEnding::SolutionLimit;
        if limited && self.limit.is_none() {
            sink.warn(&format!(
                "{}: line {}: at least {MOST_ONE_BY_ONE} solutions; {kind} is counted up to that \
                 number, or up to --limit",
                sink.source, sink.place.line
            ));
        }
        self.write_count(puzzle, report.solutions.into(), limited, sink);
    }

    /// Returns the maximum number of solutions to count.
    fn most(&self) -> u128 {
        self.limit.map_or(u128::MAX, u128::from)
    }

    /// Returns true if a puzzle may be counted by bands.
    fn may_count_by_bands(&self) -> bool {
        u128::from(enumeration_budget(self.most())) < self.most()
    }

    /// Writes the number of solutions of the current puzzle.
    fn write_count(&self, puzzle: String, solutions: u128, limited: bool, sink: &mut Sink<'_>) {
        match sink.format {
            OutputFormat::Json => sink.object(&json(&Counted { puzzle, solutions, limited })),
            _ => sink.text(&((self.write)(solutions) + "\n")),
        }
    }
}

/// Returns the number with a comma before every three digits.
fn with_thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the number in scientific notation with three digits, or as it is if it has no more
/// digits.
fn in_scientific_notation(number: u128) -> String {
    if number < 1_000 { number.to_string() } else { format!("{number:.2e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (number, with_commas, scientific) in [
            (0, "0", "0"),
            (999, "999", "999"),
            (1_000, "1,000", "1.00e3"),
            (123_456, "123,456", "1.23e5"),
            (999_999, "999,999", "1.00e6"),
            (6_670_903_752_021_072_936_960, "6,670,903,752,021,072,936,960", "6.67e21"),
        ] {
            assert_eq!(with_thousands(number), with_commas);
            assert_eq!(in_scientific_notation(number), scientific);
        }
    }
}
