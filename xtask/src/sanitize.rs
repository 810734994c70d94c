//! `cargo xtask sanitize`: the tests of the crates with `unsafe` code under the address sanitizer.
//!
//! It sees reads and writes outside of what was allocated, on the paths that this processor has.
//! The sanitizer comes with stable Rust; only the option that turns it on does not. Miri, which
//! would see more, knows none of the vector instructions.

use std::path::Path;
use std::process::Command;

use crate::{Failure, cargo, run as run_command, target};

/// The target that the sanitizer is there for.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The crates with `unsafe` code.
const PACKAGES: [&str; 3] = ["sudoku-core", "sudoku-count", "sudoku-simd"];

/// Has a Cargo command build with the address sanitizer, and with these flags besides.
pub(crate) fn address_sanitizer<'c>(cargo: &'c mut Command, flags: &str) -> &'c mut Command {
    // The target has to be named to Cargo, or build scripts and macros would get these flags too.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", format!("-Zsanitizer=address {flags}"))
}

/// Fails where the sanitizer is not there.
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
    // What the sanitizer keeps beside each block would be taken for the crate's own memory.
    test.args(["--", "--skip", "memory_stays_below"]);
    run_command(address_sanitizer(&mut test, ""))
}
