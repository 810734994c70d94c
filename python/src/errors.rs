//! What Python is told when something cannot be done.

use std::any::Any;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sudoku_engines::{Cell, ReadError};

create_exception!(
    sudoku_engines,
    PuzzleError,
    PyValueError,
    "A puzzle that cannot be read.\n\nIt has the attributes ``row``, its place among many, counted \
     from 0, or ``None`` of one\nalone, and ``cell``, such as ``\"r3c5\"``, or ``None``."
);

create_exception!(
    sudoku_engines,
    DefectError,
    PyRuntimeError,
    "A defect of this package: please report it, with what you called."
);

/// Why a puzzle cannot be read.
#[derive(Clone, Debug)]
pub(crate) enum Unreadable {
    /// Its text.
    Text(ReadError),
    /// A number in a cell that is none from 0 to 9, as it is written.
    Digit(Cell, String),
    /// It is no puzzle at all.
    Other(String),
}

impl Unreadable {
    /// The exception, of a puzzle among many or alone.
    pub(crate) fn at(&self, py: Python<'_>, row: Option<usize>) -> PyErr {
        let (cell, what) = match self {
            Self::Text(error) => (error.cell, error.to_string()),
            Self::Digit(cell, found) => {
                (Some(*cell), format!("{cell}: found {found}, which is no number from 0 to 9"))
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

/// The exception for a panic.
pub(crate) fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    DefectError::new_err(format!(
        "this is a defect of sudoku_engines, please report it: {}",
        words.as_deref().unwrap_or("a panic without words")
    ))
}
