//! Two puzzles that the tests read and write.

use sudoku_core::Board;

pub(crate) const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const OTHER: &str =
    ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

pub(crate) fn board(line: &str) -> Board {
    line.parse().expect("a good line")
}
