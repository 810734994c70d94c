//! `cargo xtask fuzz`: fuzzes the readers of untrusted input with libFuzzer.
//!
//! The targets are in `fuzz/targets`, outside the workspace. `cargo fuzz` runs them too. This task
//! builds them with stable Rust and a C++ compiler: stable Rust contains the address sanitizer and
//! the coverage counters, and only the option that enables them is unstable.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::sanitize::{TARGET, address_sanitizer, check_host};
use crate::tools::files_below;
use crate::{Failure, cargo, run as run_command, target};

/// The targets that do not need the harness, which takes long to build.
pub(crate) const WITHOUT_HARNESS: [&str; 3] = ["board_text", "compressed_link", "puzzle_file"];

/// The flags for coverage counters that libFuzzer uses, the same as those of `cargo fuzz`.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1";

/// Fuzzes these targets, or all if there are none, for some seconds each.
pub(crate) fn run<T: AsRef<str>>(root: &Path, targets: &[T], seconds: u32) -> Result<(), Failure> {
    check_host()?;
    let folder = root.join("fuzz");
    let targets = chosen(targets, &folder)?;
    let built = target(root).join("fuzz");
    let mut build = cargo(&folder);
    build.args(["build", "--release", "--target", TARGET, "--target-dir"]).arg(&built);
    for target in &targets {
        build.args(["--bin", target]);
    }
    if targets.iter().any(|target| !WITHOUT_HARNESS.contains(&target.as_str())) {
        build.arg("--all-features");
    }
    run_command(address_sanitizer(&mut build, COVERAGE))?;
    let failed = targets.iter().filter(|target| {
        let fuzzed = fuzz(target, seconds, &folder, &built);
        fuzzed.inspect_err(|error| eprintln!("{target}: {error}")).is_err()
    });
    let failed: Vec<&str> = failed.map(String::as_str).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

/// Returns the requested targets, or all.
fn chosen<T: AsRef<str>>(targets: &[T], folder: &Path) -> Result<Vec<String>, Failure> {
    let mut all = files_below(&folder.join("targets"))?;
    all.iter_mut().for_each(|file| file.truncate(file.len() - ".rs".len()));
    let chosen: Vec<String> = targets.iter().map(|target| target.as_ref().to_owned()).collect();
    match chosen.iter().find(|target| !all.contains(target)) {
        Some(unknown) => Err(format!("no target {unknown}: use {}", all.join(", ")).into()),
        None => Ok(if chosen.is_empty() { all } else { chosen }),
    }
}

/// Runs a target on its seeds and on earlier inputs. Inputs that fail are kept.
fn fuzz(target: &str, seconds: u32, folder: &Path, built: &Path) -> Result<(), Failure> {
    let work = built.join("runs").join(target);
    let [corpus, found] = ["corpus", "found"].map(|name| work.join(name));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&found)?;
    println!("fuzzing {target}, {seconds} s …");
    let mut program = Command::new(built.join(TARGET).join("release").join(target));
    program.args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"]);
    program.arg(format!("-max_total_time={seconds}"));
    program.arg(format!("-artifact_prefix={}/", found.display()));
    program.args([&corpus, &folder.join("seeds").join(target)]);
    run_command(program.stdin(Stdio::null()))
}
