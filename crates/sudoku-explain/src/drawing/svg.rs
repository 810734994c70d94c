//! The board as SVG.

use sudoku_logic::State;

use crate::marks::Marks;

pub(super) fn draw(_state: &State, _marks: &Marks) -> String {
    String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")
}
