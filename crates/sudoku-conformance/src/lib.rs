//! `sudoku-conformance` is a test suite that every implementation of the trait
//! [`Solver`](sudoku_core::Solver) must pass.
//!
//! ```
//! use sudoku_conformance::{SolverCapabilities, assert_conforms};
//!
//! let capabilities = SolverCapabilities::new("mrv").placements_are_nodes().guesses();
//! assert_conforms(&sudoku_mrv::Mrv, &capabilities);
//! ```
//!
//! Each strategy calls [`assert_conforms`] in its own `tests/`. The suite checks known counts, the
//! Sudoku rules, every ending, exact counters, batches, and that symmetries do not change counts.
//! [`assert_conforms_with_candidates`] also checks searches from candidates, and
//! [`assert_conforms_on`] those of any other type of puzzle. The expected results
//! come from the rules or from known counts, never from another strategy.
//!
//! # Limitations
//! The suite can check the meaning of a counter only where the answer is known. A strategy that
//! reports counters should add its own tests for them.

#![warn(missing_debug_implementations)]

mod candidates;
mod capabilities;
mod checks;
mod mutated_puzzles;
mod oracle;

pub use candidates::assert_conforms_with_candidates;
pub use capabilities::SolverCapabilities;
pub use checks::{
    assert_conforms, assert_conforms_on, assert_largest_row_major_tree, assert_row_major_tree,
};
pub use mutated_puzzles::{Agreement, MutatedPuzzles, agree};
pub use oracle::{ROW_MAJOR_PLACEMENTS, RowMajorWalk, walk_row_major};
