//! Measures of the difficulty of a puzzle for a search.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sudoku_core::{Board, Candidates, Limits, Solver};
use sudoku_logic::NoStepError;
use sudoku_search::{SearchError, backdoor_size, trial_depth};

use crate::{diagnosis, rated};

/// A measure by its name in options, conditions and columns.
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    of: Measuring,
}

/// A function of `sudoku-search` that computes a measure.
type Measuring = fn(&dyn Solver, &Board, &Limits<'_>) -> Result<Option<usize>, SearchError>;

/// All measures.
pub(crate) static MEASURES: [Measure; 2] = [
    Measure {
        name: "backdoor",
        title: "The fewest cells whose digits leave only singles",
        of: backdoor_size,
    },
    Measure {
        name: "te_depth",
        title: "The depth of trial and error that solves the puzzle (T&E)",
        of: trial_depth,
    },
];

impl Measure {
    /// Returns the measure with this name.
    pub(crate) fn by_name(name: &str) -> Option<&'static Self> {
        MEASURES.iter().find(|measure| measure.name == name)
    }

    /// Returns the value for a puzzle. A puzzle given by candidates has none.
    pub(crate) fn value(
        &self,
        marks: &Candidates,
        solver: &dyn Solver,
        limits: &Limits<'_>,
    ) -> Result<Option<usize>, String> {
        let board = marks.givens();
        if *marks != Candidates::from(board) {
            return Ok(None);
        }
        match (self.of)(solver, board, limits) {
            Ok(Some(value)) => Ok(Some(value)),
            // Only the time limit raises the stop flag.
            Ok(None) => {
                Err(format!("{}: {}", self.name, rated::unsolved(NoStepError::Stopped, None)))
            }
            Err(_) => Err(diagnosis::cause(solver, board)),
        }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
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
            map.serialize_entry(measure.name, &self.values.get(at).copied().flatten())?;
        }
        map.end()
    }
}
