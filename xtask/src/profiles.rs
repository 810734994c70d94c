//! Two checks of the harness: its main job, and that `cargo run` measures the same times as
//! `cargo run --release`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Failure, cargo, run as run_command};

/// The maximum ratio between the times of the dev build and the release build. Both have the same
/// code. They differ by less than 5% on a quiet machine, and by more on a busy one. Without
/// link-time optimization, times are at least four times as long.
const MARGIN: f64 = 1.25;

/// The number of rounds in which the two builds alternate.
const ROUNDS: usize = 5;

/// Runs the main job with the time budget, and checks its time and its counts.
pub(crate) fn main_job(root: &Path) -> Result<(), Failure> {
    run_command(cargo(root).args(["build", "--locked", "-p", "bench-harness"]))?;
    let folder = root.join("target/ci");
    std::fs::create_dir_all(&folder)?;
    let output = folder.join("harness.json");
    let start = Instant::now();
    run_command(
        cargo(root)
            .args([
                "run",
                "--locked",
                "-p",
                "bench-harness",
                "--",
                "--check-budget",
                "--format",
                "json",
            ])
            .arg("--output")
            .arg(&output),
    )?;
    let took = start.elapsed();
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&output)?)?;
    let rows = report["results"].as_array().ok_or("the report has no results")?;
    for row in rows {
        let count = |field: &str| row[field].as_u64().ok_or_else(|| format!("no {field} in {row}"));
        if count("puzzles")? != count("finished")? + count("timed_out")? + count("not_run")? {
            return Err(format!("the counts of {row} do not add up").into());
        }
    }
    println!("the main job: {} rows in {:.1} s", rows.len(), took.as_secs_f64());
    if took > Duration::from_secs(60) {
        Err("the main job must end within a minute".into())
    } else {
        Ok(())
    }
}

/// Compares the times of the two builds row by row, each the best of all rounds.
pub(crate) fn same_figures(root: &Path) -> Result<(), Failure> {
    run_command(cargo(root).args(["build", "--locked", "-p", "bench-harness"]))?;
    run_command(cargo(root).args(["build", "--locked", "-p", "bench-harness", "--release"]))?;
    let target = crate::target(root);
    let program = format!("bench-harness{}", std::env::consts::EXE_SUFFIX);
    let builds = ["debug", "release"].map(|folder| target.join(folder).join(&program));
    let mut best: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (build, best) in builds.iter().zip(&mut best) {
            let means = measure(build)?;
            best.resize(means.len(), f64::INFINITY);
            for (best, mean) in best.iter_mut().zip(means) {
                *best = best.min(mean);
            }
        }
    }
    let ratios: Vec<f64> =
        best[0].iter().zip(&best[1]).map(|(dev, release)| dev / release).collect();
    println!("dev to release, row by row: {ratios:.3?}");
    let apart = |ratio: &f64| !(1.0 / MARGIN..=MARGIN).contains(ratio);
    if ratios.is_empty() || ratios.iter().any(apart) {
        return Err("the times of the dev build and the release build differ".into());
    }
    Ok(())
}

/// Returns the mean time per puzzle of each row.
fn measure(build: &PathBuf) -> Result<Vec<f64>, Failure> {
    let output = Command::new(build)
        .args(["--set", "easy", "--set", "hard", "--strategy", "mrv", "--strategy", "bitmask"])
        .args(["--mode", "first", "--format", "json"])
        .output()?;
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let rows = report["results"].as_array().ok_or("the report has no results")?;
    rows.iter()
        .map(|row| row["mean_ns"].as_f64().ok_or_else(|| "a row without a mean".into()))
        .collect()
}
