//! Checks that the row-major strategies make exactly the placements of the largest known search
//! tree. This takes minutes, so `cargo xtask deep` runs it.

use sudoku_conformance::assert_largest_row_major_tree;

fn main() {
    assert_largest_row_major_tree(&sudoku_scan::Scan);
    assert_largest_row_major_tree(&sudoku_bitmask::Bitmask);
}
