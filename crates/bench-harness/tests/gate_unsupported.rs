//! Test of `gate` with strategies that the processor cannot run. It calls `gate` in its own
//! process, which kills all of its child processes, so no other test may run in that process.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;

use bench_harness::Strategy;
use bench_harness::cmd::gate::{self, GateArgs};
use bench_harness::cmd::strategies::Strategies;
use clap::{Args, FromArgMatches};
use sudoku_registry::STRATEGIES;

const OWN: &str = env!("CARGO_BIN_EXE_bench-harness");

static ADDED: [Strategy; 2] = {
    const fn never(name: &'static str) -> Strategy {
        Strategy::new(name, "own-crate", "an idea", STRATEGIES[2].solver).only_where(|| false)
    }
    [never("never"), never("variant").variant_of("mrv")]
};

#[test]
fn a_strategy_that_this_processor_cannot_run_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.md");
    let arguments = ["", "--base", OWN, "--set", "judge", "--output", table.to_str().unwrap()];
    let command = GateArgs::augment_args(clap::Command::new(""));
    let args = command.try_get_matches_from(arguments).unwrap();
    let args = GateArgs::from_arg_matches(&args).unwrap();
    // The program of this test serves no strategy, so no row is timed.
    gate::execute(&args, Strategies::with(&ADDED).unwrap()).unwrap();
    let text = fs::read_to_string(table).unwrap();
    let note = text.lines().find(|line| line.contains("never"));
    assert_eq!(note, Some("- not run: never (not supported by this processor)"), "{text}");
}
