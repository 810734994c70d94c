//! The function `candidates`.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::{Board, Cell};

use crate::arguments::Whole;
use crate::boundary::numpy_array;
use crate::column::zeros;
use crate::input::Input;
use crate::rows::{Block, Rows};
use crate::work::{Options, check_room, run};

/// Return the candidates of each board as a mask.
///
/// A candidate is a digit that a blank cell can hold by its row, column and box. Use the mask for
/// the legal actions of an environment.
///
/// Parameters
/// ----------
/// boards : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a mask without candidates for a board that cannot be read. "raise" raises
///     ``PuzzleError``. A single board always raises.
///
/// Returns
/// -------
/// NumPy array of bool
///     The shape is (n, 9, 9, 9): board, row, column and digit - 1. A single board has the shape
///     (9, 9, 9).
///
/// Raises
/// ------
/// PuzzleError
///     If a board cannot be read, for a single board or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> mask = candidates(puzzle)
/// >>> mask.shape, (mask[0, 2].nonzero()[0] + 1).tolist(), mask[0, 0].any().item()
/// ((9, 9, 9), [1, 2, 4], False)
#[pyfunction]
#[pyo3(signature = (boards, *, threads=Some(Whole(1)), errors="null"))]
#[pyo3(text_signature = "(boards, *, threads=1, errors='null')")]
pub(crate) fn candidates<'py>(
    boards: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boards.py();
    let options = Options::new(threads, errors, false)?;
    let (rows, reply) = match Input::of(boards)? {
        Input::One(board, _) => (Rows::Read(vec![Ok(Some(board))]), None),
        Input::Many(rows, reply) => (rows, Some(reply)),
    };
    let count = rows.len();
    check_room(count, MASK)?;
    let mut masks = zeros(count * MASK);
    let fill_part = |range: Range<usize>, part: &mut [u8], _: &AtomicBool| {
        let mut block = Block::default();
        rows.read(range.clone(), options.strict, &mut block)?;
        for (board, row) in block.boards.iter().zip(&block.rows) {
            fill(board, &mut part[(row - range.start) * MASK..][..MASK]);
        }
        Ok(())
    };
    // One part needs no thread.
    let failed = if count <= AT_ONCE {
        fill_part(0..count, masks.as_slice_mut(), &AtomicBool::new(false)).err()
    } else {
        let starts = (0..count).step_by(AT_ONCE);
        let parts = starts.zip(masks.as_slice_mut().chunks_mut(AT_ONCE * MASK));
        let parts = parts.map(|(start, part)| (start..start + part.len() / MASK, part)).collect();
        run(py, &options, parts, fill_part)?
    };
    if let Some(failure) = failed {
        return Err(match &reply {
            Some(reply) => reply.error(py, failure),
            None => failure.into_error(py),
        });
    }
    match reply {
        Some(_) => numpy_array(py, masks, "bool", &[count, 9, 9, 9]),
        None => numpy_array(py, masks, "bool", &[9, 9, 9]),
    }
}

/// The number of cells and digits.
const MASK: usize = 729;

/// The number of boards per task.
const AT_ONCE: usize = 1024;

/// Sets the bytes of the candidates to 1.
fn fill(board: &Board, mask: &mut [u8]) {
    for (cell, mask) in Cell::all().zip(mask.chunks_mut(9)) {
        if board.get(cell).is_none() {
            for digit in board.candidates(cell) {
                mask[usize::from(digit.get()) - 1] = 1;
            }
        }
    }
}
