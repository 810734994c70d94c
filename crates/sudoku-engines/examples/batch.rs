//! Solves the puzzles of a file, one per line, on all cores.
//!
//! `cargo run -p sudoku-engines --example batch -- FILE`
#![allow(clippy::print_stdout)] // It is a program.

use std::error::Error;
use std::fs;
use std::time::Instant;

use sudoku_engines::{Board, Limits, solve_all};

/// The puzzle to solve many times if no file is given.
const PUZZLE: &str =
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2\n";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => fs::read_to_string(file)?,
        None => PUZZLE.repeat(100_000),
    };
    let boards = text.lines().map(str::parse).collect::<Result<Vec<Board>, _>>()?;
    let start = Instant::now();
    // With a limit of two solutions, the report tells if the puzzle is proper.
    let outcomes = solve_all(&boards, &Limits::solutions(2));
    let time = start.elapsed();
    let proper = outcomes.iter().filter(|outcome| outcome.report.is_proper()).count();
    println!("{} puzzles in {time:.1?}, {proper} of them proper", boards.len());
    if let Some(solution) = outcomes.first().and_then(|outcome| outcome.first) {
        println!("the first solution: {solution}");
    }
    Ok(())
}
