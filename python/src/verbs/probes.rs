//! What tests ask of the package that no user does.

use pyo3::prelude::*;

use super::solve::search_and_forget;
use crate::arguments::Whole;
use crate::input::{Block, Input};
use crate::work::{Options, run};

/// Where the memory is that puzzles would be read from: for tests of what is not copied.
#[pyfunction]
pub(crate) fn _addresses(puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    Ok(match Input::of(puzzles)? {
        Input::One(..) => Vec::new(),
        Input::Many(rows, _) => rows.addresses(),
    })
}

/// Searches puzzles as `solve` does and keeps nothing: what other ways are compared with.
#[pyfunction]
pub(crate) fn _engine(py: Python<'_>, puzzles: &Bound<'_, PyAny>) -> PyResult<()> {
    let Input::Many(rows, _) = Input::of(puzzles)? else { return Ok(()) };
    let mut block = Block::default();
    let read = rows.read(0..rows.len(), true, &mut block);
    read.map_err(|failure| failure.into_error(py))?;
    search_and_forget(&block.boards);
    Ok(())
}

/// Panics as work does that has a defect: for tests of what becomes of that.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    let options = Options::new(Some(Whole(1)), "null", false)?;
    let failed = run(py, &options, vec![(0..1, ())], |_, (), _| panic!("on purpose"))?;
    failed.map_or(Ok(()), |failure| Err(failure.into_error(py)))
}
