//! The three public solvers: they choose an engine and an instruction set, and check their
//! arguments.

use sudoku_core::{Limits, Outcome, Solver};

/// Implements [`Solver`] for boards and for candidates, for a type with functions for any puzzle.
///
/// A generic `impl` would do the same, but would be compiled again for every crate that searches.
macro_rules! solver {
    ($solver:ident) => {
        solver!($solver, Board);
        solver!($solver, Candidates);
    };
    ($solver:ident, $puzzle:ident) => {
        impl Solver<$puzzle> for $solver {
            fn search(
                &self,
                puzzle: &$puzzle,
                limits: &Limits<'_>,
                found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
            ) -> Report {
                self.search_any(puzzle, limits, found)
            }

            fn count(&self, puzzle: &$puzzle, limits: &Limits<'_>) -> Report {
                self.count_any(puzzle, limits)
            }

            fn search_batch(&self, batch: PuzzleBatch<'_, $puzzle>, limits: &Limits<'_>) {
                let (puzzles, outcomes) = batch.into_parts();
                self.search_all(puzzles, limits, outcomes);
            }
        }
    };
}

mod auto;
mod batch;
mod board;

pub use self::auto::AutoSolver;
pub use self::batch::BatchSolver;
pub use self::board::BoardSolver;

/// Searches one puzzle after the other.
fn one_by_one<P>(
    solver: &impl Solver<P>,
    puzzles: &[P],
    limits: &Limits<'_>,
    outcomes: &mut [Outcome],
) {
    for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
        *outcome = solver.solve(puzzle, limits);
    }
}
