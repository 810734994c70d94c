//! The strategy implements `Solver` correctly and searches the row-major tree.

use sudoku_bitmask::Bitmask;
use sudoku_conformance::{SolverCapabilities, assert_conforms, assert_row_major_tree};

#[test]
fn conforms_to_the_contract() {
    assert_conforms(
        &Bitmask,
        &SolverCapabilities::new("bitmask").lexicographic().placements_are_nodes().guesses(),
    );
}

#[test]
fn row_major_tree() {
    assert_row_major_tree(&Bitmask);
}
