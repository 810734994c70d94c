//! The measures by name.

use std::fmt;

use sudoku_core::{Board, Limits, Solver};

use super::{backdoor_size, trial_depth};
use crate::error::SearchError;

/// A measure of the difficulty of a puzzle for a search, by its name in options and columns.
#[derive(Clone, Copy)]
pub struct Measure {
    name: &'static str,
    title: &'static str,
    of: Measuring,
}

/// A function that computes a measure.
type Measuring = fn(&dyn Solver, &Board, &Limits<'_>) -> Result<Option<usize>, SearchError>;

/// All measures.
static MEASURES: [Measure; 2] = [
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
    /// Enumerates all measures.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        MEASURES.iter()
    }

    /// Returns the measure with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().find(|measure| measure.name == name)
    }

    /// Returns the name, such as `te_depth`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a description in a few words.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Returns the value for a puzzle, or `None` if a limit ended the search.
    ///
    /// # Errors
    /// Fails if the puzzle is not proper.
    pub fn value(
        &self,
        solver: &dyn Solver,
        puzzle: &Board,
        limits: &Limits<'_>,
    ) -> Result<Option<usize>, SearchError> {
        (self.of)(solver, puzzle, limits)
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
