//! `cargo xtask deep`: the checks that take too long for CI.

mod compare;

use std::path::Path;

use sudoku_conformance::{Agreement, MutatedPuzzles, agree, assert_largest_row_major_tree};
use sudoku_registry::find;

use crate::{Failure, cargo};
use compare::simd_strategies;

/// Runs the checks that take hours; with --puzzles only the comparison of SIMD engines
///
/// That comparison runs every SIMD engine on every instruction set, alone and in batches, on
/// mutated and random boards. Other seeds give other boards.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare the SIMD engines, on this many boards
    #[arg(long)]
    puzzles: Option<u64>,
    /// Seed of the boards
    #[arg(long, default_value_t = 1, requires = "puzzles")]
    seed: u64,
}

/// The crates with property tests. Strategies have them in the conformance suite.
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

/// The crates whose tests are tested by mutants.
const MUTATED: [&str; 5] =
    ["sudoku-core", "sudoku-text", "sudoku-canonical", "sudoku-count", "sudoku-generator"];

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    if let Some(puzzles) = args.puzzles {
        return compare::run(args.seed, puzzles);
    }
    println!("canonical forms: 2,000 boards under 1,000 symmetries each, 100 by the definition …");
    let mut forms = cargo(root);
    forms.args(["test", "--package", "sudoku-canonical"]).env("SUDOKU_DEEP", "1");
    crate::run(&mut forms)?;
    println!(
        "counting: 10,000 boards of 100 to 10,000,000 solutions by all methods and by enumeration;"
    );
    println!("sums, symmetries, memory; 100,000 random solutions …");
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
        assert_largest_row_major_tree(strategy.solver);
    }
    println!("both made exactly that many placements");
    counts_mutants()?;
    compare::run(2, 2_000_000)?;
    println!("mutants: one in 50, which the tests must notice …");
    let mut mutants = cargo(root);
    // A mutant changes one function, so an incremental build is several times faster.
    mutants.env("CARGO_INCREMENTAL", "1");
    mutants.args(["mutants", "--shard", "0/50", "--sharding", "round-robin", "--output"]);
    mutants.arg(crate::target(root).join("deep"));
    for package in MUTATED {
        mutants.args(["--package", package]);
    }
    crate::run(&mut mutants)?;
    println!("fuzzing: every target …");
    crate::fuzz::run(&crate::fuzz::Args::ALL, root)?;
    println!("64-bit ARM under emulation, with the slow tests …");
    crate::aarch64::run(&crate::aarch64::Args::ALL, root)?;
    println!("the Python package: a hundred million puzzles, arrays of more than 2³¹ bytes …");
    crate::python::deep(root)?;
    println!("Spark: two Python workers and two executors are killed …");
    crate::spark::deep(root)
}

/// Compares every SIMD engine with `mrv` and `bitmask` on mutated puzzles.
fn counts_mutants() -> Result<(), Failure> {
    const MUTANTS: usize = 100_000;
    let mrv = find("mrv").ok_or("there is no mrv")?.solver;
    let bitmask = find("bitmask").ok_or("there is no bitmask")?.solver;
    let strategies: Vec<_> = simd_strategies().collect();
    for strategy in &strategies {
        println!("{}: {MUTANTS} mutated puzzles, compared with mrv …", strategy.name);
        let agreement = agree(MutatedPuzzles::new(1).take(MUTANTS), strategy.solver, mrv, u64::MAX);
        check_coverage(&agreement, 0)?;
    }
    let strategy = strategies.first().ok_or("there is no SIMD engine")?;
    println!("{}: compared with bitmask, at most ten million placements …", strategy.name);
    let puzzles = MutatedPuzzles::new(1).take(MUTANTS);
    let agreement = agree(puzzles, strategy.solver, bitmask, 10_000_000);
    check_coverage(&agreement, MUTANTS as u64 / 50)
}

/// Prints the numbers of compared boards, and fails if there are too few of any kind.
fn check_coverage(agreement: &Agreement, may_give_up: u64) -> Result<(), Failure> {
    println!("{agreement:?}");
    let Agreement { sets, without, thousands, given_up, .. } = *agreement;
    if given_up > may_give_up || sets < 50_000 || without < 10_000 || thousands < 1_000 {
        return Err("too few boards of some kind were compared".into());
    }
    Ok(())
}
