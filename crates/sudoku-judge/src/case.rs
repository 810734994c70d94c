//! A puzzle that programs are given, and whether an output is its solution.

use std::cell::OnceCell;

use sudoku_core::{Board, Cell, Grid, Solver};

use crate::format::{AnswerError, JudgeFormat, smallest};

/// One puzzle to be solved.
#[derive(Clone, Debug)]
pub struct Case {
    puzzle: Board,
    /// The smallest solution, once it was asked for; nothing if there is no solution.
    smallest: OnceCell<Option<Grid>>,
}

impl Case {
    /// The case of a puzzle that has a solution. Without one there is no right answer.
    #[must_use]
    pub const fn new(puzzle: Board) -> Self {
        Self { puzzle, smallest: OnceCell::new() }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Board {
        &self.puzzle
    }

    /// What a program finds on its standard input.
    #[must_use]
    pub fn input(&self, format: JudgeFormat) -> String {
        format!("{}\n", format.format().display(&self.puzzle))
    }

    /// What a program may write to its standard output: the smallest solution, which is right in
    /// both problems; nothing if there is no solution. Any solver will do.
    #[must_use]
    pub fn answer(&self, format: JudgeFormat, solver: &dyn Solver) -> Option<String> {
        let best = self.smallest.get_or_init(|| smallest(&self.puzzle, solver)).as_ref()?;
        Some(format!("{}\n", format.format().display(best.as_board())))
    }

    /// Checks whether an output is a right answer. Any solver will do: it is asked for nothing that
    /// depends on its order.
    ///
    /// # Errors
    /// Names the first place where it is not.
    pub fn check(
        &self,
        output: &str,
        format: JudgeFormat,
        solver: &dyn Solver,
    ) -> Result<(), AnswerError> {
        let grid = format.check(output, &self.puzzle)?;
        if format == JudgeFormat::Boj2239
            && let Some(best) = self.smallest.get_or_init(|| smallest(&self.puzzle, solver))
            && let Some(cell) =
                Cell::all().find(|&cell| grid.as_board().get(cell) != best.as_board().get(cell))
        {
            return Err(AnswerError::Smaller(cell));
        }
        Ok(())
    }
}
