//! The function `enumerate`.

use pyo3::prelude::*;
use sudoku_engines::{Board, solutions};

use crate::arguments::Whole;
use crate::board::{Format, written};
use crate::input;

/// Iterate over the solutions of one puzzle.
///
/// Each solution comes once. The order is the same in every run. The iterator uses less than 1 MB
/// of memory, and you can stop at any time.
///
/// Parameters
/// ----------
/// puzzle : puzzle
///     One puzzle, in any kind that ``solve`` takes.
/// limit : int, optional
///     Stop after this number of solutions.
///
/// Returns
/// -------
/// Solutions
///     An iterator. Each solution has the same kind as the puzzle.
///
/// Raises
/// ------
/// PuzzleError
///     If the puzzle cannot be read.
/// TypeError
///     If you pass a collection of puzzles.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> list(enumerate(puzzle))
/// ['534678912672195348198342567859761423426853791713924856961537284287419635345286179']
/// >>> sum(1 for _ in enumerate("." * 81, limit=1000))
/// 1000
#[pyfunction]
#[pyo3(signature = (puzzle, *, limit=None))]
pub(crate) fn enumerate(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<Whole<u64>>,
) -> PyResult<Solutions> {
    let (board, format) = input::one(puzzle)?;
    Ok(Solutions {
        solutions: solutions(&board),
        format,
        left: limit.map_or(u64::MAX, |limit| limit.0),
    })
}

/// The number of solutions between two checks for signals and other threads. A caller such as
/// `list` runs no Python code that would check.
const UNTIL_TURN: u64 = 256;

/// An iterator over the solutions of a puzzle, returned by ``enumerate``.
#[pyclass(module = "sudoku_engines")]
pub(crate) struct Solutions {
    solutions: sudoku_engines::Solutions<Board>,
    format: Format,
    /// The number of solutions still to return.
    left: u64,
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let next = if self.left.is_multiple_of(UNTIL_TURN) {
            let next = py.detach(|| self.solutions.next());
            py.check_signals()?;
            next
        } else {
            self.solutions.next()
        };
        next.map(|grid| written(py, grid.as_board(), self.format)).transpose()
    }
}
