//! The generated parts of the documents.
//!
//! There are two kinds:
//!
//! - A table of the harness lies between a line `<!-- harness: ARGUMENTS -->` and a line
//!   `<!-- harness end: DIGEST -->`, whose digest shows edits. It is the output of `bench-harness`
//!   with these arguments. Times differ from run to run; puzzles, strategies and exact counters do
//!   not, so they show that a table is stale.
//! - A part between `<!-- figures: NAME -->` and `<!-- figures end -->` is made from the
//!   measurement file of [`figures`], and so is the plot. `cargo xtask tidy` compares both with the
//!   file.

use std::fs;
use std::path::Path;

use sudoku_registry::find;

use crate::figures::{self, Figures};
use crate::{Failure, cargo, run};

const BEGIN: &str = "<!-- harness: ";
const END: &str = "<!-- harness end";

const FIGURES_BEGIN: &str = "<!-- figures: ";
const FIGURES_END: &str = "<!-- figures end -->";

/// The documents with tables of the harness, from the workspace's folder.
const HARNESS_DOCUMENTS: [&str; 1] = ["docs/benchmarks.md"];

/// The documents with parts from the measurement file, from the workspace's folder.
const FIGURES_DOCUMENTS: [&str; 3] = ["README.md", "README.ko.md", "docs/benchmarks.md"];

/// The speed plot, from the workspace's folder.
const PLOT: &str = "docs/img/speed.svg";

/// Measures every figure again, and writes the plot and the parts of all documents.
pub(crate) fn measure(args: &figures::Args, root: &Path) -> Result<(), Failure> {
    figures::measure(args, root)?.write(&root.join(figures::FILE))?;
    write(root)
}

/// Measures the tables of the harness again, and writes the plot and the parts of all documents.
pub(crate) fn write(root: &Path) -> Result<(), Failure> {
    write_figures(root)?;
    splice(root)
}

/// Writes the plot and the parts that come from the measurement file.
pub(crate) fn write_figures(root: &Path) -> Result<(), Failure> {
    let figures = Figures::read(&root.join(figures::FILE))?;
    fs::write(root.join(PLOT), figures::speed(&figures)?)?;
    for document in FIGURES_DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path)?;
        fs::write(&path, with_figures(document, &text, &figures)?)?;
    }
    Ok(())
}

/// Measures the tables of the harness again.
fn splice(root: &Path) -> Result<(), Failure> {
    let measured = root.join("target/readme.jsonl");
    let harness = ["run", "--quiet", "--locked", "-p", "bench-harness", "--"];
    for document in HARNESS_DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path)?;
        for block in blocks(document, &text)? {
            let _ = fs::remove_file(&measured);
            let mut measure = cargo(root);
            measure.args(harness).arg("measure").args(block.arguments.split_whitespace());
            run(measure.arg("--output").arg(&measured))?;
            run(cargo(root).args(harness).arg("report").arg(&measured).arg("--splice").arg(&path))?;
        }
    }
    Ok(())
}

/// Adds the generated parts that were edited or are stale to the list of broken invariants.
pub(crate) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    check_figures(root, broken)?;
    let report = ["run", "--quiet", "--locked", "-p", "bench-harness", "--", "report", "--check"];
    for document in HARNESS_DOCUMENTS {
        let path = root.join(document);
        let output = cargo(root).args(report).arg(&path).output()?;
        if !output.status.success() {
            broken.push(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        let text = fs::read_to_string(&path)?;
        for block in blocks(document, &text)? {
            if block.text.contains("-dirty") {
                broken.push(format!("{document}: a table was made from code that is in no commit"));
            }
            let now = verified(root, block.arguments)?;
            if exact_parts(block.text) != exact_parts(&now) {
                let arguments = block.arguments;
                broken.push(format!(
                    "{document}: the table of `{arguments}` is stale: cargo xtask readme"
                ));
            }
        }
    }
    Ok(())
}

/// Compares the plot and the parts of the documents with the measurement file.
fn check_figures(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    let figures = Figures::read(&root.join(figures::FILE))?;
    let mut compare = |document: &str, text: &str, expected: String| {
        if text != expected {
            broken.push(format!(
                "{document}: differs from {}: cargo xtask pictures --figures",
                figures::FILE
            ));
        }
    };
    compare(PLOT, &fs::read_to_string(root.join(PLOT))?, figures::speed(&figures)?);
    for document in FIGURES_DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        compare(document, &text, with_figures(document, &text, &figures)?);
    }
    Ok(())
}

/// Returns a document with the parts that the measurement file gives.
fn with_figures(document: &str, text: &str, figures: &Figures) -> Result<String, Failure> {
    let mut result = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(FIGURES_BEGIN) {
        let (before, from) = rest.split_at(begin);
        let line = from.lines().next().unwrap_or(from);
        let name = line
            .strip_prefix(FIGURES_BEGIN)
            .and_then(|line| line.strip_suffix(" -->"))
            .ok_or_else(|| format!("{document}: {line:?} does not end with ` -->`"))?;
        let end = from
            .find(FIGURES_END)
            .ok_or_else(|| format!("{document}: no `{FIGURES_END}` after {line:?}"))?;
        result += &format!("{before}{line}\n{}", figures::block(figures, name)?);
        rest = &from[end..];
    }
    if result.is_empty() {
        return Err(format!("{document}: it has no figures").into());
    }
    Ok(result + rest)
}

/// A table of the harness in a document.
struct Block<'a> {
    /// The harness's arguments.
    arguments: &'a str,
    /// The text between the markers.
    text: &'a str,
}

/// Returns the tables of the harness in a document; fails without any.
fn blocks<'a>(document: &str, text: &'a str) -> Result<Vec<Block<'a>>, Failure> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(BEGIN) {
        rest = &rest[begin..];
        let line = rest.lines().next().unwrap_or(rest);
        let arguments = line
            .strip_prefix(BEGIN)
            .and_then(|line| line.strip_suffix(" -->"))
            .ok_or_else(|| format!("{document}: {line:?} does not end with ` -->`"))?;
        let end = rest.find(END).ok_or_else(|| format!("{document}: no `{END}` after {line:?}"))?;
        blocks.push(Block { arguments, text: &rest[line.len()..end] });
        rest = &rest[end..];
    }
    if blocks.is_empty() {
        return Err(format!("{document}: it has no table from the harness").into());
    }
    Ok(blocks)
}

/// Returns the harness's output with these arguments if it verifies and times nothing.
fn verified(root: &Path, arguments: &str) -> Result<String, Failure> {
    let output = cargo(root)
        .args(["run", "--quiet", "--locked", "-p", "bench-harness", "--", "--format", "markdown"])
        .args(arguments.split_whitespace())
        .arg("--verify-only")
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        Err(format!("bench-harness {arguments}: {complaint}").into())
    }
}

/// Returns the parts that do not differ from run to run: the titles, and the name, counters and
/// finished puzzles of each strategy that this machine can run.
fn exact_parts(markdown: &str) -> Vec<Vec<&str>> {
    const COLUMNS: [&str; 4] = ["strategy", "placements", "guesses", "run"];
    let mut parts = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    for line in markdown.lines() {
        if line.starts_with('#') {
            parts.push(vec![line]);
        } else if line.starts_with('|') && !line.starts_with("|-") {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let here = |name: &&str| cells.iter().position(|cell| cell == name);
            if cells.contains(&COLUMNS[0]) {
                places = COLUMNS.iter().filter_map(here).collect();
                parts.push(places.iter().map(|&place| cells[place]).collect());
            } else {
                let row: Vec<_> =
                    places.iter().filter_map(|&place| cells.get(place).copied()).collect();
                let elsewhere =
                    |name: &&&str| find(name).is_some_and(|known| !known.is_available());
                if row.first().filter(elsewhere).is_none() {
                    parts.push(row);
                }
            }
        }
    }
    parts
}
