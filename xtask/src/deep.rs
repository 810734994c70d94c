//! `cargo xtask deep`: what takes too long for every run.

mod compare;

use std::path::Path;

use sudoku_conformance::{Agreement, MutatedPuzzles, agree, assert_largest_row_major_tree};
use sudoku_registry::find;

use crate::{Failure, cargo};
use compare::{Boards, simd_strategies};

/// Runs the checks that take minutes; or, with --puzzles, one of them for as long as one likes.
///
/// That one compares every path of the SIMD engines, alone and in batches, on changed and random
/// boards. An interrupted run goes on when it is started again, and the first difference is kept:
/// both in target/deep.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only compare the paths, on this many boards.
    #[arg(long)]
    puzzles: Option<u64>,
    /// The seed, from which all boards follow.
    #[arg(long, default_value_t = 1, requires = "puzzles")]
    seed: u64,
    /// The index of the first board, so that several machines can share a seed.
    #[arg(long, default_value_t = 0, requires = "puzzles")]
    from: u64,
}

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

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    if let Some(puzzles) = args.puzzles {
        let boards = Boards { seed: args.seed, from: args.from, puzzles };
        return compare::run(&boards, Some(&crate::target(root).join("deep")));
    }
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
        assert_largest_row_major_tree(strategy.solver);
    }
    println!("exactly as many, each");
    counts_mutants()?;
    compare::run(&Boards { seed: 2, from: 0, puzzles: 2_000_000 }, None)?;
    println!("what was measured by a dev build, by a release build …");
    crate::profiles::same_figures(root)?;
    println!("fuzzing: every target …");
    crate::fuzz::run(&crate::fuzz::Args::ALL, root)?;
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
    let paths: Vec<_> = simd_strategies().collect();
    for path in &paths {
        println!("{}: {MUTANTS} changed puzzles, against mrv …", path.name);
        let agreement = agree(MutatedPuzzles::new(1).take(MUTANTS), path.solver, mrv, u64::MAX);
        says_something(&agreement, 0)?;
    }
    let path = paths.first().ok_or("there is no SIMD engine")?;
    println!("{}: the same, against bitmask with ten million placements …", path.name);
    let agreement = agree(MutatedPuzzles::new(1).take(MUTANTS), path.solver, bitmask, 10_000_000);
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
