//! `cargo xtask python`: builds and tests the Python package, reads data sets with NumPy and
//! PyArrow, and reads XML with a parser.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

use crate::{Failure, cargo, run as run_command};

const SCRIPT: &str = include_str!("python.py");

/// Builds the Python package, runs its tests, and reads data sets with NumPy and PyArrow
///
/// All Python packages are installed below target.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Instead run the tests that take minutes and 10 GB of memory
    #[arg(long)]
    pub(crate) large: bool,
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    if args.large {
        return deep(root);
    }
    let python = environment(root)?;
    let program = build_command(root, Build::Test)?;
    test_package(root, &python, &program)?;
    test_data_sets(root, &python, &program)
}

/// The build of the command and the package.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// The profile of tests, which has more checks and compiles in 50% of the time.
    Test,
    Release,
}

/// Builds the command. Returns its path.
pub(crate) fn build_command(root: &Path, build: Build) -> Result<PathBuf, Failure> {
    let (profile, folder) = match build {
        Build::Test => ("test", "debug"),
        Build::Release => ("release", "release"),
    };
    let arguments =
        ["build", "--quiet", "--locked", "--profile", profile, "--workspace", "--bin", "sudoku"];
    run_command(cargo(root).args(arguments))?;
    let program = format!("{folder}/sudoku{}", env::consts::EXE_SUFFIX);
    Ok(crate::target(root).join(program))
}

/// The Python packages that the tests and tasks need. Spark requires pandas and warns about its
/// newer releases; no test passes pandas data to Spark.
const NEEDED: &[&str] = &[
    "duckdb",
    "gymnasium>=1.1",
    "hypothesis",
    "maturin>=1.16,<2",
    "mypy",
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

/// Runs the package's tests and the check of its stubs.
fn test_package(root: &Path, python: &Path, program: &Path) -> Result<(), Failure> {
    let (package, wheels) = (root.join("python"), install(root, python, Build::Test)?);
    // The step `spark` runs the tests on Spark.
    let tests = ["-m", "pytest", "--quiet", "tests", "--ignore", "tests/test_spark.py"];
    run_command(Command::new(python).current_dir(&package).args(tests).env("SUDOKU", program))?;
    // Outside the folder of the sources, the installed package is checked.
    let stubs = ["-m", "mypy.stubtest", "sudoku_engines", "--mypy-config-file"];
    let settings = package.join("pyproject.toml");
    run_command(Command::new(python).current_dir(wheels).args(stubs).arg(settings))
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

fn test_data_sets(root: &Path, python: &Path, program: &Path) -> Result<(), Failure> {
    let folder = root.join("target/ci/python");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let file = folder.join("puzzles, with a comma.txt");
    let sudoku = || Command::new(program);
    let generate = ["generate", "--count", "500", "--seed", "3", "--quiet", "--output"];
    run_command(sudoku().args(generate).arg(&file))?;
    for (name, source) in [("made", None), ("read", Some(&file))] {
        let set = folder.join(name);
        let options =
            ["--format", "csv,jsonl,parquet,npy", "--augment", "2,0,1", "--per-shard", "200"];
        let mut make = sudoku();
        make.args(["dataset", "make", "--quiet", "--output"]).arg(&set).args(options);
        run_command(make.args(source))?;
        run_command(Command::new(python).args(["-c", SCRIPT]).arg(&set))?;
    }

    // The command reads files written by PyArrow and NumPy, with nulls and their default
    // compression.
    run_command(Command::new(python).args(["-c", WRITE]).arg(&file).arg(&folder))?;
    let [parquet, array] = ["others.parquet", "others.npy"].map(|name| folder.join(name));
    let check = ["dataset", "check", "--quiet", "--json"];
    let check = sudoku().args(check).args([&file, &parquet, &array]).output()?;
    let found = String::from_utf8(check.stdout)?;
    let summary = found.lines().last().unwrap_or_default();
    if !summary.starts_with(r#"{"puzzles":1499,"unreadable":1,"leaks":999,"duplicates":0,"#) {
        return Err(format!("the files of PyArrow and NumPy were read as {summary}").into());
    }

    // XML output is well-formed, even if file names and unreadable lines contain special
    // characters. An unreadable line has a place on the printed page too.
    let [odd, page, xml] = ["txt", "svg", "xml"].map(|it| folder.join(format!("a---b & c.{it}")));
    let puzzles = fs::read_to_string(&file)?;
    let broken = "---<!--\n-->\n&amp;<game data=\"1\"/>\n]]>\n\0\n";
    fs::write(&odd, puzzles.split_inclusive('\n').take(5).collect::<String>() + broken)?;
    let draw = ["solve", "--to", "svg", "--per-page", "10", "--on-error", "mark", "--output"];
    let convert = ["convert", "--to", "opensudoku", "--on-error", "mark", "--output"];
    for (arguments, output) in [(&draw[..], &page), (&convert[..], &xml)] {
        let run = sudoku().args(arguments).args([output, &odd]).output()?;
        let code = run.status.code();
        if code != Some(1) {
            return Err(
                format!("{arguments:?} ended with {code:?} in spite of unreadable lines").into()
            );
        }
    }
    run_command(Command::new(python).args(["-c", XML]).args([&page, &xml]))
}

/// A script that writes the puzzles of a file as Parquet, with a null, and as a NumPy array.
const WRITE: &str = r#"
import sys
import numpy as np
import pyarrow
import pyarrow.parquet as parquet

source, folder = sys.argv[1:]
lines = open(source).read().split()
columns = {"name": list(range(500)), "Puzzle": lines[:300] + [None] + lines[301:]}
parquet.write_table(pyarrow.table(columns), f"{folder}/others.parquet", row_group_size=128)
digits = [[int(cell) for cell in line.replace(".", "0")] for line in lines]
np.save(f"{folder}/others.npy", np.array(digits, dtype=np.uint8).reshape(-1, 9, 9))
"#;

/// A script that reads a printed page and a file of OpenSudoku, and counts their puzzles.
const XML: &str = r#"
import sys
import xml.etree.ElementTree as tree

page, puzzles = (tree.parse(path).getroot() for path in sys.argv[1:])
assert page.tag.endswith("svg") and len([use for use in page.iter() if use.tag.endswith("use")]) == 5
assert len(puzzles.findall("game")) == 5
"#;
