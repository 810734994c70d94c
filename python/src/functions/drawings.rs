//! Drawings of steps for notebooks.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;
use sudoku_engines::Board;
use sudoku_explain::Explanation;
use sudoku_logic::{State, Step};

use crate::arguments::named;
use crate::functions::verify_steps::{MOST_LEVELS, effect, reason, value};

/// Returns a drawing of each step as SVG. The board is that before the first step, and each step
/// is applied before the next. A step that cannot be explained has no drawing.
#[pyfunction]
pub(crate) fn _drawings(board: &str, steps: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let mut state = State::from(&named::<Board>("board", board)?);
    let Value::Array(steps) = value(steps, MOST_LEVELS)? else {
        return Err(PyValueError::new_err("expected a list of steps"));
    };
    let mut drawing = |mut step: Value| -> Result<Option<String>, String> {
        let effect = effect(&step)?;
        let (name, evidence) = reason(&mut step)?;
        let step = Step { name, effect, evidence };
        let drawing = Explanation::new(&state, &step).ok().map(|it| it.drawing().svg());
        state.apply(&step.effect);
        Ok(drawing)
    };
    steps.into_iter().map(|step| drawing(step).map_err(PyValueError::new_err)).collect()
}
