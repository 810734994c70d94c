//! Puzzles on a given pattern, and grids with given clues.

use std::sync::atomic::AtomicBool;

use rand::Rng;
use sudoku_core::{Board, Cell, Grid, Limits, Solver};

use crate::draw::{shuffle, uniform_below};
use crate::unavoidable::{CellBits, board_of, cells};

/// The limit on counted solutions when two boards are compared.
const MANY: u64 = 1000;

/// The number of changes to a board after which the attempt fails.
const CHANGES: u32 = 2000;

/// Draws a grid that has these clues, if there is one.
///
/// The blank cells are filled in random order. Each gets one of the digits for which a solution
/// exists, each equally likely. The grids themselves are not equally likely: a grid with few
/// similar ones is drawn more often.
pub(crate) fn grid_with<R: Rng + ?Sized>(
    clues: &Board,
    solver: &dyn Solver,
    rng: &mut R,
) -> Option<Grid> {
    let mut board = *clues;
    let mut blanks: Vec<Cell> = Cell::all().filter(|&cell| clues.get(cell).is_none()).collect();
    shuffle(rng, &mut blanks);
    for cell in blanks {
        let mut digits: Vec<_> = board.candidates(cell).iter().collect();
        shuffle(rng, &mut digits);
        digits.into_iter().find(|&digit| {
            board.set(cell, Some(digit));
            solver.first_solution(&board).is_some()
        })?;
    }
    // A board without blank cells was not checked above.
    board.to_grid().filter(Grid::is_valid)
}

/// Draws a proper puzzle with clues in exactly these cells, starting from the digits of a grid.
/// Cells in `fixed` keep their clue. Returns `None` if no puzzle was found or the stop flag was
/// raised.
///
/// The method is a random local search: it replaces the digit of a random clue and keeps the change
/// if the number of solutions does not increase and stays above zero. Only this number matters, not
/// which solutions the solver finds.
pub(crate) fn on_pattern<R: Rng + ?Sized>(
    pattern: CellBits,
    fixed: CellBits,
    grid: &Grid,
    solver: &dyn Solver,
    stop: Option<&AtomicBool>,
    rng: &mut R,
) -> Option<(Board, Grid)> {
    let free: Vec<Cell> = cells(pattern & !fixed).filter_map(Cell::new).collect();
    let mut board = board_of(grid, pattern);
    let mut limits = Limits::ALL;
    limits.stop = stop;
    let count = |board: &Board, most| {
        let mut limits = limits;
        limits.solutions = most;
        solver.count(board, &limits).solutions
    };
    let mut solutions = count(&board, MANY);
    for _ in 0..CHANGES {
        // A stopped search counts too few solutions.
        if limits.is_stopped() {
            return None;
        }
        if solutions == 1 {
            break;
        }
        let &cell = free.get(uniform_below(rng, free.len() as u64) as usize)?;
        let before = board.get(cell);
        let others = board.candidates(cell).iter().filter(|&digit| Some(digit) != before);
        let others: Vec<_> = others.collect();
        let Some(&digit) = others.get(uniform_below(rng, others.len() as u64) as usize) else {
            continue;
        };
        board.set(cell, Some(digit));
        // One solution more than before is enough to reject the change.
        match count(&board, MANY.min(solutions.saturating_add(1))) {
            now if (1..=solutions).contains(&now) => solutions = now,
            _ => board.set(cell, before),
        }
    }
    if limits.is_stopped() {
        return None;
    }
    let solution = solver.first_solution(&board)?;
    let is_solution = solution.is_valid() && solution.extends(&board);
    (solutions == 1 && is_solution).then_some((board, solution))
}
