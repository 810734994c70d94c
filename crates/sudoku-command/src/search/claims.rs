//! The puzzles that a search has found, up to symmetry.

use sudoku_core::Board;
use sudoku_search::FormMap;

/// The maximum number of puzzles. They take 1.4 GB of memory, and 2.1 GB while their table grows.
pub(super) const MOST: usize = 20_000_000;

/// The canonical forms of found puzzles, each with the number of the input puzzle that has claimed
/// it.
pub(super) struct Claims {
    forms: FormMap<u64>,
    most: usize,
}

/// The error for more puzzles than the maximum.
#[derive(Debug, thiserror::Error)]
#[error(
    "the search has found {0} puzzles that are not equal up to symmetry, which is the maximum; \
     search from fewer puzzles, or use --minimal"
)]
pub(super) struct ClaimsError(usize);

impl Default for Claims {
    fn default() -> Self {
        Self { forms: FormMap::default(), most: MOST }
    }
}

impl Claims {
    /// Claims a form for the input puzzle with this number. Returns false if it or an earlier one
    /// has the form.
    pub(super) fn claim(&mut self, form: &Board, number: u64) -> Result<bool, ClaimsError> {
        match self.forms.get(form) {
            Some(&owner) if owner <= number => return Ok(false),
            None if self.forms.len() == self.most => return Err(ClaimsError(self.most)),
            _ => self.forms.insert(form, number),
        };
        Ok(true)
    }

    /// Returns the number of the input puzzle that has claimed a form.
    pub(super) fn owner(&self, form: &Board) -> Option<u64> {
        self.forms.get(form).copied()
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Cell, Digit};

    use super::*;

    #[test]
    fn the_first_puzzle_has_the_form_and_the_number_of_forms_is_bounded() {
        let form = |number: u8| {
            let mut board = Board::EMPTY;
            board.set(Cell::all().next().unwrap(), Digit::new(number));
            board
        };
        let mut claims = Claims { most: 2, ..Claims::default() };
        assert!(claims.claim(&form(1), 5).unwrap());
        assert!(!claims.claim(&form(1), 5).unwrap());
        assert!(claims.claim(&form(1), 3).unwrap());
        assert!(!claims.claim(&form(1), 4).unwrap());
        assert_eq!((claims.owner(&form(1)), claims.owner(&form(2))), (Some(3), None));
        assert!(claims.claim(&form(2), 1).unwrap());
        // Known forms need no space.
        assert!(!claims.claim(&form(2), 1).unwrap());
        let error = claims.claim(&form(3), 1).unwrap_err().to_string();
        assert!(error.starts_with("the search has found 2 puzzles"), "{error}");
    }
}
