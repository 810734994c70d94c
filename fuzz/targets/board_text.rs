//! One puzzle in any format that the core reads: writing and reading it again gives the same board.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_core::{Board, Grid};

fuzz_target!(|text: &str| {
    match text.parse::<Board>() {
        Ok(board) => {
            let line = board.to_string();
            assert_eq!(line.parse::<Board>().as_ref(), Ok(&board), "{line}");
        }
        // The message is part of the test.
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(grid) = text.parse::<Grid>() {
        assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
    }
});
