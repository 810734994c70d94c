//! The command `sudoku`, in builds with the feature `command`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command `sudoku` with these arguments, of which the first is the name of the program.
/// Returns the exit code, or exits the process.
#[pyfunction]
pub(crate) fn _command(py: Python<'_>, arguments: Vec<OsString>) -> i32 {
    py.detach(|| sudoku_command::main_with(arguments)).code()
}
