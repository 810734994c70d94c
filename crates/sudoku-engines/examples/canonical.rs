//! Compares canonical forms to find out if boards are equal up to symmetry and relabeling.
//!
//! `cargo run -p sudoku-engines --example canonical -- BOARD BOARD`
#![allow(clippy::print_stdout)] // It is a program.

use std::error::Error;

use sudoku_engines::Board;
use sudoku_engines::canonical::canonical;

/// A puzzle, and the same puzzle with rows as columns and each digit `d` as `10 - d`.
const PUZZLES: [&str; 2] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "54.263...7.1...4....2.......9..2..6.31.4.8.92.5..7..1.......8....4...2.3...794.51",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut boards = std::env::args().skip(1).collect::<Vec<_>>();
    if boards.is_empty() {
        boards = PUZZLES.map(str::to_owned).to_vec();
    }
    let mut forms = Vec::new();
    for board in &boards {
        let board: Board = board.parse()?;
        let found = canonical(&board);
        println!("{board}\n{}  {} automorphisms", found.form, found.automorphisms);
        forms.push(found.form);
    }
    forms.dedup();
    println!("{}", if forms.len() == 1 { "the same" } else { "not the same" });
    Ok(())
}
