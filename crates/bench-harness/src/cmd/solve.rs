//! `bench-harness solve`: a strategy as a program for the judge.

use std::io;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use strum::VariantNames;
use sudoku_core::Board;
use sudoku_judge::JudgeFormat;
use sudoku_registry::Strategy;

use super::output::{CommandResult, write};
use super::strategies::Strategies;

#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SolveArgs {
    /// Strategy
    #[arg(long, value_name = "NAME", default_value = "board")]
    pub strategy: String,

    /// Problem, which sets the input and output format
    ///
    /// boj2580 has spaces between the digits, boj2239 has none. boj2239 needs a strategy that finds
    /// the lexicographically smallest solution first.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), default_value = "boj2580")]
    pub judge_format: JudgeFormat,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  solved
  2  bad usage, input that cannot be read, or a puzzle without a solution";

/// Reads a puzzle from standard input and writes its solution to standard output.
pub fn execute(args: &SolveArgs, strategies: Strategies) -> CommandResult {
    let strategy = strategy_for(&args.strategy, args.judge_format, strategies)?;
    let input = io::read_to_string(io::stdin().lock()).context("standard input")?;
    let puzzle = Board::from_text(&input).context("standard input")?;
    let solution = strategy.solver.first_solution(&puzzle).context("the puzzle has no solution")?;
    let format = args.judge_format.format();
    write(None, &[], format!("{}\n", format.display(solution.as_board())))
}

pub(super) fn format_parser() -> impl TypedValueParser<Value = JudgeFormat> {
    PossibleValuesParser::new(JudgeFormat::VARIANTS)
        .try_map(|name| JudgeFormat::from_str(&name).map_err(|error| error.to_string()))
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
