//! The Python methods of `Puzzle`.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PySet, PyString, PyType};
use sudoku_engines::Board;
use sudoku_text::{FileError, FilePuzzle, read_puzzles};
use sudoku_variants::{Rule, Rules};

use crate::arguments::texts;
use crate::board::{PyBoard, PyPuzzle};
use crate::errors::Unreadable;
use crate::input;

/// The allowed arguments, as words.
const A_TEXT: &str = "rules must be text, such as \"cage 3 r1c1 r1c2\", or a list of texts";

#[pymethods]
impl PyPuzzle {
    #[new]
    #[pyo3(signature = (rules, /, board=None))]
    fn new(rules: &Bound<'_, PyAny>, board: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text = match rules.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_owned(),
            // A set has no order.
            Err(_) if rules.is_instance_of::<PySet>() || rules.is_instance_of::<PyFrozenSet>() => {
                return Err(PyTypeError::new_err(format!("{A_TEXT}, not a set")));
            }
            Err(_) => texts(rules, A_TEXT)?.join("\n"),
        };
        let mut puzzle = read(&text).map_err(|unreadable| unreadable.at(rules.py(), None))?;
        if let Some(board) = board {
            if puzzle.board != Board::EMPTY {
                let words = "the rules have clues, and there is also a board; remove one of them";
                return Err(PyValueError::new_err(words));
            }
            puzzle.board = input::one(board)?.0;
        }
        Ok(Self(Arc::new(puzzle)))
    }

    /// Return the text form: the clues, if there are any, and one rule on each line.
    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.0.to_line())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().__str__(),))
    }

    /// The clues.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board)
    }

    /// The rules as text, one for each rule.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.0.rules.iter().map(Rule::to_string).collect()
    }

    /// Return the JSON object of f-puzzles. ``convert(puzzle, to="f-puzzles")`` gives a link.
    fn to_f_puzzles(&self) -> PyResult<String> {
        self.0.to_f_puzzles().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Reads a puzzle from its text form, a link or a JSON object of f-puzzles.
fn read(text: &str) -> Result<Rules, Unreadable> {
    let text = text.trim();
    let other = |error: &dyn std::fmt::Display| Unreadable::Other(error.to_string());
    if text.starts_with('{') {
        return Rules::from_f_puzzles(text).map_err(|error| other(&error));
    }
    let is_link = text.starts_with("http://") || text.starts_with("https://");
    if !is_link {
        return text.parse().map_err(|error| other(&error));
    }
    let mut file = read_puzzles(text.as_bytes());
    match (&file.puzzles[..], file.errors.pop()) {
        ([FilePuzzle { board, .. }], None) => Ok(Rules { board: *board, rules: Vec::new() }),
        (_, Some(FileError::Variant { f_puzzles: Some(json), .. })) => {
            Rules::from_f_puzzles(&json).map_err(|error| other(&error))
        }
        (_, Some(error)) => Err(other(&error)),
        _ => Err(other(&"expected one link")),
    }
}
