//! One board: the Python classes, and the kinds in which a function returns it.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString, PyType};
use sudoku_engines::{Board, Grid};
use sudoku_variants::Rules;

use crate::boundary::{TupleClass, numpy_array};

/// A puzzle: 81 cells, each blank or with a digit.
///
/// You can compare, hash and pickle a board. A notebook shows it as a table.
///
/// Parameters
/// ----------
/// puzzle : str, bytes, Board, list or NumPy array
///     Text, 81 numbers, or nine rows of nine numbers. 0 is a blank.
///
/// Raises
/// ------
/// PuzzleError
///     If the puzzle cannot be read.
/// TypeError
///     If the argument has an unsupported type.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> board = Board(puzzle)
/// >>> board.clues, board[0, 1], board[0, 2]
/// (30, 3, 0)
/// >>> board.rows[0]
/// [5, 3, 0, 0, 7, 0, 0, 0, 0]
#[pyclass(name = "Board", module = "sudoku_engines", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

/// A complete grid: 81 digits.
///
/// You can compare, hash and pickle a grid. A notebook shows it as a table.
///
/// Parameters
/// ----------
/// puzzle : str, bytes, Board, list or NumPy array
///     The same as for ``Board``, without blanks.
///
/// Raises
/// ------
/// PuzzleError
///     If the grid cannot be read or has blanks.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> solution = solve(Board(puzzle)).solution
/// >>> solution == Grid(str(solution)), solution.is_valid
/// (True, True)
#[pyclass(name = "Grid", module = "sudoku_engines", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyGrid(pub(crate) Grid);

/// A puzzle with rules besides those of classic Sudoku: cages, thermometers, diagonals and more.
///
/// You can compare, hash and pickle a puzzle. These functions take one puzzle or a list of them:
/// ``solve``, ``is_proper``, ``count``, ``check``, ``candidates``, ``hint``, ``explain`` and
/// ``convert``.
///
/// Parameters
/// ----------
/// rules : str or list of str
///     The rules as text, one on each line or separated by semicolons. ``RULE_KINDS`` has the names
///     of the rules. A line ``board`` has the clues. A link of f-puzzles and the JSON object of
///     such a puzzle work, too.
/// board : puzzle, optional
///     The clues, in any kind that ``solve`` takes.
///
/// Raises
/// ------
/// PuzzleError
///     If a rule or the board cannot be read. The message has the line and the column.
/// ValueError
///     If both arguments have clues.
/// TypeError
///     If an argument has an unsupported type.
///
/// Examples
/// --------
/// >>> puzzle = Puzzle("cage 3 r1c1 r1c2; diagonal-down", "." * 9 + "45" + "." * 70)
/// >>> puzzle.rules, puzzle.board.clues
/// (['cage 3 r1c1 r1c2', 'diagonal-down'], 2)
/// >>> count(puzzle, limit=100)
/// 100
/// >>> Puzzle("cage 3 r1c1 r9c9\nmagic r5c5")
/// Traceback (most recent call last):
///     ...
/// sudoku_engines.PuzzleError: line 2, column 1: unknown rule `magic`; known rules: ...
#[pyclass(name = "Puzzle", module = "sudoku_engines", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPuzzle(pub(crate) Arc<Rules>);

/// The kind in which a puzzle was passed, and in which boards are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// 81 characters.
    Text,
    /// 81 characters as bytes.
    Bytes,
    /// A `Board`, or a `Grid` for a board without blanks.
    Value,
    /// A list of 81 numbers.
    Cells,
    /// Nine lists of nine numbers.
    Rows,
    /// A NumPy array of 81 numbers.
    CellArray,
    /// A NumPy array of nine rows of nine numbers.
    RowArray,
}

/// Returns a board as a Python object of this kind.
pub(crate) fn written<'py>(
    py: Python<'py>,
    board: &Board,
    format: Format,
) -> PyResult<Bound<'py, PyAny>> {
    let digits = board.as_bytes();
    Ok(match format {
        Format::Text | Format::Bytes => {
            let text = digits.map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
            if format == Format::Bytes {
                return Ok(PyBytes::new(py, &text).into_any());
            }
            // Digits and dots are ASCII.
            PyString::new(py, std::str::from_utf8(&text).unwrap_or_default()).into_any()
        }
        Format::Value => match board.to_grid() {
            Some(grid) => Bound::new(py, PyGrid(grid))?.into_any(),
            None => Bound::new(py, PyBoard(*board))?.into_any(),
        },
        Format::Cells => PyList::new(py, digits)?.into_any(),
        Format::Rows => {
            let rows = digits.chunks(9).map(|row| PyList::new(py, row));
            PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Format::CellArray | Format::RowArray => {
            let shape: &[usize] = if format == Format::RowArray { &[9, 9] } else { &[81] };
            numpy_array(py, digits.to_vec().into(), "uint8", shape)?
        }
    })
}

/// Builds a named tuple of the class with this name in `sudoku_engines._results`.
pub(crate) fn named<'py, const N: usize>(
    py: Python<'py>,
    class: &'static Named,
    values: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    let known = class.class.get_or_try_init(py, || -> PyResult<_> {
        let class = py.import("sudoku_engines._results")?.getattr(class.name)?;
        TupleClass::of(class.cast_into::<PyType>()?)
    })?;
    known.tuple(py, values)
}

/// A class of named tuples.
pub(crate) struct Named {
    name: &'static str,
    class: PyOnceLock<TupleClass>,
}

impl Named {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, class: PyOnceLock::new() }
    }
}

/// The type of a board in an Arrow column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Text of this type.
    Text(TextType),
    /// A list of 81 bytes.
    Digits,
}

/// The text types of Arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextType {
    Utf8,
    LargeUtf8,
    Utf8View,
    Binary,
    LargeBinary,
    BinaryView,
    Fixed,
}
