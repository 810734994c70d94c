//! Drawings of steps for notebooks.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;
use sudoku_engines::Board;
use sudoku_explain::{Explanation, Language};
use sudoku_logic::{State, Step, StepName};

use crate::arguments::named;
use crate::functions::verify_steps::{effect, read_value, reason};

/// Returns a drawing of each step as SVG, until the drawings have this number of bytes: a notebook
/// stores them. The board is that before the first step, and each step is applied before the next.
/// A step that cannot be explained has no drawing.
#[pyfunction]
#[pyo3(signature = (board, steps, most=4_000_000))]
pub(crate) fn _drawings(
    board: &str,
    steps: &Bound<'_, PyAny>,
    most: usize,
) -> PyResult<Vec<Option<String>>> {
    let mut state = State::from(&named::<Board>("board", board)?);
    let Value::Array(steps) = read_value(steps)?.map_err(PyValueError::new_err)? else {
        return Err(PyValueError::new_err("expected a list of steps"));
    };
    let mut drawings = Vec::new();
    let mut bytes = 0;
    for mut step in steps {
        if bytes >= most {
            break;
        }
        let title = step.get_mut("title").map(Value::take).unwrap_or_default();
        let effect = effect(&step).map_err(PyValueError::new_err)?;
        let (name, evidence) = reason(&mut step).map_err(PyValueError::new_err)?;
        let step = Step { name, effect, evidence };
        let explanation = Explanation::new(&state, &step).ok();
        let drawing = explanation.map(|it| it.in_language(language(name, &title)).drawing().svg());
        bytes += drawing.as_ref().map_or(0, String::len);
        drawings.push(drawing);
        state.apply(&step.effect);
    }
    Ok(drawings)
}

/// Returns the language of the title of a step.
fn language(name: StepName, title: &Value) -> Language {
    let is_it = |language: &Language| title.as_str() == Some(language.title(name).as_str());
    Language::ALL.iter().copied().find(is_it).unwrap_or_default()
}
