//! `sudoku-template` is a Sudoku solver by … (the idea in three sentences).
//!
//! ```
//! use sudoku_template::{Board, Solver, Template};
//!
//! let clues =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Board = clues.parse()?;
//! println!("{}", Template.first_solution(&puzzle).expect("the puzzle has a solution"));
//! # Ok::<(), sudoku_template::ReadError>(())
//! ```
//!
//! # Limitations
//! …

use std::ops::ControlFlow;

use sudoku_core::Meter;
pub use sudoku_core::{
    self, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome, PuzzleBatch,
    ReadError, Report, Solver,
};

/// The strategy, see the [crate documentation](crate).
#[derive(Clone, Copy, Debug, Default)]
pub struct Template;

impl Solver for Template {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let report = Meter::run(limits, found, |meter| {
            if board.is_consistent() {
                fill(&mut board.clone(), meter)?;
            }
            ControlFlow::Continue(())
        });
        report.with_placements(report.nodes)
    }
}

/// Tries every candidate of the first blank cell.
fn fill(board: &mut Board, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        return board.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
    };
    for digit in board.candidates(cell) {
        meter.node()?;
        board.set(cell, Some(digit));
        fill(board, meter)?;
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
