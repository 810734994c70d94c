//! The README's tables: output of the harness, spliced in after the command that makes it.
//!
//! A block is a line `<!-- harness: ARGUMENTS -->`, the harness's output with these arguments as
//! markdown, and a line `<!-- harness end: DIGEST -->`, whose digest shows edits. Times differ from
//! run to run; which puzzles and strategies there are, and their exact counters, do not, and show a
//! stale or edited table.

use std::fs;
use std::path::Path;

use sudoku_strategies::find;

use crate::{Failure, cargo, run};

const BEGIN: &str = "<!-- harness: ";
const END: &str = "<!-- harness end";

/// Measures every block anew, and writes the README.
pub(crate) fn splice(root: &Path) -> Result<(), Failure> {
    let path = root.join("README.md");
    let text = fs::read_to_string(&path)?;
    let measured = root.join("target/readme.jsonl");
    let harness = ["run", "--quiet", "--locked", "-p", "bench-harness", "--"];
    let mut rest = text.as_str();
    while let Some(block) = next_block(rest)? {
        let _ = fs::remove_file(&measured);
        let options = block.arguments.split_whitespace();
        run(cargo(root).args(harness).arg("measure").args(options).arg("--output").arg(&measured))?;
        run(cargo(root).args(harness).arg("report").arg(&measured).arg("--splice").arg(&path))?;
        rest = &rest[block.end..];
    }
    Ok(())
}

/// Compares every block with what the harness verifies now.
pub(crate) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    let path = root.join("README.md");
    let text = fs::read_to_string(&path)?;
    let report = ["run", "--quiet", "--locked", "-p", "bench-harness", "--", "report", "--check"];
    let output = cargo(root).args(report).arg(&path).output()?;
    if !output.status.success() {
        broken.push(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let mut rest = text.as_str();
    let mut blocks = 0;
    while let Some(block) = next_block(rest)? {
        let now = harness(root, block.arguments, &["--verify-only"])?;
        if rest[block.start..block.end].contains("-dirty") {
            broken.push("README.md: a table was made from code that is in no commit".to_owned());
        }
        if exact_parts(&rest[block.start..block.end]) != exact_parts(&now) {
            let arguments = block.arguments;
            broken.push(format!(
                "README.md: the table of `{arguments}` is stale: cargo xtask readme"
            ));
        }
        rest = &rest[block.end..];
        blocks += 1;
    }
    if blocks == 0 {
        broken.push("README.md: it has no table from the harness".to_owned());
    }
    Ok(())
}

struct Block<'a> {
    arguments: &'a str,
    /// Where the spliced text starts and ends.
    start: usize,
    end: usize,
}

fn next_block(text: &str) -> Result<Option<Block<'_>>, Failure> {
    let Some(begin) = text.find(BEGIN) else { return Ok(None) };
    let line = &text[begin..][..text[begin..].find('\n').unwrap_or(text.len() - begin)];
    let arguments = line
        .strip_prefix(BEGIN)
        .and_then(|line| line.strip_suffix(" -->"))
        .ok_or_else(|| format!("README.md: {line:?} does not end with ` -->`"))?;
    let start = begin + line.len();
    let length =
        text[start..].find(END).ok_or_else(|| format!("README.md: no `{END}` after {line:?}"))?;
    Ok(Some(Block { arguments, start, end: start + length }))
}

fn harness(root: &Path, arguments: &str, more: &[&str]) -> Result<String, Failure> {
    let output = cargo(root)
        .args(["run", "--quiet", "--locked", "-p", "bench-harness", "--", "--format", "markdown"])
        .args(arguments.split_whitespace())
        .args(more)
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        Err(format!("bench-harness {arguments}: {}", String::from_utf8_lossy(&output.stderr))
            .into())
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
