//! The strategy keeps the contract.

use sudoku_conformance::{Claims, conforms_with_candidates};
use sudoku_mrv::Mrv;

#[test]
fn conforms_to_the_contract() {
    conforms_with_candidates(&Mrv, &Claims::new("mrv").placements_are_steps().guesses());
}
