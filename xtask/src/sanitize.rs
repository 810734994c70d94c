//! `cargo xtask sanitize`: runs the tests of crates with `unsafe` code under the address sanitizer.
//!
//! The sanitizer detects accesses outside allocated memory, for the instruction sets that this
//! processor supports. Stable Rust contains it; only the option that enables it is unstable. Miri
//! would detect more, but lacks some of the vector instructions.

use std::path::Path;
use std::process::Command;

use crate::{Failure, cargo, run as run_command, target};

/// The target that the sanitizer supports.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The crates with `unsafe` code.
const PACKAGES: [&str; 3] = ["sudoku-core", "sudoku-count", "sudoku-simd"];

/// Adds the address sanitizer and these flags to a Cargo command.
pub(crate) fn address_sanitizer<'c>(cargo: &'c mut Command, flags: &str) -> &'c mut Command {
    // The command must have `--target`: otherwise build scripts and macros get these flags too.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", format!("-Zsanitizer=address {flags}"))
}

/// Fails if this machine does not support the sanitizer.
pub(crate) fn check_host() -> Result<(), Failure> {
    let is_here = cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"));
    if is_here { Ok(()) } else { Err(format!("this needs a {TARGET} machine").into()) }
}

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    check_host()?;
    let mut test = cargo(root);
    test.args(["test", "--locked", "--tests", "--target", TARGET, "--target-dir"]);
    test.arg(target(root).join("sanitize"));
    for package in PACKAGES {
        test.args(["-p", package]);
    }
    // This test measures memory, which the sanitizer increases.
    test.args(["--", "--skip", "memory_stays_below"]);
    run_command(address_sanitizer(&mut test, ""))
}
