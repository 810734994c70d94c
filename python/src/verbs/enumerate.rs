//! `enumerate`.

use pyo3::prelude::*;
use sudoku_engines::{Board, solutions};

use crate::arguments::Whole;
use crate::board::{Format, written};
use crate::input;

/// The solutions of one puzzle, one after the other: an iterator that can be left at any time.
///
/// Each comes once, in the form in which the puzzle was handed over, and in an order that is the
/// same every time. ``limit`` ends it after as many. However many there are, less than a megabyte
/// of memory is in use.
///
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> list(enumerate(puzzle))
/// ['534678912672195348198342567859761423426853791713924856961537284287419635345286179']
/// >>> sum(1 for _ in enumerate("." * 81, limit=1000))
/// 1000
///
/// Raises PuzzleError if the puzzle cannot be read, TypeError for a collection of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzle, /, *, limit=None))]
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

/// How many solutions are handed out before other threads get their turn and a signal is looked
/// for: whoever collects them without Python's own loop, as `list` does, would do neither.
const UNTIL_TURN: u64 = 256;

/// An iterator over the solutions of a puzzle: what ``enumerate`` returns.
#[pyclass(module = "sudoku_engines")]
pub(crate) struct Solutions {
    solutions: sudoku_engines::Solutions<Board>,
    format: Format,
    /// How many may still be handed out.
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
