//! Prints puzzles that no engine was tuned on. They are puzzles of a file or of the embedded sets,
//! under random symmetries, with clues removed, changed and added.
//!
//! ```sh
//! cargo run --release -p sudoku-conformance --example mutate -- 20000 1 puzzles.txt > mutated.txt
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::{env, fs};

use sudoku_conformance::MutatedPuzzles;
use sudoku_core::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [count, seed, files @ ..] = &arguments[..] else {
        return Err("expected the number of puzzles, a seed and, if you want, a file".into());
    };
    let seed = seed.parse()?;
    let puzzles = match files.first() {
        None => MutatedPuzzles::new(seed),
        Some(file) => {
            let text = fs::read_to_string(file)?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let boards = lines.map(|line| line.get(..81).unwrap_or(line).parse::<Board>());
            MutatedPuzzles::of(boards.collect::<Result<Vec<_>, _>>()?, seed)
        }
    };
    puzzles.take(count.parse()?).for_each(|board| println!("{board}"));
    Ok(())
}
