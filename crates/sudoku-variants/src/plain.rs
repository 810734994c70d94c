//! The plain backtracker.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Ending, Grid, Limits, Meter, Report, Solver};

use crate::ruled::Ruled;

/// The reference strategy: backtracking that checks every rule after each placement.
///
/// It uses the definitions of the rules and nothing else. So it verifies faster strategies, but can
/// finish only puzzles with many clues. Solutions come in lexicographic order. A node is a digit
/// tried in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Solver<Ruled> for Plain {
    fn search(
        &self,
        puzzle: &Ruled,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        Meter::run(limits, found, |meter| {
            let mut board = puzzle.rules().board;
            if puzzle.rules().find_broken(&board).is_some() {
                return ControlFlow::Continue(());
            }
            fill(puzzle, &mut board, meter)
        })
    }
}

/// Fills the first blank with each digit that breaks no rule.
fn fill(puzzle: &Ruled, board: &mut Board, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        return board.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
    };
    for digit in sudoku_core::Digit::all() {
        meter.node()?;
        board.set(cell, Some(digit));
        if puzzle.rules().find_broken(board).is_none() {
            fill(puzzle, board, meter)?;
        }
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
