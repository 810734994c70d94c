//! Test cases: the input of a program, and the check of its output.

use std::cell::OnceCell;

use sudoku_core::{Board, Cell, Grid, Solver};

use crate::format::{JudgeFormat, smallest};

/// One test case: a puzzle to solve.
#[derive(Clone, Debug)]
pub struct Case {
    puzzle: Board,
    /// The smallest solution, computed on first use. `None` if there is no solution.
    smallest: OnceCell<Option<Grid>>,
}

impl Case {
    /// Creates the case of a puzzle, which should have a solution: otherwise no answer is right.
    #[must_use]
    pub const fn new(puzzle: Board) -> Self {
        Self { puzzle, smallest: OnceCell::new() }
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Board {
        &self.puzzle
    }

    /// Returns the standard input of a program.
    #[must_use]
    pub fn input(&self, format: JudgeFormat) -> String {
        format!("{}\n", format.format().display(&self.puzzle))
    }

    /// Returns a right answer: the smallest solution, which is right in both problems. Returns
    /// `None` if there is no solution. The answer does not depend on the solver.
    #[must_use]
    pub fn answer(&self, format: JudgeFormat, solver: &dyn Solver) -> Option<String> {
        let best = self.smallest.get_or_init(|| smallest(&self.puzzle, solver)).as_ref()?;
        Some(format!("{}\n", format.format().display(best.as_board())))
    }

    /// Checks that an output is a right answer. The result does not depend on the solver.
    ///
    /// # Errors
    /// A description of the first mistake in the output.
    pub fn check(
        &self,
        output: &str,
        format: JudgeFormat,
        solver: &dyn Solver,
    ) -> Result<(), String> {
        let grid = format.check(output, &self.puzzle)?;
        if format == JudgeFormat::Boj2239
            && let Some(best) = self.smallest.get_or_init(|| smallest(&self.puzzle, solver))
            && let Some(cell) =
                Cell::all().find(|&cell| grid.as_board().get(cell) != best.as_board().get(cell))
        {
            return Err(format!(
                "it is not the smallest solution: {cell} can be smaller with the same cells before \
                 it"
            ));
        }
        Ok(())
    }
}
