//! The strategy implements `Solver` correctly.

use sudoku_conformance::{SolverCapabilities, assert_conforms_with_candidates};
use sudoku_mrv::Mrv;

#[test]
fn conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &Mrv,
        &SolverCapabilities::new("mrv").placements_are_nodes().guesses(),
    );
}
