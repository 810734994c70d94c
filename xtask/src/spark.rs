//! `cargo xtask spark`: the Python package's part for Spark, on a cluster of two executors.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::python::{self, Build};
use crate::{Failure, run as run_command};

/// Runs the Python package's data sets on a cluster of two Spark executors, which are killed on the
/// way; Java, which .ci/install installs, and Spark under target.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Make a data set of as many rated puzzles instead, by released builds, and measure: a million
    /// take half an hour
    #[arg(long, value_name = "N")]
    rows: Option<u64>,

    /// The scale that they are rated on
    #[arg(long, value_name = "SCALE", default_value = "hodoku", requires = "rows")]
    scale: String,
}

impl Args {
    /// What takes few minutes.
    pub(crate) const SHORT: Self = Self { rows: None, scale: String::new() };
}

/// The test that takes longest, with more executors ended.
pub(crate) fn deep(root: &Path) -> Result<(), Failure> {
    let interpreter = python::environment(root)?;
    let program = python::build_command(root, Build::Test)?;
    python::install(root, &interpreter, Build::Test)?;
    let tests = ["-m", "pytest", "--quiet", "tests/test_spark.py", "-k", "killed"];
    let mut job = Command::new(interpreter);
    job.current_dir(root.join("python")).env("SUDOKU", program).env("SUDOKU_DEEP", "1");
    run_command(job.args(tests))
}

/// Runs the tests that need Spark and, for that, Java; .ci/install installs it.
pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    let interpreter = python::environment(root)?;
    let build = if args.rows.is_some() { Build::Release } else { Build::Test };
    let program = python::build_command(root, build)?;
    python::install(root, &interpreter, build)?;
    let mut job = Command::new(interpreter);
    job.current_dir(root.join("python"));
    match args.rows {
        None => {
            let tests = ["-m", "pytest", "--quiet", "--durations=5", "tests/test_spark.py"];
            run_command(job.args(tests).env("SUDOKU", program))
        }
        Some(rows) => {
            let folder = root.join("target/ci/spark");
            let _ = fs::remove_dir_all(&folder);
            let job = job.arg("cluster.py").arg(program).arg(&folder);
            run_command(job.args([&rows.to_string(), &args.scale]))
        }
    }
}
