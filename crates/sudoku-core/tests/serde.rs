//! Boards and grids as serde data.
#![allow(clippy::unwrap_used)] // A test fails by panicking.
#![cfg(feature = "serde")]

use sudoku_core::{Board, Grid};

#[test]
fn boards_and_grids_are_their_line_form() {
    let line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let json = format!("\"{line}\"");
    let board: Board = serde_json::from_str(&json).unwrap();
    let grid: Grid = serde_json::from_str(&json).unwrap();
    assert_eq!((board.to_string(), grid.as_board()), (line.to_owned(), &board));
    assert_eq!(serde_json::to_string(&board).unwrap(), json);
    assert_eq!(serde_json::to_string(&grid).unwrap(), json);
    let empty = serde_json::to_string(&Board::EMPTY).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&empty).unwrap(), Board::EMPTY);
    let error = serde_json::from_str::<Grid>(&empty).unwrap_err();
    assert!(error.to_string().starts_with("r1c1: 0 is not a digit"), "{error}");
    let error = serde_json::from_str::<Board>("\"123\"").unwrap_err();
    assert!(error.to_string().contains("78 cells missing"), "{error}");
}
