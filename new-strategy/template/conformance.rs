//! The strategy passes the conformance suite.

use sudoku_conformance::{SolverCapabilities, assert_conforms};

use sudoku_template::Template;

#[test]
fn conforms_to_the_contract() {
    let capabilities = SolverCapabilities::new("template");
    assert_conforms(&Template, &capabilities.lexicographic().placements_are_nodes());
}
