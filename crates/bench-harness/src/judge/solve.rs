//! `bench-harness solve`: a strategy as a program that a judge would see.

use std::fmt;
use std::io::{self, Read, Write};

use clap::Args;
use sudoku_core::{Board, ReadError};
use sudoku_strategies::{STRATEGIES, Strategy};

use super::form::JudgeForm;

/// The options of `solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// The strategy
    #[arg(long, value_name = "NAME", default_value = "board")]
    pub strategy: String,

    /// The problem, and so the form of what is read and written; 2239 is only for strategies that
    /// find the smallest solution first
    #[arg(long, value_enum, default_value = "boj2580")]
    pub form: JudgeForm,
}

/// Why a puzzle was not solved.
#[derive(Debug)]
pub enum SolveError {
    /// There is no such strategy, or it is not for this problem or processor.
    Strategy(StrategyError),
    /// Standard input cannot be read, or standard output not written.
    Io(io::Error),
    /// There is no puzzle on standard input.
    Puzzle(ReadError),
    /// The puzzle has no solution.
    NoSolution,
}

/// Why a strategy cannot be a judge's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// There is none of this name.
    Unknown(String),
    /// This processor lacks what it needs.
    Unavailable(&'static str),
    /// It promises no order, and 2239 wants the smallest solution.
    NotSmallestFirst(&'static str),
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |wanted: fn(&&Strategy) -> bool| {
            let names: Vec<_> = STRATEGIES.iter().filter(wanted).map(|found| found.name).collect();
            names.join(", ")
        };
        match self {
            Self::Unknown(name) => {
                write!(f, "there is no strategy `{name}`; there are: {}", names(|_| true))
            }
            Self::Unavailable(name) => {
                write!(f, "this processor lacks what the strategy `{name}` needs")
            }
            Self::NotSmallestFirst(name) => write!(
                f,
                "the strategy `{name}` finds solutions in no promised order, and boj2239 wants the \
                 lexicographically smallest; these find that first: {}",
                names(|strategy| strategy.lexicographic)
            ),
        }
    }
}

impl std::error::Error for StrategyError {}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strategy(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Puzzle(error) => write!(f, "standard input: {error}"),
            Self::NoSolution => write!(f, "the puzzle has no solution"),
        }
    }
}

impl std::error::Error for SolveError {}

/// The strategy of this name, if it can be a program for this problem.
///
/// # Errors
/// If it cannot.
pub fn strategy(name: &str, form: JudgeForm) -> Result<&'static Strategy, StrategyError> {
    let strategy = sudoku_strategies::find(name);
    let strategy = strategy.ok_or_else(|| StrategyError::Unknown(name.to_owned()))?;
    if !strategy.is_available() {
        return Err(StrategyError::Unavailable(strategy.name));
    }
    if form == JudgeForm::Boj2239 && !strategy.lexicographic {
        return Err(StrategyError::NotSmallestFirst(strategy.name));
    }
    Ok(strategy)
}

/// Reads a puzzle from standard input and writes its solution to standard output.
///
/// # Errors
/// If there is no such strategy, no such puzzle, or no solution.
pub fn solve(args: &SolveArgs) -> Result<(), SolveError> {
    let strategy = strategy(&args.strategy, args.form).map_err(SolveError::Strategy)?;
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text).map_err(SolveError::Io)?;
    let puzzle = Board::from_text(&text).map_err(SolveError::Puzzle)?;
    let solution = strategy.solver.first_solution(&puzzle).ok_or(SolveError::NoSolution)?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", args.form.form().display(solution.as_board()))
        .and_then(|()| stdout.flush())
        .map_err(SolveError::Io)
}
