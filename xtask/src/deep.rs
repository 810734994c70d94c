//! `cargo xtask deep`: what takes too long for every run.

use sudoku_conformance::walks_the_largest_row_major_tree;
use sudoku_strategies::find;

use crate::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    for name in ["scan", "bitmask"] {
        println!("{name}: 1,759,846,510 placements …");
        let strategy = find(name).ok_or_else(|| format!("there is no strategy {name}"))?;
        walks_the_largest_row_major_tree(strategy.solver);
    }
    println!("exactly as many, each");
    Ok(())
}
