//! `cargo xtask aarch64`: the tests on 64-bit ARM, under emulation.
//!
//! Emulation shows errors, but says nothing about speed. `.ci/install` installs the emulator.

use std::path::Path;
use std::process::Command;

use crate::tools::cargo_for;
use crate::{Failure, run as run_command};

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The crate with code for this processor, and the board model below it.
const PACKAGES: &[&str] = &["sudoku-core", "sudoku-simd"];

/// Other crates, whose code is the same on every processor. Their tests take minutes under
/// emulation.
const OTHER_PACKAGES: &[&str] = &[
    "sudoku-scan",
    "sudoku-bitmask",
    "sudoku-mrv",
    "sudoku-generator",
    "sudoku-text",
    "sudoku-canonical",
    "sudoku-registry",
];

/// Runs the tests; with `all` also those of the other crates.
pub(crate) fn run(root: &Path, all: bool) -> Result<(), Failure> {
    for program in ["aarch64-linux-gnu-gcc", "qemu-aarch64"] {
        if Command::new(program).arg("--version").output().is_err() {
            return Err(format!("{program} is not installed: run .ci/install").into());
        }
    }
    let mut test = cargo_for(root, TARGET, "-Zbuild-std")?;
    test.args(["test", "--locked", "--tests", "--target", TARGET, "--target-dir"]);
    test.arg(root.join("target/aarch64"));
    let others = if all { OTHER_PACKAGES } else { &[] };
    for package in PACKAGES.iter().chain(others) {
        test.args(["-p", package]);
    }
    test.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    let runner = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
    run_command(test.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner))
}
