//! A check of the harness: its main job.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Failure, cargo, run as run_command};

/// Runs the main job with the time budget, and checks its time and its counts.
pub(crate) fn main_job(root: &Path) -> Result<(), Failure> {
    run_command(cargo(root).args(["build", "--locked", "-p", "bench-harness"]))?;
    let folder = root.join("target/ci");
    fs::create_dir_all(&folder)?;
    let output = folder.join("harness.json");
    let start = Instant::now();
    let run =
        ["run", "--locked", "-p", "bench-harness", "--", "--check-budget", "--format", "json"];
    run_command(cargo(root).args(run).arg("--output").arg(&output))?;
    let took = start.elapsed();
    let report: Value = serde_json::from_str(&fs::read_to_string(&output)?)?;
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
