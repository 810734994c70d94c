//! The three public solvers: they choose an engine and a path, and check what they are given.

use sudoku_core::{Limits, Outcome, Solver};

/// Makes a [`Solver`] of boards and one of candidates, of a type that has the verbs for any puzzle.
///
/// An `impl` for any puzzle would do the same, and would be compiled anew for every crate that
/// searches.
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

            fn search_batch(
                &self,
                puzzles: &[$puzzle],
                limits: &Limits<'_>,
                outcomes: &mut [Outcome],
            ) -> Result<(), BatchLengthError> {
                BatchLengthError::check(puzzles, outcomes)?;
                self.search_all(puzzles, limits, outcomes);
                Ok(())
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
