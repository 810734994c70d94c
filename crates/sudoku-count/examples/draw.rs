//! Draws 10,000 random solutions of each board of standard input and prints the time.
#![allow(clippy::print_stdout)] // It is a program.

use std::io::BufRead;
use std::time::Instant;

use sudoku_core::Board;
use sudoku_count::Solutions;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = 1u128;
    let mut below = |end: u128| {
        state = state.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
        (state >> 40) % end
    };
    for line in std::io::stdin().lock().lines() {
        let board: Board = line?.parse()?;
        let start = Instant::now();
        let solutions = Solutions::of(&board);
        let made = start.elapsed();
        let start = Instant::now();
        let drawn = (0..10_000).filter_map(|_| solutions.sample(&mut below)).count();
        let (clues, len, each) = (board.clue_count(), solutions.len(), start.elapsed() / 10_000);
        println!("{clues} {len} made in {made:.1?}, {drawn} drawn in {each:.1?} each");
    }
    Ok(())
}
