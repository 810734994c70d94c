//! A strategy as a program that a judge would see.

use std::io::{self, Read, Write};

use sudoku_core::{Board, ReadError, Solver};
use sudoku_strategies::{STRATEGIES, Strategy};

use crate::form::JudgeForm;

/// Why a puzzle was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The input cannot be read, or the output not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no puzzle in the input.
    #[error("standard input: {0}")]
    Puzzle(#[from] ReadError),
    /// The puzzle has no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
}

/// Why a strategy cannot be a judge's program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// There is none of this name.
    #[error("there is no strategy `{0}`; there are: {all}", all = names(|_| true))]
    Unknown(String),
    /// This processor lacks what it needs.
    #[error("this processor lacks what the strategy `{0}` needs")]
    Unavailable(&'static str),
    /// It promises no order, and 2239 wants the smallest solution.
    #[error(
        "the strategy `{0}` finds solutions in no promised order, and boj2239 wants the \
         lexicographically smallest; these find that first: {smallest_first}",
        smallest_first = names(|strategy| strategy.lexicographic)
    )]
    NotSmallestFirst(&'static str),
}

/// The names of the strategies of which this is true.
fn names(is_wanted: fn(&Strategy) -> bool) -> String {
    let wanted = STRATEGIES.iter().filter(|strategy| is_wanted(strategy));
    wanted.map(|strategy| strategy.name).collect::<Vec<_>>().join(", ")
}

/// The strategy of this name, if it can be a program for this problem.
///
/// # Errors
/// If it cannot.
pub fn strategy_for(name: &str, form: JudgeForm) -> Result<&'static Strategy, StrategyError> {
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

/// Does what a judge wants of a program: reads a puzzle from standard input, which is the first of
/// the two, and writes its solution to standard output.
///
/// # Errors
/// If there is no puzzle, or no solution of it.
pub fn solve(
    solver: &dyn Solver,
    form: JudgeForm,
    mut input: impl Read,
    mut output: impl Write,
) -> Result<(), SolveError> {
    let mut text = Vec::new();
    input.read_to_end(&mut text)?;
    let puzzle = Board::from_text(&text)?;
    let solution = solver.first_solution(&puzzle).ok_or(SolveError::NoSolution)?;
    writeln!(output, "{}", form.form().display(solution.as_board()))?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

    fn solved(form: JudgeForm, input: &str) -> Result<String, SolveError> {
        let strategy = strategy_for("bitmask", form).expect("a known strategy");
        let mut output = Vec::new();
        solve(strategy.solver, form, input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).expect("text"))
    }

    #[test]
    fn a_solution_has_the_form_of_its_problem() {
        for (form, first) in
            [(JudgeForm::Boj2580, "1 3 5 4 6 9 2 7 8\n"), (JudgeForm::Boj2239, "135469278\n")]
        {
            let output = solved(form, PUZZLE).expect("a puzzle with a solution");
            assert!(output.starts_with(first) && output.lines().count() == 9, "{output}");
            assert!(output.ends_with('\n'), "{output:?}");
        }
    }

    #[test]
    fn what_cannot_be_solved_is_told() {
        let said = |input: &str| solved(JudgeForm::Boj2580, input).err().map(|it| it.to_string());
        assert!(said("1 2 3").is_some_and(|said| said.starts_with("standard input: line 1")));
        let twice = PUZZLE.replacen('.', "3", 1);
        assert_eq!(said(&twice).as_deref(), Some("the puzzle has no solution"));
    }

    #[test]
    fn a_strategy_has_to_fit_its_problem() {
        let said = |name, form| strategy_for(name, form).err().map(|error| error.to_string());
        assert_eq!(said("mrv", JudgeForm::Boj2580), None);
        assert_eq!(said("scan", JudgeForm::Boj2239), None);
        let unknown = said("mvr", JudgeForm::Boj2580).expect("there is none");
        assert!(unknown.starts_with("there is no strategy `mvr`; there are: scan, "), "{unknown}");
        let unordered = said("mrv", JudgeForm::Boj2239).expect("it promises nothing");
        assert!(unordered.ends_with("these find that first: scan, bitmask"), "{unordered}");
    }
}
