//! The strategy keeps the contract and walks the row-major tree.

use sudoku_conformance::{Claims, conforms, walks_the_row_major_tree};
use sudoku_scan::Scan;

#[test]
fn conforms_to_the_contract() {
    conforms(&Scan, &Claims::new("scan").lexicographic().placements_are_steps().guesses());
}

#[test]
fn row_major_tree() {
    walks_the_row_major_tree(&Scan);
}
