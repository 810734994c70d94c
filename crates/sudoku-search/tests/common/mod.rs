//! Puzzles with redundant clues.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

use sudoku_core::{Board, Cell, Grid, Solver};
use sudoku_simd::AutoSolver;

/// Returns the clues without which the puzzle stays proper.
pub(crate) fn free(puzzle: &Board) -> Vec<Cell> {
    let clues = puzzle.clues().map(|(cell, _)| cell);
    clues.filter(|&cell| AutoSolver::new().is_proper(&without(puzzle, cell))).collect()
}

pub(crate) fn without(board: &Board, cell: Cell) -> Board {
    let mut board = *board;
    board.set(cell, None);
    board
}

/// Returns 20 proper puzzles. Most of them have some redundant clues.
pub(crate) fn puzzles() -> Vec<Board> {
    let set = sudoku_corpus::set("hard").unwrap().puzzles().unwrap();
    let proper = set.into_iter().filter_map(|it| Some((it.board, it.solution?)));
    let with_more = |(number, (mut board, solution)): (usize, (Board, Grid))| {
        for place in 0..number % 12 {
            let cell = Cell::new((17 * place + 5 * number) % Cell::COUNT).unwrap();
            let mut more = board;
            more.set(cell, solution.as_board().get(cell));
            if free(&more).len() < 14 {
                board = more;
            }
        }
        board
    };
    proper.take(20).enumerate().map(with_more).collect()
}
