//! The size of the smallest backdoor.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Grid, Limits, Solver};

use super::position::{ALL_DIGITS, Cells, Position};
use crate::error::SearchError;
use crate::run::{Flow, Run};

/// Returns the size of the smallest backdoor of a puzzle to singles, or `None` if a limit ended the
/// search.
///
/// A [backdoor] is a set of blank cells. If the cells get their digits of the solution, naked and
/// hidden singles fill the rest of the board. This is a *weak* backdoor as defined by Williams,
/// Gomes and Selman ("Backdoors to typical case complexity", 2003): a right choice of digits is
/// enough. Collectors of hard puzzles use the same definition. The size is 0 if singles solve the
/// puzzle.
///
/// ```
/// use sudoku_core::{Board, Limits};
/// use sudoku_mrv::Mrv;
/// use sudoku_search::backdoor_size;
///
/// let hard: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// assert_eq!(backdoor_size(&Mrv, &hard, &Limits::ALL)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The search tries all sets of one cell, then all of two, and so on. It leaves out a cell that
/// singles fill after the choice of the cells before it, because a smaller backdoor would exist
/// without this cell. A node of the [limits](Limits) is one tried cell.
///
/// [backdoor]: https://en.wikipedia.org/wiki/Backdoor_(SAT)
///
/// # Errors
/// Fails if the puzzle is not proper.
pub fn backdoor_size(
    solver: &dyn Solver,
    puzzle: &Board,
    limits: &Limits<'_>,
) -> Result<Option<usize>, SearchError> {
    let mut size = None;
    Run::start(solver, puzzle, limits, &mut |_| ControlFlow::Continue(()), |run, solution| {
        let mut position = Position::of(puzzle);
        position.follow_singles(ALL_DIGITS);
        let mut cells = 0;
        while !is_backdoor(run, solution, &position, 0, cells)? {
            cells += 1;
        }
        size = Some(cells);
        ControlFlow::Continue(())
    })?;
    Ok(size)
}

/// Returns true if singles solve the position after the right digits of some `count` cells. All
/// these cells are from the `first` one on.
fn is_backdoor(
    run: &mut Run<'_>,
    solution: &Grid,
    position: &Position,
    first: usize,
    count: usize,
) -> Flow<bool> {
    if position.is_solved() || count == 0 {
        return ControlFlow::Continue(position.is_solved());
    }
    for cell in Cell::all().skip(first).filter(|&cell| position.is_open(cell)) {
        run.count(1)?;
        let mut next = *position;
        let digit = usize::from(solution.as_bytes()[cell.index()]) - 1;
        let changed = next.place(Cells::of(cell), digit);
        next.follow_singles(changed);
        if is_backdoor(run, solution, &next, cell.index() + 1, count - 1)? {
            return ControlFlow::Continue(true);
        }
    }
    ControlFlow::Continue(false)
}
