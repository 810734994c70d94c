//! Answers a list of puzzles natively, for comparison with the WebAssembly module.
//!
//! `answers FILE` writes the answers, and reports the time on standard error. It uses the portable
//! instruction set, because WebAssembly runs the same code.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program talks to its user")]

use std::error::Error;
use std::time::Instant;

use sudoku_registry::SimdLevel;
use sudoku_web::{Engine, ListTask};

/// The number of passes over the list. The fastest pass counts.
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    SimdLevel::Portable.make_default()?;
    let file = std::env::args().nth(1).ok_or("answers FILE")?;
    let lines = std::fs::read_to_string(file)?;
    let mut engine = Engine::new();
    let (mut best, mut answers) = (f64::INFINITY, String::new());
    for _ in 0..PASSES {
        let start = Instant::now();
        answers = engine.list(ListTask::Solve, &lines);
        best = best.min(start.elapsed().as_secs_f64());
    }
    let puzzles = lines.lines().count();
    eprintln!("native, portable: {:.3} M puzzles/s", puzzles as f64 / best / 1e6);
    print!("{answers}");
    Ok(())
}
