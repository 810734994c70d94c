//! `cargo xtask aarch64`: the tests on 64-bit ARM, under emulation.
//!
//! Emulation tells right from wrong, not fast from slow. `.ci/install` installs what it needs.

use std::path::Path;
use std::process::Command;

use crate::{Failure, cargo, run as run_command};

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The crates whose code runs on users' machines.
const PACKAGES: &[&str] = &[
    "sudoku-core",
    "sudoku-scan",
    "sudoku-bitmask",
    "sudoku-mrv",
    "sudoku-simd",
    "sudoku-generator",
    "sudoku-text",
];

/// Minutes under emulation: canonical forms have nothing to do with the processor, and the engines
/// are compared with each other where they have more than one path.
const SLOW_PACKAGES: &[&str] = &["sudoku-canonical", "sudoku-registry"];

/// Runs the tests on 64-bit ARM under emulation, with what .ci/install installs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The tests of `sudoku-canonical` and `sudoku-registry` too
    #[arg(long)]
    all: bool,
}

impl Args {
    /// What has to hold before a change lands.
    pub(crate) const SHORT: Self = Self { all: false };
    /// Everything.
    pub(crate) const ALL: Self = Self { all: true };
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    for program in ["aarch64-linux-gnu-gcc", "qemu-aarch64"] {
        if Command::new(program).arg("--version").output().is_err() {
            return Err(format!("{program} is not installed; see .ci/install").into());
        }
    }
    let has_target = has_target()?;
    let mut test = if has_target {
        cargo(root)
    } else {
        // Debian's own Rust builds the standard library from its source, where rustup has none.
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.current_dir(root).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        cargo
    };
    test.args(["test", "--locked", "--tests", "--target", TARGET, "--target-dir"]);
    test.arg(root.join("target/aarch64"));
    let slow = if args.all { SLOW_PACKAGES } else { &[] };
    for package in PACKAGES.iter().chain(slow) {
        test.args(["-p", package]);
    }
    if !has_target {
        test.arg("-Zbuild-std");
    }
    test.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    let runner = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
    run_command(test.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner))
}

/// Whether this toolchain has a standard library for the target.
fn has_target() -> Result<bool, Failure> {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    Ok(Path::new(String::from_utf8(output.stdout)?.trim()).exists())
}
