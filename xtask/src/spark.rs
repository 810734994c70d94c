//! `cargo xtask spark`: tests the Spark job of the Python package on a cluster of two executors.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tools::{Build, build_command};
use crate::{Failure, python, run as run_command};

/// Tests the Spark job on a cluster of two executors, some of which are killed
///
/// It needs Java, which .ci/install installs. Spark is installed below target.
#[derive(clap::Args)]
pub(crate) struct SparkArgs {
    /// Instead measure the time for a data set of this many rated puzzles, with release builds; a
    /// million take 30 minutes
    #[arg(long, value_name = "N")]
    rows: Option<u64>,

    /// Scale of the ratings
    #[arg(long, value_name = "SCALE", default_value = "hodoku", requires = "rows")]
    scale: String,

    /// Compare the time on one executor with the time on two
    #[arg(long, requires = "rows")]
    scaling: bool,
}

impl SparkArgs {
    /// The arguments of the step in CI.
    pub(crate) const SHORT: Self = Self { rows: None, scale: String::new(), scaling: false };
}

/// Runs the longest test, in which more executors are killed.
pub(crate) fn deep(root: &Path) -> Result<(), Failure> {
    let interpreter = python::environment(root)?;
    let program = build_command(root, "sudoku", Build::Test)?;
    python::install(root, &interpreter, Build::Test)?;
    let tests = ["-m", "pytest", "--quiet", "tests/test_spark.py", "-k", "killed"];
    let mut job = Command::new(interpreter);
    job.current_dir(root.join("python")).env("SUDOKU", program).env("SUDOKU_DEEP", "1");
    run_command(job.args(tests))
}

/// Runs the tests that need Spark, or measures.
pub(crate) fn run(args: &SparkArgs, root: &Path) -> Result<(), Failure> {
    let interpreter = python::environment(root)?;
    let build = if args.rows.is_some() { Build::Release } else { Build::Test };
    let program = build_command(root, "sudoku", build)?;
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
            job.args([&rows.to_string(), &args.scale]);
            run_command(job.args(args.scaling.then_some("scaling")))
        }
    }
}
