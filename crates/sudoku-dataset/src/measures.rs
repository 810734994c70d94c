//! Measures of the difficulty of a puzzle for a search.
//!
//! Symmetric copies have equal measures, so each puzzle is measured once.

use sudoku_core::{Board, Limits, Solver};
use sudoku_search::{Measure, SearchError};

/// The values of the requested measures of a puzzle, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeasureValues(Vec<(&'static str, usize)>);

impl MeasureValues {
    /// Measures a proper puzzle.
    pub(crate) fn of(
        board: &Board,
        measures: &[&'static Measure],
        solver: &dyn Solver,
    ) -> Result<Self, SearchError> {
        let named = |measure: &&'static Measure| {
            let value = measure.value(solver, board, &Limits::ALL).transpose()?;
            Some(value.map(|value| (measure.name(), value)))
        };
        measures.iter().filter_map(named).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the value of the measure with this name, if there is one.
    pub(crate) fn get(&self, name: &str) -> Option<usize> {
        self.0.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// Enumerates the values, each with the name of its measure.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use sudoku_search::Measure;

    use crate::row::{COLUMNS, ColumnPart};

    #[test]
    fn every_measure_has_a_column() {
        let columns = COLUMNS.iter().filter(|it| matches!(it.part, ColumnPart::Measure));
        assert!(columns.map(|column| column.name).eq(Measure::all().map(Measure::name)));
    }
}
