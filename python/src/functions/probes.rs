//! Functions for tests and measurements only.

use std::hint::black_box;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::AutoSolver;
use sudoku_engines::canonical::canonical;
use sudoku_engines::generator::{Minimality, PuzzleRequest, seeded_rng};

use super::solve::search_and_forget;
use crate::arguments::Whole;
use crate::input::Input;
use crate::rows::Block;
use crate::work::{Options, run};

/// Returns the addresses from which puzzles would be read. Tests check that nothing is copied.
#[pyfunction]
pub(crate) fn _addresses(puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    Ok(match Input::of(puzzles)? {
        Input::One(..) | Input::Variants(_) => Vec::new(),
        Input::Many(rows, _) => rows.addresses(),
    })
}

/// Runs `solve` or `canonical` and drops the results. Measurements use it as the baseline.
#[pyfunction]
#[pyo3(signature = (puzzles, function="solve"))]
pub(crate) fn _engine(py: Python<'_>, puzzles: &Bound<'_, PyAny>, function: &str) -> PyResult<()> {
    let Input::Many(rows, _) = Input::of(puzzles)? else { return Ok(()) };
    let mut block = Block::default();
    let read = rows.read(0..rows.len(), true, &mut block);
    read.map_err(|failure| failure.into_error(py))?;
    match function {
        "solve" => search_and_forget(&block.boards),
        "canonical" => block.boards.iter().for_each(|board| {
            black_box(canonical(board));
        }),
        _ => return Err(PyValueError::new_err("function must be \"solve\" or \"canonical\"")),
    }
    Ok(())
}

/// Generates minimal puzzles and drops them.
#[pyfunction]
pub(crate) fn _engine_makes(n: u64, seed: u64) -> PyResult<()> {
    let request = PuzzleRequest::new().with_minimality(Minimality::Orbits);
    for number in 0..n {
        let made = request.generate(&AutoSolver::new(), &mut seeded_rng(seed, number));
        black_box(made).map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(())
}

/// Panics inside a worker, for tests of the error handling.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    let options = Options::new(Some(Whole(1)), "null", false)?;
    let failed = run(py, &options, vec![(0..1, ())], |_, (), _| panic!("on purpose"))?;
    failed.map_or(Ok(()), |failure| Err(failure.into_error(py)))
}
