//! The registry: one list of every solving strategy, and nothing else.
//!
//! The harness, the benches and the agreement test read this list, so that a strategy that is added
//! to it is compared and tested everywhere. A program that needs one strategy should depend on that
//! strategy's crate instead. The weak spot: whoever depends on the registry builds every strategy.
//!
//! ```
//! use sudoku_strategies::{STRATEGIES, find};
//! use sudoku_core::Board;
//!
//! let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()?;
//! for strategy in STRATEGIES.iter().filter(|strategy| strategy.is_available()) {
//!     assert!(strategy.solver.is_proper(&puzzle), "{}", strategy.name);
//! }
//! assert!(find("bitmask").is_some_and(|strategy| strategy.lexicographic));
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! Which strategies promise the time budget is said where the puzzles are, beside each set of
//! `sudoku-corpus`, because a promise is about puzzles.

use sudoku_core::Solver;

/// A solving strategy and what is known of it.
pub struct Strategy {
    /// The name by which the harness and its users know it.
    pub name: &'static str,
    /// Its idea in one line.
    pub idea: &'static str,
    /// The crate to depend on to use it alone.
    pub crate_name: &'static str,
    /// Whether it finds solutions in lexicographic order, the smallest first.
    pub lexicographic: bool,
    /// What one step of its work limit is.
    pub step: Step,
    /// The strategy itself. It may be run only where [`is_available`](Self::is_available) says so.
    pub solver: &'static dyn Solver,
    available: fn() -> bool,
}

/// What a strategy counts as one step of the work limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A digit written into a cell.
    Placement,
    /// A node of the search tree.
    Node,
}

impl Strategy {
    /// Whether this machine's processor has what the strategy needs.
    #[must_use]
    pub fn is_available(&self) -> bool {
        (self.available)()
    }
}

impl std::fmt::Debug for Strategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Strategy({})", self.name)
    }
}

/// Every strategy, the simplest first.
pub static STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "scan",
        idea: "row by row, the houses read before every choice",
        crate_name: "sudoku-scan",
        lexicographic: true,
        step: Step::Placement,
        solver: &sudoku_scan::Scan,
        available: always,
    },
    Strategy {
        name: "bitmask",
        idea: "row by row, a mask of free digits per house",
        crate_name: "sudoku-bitmask",
        lexicographic: true,
        step: Step::Placement,
        solver: &sudoku_bitmask::Bitmask,
        available: always,
    },
    Strategy {
        name: "mrv",
        idea: "the cell with the fewest candidates first, singles as they appear",
        crate_name: "sudoku-mrv",
        lexicographic: false,
        step: Step::Placement,
        solver: &sudoku_mrv::Mrv,
        available: always,
    },
];

/// The strategy with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

/// For strategies that need nothing but the language.
fn always() -> bool {
    true
}
