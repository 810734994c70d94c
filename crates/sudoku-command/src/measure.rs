//! Measures of the difficulty of a puzzle for a search.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sudoku_core::{Candidates, Limits, Solver};
use sudoku_logic::NoStepError;
use sudoku_search::Measure;

use crate::{diagnosis, rated};

/// Returns the value of a measure for a puzzle. A puzzle given by candidates has none.
pub(crate) fn value(
    measure: &Measure,
    marks: &Candidates,
    solver: &dyn Solver,
    limits: &Limits<'_>,
) -> Result<Option<usize>, String> {
    let board = marks.givens();
    if *marks != Candidates::from(board) {
        return Ok(None);
    }
    match measure.value(solver, board, limits) {
        Ok(Some(value)) => Ok(Some(value)),
        // Only the time limit raises the stop flag.
        Ok(None) => {
            Err(format!("{}: {}", measure.name(), rated::unsolved(NoStepError::Stopped, None)))
        }
        Err(_) => Err(diagnosis::cause(solver, board)),
    }
}

/// Returns the measures without repetitions.
pub(crate) fn distinct(all: &[&'static Measure]) -> Vec<&'static Measure> {
    let mut distinct: Vec<&'static Measure> = Vec::new();
    for &measure in all {
        if !distinct.iter().any(|it| it.name() == measure.name()) {
            distinct.push(measure);
        }
    }
    distinct
}

/// Returns the values of measures at the end of a line.
pub(crate) fn shown(values: &[Option<usize>]) -> String {
    let shown =
        |value: &Option<usize>| value.map_or_else(|| " -".to_owned(), |it| format!(" {it}"));
    values.iter().map(shown).collect()
}

/// The values of measures as fields.
pub(crate) struct Measured<'a> {
    pub(crate) measures: &'a [&'static Measure],
    pub(crate) values: &'a [Option<usize>],
}

impl Serialize for Measured<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, measure) in self.measures.iter().enumerate() {
            map.serialize_entry(measure.name(), &self.values.get(at).copied().flatten())?;
        }
        map.end()
    }
}
