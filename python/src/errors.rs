//! The exceptions of the package.

use std::any::Any;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sudoku_engines::{Cell, ReadError};

create_exception!(
    sudoku_engines,
    PuzzleError,
    PyValueError,
    "A puzzle that cannot be read.\n\nThe attribute ``row`` is the position in a collection, counted \
     from 0, or ``None`` for a\nsingle puzzle. The attribute ``cell`` is a cell such as ``\"r3c5\"``, or ``None``."
);

create_exception!(
    sudoku_engines,
    DefectError,
    PyRuntimeError,
    "A bug in this package. Please report it, with the call that raised it."
);

/// The reason why a puzzle cannot be read.
#[derive(Clone, Debug)]
pub(crate) enum Unreadable {
    /// An error in its text.
    Text(ReadError),
    /// A cell with a value outside 0 to 9, as written in the input.
    Digit(Cell, String),
    /// The value is not a puzzle.
    Other(String),
}

impl Unreadable {
    /// Returns the exception for a puzzle in a collection or for a single puzzle.
    pub(crate) fn at(&self, py: Python<'_>, row: Option<usize>) -> PyErr {
        let (cell, what) = match self {
            Self::Text(error) => (error.cell, error.to_string()),
            Self::Digit(cell, found) => {
                (Some(*cell), format!("{cell}: found {found}; expected a number from 0 to 9"))
            }
            Self::Other(what) => (None, what.clone()),
        };
        let place = row.map(|row| format!("row {row}: ")).unwrap_or_default();
        let error = PuzzleError::new_err(format!("{place}{what}"));
        let value = error.value(py);
        let set = value
            .setattr("row", row)
            .and_then(|()| value.setattr("cell", cell.map(|cell| cell.to_string())));
        set.map_or_else(|failure| failure, |()| error)
    }
}

/// Returns the exception of a function that takes no puzzles with rules.
pub(crate) fn no_rules() -> PyErr {
    PyTypeError::new_err("this function takes no puzzles with rules: pass boards")
}

/// Returns the exception for a panic.
pub(crate) fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    DefectError::new_err(format!(
        "this is a bug in sudoku_engines, please report it: {}",
        words.as_deref().unwrap_or("a panic without a message")
    ))
}
