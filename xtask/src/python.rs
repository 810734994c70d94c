//! `cargo xtask python`: builds and tests the Python package. Its tests also read the command's
//! files with NumPy, PyArrow and an XML parser.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::tools::{Build, build_command};
use crate::{Failure, run as run_command};

/// Builds the package, and runs its tests and the check of its stubs.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let (python, program) = (environment(root)?, build_command(root, "sudoku", Build::Test)?);
    let (package, wheels) = (root.join("python"), install(root, &python, Build::Test)?);
    // The step `spark` runs the tests on Spark.
    let tests = ["-m", "pytest", "--quiet", "tests", "--ignore", "tests/test_spark.py"];
    let mut run_tests = Command::new(&python);
    run_tests.current_dir(&package).args(tests);
    run_command(run_tests.env("SUDOKU", program).env("SUDOKU_WHEELS", &wheels))?;
    // Outside the folder of the sources, the installed package is checked.
    let mut check = Command::new(python);
    check.current_dir(wheels).args(["-m", "mypy.stubtest", "sudoku_engines"]);
    check.arg("--mypy-config-file").arg(package.join("pyproject.toml"));
    run_command(check.arg("--allowlist").arg(package.join("tests/stubtest.txt")))
}

/// The Python packages that the tests and tasks need. Spark requires pandas and warns about its
/// newer releases; no test passes pandas data to Spark.
const NEEDED: &[&str] = &[
    "datasets",
    "duckdb",
    "gymnasium>=1.1",
    "hypothesis",
    "ipykernel",
    "maturin>=1.16,<2",
    "mypy",
    "nbclient",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pyspark>=4.1,<5",
    "pytest",
    "reasoning-gym",
    "tqdm",
];

/// Returns the interpreter of an environment with the needed packages. If another thread creates
/// the environment, it waits.
pub(crate) fn environment(root: &Path) -> Result<PathBuf, Failure> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let environment = root.join("target/python");
    let python = environment.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    // The environment is created again if the list of packages changes.
    let (list, made) = (NEEDED.join("\n"), environment.join("needed.txt"));
    if fs::read_to_string(&made).is_ok_and(|made| made == list) {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(&environment);
    run_command(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run_command(Command::new(&python).args(install).args(NEEDED))?;
    fs::write(made, list)?;
    Ok(python)
}

/// Runs the tests of the package that take much time or memory.
pub(crate) fn deep(root: &Path) -> Result<(), Failure> {
    let python = environment(root)?;
    install(root, &python, Build::Test)?;
    let tests = ["-m", "pytest", "--quiet", "tests/test_large.py"];
    let package = root.join("python");
    run_command(Command::new(python).current_dir(package).args(tests).env("SUDOKU_DEEP", "1"))
}

/// Builds the wheel of the package and installs it. Returns the folder of the wheel.
pub(crate) fn install(root: &Path, python: &Path, build: Build) -> Result<PathBuf, Failure> {
    let package = root.join("python");
    let wheels = root.join("target/ci/wheels");
    let _ = fs::remove_dir_all(&wheels);
    let profile = if build == Build::Test { "dev" } else { "release" };
    let arguments =
        ["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile, "--out"];
    let mut build_wheel = Command::new(python);
    build_wheel.current_dir(&package).args(arguments).arg(&wheels);
    // The settings of the profile `test`. Maturin cannot use that profile itself, because it would
    // build the Rust tests.
    for (setting, value) in [
        ("DEBUG", "line-tables-only"),
        ("DEBUG_ASSERTIONS", "true"),
        ("OVERFLOW_CHECKS", "true"),
        ("CODEGEN_UNITS", "16"),
        ("LTO", "false"),
    ] {
        build_wheel.env(format!("CARGO_PROFILE_DEV_{setting}"), value);
    }
    run_command(&mut build_wheel)?;
    let wheel: Vec<OsString> = fs::read_dir(&wheels)?
        .map(|wheel| Ok(wheel?.path().into()))
        .collect::<Result<_, Failure>>()?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    run_command(Command::new(python).args(install).arg("--force-reinstall").args(wheel))?;
    Ok(wheels)
}
