//! Puzzles on a given pattern, and around given clues.

use std::sync::atomic::AtomicBool;

use rand::Rng;
use sudoku_core::{Board, Cell, Grid, Limits, Solver};

use crate::draw::{shuffle, uniform_below};
use crate::unavoidable::{CellBits, board_of, cells};

/// So many solutions are counted at most to tell the better of two boards.
const MANY: u64 = 1000;

/// So many changes are made to a board before it is given up.
const CHANGES: u32 = 2000;

/// Draws a grid that has these clues, if there is one.
///
/// Blank after blank in random order gets a digit: of those with which there is a solution, each
/// equally likely. The grids are not: one that has few others near it is drawn more often.
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
    // A board that was complete from the start has not been looked at.
    board.to_grid().filter(Grid::is_valid)
}

/// Draws a proper puzzle with clues in exactly these cells, given a grid to start from; cells whose
/// clue is `fixed` keep it. `None` if none was found, or the flag was raised before.
///
/// Clue after clue is replaced by another digit, at random, and the change is kept if there are not
/// more solutions than before and still one. Only how many there are counts, not which.
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
        // A search that was stopped has counted too few.
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
        // One more than before says enough: it is worse.
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
