//! The strategy implements `Solver` correctly and searches the row-major tree.

use sudoku_conformance::{SolverCapabilities, assert_conforms, assert_row_major_tree};
use sudoku_scan::Scan;

#[test]
fn conforms_to_the_contract() {
    assert_conforms(
        &Scan,
        &SolverCapabilities::new("scan").lexicographic().placements_are_nodes().guesses(),
    );
}

#[test]
fn row_major_tree() {
    assert_row_major_tree(&Scan);
}
