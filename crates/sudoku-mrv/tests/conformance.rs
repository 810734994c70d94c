//! The strategy keeps the contract.

use sudoku_conformance::{Claims, conforms, conforms_from_candidates};
use sudoku_mrv::Mrv;

#[test]
fn conforms_to_the_contract() {
    let claims = Claims::new("mrv").placements_are_steps().guesses();
    conforms(&Mrv, &claims);
    conforms_from_candidates(&Mrv, &claims);
}
