//! The tokens of traces: numbers for language models with their own vocabulary.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sudoku_engines::{Board, Cell, Digit};
use sudoku_logic::{NoStepError, StepName};

use crate::steps::{BACK, GUESS, StepKind, StepRow, candidate};

/// The tokens without a place. The ID is the index.
const MARKS: [&str; 7] =
    ["<pad>", "<puzzle>", "<steps>", "<solved>", "<no solution>", "<no step>", "<stopped>"];
const PUZZLE: u16 = 1;
const STEPS: u16 = 2;
const SOLVED: u16 = 3;
const NO_SOLUTION: u16 = 4;
const NO_STEP: u16 = 5;
const STOPPED: u16 = 6;

/// The number of candidates.
const CANDIDATES: u16 = 9 * 81;
/// The IDs of the first tokens of each kind.
const PLACED: u16 = MARKS.len() as u16;
const GUESSED: u16 = PLACED + CANDIDATES;
const ELIMINATED: u16 = GUESSED + CANDIDATES;
const BACK_TO: u16 = ELIMINATED + CANDIDATES;
const TECHNIQUES: u16 = BACK_TO + 81;

/// Returns the text of each token, by ID.
pub(crate) fn vocabulary(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let candidates = || Cell::all().flat_map(|cell| Digit::all().map(move |digit| (cell, digit)));
    let mut texts: Vec<String> = MARKS.map(str::to_owned).to_vec();
    texts.extend(candidates().map(|(cell, digit)| format!("{cell}={digit}")));
    texts.extend(candidates().map(|(cell, digit)| format!("guess {cell}={digit}")));
    texts.extend(candidates().map(|(cell, digit)| format!("{cell}<>{digit}")));
    texts.extend(Cell::all().map(|cell| format!("back to {cell}")));
    texts.extend(StepName::all().iter().map(|name| name.name().to_owned()));
    PyTuple::new(py, texts)
}

/// Returns the tokens of a puzzle: its clues, its steps and the end.
pub(crate) fn tokens(
    puzzle: &Board,
    kind: StepKind,
    steps: &[StepRow],
    end: NoStepError,
) -> Vec<u16> {
    let mut tokens = vec![PUZZLE];
    tokens.extend(puzzle.clues().map(|(cell, digit)| PLACED + candidate(cell, digit)));
    tokens.push(STEPS);
    for step in steps {
        match (kind, step.name, step.cell) {
            (StepKind::Search, BACK, Some(cell)) => tokens.push(BACK_TO + cell.index() as u16),
            (StepKind::Search, GUESS, _) => {
                tokens.extend(step.placement().map(|number| GUESSED + number));
            }
            (StepKind::Search, ..) => tokens.extend(step.placement().map(|it| PLACED + it)),
            (StepKind::Logic { .. }, ..) => {
                tokens.push(TECHNIQUES + u16::from(step.name));
                tokens.extend(step.placement().map(|number| PLACED + number));
                tokens.extend(step.eliminations.iter().map(|number| ELIMINATED + number));
            }
        }
    }
    tokens.push(match end {
        NoStepError::Solved => SOLVED,
        NoStepError::Contradiction | NoStepError::NoSolution => NO_SOLUTION,
        // The scale has no technique for the board, or does not accept the puzzle.
        NoStepError::NoTechnique | NoStepError::SeveralSolutions | NoStepError::TooFewClues => {
            NO_STEP
        }
        _ => STOPPED,
    });
    tokens
}
