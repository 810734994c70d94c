//! The Python methods of `Board` and `Grid`.

use std::fmt::Write;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyType};
use sudoku_engines::{Board, Cell};

use crate::board::{Format, PyBoard, PyGrid, written};
use crate::errors::Unreadable;
use crate::input;

macro_rules! value {
    ($name:ident, $word:literal, $weight:literal, $from:expr) => {
        #[pymethods]
        impl $name {
            #[new]
            #[pyo3(signature = (puzzle, /))]
            fn new(puzzle: &Bound<'_, PyAny>) -> PyResult<Self> {
                let (board, _) = input::one(puzzle)?;
                $from(puzzle.py(), board)
            }

            fn __str__(&self) -> String {
                self.board().to_string()
            }

            fn __repr__(&self) -> String {
                format!("{}('{}')", $word, self.board())
            }

            fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.board().as_bytes())
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
                (slf.get_type(), (slf.get().board().to_string(),))
            }

            /// Return the digit in a row and a column, both counted from 0; 0 for a blank. A single
            /// number returns the list of a row.
            fn __getitem__<'py>(&self, place: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                let (py, board) = (place.py(), self.board());
                if let Ok((row, column)) = place.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
                    let cell = cell(&row, &column)?;
                    return Ok(board.as_bytes()[cell.index()].into_pyobject(py)?.into_any());
                }
                let row = line(&place)?;
                let digits = board.as_bytes().chunks(9).nth(row);
                let digits = digits.ok_or_else(|| PyIndexError::new_err(OUTSIDE))?;
                Ok(PyList::new(py, digits)?.into_any())
            }

            fn __len__(&self) -> usize {
                9
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                self.rows(py)?.try_iter()
            }

            /// Return the digits as a NumPy array of shape (9, 9).
            #[pyo3(signature = (dtype=None, copy=None))]
            fn __array__<'py>(
                &self,
                py: Python<'py>,
                dtype: Option<Bound<'py, PyAny>>,
                copy: Option<bool>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if copy == Some(false) {
                    return Err(PyValueError::new_err("a board has no array to share: copy it"));
                }
                let array = written(py, &self.board(), Format::RowArray)?;
                match dtype {
                    Some(dtype) => array.call_method1("astype", (dtype,)),
                    None => Ok(array),
                }
            }

            /// Return the digits that a blank cell can hold by its row, column and box.
            fn candidates(
                &self,
                row: &Bound<'_, PyAny>,
                column: &Bound<'_, PyAny>,
            ) -> PyResult<Vec<u16>> {
                let (board, cell) = (self.board(), cell(row, column)?);
                let is_blank = board.get(cell).is_none();
                let digits = board.candidates(cell).into_iter().filter(|_| is_blank);
                // A list of bytes would become an object `bytes`.
                Ok(digits.map(|digit| digit.get().into()).collect())
            }

            /// Return a board with another digit in a cell, or with a blank for 0.
            fn set(
                &self,
                row: &Bound<'_, PyAny>,
                column: &Bound<'_, PyAny>,
                digit: &Bound<'_, PyAny>,
            ) -> PyResult<PyBoard> {
                let cell = cell(row, column)?;
                let mut digits = *self.board().as_bytes();
                digits[cell.index()] = line(digit)?.try_into().unwrap_or(u8::MAX);
                let wrong =
                    |_| PyValueError::new_err("the digit must be from 0 to 9; 0 is a blank");
                Board::try_from(&digits[..]).map(PyBoard).map_err(wrong)
            }

            /// Nine lists of nine digits, 0 for a blank.
            #[getter]
            fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                written(py, &self.board(), Format::Rows)
            }

            /// The number of cells with a digit.
            #[getter]
            fn clues(&self) -> usize {
                self.board().clue_count()
            }

            /// True if no row, column or box holds a digit twice.
            #[getter]
            fn is_valid(&self) -> bool {
                self.board().is_consistent()
            }

            fn _repr_html_(&self) -> String {
                html(&self.board(), $weight)
            }
        }
    };
}

// Clues are bold, as on paper, to distinguish them from entered digits.
value!(PyBoard, "Board", "bold", any);
value!(PyGrid, "Grid", "normal", complete);

impl PyBoard {
    const fn board(&self) -> Board {
        self.0
    }
}

impl PyGrid {
    const fn board(&self) -> Board {
        *self.0.as_board()
    }
}

const OUTSIDE: &str = "row and column must be from 0 to 8";

/// Reads a whole number. A number that is too large becomes one that is outside of every range.
fn line(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    match number.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Ok(usize::MAX),
        number => number,
    }
}

/// Returns the cell in a row and a column, both counted from 0.
fn cell(row: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> PyResult<Cell> {
    Cell::at(line(row)?, line(column)?).ok_or_else(|| PyIndexError::new_err(OUTSIDE))
}

fn any(_: Python<'_>, board: Board) -> PyResult<PyBoard> {
    Ok(PyBoard(board))
}

fn complete(py: Python<'_>, board: Board) -> PyResult<PyGrid> {
    let blank = || {
        let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap_or(Cell::FIRST);
        let words = format!("{cell} is blank; a grid must have 81 digits");
        Unreadable::Other(words).at(py, None)
    };
    board.to_grid().map(PyGrid).ok_or_else(blank)
}

/// Returns the board as an HTML table, without the stripes of notebook tables.
fn html(board: &Board, weight: &str) -> String {
    let mut html = String::from("<table style=\"border-collapse:collapse;border:2px solid\">");
    for (row, digits) in board.as_bytes().chunks(9).enumerate() {
        html += "<tr style=\"background:none\">";
        for (column, digit) in digits.iter().enumerate() {
            let line = |at: usize| if at % 3 == 2 && at < 8 { "2px" } else { "1px" };
            let (right, bottom) = (line(column), line(row));
            let text = if *digit == 0 { String::new() } else { digit.to_string() };
            // Writing to a string does not fail.
            let _ = write!(
                html,
                "<td style=\"width:1.6em;height:1.6em;padding:0;text-align:center;\
                 font-weight:{weight};border:1px solid;border-right-width:{right};border-bottom-width:{bottom}\">{text}</td>"
            );
        }
        html += "</tr>";
    }
    html + "</table>"
}
