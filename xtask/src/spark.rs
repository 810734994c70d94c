//! `cargo xtask spark`: the Python package's part for Spark, on a cluster of two executors.

use std::path::Path;
use std::process::Command;

use crate::{Failure, python, run as run_command};

/// What Spark and its tests need. Spark warns of newer releases of pandas, which it wants to be
/// there and which nothing here uses.
const NEEDED: &[&str] = &["maturin>=1.16,<2", "pandas<3", "pyarrow", "pyspark>=4.1,<5", "pytest"];

/// Runs the tests that need Spark and, for that, Java; .ci/install installs it.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let interpreter = python::environment_of(root, "spark", NEEDED)?;
    let program = python::build_command(root)?;
    python::install(root, &interpreter)?;
    let tests = ["-m", "pytest", "--quiet", "--durations=5", "tests/test_spark.py"];
    let mut test = Command::new(interpreter);
    run_command(test.current_dir(root.join("python")).args(tests).env("SUDOKU", program))
}
