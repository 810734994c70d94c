//! `cargo xtask gate`: checks that `bench-harness gate` detects a strategy that is 10% slower, and
//! accepts an unchanged one.
//!
//! The strategy is `trial` in an example of `bench-harness`. The gate compares a slowed copy and an
//! unchanged one with the original, while all other processors are busy.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::tools::build_example;
use crate::{Failure, target};

/// The names of the copies. The example repeats every tenth search if its name is the first one.
const NAMES: [&str; 2] = ["slowed", "unchanged"];

/// The rows to compare.
const ROWS: [&str; 6] = ["--set", "easy", "--strategy", "trial", "--strategy", "board"];

/// Builds the example, and compares each of its copies as often as `runs` says.
pub(crate) fn run(root: &Path, runs: usize) -> Result<(), Failure> {
    // The gate compares times of the same build, so any build is good enough.
    let built = build_example(root, "trial_gate")?;
    let folder = target(root).join("ci/gate");
    fs::create_dir_all(&folder)?;
    for name in NAMES {
        fs::copy(&built, folder.join(format!("{name}{EXE_SUFFIX}")))?;
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let others = thread::available_parallelism().map_or(1, |count| count.get().max(2) - 1);
        for _ in 0..others {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let tried = try_all(runs, &folder);
        done.store(true, Ordering::Relaxed);
        tried
    })
}

fn try_all(runs: usize, folder: &Path) -> Result<(), Failure> {
    let mut wrong = 0;
    let [slowed, unchanged] = NAMES.map(|name| folder.join(format!("{name}{EXE_SUFFIX}")));
    for (name, build, passes) in
        [("slowed by 10%", &slowed, false), ("unchanged", &unchanged, true)]
    {
        for run in 1..=runs {
            let start = Instant::now();
            let output =
                Command::new(build).args(["gate", "--base"]).arg(&unchanged).args(ROWS).output()?;
            let is_right = match output.status.code() {
                Some(0) => passes,
                Some(1) => !passes,
                _ => return Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
            };
            wrong += usize::from(!is_right);
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.starts_with("| trial")).unwrap_or_default();
            let verdict = if output.status.success() { "passes" } else { "fails" };
            println!(
                "{name}, run {run}: {verdict} in {:.1} s  {line}",
                start.elapsed().as_secs_f64()
            );
            if !is_right {
                println!("{text}");
            }
        }
    }
    if wrong == 0 { Ok(()) } else { Err(format!("the gate decided wrongly {wrong} times").into()) }
}
