//! `cargo xtask deep`: the checks that take too long for CI.

use std::path::Path;

use crate::{Failure, cargo, run as run_command};

/// The arguments of `cargo test` for each run, which reads `SUDOKU_DEEP`.
const TESTS: [(&str, &[&str]); 4] = [
    (
        "canonical forms: 2,000 boards under 1,000 symmetries each, 100 by the definition",
        &["--package", "sudoku-canonical"],
    ),
    (
        "counting: 10,000 boards of 100 to 10,000,000 solutions by all methods and by enumeration; \
         sums, symmetries, memory; 100,000 random solutions",
        &["--package", "sudoku-count", "--lib", "--tests"],
    ),
    (
        "SIMD engines: 100,000 mutated puzzles, compared with mrv and bitmask; 2,000,000 boards, \
         compared with each other",
        &["--package", "sudoku-registry", "--tests"],
    ),
    (
        "generated variants: 10,000, checked by the naive strategy",
        &["--package", "sudoku-generator", "--features", "variants", "--test", "all", "variants::"],
    ),
];

/// The crates with property tests. Strategies have them in the conformance suite.
const PROPERTIES: [&str; 10] = [
    "sudoku-core",
    "sudoku-text",
    "sudoku-generator",
    "sudoku-logic",
    "sudoku-explain",
    "sudoku-engines",
    "sudoku-scan",
    "sudoku-bitmask",
    "sudoku-mrv",
    "sudoku-simd",
];

/// The crates whose tests are tested by mutants.
const MUTATED: [&str; 5] =
    ["sudoku-core", "sudoku-text", "sudoku-canonical", "sudoku-count", "sudoku-generator"];

/// Compares the SIMD engines with each other on random boards.
pub(crate) fn compare_engines(root: &Path, boards: u64, seed: u64) -> Result<(), Failure> {
    let mut test = cargo(root);
    test.args(["test", "--locked", "--package", "sudoku-registry", "--test", "simd"]);
    test.args(["--", "--nocapture"]).env("SUDOKU_BOARDS", boards.to_string());
    run_command(test.env("SUDOKU_SEED", seed.to_string()))
}

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let in_all = |packages: &[&'static str]| {
        packages.iter().flat_map(|it| ["--package", *it]).collect::<Vec<_>>()
    };
    for (about, arguments) in TESTS {
        println!("{about} …");
        let mut test = cargo(root);
        test.env("SUDOKU_DEEP", "1").env("SUDOKU_BOARDS", "2000000").env("SUDOKU_SEED", "2");
        run_command(test.arg("test").args(arguments))?;
    }
    println!("scan and bitmask: the 1,759,846,510 placements of the largest tree …");
    run_command(cargo(root).args(["run", "-p", "sudoku-registry", "--example", "largest_tree"]))?;
    println!("property tests: 20 times as many cases …");
    let mut properties = cargo(root);
    properties.args(["test", "--tests"]).env("PROPTEST_CASES", "5120");
    run_command(properties.args(in_all(&PROPERTIES)))?;
    println!("mutants: one in 50, which the tests must detect …");
    let mut mutants = cargo(root);
    // A mutant changes one function, so an incremental build is several times faster.
    mutants.env("CARGO_INCREMENTAL", "1");
    mutants.args(["mutants", "--shard", "0/50", "--sharding", "round-robin", "--output"]);
    run_command(mutants.arg(crate::target(root).join("deep")).args(in_all(&MUTATED)))?;
    println!("fuzzing: every target …");
    crate::fuzz::run::<&str>(root, &[], 120)?;
    println!("64-bit ARM under emulation, with all crates …");
    crate::aarch64::run(root, true)?;
    println!("the Python package: a hundred million puzzles, arrays of more than 2³¹ bytes …");
    crate::python::deep(root)?;
    println!("Spark: two Python workers and two executors are killed …");
    crate::spark::deep(root)
}
