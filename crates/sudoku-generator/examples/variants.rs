//! Makes variants and prints the rate, the attempts and the number of rules.
//!
//! Usage: `cargo run --release -p sudoku-generator --features variants --example variants -- KINDS
//! COUNT [CAGES]`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Instant;

use sudoku_generator::{VariantKind, VariantRequest, seeded_rng};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let names = arguments.next().ok_or("expected kinds, such as killer")?;
    let count: u64 = arguments.next().ok_or("expected a number of puzzles")?.parse()?;
    let kinds: Result<Vec<VariantKind>, _> = names.split(',').map(str::parse).collect();
    let mut request = VariantRequest::new(&kinds?);
    if let Some(cages) = arguments.next() {
        request = request.with_cages(cages.parse()?);
    }
    let start = Instant::now();
    let (mut made, mut attempts, mut rules, mut clues) = (0, 0, 0, 0);
    for number in 0..count {
        match request.generate(&mut seeded_rng(1, number)) {
            Ok(puzzle) => {
                made += 1;
                attempts += puzzle.attempts;
                rules += puzzle.rules.rules.len();
                clues += puzzle.rules.board.clue_count();
            }
            Err(error) => println!("puzzle {number}: {error}"),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let mean = |total: usize| total as f64 / f64::from(made);
    println!(
        "{names}: {made} puzzles, {:.1}/s, {attempts} attempts, {:.1} rules, {:.1} clues",
        f64::from(made) / seconds,
        mean(rules),
        mean(clues)
    );
    Ok(())
}
