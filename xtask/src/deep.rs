//! `cargo xtask deep`: what takes too long for every run.

use sudoku_conformance::walks_the_largest_row_major_tree;

use crate::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    for strategy in sudoku_strategies::STRATEGIES.iter().filter(|strategy| strategy.lexicographic) {
        println!("{}: 1,759,846,510 placements …", strategy.name);
        walks_the_largest_row_major_tree(strategy.solver);
    }
    println!("exactly as many, each");
    Ok(())
}
