//! `cargo xtask python`: the Python package built and tested, data sets read by the real NumPy and
//! PyArrow, and XML by a real parser.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

use crate::{Failure, cargo, run as run_command};

const SCRIPT: &str = include_str!("python.py");

/// Builds the Python package and runs its tests, and reads data sets with the real NumPy and
/// PyArrow, installed under target.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run the tests that take minutes and ten gigabytes of memory instead
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

/// How the command and the package are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// As tests are, which takes half as long and checks more: where nothing is timed.
    Test,
    Release,
}

/// Builds the command, and says where it is.
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

/// What the package's tests, those on Spark too, and these chores need of others. Spark warns of
/// this release of pandas, which it wants to be there and which nothing here hands over to it.
const NEEDED: &[&str] = &[
    "duckdb",
    "hypothesis",
    "maturin>=1.16,<2",
    "mypy",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pyspark>=4.1,<5",
    "pytest",
    "tqdm",
];

/// The interpreter of an environment that has what is needed. Who asks while it is being made,
/// waits.
pub(crate) fn environment(root: &Path) -> Result<PathBuf, Failure> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let environment = root.join("target/python");
    let python = environment.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    // It is made anew when other packages are needed.
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

/// The package's tests that take much time or memory.
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
    // Those on Spark are another step's: see spark.rs.
    let tests = ["-m", "pytest", "--quiet", "tests", "--ignore", "tests/test_spark.py"];
    run_command(Command::new(python).current_dir(&package).args(tests).env("SUDOKU", program))?;
    // Away from the sources: what is checked is what was installed.
    let stubs = ["-m", "mypy.stubtest", "sudoku_engines", "--mypy-config-file"];
    let settings = package.join("pyproject.toml");
    run_command(Command::new(python).current_dir(wheels).args(stubs).arg(settings))
}

/// Builds the package's wheel and installs it; returns the folder that it is in.
pub(crate) fn install(root: &Path, python: &Path, build: Build) -> Result<PathBuf, Failure> {
    let package = root.join("python");
    let wheels = root.join("target/ci/wheels");
    let _ = fs::remove_dir_all(&wheels);
    let profile = if build == Build::Test { "dev" } else { "release" };
    let arguments =
        ["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile, "--out"];
    let mut build_wheel = Command::new(python);
    build_wheel.current_dir(&package).args(arguments).arg(&wheels);
    // What the profile `test` says, which in this place would build Rust's own tests.
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

    // What they write is read by the command: nulls and whatever they pack it with by themselves.
    run_command(Command::new(python).args(["-c", WRITE]).arg(&file).arg(&folder))?;
    let [parquet, array] = ["others.parquet", "others.npy"].map(|name| folder.join(name));
    let check = ["dataset", "check", "--quiet", "--json"];
    let check = sudoku().args(check).args([&file, &parquet, &array]).output()?;
    let found = String::from_utf8(check.stdout)?;
    let summary = found.lines().last().unwrap_or_default();
    if !summary.starts_with(r#"{"puzzles":1499,"unreadable":1,"leaks":999,"duplicates":0,"#) {
        return Err(format!("the files of PyArrow and NumPy were read as {summary}").into());
    }

    // What is XML is read as such, also with names and broken lines that XML has signs for. A
    // broken line has a place on the page too.
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
                format!("{arguments:?} ended with {code:?} in spite of broken lines").into()
            );
        }
    }
    run_command(Command::new(python).args(["-c", XML]).args([&page, &xml]))
}

/// Writes the puzzles of a file, one of them as a null, in groups of rows and as an array.
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

/// Reads a page and a file of OpenSudoku, and counts what is in them.
const XML: &str = r#"
import sys
import xml.etree.ElementTree as tree

page, puzzles = (tree.parse(path).getroot() for path in sys.argv[1:])
assert page.tag.endswith("svg") and len([use for use in page.iter() if use.tag.endswith("use")]) == 5
assert len(puzzles.findall("game")) == 5
"#;
