//! Solves one puzzle and counts its solutions.
//!
//! `cargo run -p sudoku-engines --example solve -- PUZZLE`
#![allow(clippy::print_stdout)] // It is a program.

use std::error::Error;

use sudoku_engines::{Board, count_up_to, solutions};

const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let puzzle: Board = text.parse()?;
    for contradiction in puzzle.contradictions() {
        println!("{contradiction}");
    }
    for solution in solutions(&puzzle).take(3) {
        println!("{solution}");
    }
    match count_up_to(&puzzle, 1_000_000) {
        1 => println!("one solution: a proper puzzle"),
        1_000_000 => println!("a million solutions or more"),
        count => println!("{count} solutions"),
    }
    Ok(())
}
