//! The functions `sample` and `nth`: random solutions, and solutions by number.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::Board;
use sudoku_engines::counting::{CountLimits, Solutions};
use sudoku_engines::generator::{seeded_rng, uniform_below_u128};

use crate::arguments::Whole;
use crate::board::written;
use crate::input;
use crate::work::{Options, check_memory, run};

/// Draw solutions of one puzzle at random, each with the same probability.
///
/// Draws are independent, so a solution can occur more than once. The function counts the solutions
/// first, which takes milliseconds, or up to a few seconds for 5 to 12 clues.
///
/// Parameters
/// ----------
/// puzzle : puzzle
///     One puzzle, in any kind that ``solve`` takes.
/// n : int, default 1
///     The number of solutions to draw.
/// seed : int, default 1
///     The random seed. ``sudoku enumerate --sample`` draws the same solutions for the first line
///     of a file.
///
/// Returns
/// -------
/// list
///     The solutions, in the same kind as the puzzle. The list is empty if the puzzle has no
///     solution.
///
/// Raises
/// ------
/// PuzzleError
///     If the puzzle cannot be read.
/// TypeError
///     If you pass a collection of puzzles.
/// MemoryError
///     If the result does not fit into memory.
///
/// Examples
/// --------
/// >>> grids = sample("1" + "." * 80, 3)
/// >>> len(grids), {grid[0] for grid in grids}, Grid(grids[0]).is_valid
/// (3, {'1'}, True)
#[pyfunction]
#[pyo3(signature = (puzzle, n=Whole(1), *, seed=Whole(1)))]
#[pyo3(text_signature = "(puzzle, n=1, *, seed=1)")]
pub(crate) fn sample<'py>(
    puzzle: &Bound<'py, PyAny>,
    n: Whole<usize>,
    seed: Whole<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let (board, format) = input::one(puzzle)?;
    check_memory(n.0, "grids")?;
    // The first line has the number 1.
    let mut rng = seeded_rng(seed.0, 1);
    let below = &mut |end| uniform_below_u128(&mut rng, end);
    let grids = of_solutions(puzzle.py(), &board, |solutions, stop| {
        let going_on = (0..n.0).take_while(|_| !stop.load(Ordering::Relaxed));
        going_on.map_while(|_| solutions.sample(below)).collect::<Vec<_>>()
    })?;
    let grids = grids.iter().map(|grid| written(puzzle.py(), grid.as_board(), format));
    PyList::new(puzzle.py(), grids.collect::<PyResult<Vec<_>>>()?)
}

/// Return the solution of one puzzle that has a given number.
///
/// The order is the same as for ``sudoku enumerate --nth``. It depends only on the puzzle, and a
/// new version of the package can change it. The function counts the solutions first, like
/// ``sample``.
///
/// Parameters
/// ----------
/// puzzle : puzzle
///     One puzzle, in any kind that ``solve`` takes.
/// number : int
///     The number of the solution, from 1 to ``count(puzzle)``.
///
/// Returns
/// -------
/// puzzle
///     The solution, in the same kind as the puzzle.
///
/// Raises
/// ------
/// IndexError
///     If the puzzle has fewer solutions.
/// ValueError
///     If the number is not a whole number above 0.
/// PuzzleError
///     If the puzzle cannot be read.
/// TypeError
///     If you pass a collection of puzzles.
///
/// Examples
/// --------
/// >>> Grid(nth("." * 81, 6670903752021072936960)).is_valid
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, number))]
pub(crate) fn nth<'py>(
    puzzle: &Bound<'py, PyAny>,
    number: Whole<u128>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, format) = input::one(puzzle)?;
    let place = number.0.checked_sub(1);
    let place = place.ok_or_else(|| PyValueError::new_err("number must be at least 1"))?;
    let found = of_solutions(puzzle.py(), &board, |solutions, _| {
        solutions.get(place).ok_or_else(|| solutions.len())
    })?;
    match found {
        Ok(grid) => written(puzzle.py(), grid.as_board(), format),
        Err(count) => Err(PyIndexError::new_err(format!(
            "number is out of range: the puzzle has {count} solutions"
        ))),
    }
}

/// Runs a request on a board's solutions, detached from the interpreter.
fn of_solutions<T: Send>(
    py: Python<'_>,
    board: &Board,
    ask: impl FnOnce(&Solutions, &AtomicBool) -> T + Send,
) -> PyResult<T> {
    let mut found = None;
    let options = Options::new(Some(Whole(1)), "raise", false)?;
    let part = (0..1, (&mut found, Some(ask)));
    let failed = run(py, &options, vec![part], |_, (found, ask), stop| {
        let limits = CountLimits { stop: Some(stop), ..CountLimits::NONE };
        let solutions = Solutions::within(board, &limits);
        *found = solutions.zip(ask).map(|(solutions, ask)| ask(&solutions, stop));
        Ok(())
    })?;
    match (found, failed) {
        (Some(found), None) => Ok(found),
        // The signal already raised its exception.
        (_, failed) => {
            Err(failed.map_or_else(|| PyValueError::new_err("ended"), |it| it.into_error(py)))
        }
    }
}
