//! Redundant clues of a puzzle, and conflicting clues of a board without solution.

use sudoku_core::{Board, Cell, Solver};

/// Returns true if a proper puzzle stays proper without the clue in this cell. A puzzle is minimal
/// if this holds for none of its clues.
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

/// Reduces a board without a solution to a minimal set of conflicting clues: without any one of
/// them the rest has a solution. Returns a board that has a solution unchanged.
///
/// ```
/// use sudoku_core::{Board, Cell, Digit};
/// use sudoku_generator::conflicting_clues;
/// use sudoku_mrv::Mrv;
///
/// let mut board: Board =
///     "12345678....................................9...................................."
///         .parse()?;
/// // No two clues contradict each other, but the ninth cell has no candidate.
/// assert_eq!(conflicting_clues(&Mrv, &board), board);
/// board.set(Cell::at(8, 0).unwrap(), Digit::new(5));
/// assert_eq!(conflicting_clues(&Mrv, &board).clue_count(), 9);
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[must_use]
pub fn conflicting_clues(solver: &dyn Solver, board: &Board) -> Board {
    let mut part = *board;
    if solver.first_solution(board).is_some() {
        return part;
    }
    for (cell, _) in board.clues() {
        let mut without = part;
        without.set(cell, None);
        if solver.first_solution(&without).is_none() {
            part = without;
        }
    }
    part
}
