//! The strategy keeps the contract.

use sudoku_conformance::{Claims, conforms};
use sudoku_mrv::Mrv;

#[test]
fn conforms_to_the_contract() {
    conforms(&Mrv, &Claims::new("mrv").placements_are_steps().guesses());
}
