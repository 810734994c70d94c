//! `cargo xtask deep`: what takes too long for every run.

use std::path::Path;

use sudoku_conformance::{Agreement, Mutants, agree, walks_the_largest_row_major_tree};
use sudoku_core::{Grid, Limits, Outcome};
use sudoku_strategies::{STRATEGIES, Strategy, find};

use crate::{Failure, cargo};

/// The crates with property tests, the strategies by way of the suite that they pass.
const PROPERTIES: [&str; 9] = [
    "sudoku-core",
    "sudoku-text",
    "sudoku-generator",
    "sudoku-logic",
    "sudoku-engines",
    "sudoku-scan",
    "sudoku-bitmask",
    "sudoku-mrv",
    "sudoku-simd",
];

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    println!("canonical forms: 2,000 boards under 1,000 symmetries each, 100 by the definition …");
    let mut forms = cargo(root);
    forms.args(["test", "--package", "sudoku-canonical"]).env("SUDOKU_DEEP", "1");
    crate::run(&mut forms)?;
    println!(
        "counting: 10,000 boards of 100 to 10,000,000 solutions in every way, against walking;"
    );
    println!("sums, symmetries, memory; 100,000 solutions drawn evenly …");
    let mut counts = cargo(root);
    counts.args(["test", "--package", "sudoku-count", "--lib", "--tests"]).env("SUDOKU_DEEP", "1");
    crate::run(&mut counts)?;
    println!("property tests: 20 times as many cases …");
    let mut properties = cargo(root);
    properties.args(["test", "--tests"]).env("PROPTEST_CASES", "5120");
    for package in PROPERTIES {
        properties.args(["--package", package]);
    }
    crate::run(&mut properties)?;
    for name in ["scan", "bitmask"] {
        println!("{name}: 1,759,846,510 placements …");
        let strategy = find(name).ok_or_else(|| format!("there is no strategy {name}"))?;
        walks_the_largest_row_major_tree(strategy.solver);
    }
    println!("exactly as many, each");
    counts_mutants()?;
    counts_batches()?;
    println!("what was measured by a dev build, by a release build …");
    crate::profiles::same_figures(root)?;
    println!("64-bit ARM under emulation, the slow tests too …");
    crate::aarch64::run(&crate::aarch64::Args::ALL, root)?;
    println!("the Python package: a hundred million puzzles, arrays of more than 2³¹ bytes …");
    crate::python::deep(root)?;
    println!("Spark: two Python workers and two executors ended …");
    crate::spark::deep(root)
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

/// Every path of the batch engine, in batches, against the board engine, and a part of it
/// against `mrv`.
fn counts_batches() -> Result<(), Failure> {
    const MUTANTS: usize = 1_000_000;
    const PART: usize = 50_000;
    let board = find("board").ok_or("there is no board")?.solver;
    let mrv = find("mrv").ok_or("there is no mrv")?.solver;
    let lanes = |strategy: &&Strategy| strategy.name.starts_with("lanes-");
    for path in STRATEGIES.iter().filter(lanes).filter(|strategy| strategy.is_available()) {
        println!("{}: {MUTANTS} changed puzzles in batches, limits 1, 2 and 1000 …", path.name);
        let mut mutants = Mutants::new(2);
        let mut solutions = [0; 3];
        for done in (0..MUTANTS).step_by(BATCH) {
            let boards: Vec<_> = mutants.by_ref().take(BATCH.min(MUTANTS - done)).collect();
            for (limit, sum) in [1, 2, 1_000].into_iter().zip(&mut solutions) {
                let limits = Limits::solutions(limit);
                let mut outcomes = vec![Outcome::default(); boards.len()];
                path.solver.search_batch(&boards, &limits, &mut outcomes)?;
                for (number, (board_, outcome)) in boards.iter().zip(&outcomes).enumerate() {
                    let other = if done + number < PART { mrv } else { board };
                    let expected = other.count(board_, &limits);
                    let found = (outcome.report.solutions, outcome.report.ending);
                    if found != (expected.solutions, expected.ending) {
                        return Err(format!("{board_}: {found:?}, not {expected:?}").into());
                    }
                    let fits = |grid: Grid| grid.is_valid() && grid.extends(board_);
                    if outcome.first.is_some() != (found.0 > 0) || !outcome.first.is_none_or(fits) {
                        return Err(format!("{board_}: {:?} is no solution", outcome.first).into());
                    }
                    *sum += found.0;
                }
            }
        }
        println!("no difference; {solutions:?} solutions");
    }
    Ok(())
}

/// How many boards are searched in one batch.
const BATCH: usize = 10_000;

/// Prints what was compared, and fails if that is too little of any kind of board.
fn says_something(agreement: &Agreement, may_give_up: u64) -> Result<(), Failure> {
    println!("{agreement:?}");
    let Agreement { sets, without, thousands, given_up, .. } = *agreement;
    if given_up > may_give_up || sets < 50_000 || without < 10_000 || thousands < 1_000 {
        return Err("too little was compared".into());
    }
    Ok(())
}
