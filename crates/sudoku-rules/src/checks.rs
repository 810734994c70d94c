//! Parts of the checks of rules.

use sudoku_core::{Board, Cell, Digit};

use crate::entry::Violation;

/// Returns the digits of the cells, or `None` if a cell is blank.
pub(crate) fn filled(cells: &[Cell], board: &Board) -> Option<Vec<Digit>> {
    cells.iter().map(|&cell| board.get(cell)).collect()
}

/// Returns two cells that hold the same digit.
pub(crate) fn same_digit(cells: &[Cell], board: &Board) -> Option<Violation> {
    cells.iter().enumerate().find_map(|(place, &first)| {
        let digit = board.get(first)?;
        let second = cells[place + 1..].iter().find(|&&cell| board.get(cell) == Some(digit))?;
        Some(Violation {
            cells: vec![first, *second],
            reason: format!("{first} ({digit}) and {second} ({digit}) hold the same digit"),
        })
    })
}

/// Returns the names of the cells, separated by commas.
pub(crate) fn named(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}
