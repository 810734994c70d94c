//! The check for subinterpreters.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// A number that no interpreter has.
const NONE: i64 = -1;

static FIRST: AtomicI64 = AtomicI64::new(NONE);

/// Returns an error in every interpreter except the first. The crate keeps objects for the lifetime
/// of the process, and another interpreter must not use them.
pub(crate) fn only_one(_: Python<'_>) -> PyResult<()> {
    // SAFETY: the token proves that this thread is attached to an interpreter, as both functions
    // require.
    let this = unsafe { pyo3::ffi::PyInterpreterState_GetID(pyo3::ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(NONE, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(first) if first != this => Err(PyImportError::new_err(
            "sudoku_engines works in one interpreter of a process, and another has loaded it",
        )),
        _ => Ok(()),
    }
}
