//! `sample` and `nth`: solutions drawn evenly, and by their numbers.

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

/// ``n`` solutions of one puzzle, each drawn with the same chance, the same one maybe twice.
///
/// They come as a list, in the form in which the puzzle was handed over; it is empty if there is no
/// solution. The same ``seed`` draws the same, here and by ``sudoku enumerate --sample`` of the
/// first line of a file. The solutions are counted first, which takes milliseconds, and of some
/// boards with four to fourteen clues seconds.
///
/// >>> grids = sample("1" + "." * 80, 3)
/// >>> len(grids), {grid[0] for grid in grids}, Grid(grids[0]).is_valid
/// (3, {'1'}, True)
///
/// Raises PuzzleError if the puzzle cannot be read, TypeError for a collection of puzzles,
/// MemoryError where so many grids find no room.
#[pyfunction]
#[pyo3(signature = (puzzle, n=Whole(1), /, *, seed=Whole(1)))]
#[pyo3(text_signature = "(puzzle, n=1, /, *, seed=1)")]
pub(crate) fn sample<'py>(
    puzzle: &Bound<'py, PyAny>,
    n: Whole<usize>,
    seed: Whole<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let (board, format) = input::one(puzzle)?;
    check_memory(n.0, "grids")?;
    // The first line is that of number 1.
    let mut rng = seeded_rng(seed.0, 1);
    let below = &mut |end| uniform_below_u128(&mut rng, end);
    let grids = of_solutions(puzzle.py(), &board, |solutions, stop| {
        let going_on = (0..n.0).take_while(|_| !stop.load(Ordering::Relaxed));
        going_on.map_while(|_| solutions.sample(below)).collect::<Vec<_>>()
    })?;
    let grids = grids.iter().map(|grid| written(puzzle.py(), grid.as_board(), format));
    PyList::new(puzzle.py(), grids.collect::<PyResult<Vec<_>>>()?)
}

/// The solution of one puzzle with this number, from 1 to ``count(puzzle)``.
///
/// The order of the solutions is that of ``sudoku enumerate --nth``; it follows from the puzzle
/// alone, and may change with a new version. The solutions are counted first: see ``sample``.
///
/// >>> Grid(nth("." * 81, 6670903752021072936960)).is_valid
/// True
///
/// Raises IndexError if there are not as many, ValueError if the number is no whole number above 0,
/// PuzzleError if the puzzle cannot be read, TypeError for a collection of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzle, number, /))]
pub(crate) fn nth<'py>(
    puzzle: &Bound<'py, PyAny>,
    number: Whole<u128>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, format) = input::one(puzzle)?;
    let place = number.0.checked_sub(1);
    let place = place.ok_or_else(|| PyValueError::new_err("solutions are counted from 1"))?;
    let found = of_solutions(puzzle.py(), &board, |solutions, _| {
        solutions.get(place).ok_or_else(|| solutions.len())
    })?;
    match found {
        Ok(grid) => written(puzzle.py(), grid.as_board(), format),
        Err(count) => Err(PyIndexError::new_err(format!("the puzzle has {count} solutions"))),
    }
}

/// What is asked of a board's solutions, away from the interpreter.
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
        // A signal has been said already.
        (_, failed) => {
            Err(failed.map_or_else(|| PyValueError::new_err("ended"), |it| it.into_error(py)))
        }
    }
}
