//! A board in play: clues, placed digits and marks.

#[cfg(feature = "whole")]
use sudoku_core::Grid;
use sudoku_core::{Board, Candidates, Cell, DigitSet};
#[cfg(feature = "whole")]
use sudoku_engines::solve_proper;

use crate::error::AnswerError;
use crate::request::Request;

/// The position in a request.
pub(crate) struct Position {
    /// The clues and the placed digits.
    pub(crate) values: Board,
    /// The clues.
    #[cfg(feature = "whole")]
    pub(crate) givens: Board,
    /// The candidates of each cell, from the values and the marks.
    pub(crate) marks: Candidates,
    /// True if the position has marks.
    pub(crate) has_marks: bool,
}

impl Position {
    /// Reads `puzzle`, `candidates` and `givens`. Without `givens` all values are clues. A blank
    /// cell without marks has all candidates that its peers allow.
    pub(crate) fn of(request: &Request) -> Result<Self, AnswerError> {
        let values = request.puzzle()?;
        let givens = request.board("givens")?.unwrap_or(values);
        if !values.extends(&givens) {
            return Err(AnswerError::new("the clues in `givens` are not all in `puzzle`"));
        }
        let mut marks = Candidates::from(&givens);
        for (cell, digit) in values.clues().filter(|&(cell, _)| givens.get(cell).is_none()) {
            marks.place(cell, digit);
        }
        let text = request.text("candidates")?;
        if let Some(text) = text {
            let read: Candidates =
                text.parse().map_err(|error| AnswerError::new(format!("`candidates`: {error}")))?;
            let is_marked =
                |cell: &Cell| values.get(*cell).is_none() && !read.get(*cell).is_empty();
            for cell in Cell::all().filter(is_marked) {
                marks.eliminate(cell, DigitSet::ALL - read.get(cell));
            }
        }
        Ok(Self {
            values,
            #[cfg(feature = "whole")]
            givens,
            marks,
            has_marks: text.is_some(),
        })
    }

    /// Returns the solution of the clues, if they have exactly one.
    #[cfg(feature = "whole")]
    pub(crate) fn solution(&self) -> Option<Grid> {
        solve_proper(&self.givens)
    }
}
