//! `cargo xtask fuzz`: fuzzes the readers of untrusted input with libFuzzer.
//!
//! The targets are in `fuzz/targets`, outside the workspace. `cargo fuzz` runs them too. This task
//! builds them with stable Rust and a C++ compiler: stable Rust contains the address sanitizer and
//! the coverage counters, and only the option that enables them is unstable.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::sanitize::{TARGET, address_sanitizer, check_host};
use crate::{Failure, cargo, run as run_command, target};

/// Fuzzes the readers of untrusted input
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Targets to run, named like the files in fuzz/targets [default: all]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 30)]
    pub(crate) seconds: u32,
}

impl Args {
    /// The arguments of `cargo xtask deep`.
    pub(crate) const ALL: Self = Self { targets: Vec::new(), seconds: 120 };

    /// The arguments of the step in CI: only the readers of puzzles, for a short time.
    pub(crate) fn short() -> Self {
        Self { targets: WITHOUT_HARNESS.map(str::to_owned).into(), seconds: 20 }
    }
}

/// The targets that do not need the harness, which takes long to build.
const WITHOUT_HARNESS: [&str; 3] = ["board_text", "compressed_link", "puzzle_file"];

/// The flags for coverage counters that libFuzzer uses, the same as those of `cargo fuzz`.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1";

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    check_host()?;
    let folder = root.join("fuzz");
    let targets = chosen(args, &folder)?;
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
        let fuzzed = fuzz(target, args.seconds, &folder, &built);
        fuzzed.inspect_err(|error| eprintln!("{target}: {error}")).is_err()
    });
    let failed: Vec<&str> = failed.map(String::as_str).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

/// Returns the requested targets, or all.
fn chosen(args: &Args, folder: &Path) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder.join("targets"))? {
        let path = entry?.path();
        all.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    all.sort();
    if let Some(unknown) = args.targets.iter().find(|target| !all.contains(target)) {
        return Err(format!("there is no target {unknown}: use {}", all.join(", ")).into());
    }
    Ok(if args.targets.is_empty() { all } else { args.targets.clone() })
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
