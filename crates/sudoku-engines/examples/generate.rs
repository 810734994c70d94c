//! Generates five puzzles with a symmetric pattern. A seed always gives the same puzzles.
//!
//! `cargo run -p sudoku-engines --example generate -- SEED`
#![allow(clippy::print_stdout)] // It is a program.

use std::error::Error;

use sudoku_engines::generator::{PatternSymmetry, PuzzleRequest, seeded_rng};
use sudoku_engines::{AutoSolver, is_proper};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(2026), |seed| seed.parse())?;
    let solver = AutoSolver::new();
    let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn).with_clues(24..=26);
    for number in 0..5 {
        let puzzle = request.generate(&solver, &mut seeded_rng(seed, number))?;
        assert!(is_proper(&puzzle.board));
        println!("{}  {} clues", puzzle.board, puzzle.board.clue_count());
    }
    Ok(())
}
