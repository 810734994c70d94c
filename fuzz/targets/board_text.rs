//! One puzzle in any text form that the core reads: whatever is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_core::{Board, Grid};

fuzz_target!(|text: &str| {
    match text.parse::<Board>() {
        Ok(board) => {
            let line = board.to_string();
            assert_eq!(line.parse::<Board>().as_ref(), Ok(&board), "{line}");
        }
        // Making the message is part of reading.
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(grid) = text.parse::<Grid>() {
        assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
    }
});
