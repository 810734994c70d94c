//! Which interpreter of the process this is.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// No interpreter has this number.
const NONE: i64 = -1;

static FIRST: AtomicI64 = AtomicI64::new(NONE);

/// Refuses any interpreter but the first that asks: objects of one, which are kept for as long as
/// the process lives, must not be used in another.
pub(crate) fn only_one(_: Python<'_>) -> PyResult<()> {
    // SAFETY: both take the interpreter of this thread, which is attached to one, as the token
    // says.
    let this = unsafe { pyo3::ffi::PyInterpreterState_GetID(pyo3::ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(NONE, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(first) if first != this => Err(PyImportError::new_err(
            "sudoku_engines works in one interpreter of a process, and another has loaded it",
        )),
        _ => Ok(()),
    }
}
