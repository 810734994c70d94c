//! Clues that a puzzle does not need.

use sudoku_core::{Board, Cell, Solver};

/// Whether a proper puzzle stays proper without the clue in this cell. It is minimal if that holds
/// for none of its clues.
///
/// ```
/// use sudoku_core::{Board, Cell};
/// use sudoku_generator::is_redundant;
/// use sudoku_mrv::Mrv;
///
/// let puzzle: Board =
///     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
///         .parse()?;
/// assert!(puzzle.clues().all(|(cell, _)| !is_redundant(&Mrv, &puzzle, cell)));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[must_use]
pub fn is_redundant(solver: &dyn Solver, puzzle: &Board, cell: Cell) -> bool {
    let mut without = *puzzle;
    without.set(cell, None);
    solver.is_proper(&without)
}
