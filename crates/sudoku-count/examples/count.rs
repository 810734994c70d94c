//! Counts the solutions of each board of standard input. Prints the clues, the solutions, the
//! estimated terms and the time.

#![allow(clippy::print_stdout)] // It is a program.

use std::io::BufRead;
use std::time::Instant;

use sudoku_core::Board;
use sudoku_count::{CountLimits, count, estimated_work};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let board: Board = line?.parse()?;
        let start = Instant::now();
        let found = count(&board, &CountLimits::NONE);
        let time = start.elapsed();
        let (clues, terms, solutions) =
            (board.clue_count(), estimated_work(&board), found.solutions);
        println!("{clues} {solutions} {terms} {time:.1?}");
    }
    Ok(())
}
