//! `cargo xtask deep`: what takes too long for every run.

use sudoku_conformance::{Mutants, agree, walks_the_largest_row_major_tree};
use sudoku_strategies::{STRATEGIES, find};

use crate::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    for name in ["scan", "bitmask"] {
        println!("{name}: 1,759,846,510 placements …");
        let strategy = find(name).ok_or_else(|| format!("there is no strategy {name}"))?;
        walks_the_largest_row_major_tree(strategy.solver);
    }
    println!("exactly as many, each");
    counts_mutants()
}

/// Every path of the SIMD engines against two strategies of another kind.
fn counts_mutants() -> Result<(), Failure> {
    const MUTANTS: usize = 100_000;
    let mrv = find("mrv").ok_or("there is no mrv")?.solver;
    let bitmask = find("bitmask").ok_or("there is no bitmask")?.solver;
    let paths: Vec<_> = STRATEGIES
        .iter()
        .filter(|strategy| strategy.crate_name == "sudoku-simd" && strategy.is_available())
        .collect();
    for path in &paths {
        println!("{}: {MUTANTS} changed puzzles, against mrv …", path.name);
        println!("{:?}", agree(Mutants::new(1).take(MUTANTS), path.solver, mrv, u64::MAX));
    }
    let path = paths.first().ok_or("there is no SIMD engine")?;
    println!("{}: the same, against bitmask with ten million placements …", path.name);
    println!("{:?}", agree(Mutants::new(1).take(MUTANTS), path.solver, bitmask, 10_000_000));
    Ok(())
}
