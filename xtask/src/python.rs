//! `cargo xtask python`: data sets read by the real NumPy and PyArrow, and XML by a real parser.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Failure, cargo, run as run_command};

const SCRIPT: &str = include_str!("python.py");

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let environment = root.join("target/python");
    let python = environment.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    let has_libraries = || {
        Command::new(&python).args(["-c", "import numpy, pyarrow"]).output().map(|out| out.status)
    };
    if !has_libraries().is_ok_and(|status| status.success()) {
        run_command(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        let install = ["-m", "pip", "install", "--quiet", "numpy", "pyarrow"];
        run_command(Command::new(&python).args(install))?;
    }
    let folder = root.join("target/ci/python");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let file = folder.join("puzzles, with a comma.txt");
    // As tests are built, which takes half as long: nothing is timed here.
    let build =
        ["build", "--quiet", "--locked", "--profile", "test", "--workspace", "--bin", "sudoku"];
    run_command(cargo(root).args(build))?;
    let program = format!("debug/sudoku{}", std::env::consts::EXE_SUFFIX);
    let sudoku = || Command::new(crate::target(root).join(&program));
    let generate = ["generate", "--count", "500", "--seed", "3", "--quiet", "--output"];
    run_command(sudoku().args(generate).arg(&file))?;
    for (name, source) in [("made", None), ("read", Some(&file))] {
        let set = folder.join(name);
        let options =
            ["--format", "csv,jsonl,parquet,npy", "--augment", "2,0,1", "--per-shard", "200"];
        let mut make = sudoku();
        make.args(["dataset", "make", "--quiet", "--output"]).arg(&set).args(options);
        run_command(make.args(source))?;
        run_command(Command::new(&python).args(["-c", SCRIPT]).arg(&set))?;
    }

    // What they write is read by the command: nulls and whatever they pack it with by themselves.
    run_command(Command::new(&python).args(["-c", WRITE]).arg(&file).arg(&folder))?;
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
    run_command(Command::new(&python).args(["-c", XML]).args([&page, &xml]))
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
