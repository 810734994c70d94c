//! `cargo xtask deep`: what takes too long for every run.

use std::path::Path;

use sudoku_conformance::{Agreement, Mutants, agree, walks_the_largest_row_major_tree};
use sudoku_strategies::{STRATEGIES, find};

use crate::{Failure, cargo};

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    println!("canonical forms: 2,000 boards under 1,000 symmetries each, 100 by the definition …");
    let mut forms = cargo(root);
    forms.args(["test", "--package", "sudoku-canonical"]).env("SUDOKU_DEEP", "1");
    crate::run(&mut forms)?;
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
    // The names without a path are one of these again.
    let is_path = |name: &str| name.contains('-');
    let paths: Vec<_> = STRATEGIES
        .iter()
        .filter(|strategy| strategy.crate_name == "sudoku-simd" && strategy.is_available())
        .filter(|strategy| is_path(strategy.name))
        .collect();
    for path in &paths {
        println!("{}: {MUTANTS} changed puzzles, against mrv …", path.name);
        let agreement = agree(Mutants::new(1).take(MUTANTS), path.solver, mrv, u64::MAX);
        says_something(&agreement, 0)?;
    }
    let path = paths.first().ok_or("there is no SIMD engine")?;
    println!("{}: the same, against bitmask with ten million placements …", path.name);
    let agreement = agree(Mutants::new(1).take(MUTANTS), path.solver, bitmask, 10_000_000);
    says_something(&agreement, MUTANTS as u64 / 50)
}

/// Prints what was compared, and fails if that is too little of any kind of board.
fn says_something(agreement: &Agreement, may_give_up: u64) -> Result<(), Failure> {
    println!("{agreement:?}");
    let Agreement { sets, without, thousands, given_up, .. } = *agreement;
    if given_up > may_give_up || sets < 50_000 || without < 10_000 || thousands < 1_000 {
        return Err("too little was compared".into());
    }
    Ok(())
}
