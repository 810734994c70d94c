//! Puzzles with rules, compiled for solvers.

use std::sync::Arc;

use sudoku_core::Board;
use sudoku_rules::Rules;

use crate::compile::{Effort, MAX_PROPAGATORS, MAX_RELATIONS, compile, compile_classic};
use crate::network::Network;

/// A puzzle with rules, compiled for the solvers of this crate. Clones share the compiled form.
///
/// ```
/// use sudoku_core::{Limits, Solver};
/// use sudoku_variants::{Ruled, Rules, Weighted};
///
/// let rules: Rules = "diagonal-down\ndiagonal-up\ncage 12 r1c1 r1c2 r2c2".parse()?;
/// let puzzle = Ruled::new(&rules)?;
/// assert_eq!(Weighted.count(&puzzle, &Limits::solutions(10)).solutions, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ruled {
    rules: Arc<Rules>,
    pub(crate) network: Arc<Network>,
}

/// The error for a puzzle with too many rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyRules;

impl core::fmt::Display for TooManyRules {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "too many rules; a puzzle may have {MAX_PROPAGATORS} sums, renbans, between lines, \
             quadruples and houses, and {MAX_RELATIONS} pairs of cells whose digits are related"
        )
    }
}

impl core::error::Error for TooManyRules {}

impl Ruled {
    /// Compiles the rules. Rules that contradict each other make a puzzle without a solution.
    ///
    /// # Errors
    /// Fails if there are too many rules.
    pub fn new(rules: &Rules) -> Result<Self, TooManyRules> {
        Self::with_effort(rules, Effort::Full)
    }

    /// Compiles the rules for a search of few nodes. This takes less time than [`new`](Self::new),
    /// and each node takes less time. But the search needs more nodes, because it uses fewer sums
    /// that follow from the rules.
    ///
    /// # Errors
    /// Fails if there are too many rules.
    pub fn for_short_search(rules: &Rules) -> Result<Self, TooManyRules> {
        Self::with_effort(rules, Effort::Low)
    }

    fn with_effort(rules: &Rules, effort: Effort) -> Result<Self, TooManyRules> {
        let network = compile(rules, effort).ok_or(TooManyRules)?;
        Ok(Self { rules: Arc::new(rules.clone()), network: Arc::new(network) })
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns true if the puzzle has no rules besides those of classic Sudoku.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.rules.rules.is_empty()
    }
}

/// Makes a puzzle without rules besides those of classic Sudoku.
impl From<&Board> for Ruled {
    fn from(board: &Board) -> Self {
        let rules = Rules { board: *board, rules: Vec::new() };
        Self { network: Arc::new(compile_classic(board)), rules: Arc::new(rules) }
    }
}

/// Puzzles with the same clues and rules are equal.
impl PartialEq for Ruled {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}
