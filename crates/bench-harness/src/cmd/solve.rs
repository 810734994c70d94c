//! `bench-harness solve`: a strategy as a program for the judge.

use std::io;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudoku_core::{Board, Solver};
use sudoku_judge::JudgeFormat;
use sudoku_registry::Strategy;

use super::output::{CommandResult, write};
use super::strategies::Strategies;

/// The options of `solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SolveArgs {
    /// Strategy
    #[arg(long, value_name = "NAME", default_value = "board")]
    pub strategy: String,

    /// Problem, which sets the input and output format
    ///
    /// boj2239 needs a strategy that finds the lexicographically smallest solution first.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), default_value = "boj2580")]
    pub judge_format: JudgeFormat,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  solved
  2  bad usage, input that cannot be read, or a puzzle without a solution";

/// Reads a puzzle from standard input and writes its solution to standard output.
///
/// # Errors
/// If the strategy is unknown or does not fit the problem, the puzzle cannot be read, or it has no
/// solution.
pub fn execute(args: &SolveArgs, strategies: Strategies) -> CommandResult {
    let strategy = strategy_for(&args.strategy, args.judge_format, strategies)?;
    let input = io::read_to_string(io::stdin().lock()).context("standard input")?;
    write(None, &[], solve(strategy.solver, args.judge_format, &input)?)
}

/// Returns a parser for the name of a problem.
pub(super) fn format_parser() -> impl TypedValueParser<Value = JudgeFormat> {
    let formats = JudgeFormat::ALL.iter();
    let formats = formats.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(formats).try_map(|name| name.parse::<JudgeFormat>())
}

/// Returns the strategy with this name, if it can solve this problem.
pub(super) fn strategy_for(
    name: &str,
    format: JudgeFormat,
    strategies: Strategies,
) -> Result<&'static Strategy> {
    let strategy = strategies.find_available(name)?;
    if format == JudgeFormat::Boj2239 && !strategy.lexicographic {
        let fit = strategies.iter().filter(|strategy| strategy.lexicographic);
        bail!(
            "the strategy `{name}` does not find the lexicographically smallest solution first, \
             which boj2239 needs; use one of: {}",
            fit.map(|strategy| strategy.name).collect::<Vec<_>>().join(", ")
        );
    }
    Ok(strategy)
}

/// Solves a puzzle, and returns the solution in the judge's format.
fn solve(solver: &dyn Solver, format: JudgeFormat, input: &str) -> Result<String> {
    let puzzle = Board::from_text(input).context("standard input")?;
    let solution = solver.first_solution(&puzzle).context("the puzzle has no solution")?;
    Ok(format!("{}\n", format.format().display(solution.as_board())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

    fn solved(format: JudgeFormat, input: &str) -> Result<String> {
        solve(strategy_for("bitmask", format, Strategies::default())?.solver, format, input)
    }

    fn said<T>(result: Result<T>) -> Option<String> {
        result.err().map(|error| format!("{error:#}"))
    }

    #[test]
    fn a_solution_has_the_form_of_its_problem() {
        for (format, first) in
            [(JudgeFormat::Boj2580, "1 3 5 4 6 9 2 7 8\n"), (JudgeFormat::Boj2239, "135469278\n")]
        {
            let output = solved(format, PUZZLE).expect("a puzzle with a solution");
            assert!(output.starts_with(first) && output.lines().count() == 9, "{output}");
            assert!(output.ends_with('\n'), "{output:?}");
        }
    }

    #[test]
    fn what_cannot_be_solved_is_told() {
        let said = |input: &str| said(solved(JudgeFormat::Boj2580, input));
        assert!(said("1 2 3").is_some_and(|said| said.starts_with("standard input: line 1")));
        let twice = PUZZLE.replacen('.', "3", 1);
        assert_eq!(said(&twice).as_deref(), Some("the puzzle has no solution"));
    }

    #[test]
    fn a_strategy_has_to_fit_its_problem() {
        let said = |name, format| said(strategy_for(name, format, Strategies::default()));
        assert_eq!(said("mrv", JudgeFormat::Boj2580), None);
        assert_eq!(said("scan", JudgeFormat::Boj2239), None);
        let unknown = said("mvr", JudgeFormat::Boj2580).expect("there is none");
        assert!(unknown.starts_with("unknown strategy `mvr`; available: scan, "), "{unknown}");
        let unordered = said("mrv", JudgeFormat::Boj2239).expect("it promises nothing");
        assert!(unordered.ends_with("use one of: scan, bitmask"), "{unordered}");
    }
}
