//! Answers a list of puzzles natively, to be compared with what the module answers in a browser's
//! engine: `answers FILE` writes the answers, and says on standard error how long they took.
//!
//! It takes the path that every processor has, because that is the code that WebAssembly runs.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program talks to its user")]

use std::error::Error;
use std::time::Instant;

use sudoku_registry::SimdLevel;
use sudoku_web::{Engine, ListVerb};

/// How many times the list is answered: the fastest pass counts.
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    SimdLevel::Portable.make_default()?;
    let file = std::env::args().nth(1).ok_or("answers FILE")?;
    let lines = std::fs::read_to_string(file)?;
    let mut engine = Engine::new();
    let (mut best, mut answers) = (f64::INFINITY, String::new());
    for _ in 0..PASSES {
        let start = Instant::now();
        answers = engine.list(ListVerb::Solve, &lines);
        best = best.min(start.elapsed().as_secs_f64());
    }
    let puzzles = lines.lines().count();
    eprintln!("native, portable: {:.3} M puzzles/s", puzzles as f64 / best / 1e6);
    print!("{answers}");
    Ok(())
}
