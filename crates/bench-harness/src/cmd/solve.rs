//! `bench-harness solve`: a strategy as a program that a judge would see.

use std::io;

use clap::Args;
use cli_support::Exit;
use sudoku_judge::{JudgeForm, strategy_for};

use super::CommandResult;
use super::judge::form_parser;

/// The options of `solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// The strategy
    #[arg(long, value_name = "NAME", default_value = "board")]
    pub strategy: String,

    /// The problem, and so the form of what is read and written; 2239 is only for strategies that
    /// find the smallest solution first
    #[arg(long, value_parser = form_parser(), default_value = "boj2580")]
    pub form: JudgeForm,
}

/// Reads a puzzle from standard input and writes its solution to standard output.
///
/// # Errors
/// If there is no such strategy, no such puzzle, or no solution.
pub fn execute(args: &SolveArgs) -> CommandResult {
    let strategy = strategy_for(&args.strategy, args.form)?;
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    sudoku_judge::solve(strategy.solver, args.form, input, output)?;
    Ok(Exit::Success)
}
