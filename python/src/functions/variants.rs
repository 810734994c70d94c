//! The function `generate` with rules.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use sudoku_engines::generator::{
    CageSizes, GeneratedVariant, PatternSymmetry, VariantKind, VariantRequest, seeded_rng,
};

use crate::arguments::named;
use crate::board::{Named, PyGrid, PyPuzzle, named as tuple};
use crate::errors::Unreadable;
use crate::work::{Failure, Options, check_memory, run};

static GENERATED: Named = Named::new("GeneratedVariant");

/// Makes puzzles with rules of these kinds.
pub(crate) struct VariantMaker {
    request: VariantRequest<'static>,
    seed: u64,
    /// The number of the first puzzle.
    start: u64,
}

impl VariantMaker {
    /// # Errors
    /// If a kind or the sizes of cages cannot be read.
    pub(crate) fn new(
        kinds: &[String],
        cages: Option<&Bound<'_, PyAny>>,
        symmetry: &str,
        attempts: u32,
        (seed, start): (u64, u64),
    ) -> PyResult<Self> {
        if kinds.is_empty() {
            return Err(PyValueError::new_err("rules must have at least one kind"));
        }
        let kinds = kinds.iter().map(|kind| named("rules", kind)).collect::<PyResult<Vec<_>>>()?;
        if cages.is_some() && !kinds.iter().any(|kind: &VariantKind| kind.has_cages()) {
            return Err(PyValueError::new_err("cages needs rules=\"killer\""));
        }
        let sizes = cages.map_or(Ok(CageSizes::default()), sizes)?;
        if symmetry == "random" {
            return Err(PyValueError::new_err(
                "symmetry=\"random\" cannot be combined with rules; choose one symmetry",
            ));
        }
        let symmetry: PatternSymmetry = named("symmetry", symmetry)?;
        let request = VariantRequest::new(&kinds).with_cages(sizes).with_symmetry(symmetry);
        Ok(Self { request: request.with_attempts(attempts), seed, start })
    }

    /// Makes this number of puzzles.
    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        options: &Options,
    ) -> PyResult<Bound<'py, PyList>> {
        check_memory(count, "puzzles")?;
        let mut found: Vec<Option<GeneratedVariant>> = vec![None; count];
        let parts = found.iter_mut().enumerate().map(|(row, made)| (row..row + 1, made)).collect();
        let failed = run(py, options, parts, |range, made, stop: &AtomicBool| {
            let rng = &mut seeded_rng(self.seed, self.start + range.start as u64);
            match self.request.clone().with_stop(stop).generate(rng) {
                Ok(variant) => *made = Some(variant),
                Err(error) if error.is_impossible => {
                    return Err(Failure::Single(Unreadable::Other(error.to_string())));
                }
                Err(error) if options.strict && !error.is_stopped => {
                    return Err(Failure::Row(range.start, Unreadable::Other(error.to_string())));
                }
                Err(_) => {}
            }
            Ok(())
        })?;
        match failed {
            Some(Failure::Row(row, Unreadable::Other(error))) => {
                let number = self.start + row as u64;
                return Err(PyRuntimeError::new_err(format!("puzzle {number}: {error}")));
            }
            Some(Failure::Single(Unreadable::Other(error))) => {
                return Err(PyValueError::new_err(error));
            }
            Some(failure) => return Err(failure.into_error(py)),
            None => {}
        }
        let objects = found.into_iter().map(|made| made.map(|made| object(py, made)).transpose());
        PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)
    }
}

/// Reads the sizes of cages.
fn sizes(cages: &Bound<'_, PyAny>) -> PyResult<CageSizes> {
    let Ok(text) = cages.cast::<PyString>() else {
        let kind = cages.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "cages must be a text of sizes with weights, such as \"2:4,3:3,4:1\", not {kind}"
        )));
    };
    named("cages", text.to_str()?)
}

fn object(py: Python<'_>, made: GeneratedVariant) -> PyResult<Bound<'_, PyAny>> {
    let values = [
        Bound::new(py, PyPuzzle(made.rules.into()))?.into_any(),
        Bound::new(py, PyGrid(made.solution))?.into_any(),
        made.attempts.into_pyobject(py)?.into_any(),
    ];
    tuple(py, &GENERATED, values)
}
