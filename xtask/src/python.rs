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
    let sudoku = ["run", "--quiet", "--locked", "-p", "sudoku-command", "--"];
    let generate = ["generate", "--count", "500", "--seed", "3", "--quiet", "--output"];
    run_command(cargo(root).args(sudoku).args(generate).arg(&file))?;
    for (name, source) in [("made", None), ("read", Some(&file))] {
        let set = folder.join(name);
        let options =
            ["--format", "csv,jsonl,parquet,npy", "--augment", "2,0,1", "--per-shard", "200"];
        let mut make = cargo(root);
        make.args(sudoku).args(["dataset", "make", "--quiet", "--output"]).arg(&set).args(options);
        run_command(make.args(source))?;
        run_command(Command::new(&python).args(["-c", SCRIPT]).arg(&set))?;
    }

    // What is XML is read as such, also with names and broken lines that XML has signs for.
    let [odd, page, xml] = ["txt", "svg", "xml"].map(|it| folder.join(format!("a---b & c.{it}")));
    let puzzles = fs::read_to_string(&file)?;
    let broken = "---<!--\n-->\n&amp;<game data=\"1\"/>\n]]>\n\0\n";
    fs::write(&odd, puzzles.split_inclusive('\n').take(5).collect::<String>() + broken)?;
    let draw = ["solve", "--to", "svg", "--per-page", "9", "--on-error", "mark", "--output"];
    let convert = ["convert", "--to", "opensudoku", "--on-error", "mark", "--output"];
    for (arguments, output) in [(&draw[..], &page), (&convert[..], &xml)] {
        let run = cargo(root).args(sudoku).args(arguments).args([output, &odd]).output()?;
        let code = run.status.code();
        if code != Some(1) {
            return Err(
                format!("{arguments:?} ended with {code:?} in spite of broken lines").into()
            );
        }
    }
    run_command(Command::new(&python).args(["-c", XML]).args([&page, &xml]))
}

/// Reads a page and a file of OpenSudoku, and counts what is in them.
const XML: &str = r#"
import sys
import xml.etree.ElementTree as tree

page, puzzles = (tree.parse(path).getroot() for path in sys.argv[1:])
assert page.tag.endswith("svg") and len([use for use in page.iter() if use.tag.endswith("use")]) == 5
assert len(puzzles.findall("game")) == 5
"#;
