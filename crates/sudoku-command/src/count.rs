//! `sudoku count`.

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_core::{Board, Ending as SearchEnding, Limits, Report};
use sudoku_count::{CountLimits, count_after_enumeration, enumeration_budget};
use sudoku_text::{FileCandidates, FilePuzzle};

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::error::CliError;
use crate::format::{OutputFormat, exact, json};
use crate::pipeline::Sink;
use crate::stream::{Job, Stream};
use crate::values;

/// Count the solutions of puzzles
///
/// Writes a number for each puzzle, in the order of the input: without a limit the exact one,
/// however many there are. A number that is the limit means that many or more. What is given by
/// candidates is counted one by one, to a million if no limit is named. With --json a number above
/// 9007199254740991 is a string, because many readers would round it.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku count --limit 2 puzzles.txt    0, 1, or 2 for more than one\n  \
    sudoku count --grouped puzzles.txt    6,670,903,752,021,072,936,960 of a blank board"
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Count up to this many; a count that reaches it means this many or more
    #[arg(long, value_name = "N", value_parser = values::count())]
    limit: Option<u64>,

    /// Write a comma before every three digits
    #[arg(long, conflicts_with = "json")]
    grouped: bool,

    /// Write as a power of ten, rounded: 6.67e21
    #[arg(long, conflicts_with_all = ["grouped", "json"])]
    power: bool,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &CountArgs) -> Result<ExitStatus, CliError> {
    let write = match (args.grouped, args.power) {
        (true, _) => grouped,
        (_, true) => as_power,
        _ => |solutions: u128| solutions.to_string(),
    };
    let job = Count { solver: args.solver, limit: args.limit, write };
    Stream::with_parts(&args.input, &args.output, &FormatArgs::plain())?.run(job)
}

struct Count {
    solver: SolverArgs,
    limit: Option<u64>,
    /// How a number is written.
    write: fn(u128) -> String,
}

/// How many solutions of a puzzle by candidates are counted if no limit is named: bands are joined
/// for boards only.
const MOST_OF_CANDIDATES: u64 = 1_000_000;

/// How many bytes are read at once where bands may be joined: some puzzles on lines, so that all
/// cores have work, and enough for most to be walked through side by side.
const FEW: usize = 8192;

#[derive(Serialize)]
struct Counted {
    puzzle: String,
    #[serde(serialize_with = "exact")]
    solutions: u128,
    /// Whether there may be more.
    limited: bool,
}

impl Job for Count {
    /// As many solutions as are walked to. Where there are more, bands are joined when it is the
    /// puzzle's turn, because that may take a second.
    type Answer = Report;

    fn answer(&self, boards: &[Board]) -> Vec<Report> {
        let outcomes = self.solver.outcomes(boards, enumeration_budget(self.most()));
        outcomes.into_iter().map(|outcome| outcome.report).collect()
    }

    fn write(
        &self,
        puzzle: &FilePuzzle,
        report: Report,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        let limits = CountLimits { solutions: self.most(), ..CountLimits::NONE };
        let is_cut_off = report.ending == SearchEnding::SolutionLimit;
        let is_joined = is_cut_off && self.may_count_by_bands();
        if is_joined {
            // Nobody waits for what is answered already. If no one takes it, no one wants it.
            let _ = sink.offer();
        }
        let (solutions, limited) = match count_after_enumeration(&report, &puzzle.board, &limits) {
            Some(count) => (count.solutions, count.exact().is_none()),
            None => (report.solutions.into(), is_cut_off),
        };
        self.eprint_message(puzzle.board.to_string(), solutions, limited, sink);
        if is_joined {
            let _ = sink.offer();
        }
        Ok(())
    }

    fn most_read(&self) -> usize {
        if self.may_count_by_bands() { FEW } else { usize::MAX }
    }

    fn searches_candidates(&self) -> bool {
        true
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let FileCandidates { line, candidates } = puzzle;
        let limits = Limits::solutions(self.limit.unwrap_or(MOST_OF_CANDIDATES));
        let report = self.solver.candidates_solver()?.count(candidates, &limits);
        let limited = report.ending == SearchEnding::SolutionLimit;
        if limited && self.limit.is_none() {
            sink.warn(&format!(
                "{}: line {line}: {MOST_OF_CANDIDATES} solutions or more: where candidates say more than \
                 clues, they are counted up to there, or to --limit",
                sink.source
            ));
        }
        self.eprint_message(candidates.to_string(), report.solutions.into(), limited, sink);
        Ok(())
    }
}

impl Count {
    /// Up to how many solutions are counted.
    fn most(&self) -> u128 {
        self.limit.map_or(u128::MAX, u128::from)
    }

    /// Whether bands may be joined.
    fn may_count_by_bands(&self) -> bool {
        u128::from(enumeration_budget(self.most())) < self.most()
    }

    /// Writes how many solutions the puzzle at hand has.
    fn eprint_message(&self, puzzle: String, solutions: u128, limited: bool, sink: &mut Sink<'_>) {
        match sink.format {
            OutputFormat::Json => sink.object(&json(&Counted { puzzle, solutions, limited })),
            _ => sink.text(&((self.write)(solutions) + "\n")),
        }
    }
}

/// The number with a comma before every three digits.
fn grouped(number: u128) -> String {
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

/// The number with three digits and a power of ten, unless it has no more digits than that.
fn as_power(number: u128) -> String {
    if number < 1_000 { number.to_string() } else { format!("{number:.2e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (number, with_commas, power) in [
            (0, "0", "0"),
            (999, "999", "999"),
            (1_000, "1,000", "1.00e3"),
            (123_456, "123,456", "1.23e5"),
            (999_999, "999,999", "1.00e6"),
            (6_670_903_752_021_072_936_960, "6,670,903,752,021,072,936,960", "6.67e21"),
        ] {
            assert_eq!(grouped(number), with_commas);
            assert_eq!(as_power(number), power);
        }
    }
}
