//! The measured tables of the documents: output of the harness, spliced in after the command that
//! makes it.
//!
//! A block is a line `<!-- harness: ARGUMENTS -->`, the harness's output with these arguments as
//! markdown, and a line `<!-- harness end: DIGEST -->`, whose digest shows edits. Times differ from
//! run to run. Which puzzles and strategies there are, and their exact counters, do not differ, and
//! show a table that is stale.

use std::fs;
use std::path::Path;

use sudoku_registry::find;

use crate::{Failure, cargo, run};

const BEGIN: &str = "<!-- harness: ";
const END: &str = "<!-- harness end";

/// The documents that have measured tables, from the workspace's folder.
const DOCUMENTS: [&str; 2] = ["README.md", "docs/benchmarks.md"];

/// Measures every block of every document anew, and writes them.
pub(crate) fn splice(root: &Path) -> Result<(), Failure> {
    let measured = root.join("target/readme.jsonl");
    let harness = ["run", "--quiet", "--locked", "-p", "bench-harness", "--"];
    for document in DOCUMENTS {
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

/// Compares every block with what the harness verifies now.
pub(crate) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    let report = ["run", "--quiet", "--locked", "-p", "bench-harness", "--", "report", "--check"];
    for document in DOCUMENTS {
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

/// A measured table.
struct Block<'a> {
    /// The harness's arguments.
    arguments: &'a str,
    /// What was spliced in.
    text: &'a str,
}

/// The blocks of a document, which are one or more.
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

/// What the harness prints with these arguments if it verifies and times nothing.
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

/// The titles, and of each row of a strategy that this machine has: its name, its counters, and how
/// many puzzles it finished.
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
