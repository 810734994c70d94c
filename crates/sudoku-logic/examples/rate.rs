//! Rates the puzzles of a file, one per line, and prints the time.
//!
//! `cargo run --release --example rate -- FILE [se|sukaku|hodoku]`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to its user")]

use std::time::Instant;

use sudoku_core::{Board, Limits};
use sudoku_logic::{RatingScale, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let scale = arguments.next().unwrap_or_else(|| "se".into());
    let scale = RatingScale::by_name(&scale).ok_or("the scales are se, sukaku and hodoku")?;
    let text = std::fs::read_to_string(file)?;
    let puzzles: Result<Vec<Board>, _> = text
        .lines()
        .filter_map(|line| line.get(..81))
        .filter(|line| line.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()))
        .map(str::parse)
        .collect();
    let puzzles = puzzles?;
    let start = Instant::now();
    for puzzle in &puzzles {
        match scale.rate(&State::from(puzzle), &Limits::ALL) {
            Ok(rating) => println!("{puzzle},{rating}"),
            Err(error) => println!("{puzzle},{error}"),
        }
    }
    let each = start.elapsed() / u32::try_from(puzzles.len().max(1))?;
    eprintln!("{}: {} puzzles, {each:.1?} each", scale.title(), puzzles.len());
    Ok(())
}
