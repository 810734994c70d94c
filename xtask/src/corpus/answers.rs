//! The answers of a set.

use sudoku_core::{Board, Limits};
use sudoku_count::{CountLimits, count};

use super::maker::{MOST_SOLUTIONS, Maker};

impl Maker {
    /// Returns the line of a puzzle: the puzzle, the number of solutions, the solution.
    pub(super) fn answered(&self, board: &Board) -> Result<String, String> {
        let outcome = self.mrv.solve(board, &Limits::solutions(MOST_SOLUTIONS + 1));
        match (outcome.report.solutions, outcome.first) {
            (1, Some(solution)) => Ok(format!("{board},1,{solution}")),
            (solutions @ 0..=MOST_SOLUTIONS, _) => Ok(format!("{board},{solutions},")),
            _ => {
                let counted = count(board, &CountLimits::NONE).exact();
                let counted = counted.ok_or_else(|| format!("{board} was not counted"))?;
                Ok(format!("{board},{counted},"))
            }
        }
    }
}
