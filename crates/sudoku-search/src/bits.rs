//! Sets of cells.

use sudoku_core::{Board, Cell, Grid};

/// A set of cells; bit 0 is the first cell.
pub(crate) type CellBits = u128;

/// Returns the set with one cell.
pub(crate) const fn bit(cell: Cell) -> CellBits {
    1 << cell.index()
}

/// Enumerates the cells of the set.
pub(crate) fn cells(mut set: CellBits) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = Cell::new(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Returns the cells in which two grids differ.
pub(crate) fn difference(a: &Grid, b: &Grid) -> CellBits {
    let pairs = a.as_bytes().iter().zip(b.as_bytes()).rev();
    pairs.fold(0, |set, (a, b)| set << 1 | CellBits::from(a != b))
}

/// Returns the cells of the clues.
pub(crate) fn clues(board: &Board) -> CellBits {
    board.clues().fold(0, |set, (cell, _)| set | bit(cell))
}

/// Returns the board with these cells of the grid as clues.
pub(crate) fn board_of(grid: &Grid, clues: CellBits) -> Board {
    let mut board = Board::EMPTY;
    for cell in cells(clues) {
        board.set(cell, grid.as_board().get(cell));
    }
    board
}
