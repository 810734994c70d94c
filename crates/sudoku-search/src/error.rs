//! The errors of searches.

use thiserror::Error;

/// The reason why a search cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The puzzle has no solution.
    #[error("the puzzle has no solution; a search starts from a puzzle with exactly one solution")]
    NoSolution,
    /// The puzzle has more than one solution.
    #[error(
        "the puzzle has several solutions; a search starts from a puzzle with exactly one solution"
    )]
    SeveralSolutions,
    /// The board has no blank cell.
    #[error("the board is a complete grid; a neighborhood needs a puzzle with blank cells")]
    CompleteGrid,
    /// More clues are to be removed than the puzzle has.
    #[error("cannot remove {}: the puzzle has {clues}", counted(*remove, "clue"))]
    TooManyRemoved {
        /// The number of clues to remove.
        remove: usize,
        /// The number of clues of the puzzle.
        clues: usize,
    },
    /// More clues are to be added than there are blank cells.
    #[error(
        "cannot add {}: the puzzle has {} after the removal",
        counted(*add, "clue"),
        counted(*blanks, "blank cell")
    )]
    TooManyAdded {
        /// The number of clues to add.
        add: usize,
        /// The number of blank cells after the removal.
        blanks: usize,
    },
}

/// Returns a number with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
