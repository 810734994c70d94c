//! The one test suite that every solving strategy passes.
//!
//! A strategy calls [`assert_conforms`] from one line in its own `tests/`, and is then held to the whole
//! contract of [`Solver`](sudoku_core::Solver): known counts, the rules themselves, every way of
//! ending, exact counters, batches, and counts that symmetries do not change; by
//! [`assert_conforms_with_candidates`] also where it starts from candidates. The oracle is always
//! the rules or a known count, never another strategy. The weak spot: what a counter means
//! can be checked from outside only where the answer is known, so a strategy that reports counters
//! adds tests of its own.
//!
//! ```
//! use sudoku_conformance::{SolverCapabilities, assert_conforms};
//!
//! assert_conforms(&sudoku_mrv::Mrv, &SolverCapabilities::new("mrv").placements_are_nodes().guesses());
//! ```

mod candidates;
mod capabilities;
mod checks;
mod mutated_puzzles;
mod oracle;

pub use candidates::assert_conforms_with_candidates;
pub use capabilities::SolverCapabilities;
pub use checks::{assert_conforms, assert_largest_row_major_tree, assert_row_major_tree};
pub use mutated_puzzles::{Agreement, MutatedPuzzles, agree};
pub use oracle::{ROW_MAJOR_PLACEMENTS, RowMajorWalk, walk_row_major};
