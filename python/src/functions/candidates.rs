//! The function `candidates`.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::{Board, Cell, DigitSet, Limits};
use sudoku_variants::true_candidates;

use crate::arguments::Whole;
use crate::boundary::numpy_array;
use crate::column::zeros;
use crate::input::{Input, Variants};
use crate::rows::{Block, Rows};
use crate::work::{Options, check_room, run};

/// Return the candidates of each board as a mask.
///
/// A candidate is a digit that a blank cell can hold by its row, column and box. Use the mask for
/// the legal actions of an environment.
///
/// The candidates of a ``Puzzle`` with rules are its true candidates: the digits that a blank cell
/// has in at least one solution.
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
        Input::Variants(variants) => return of_variants(py, &variants, &options),
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

/// Returns the mask of the digits that blank cells have in the solutions.
fn of_variants<'py>(
    py: Python<'py>,
    variants: &Variants,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let count = variants.puzzles.len();
    check_room(count, MASK)?;
    let mut masks = zeros(count * MASK);
    let parts = masks.as_slice_mut().chunks_mut(MASK).enumerate();
    let parts = parts.map(|(row, mask)| (row..row + 1, mask)).collect();
    let failed = run(py, options, parts, |range, mask: &mut [u8], stop| {
        let Some(puzzle) = variants.compiled(range.start, options.strict)? else { return Ok(()) };
        let sets = true_candidates(&puzzle, &Limits::ALL.with_stop(stop));
        let sets = sets.unwrap_or([DigitSet::EMPTY; 81]);
        let board = &puzzle.rules().board;
        for ((cell, digits), mask) in Cell::all().zip(sets).zip(mask.chunks_mut(9)) {
            if board.get(cell).is_none() {
                set(mask, digits);
            }
        }
        Ok(())
    })?;
    if let Some(failure) = failed {
        return Err(failure.into_error(py));
    }
    let shape: &[usize] = if variants.is_one { &[9, 9, 9] } else { &[count, 9, 9, 9] };
    numpy_array(py, masks, "bool", shape)
}

/// The number of cells and digits.
const MASK: usize = 729;

/// The number of boards per task.
const AT_ONCE: usize = 1024;

/// Sets the bytes of the candidates to 1.
fn fill(board: &Board, mask: &mut [u8]) {
    for (cell, mask) in Cell::all().zip(mask.chunks_mut(9)) {
        if board.get(cell).is_none() {
            set(mask, board.candidates(cell));
        }
    }
}

/// Sets the bytes of these digits to 1.
fn set(mask: &mut [u8], digits: DigitSet) {
    for digit in digits {
        mask[usize::from(digit.get()) - 1] = 1;
    }
}
