//! The strategy keeps the contract and walks the row-major tree.

use sudoku_bitmask::Bitmask;
use sudoku_conformance::{Claims, conforms, walks_the_row_major_tree};

#[test]
fn conforms_to_the_contract() {
    conforms(&Bitmask, &Claims::new("bitmask").lexicographic().placements_are_steps().guesses());
}

#[test]
fn row_major_tree() {
    walks_the_row_major_tree(&Bitmask);
}
