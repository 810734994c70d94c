//! The generated parts of the documents.
//!
//! There are two kinds of [blocks]:
//!
//! - `<!-- harness: ARGUMENTS -->`: the output of `bench-harness` with these arguments. Times differ
//!   from run to run; puzzles, strategies and exact counters do not, so they show that a table is
//!   stale. A digest in the last line of the block reveals edits of the times.
//! - `<!-- figures: NAME -->`: a table of the measurement file of [`figures`], from which the plot
//!   comes too. `cargo xtask tidy` makes both again and compares.

use std::fs;
use std::path::Path;

use sudoku_registry::find;

use crate::figures::{self, Figures};
use crate::{Failure, blocks, cargo};

/// The documents with tables of the harness, from the workspace's folder.
const HARNESS_DOCUMENTS: [&str; 1] = ["docs/benchmarks.md"];

/// The documents with parts from the measurement file, from the workspace's folder.
const FIGURES_DOCUMENTS: [&str; 3] = ["README.md", "README.ko.md", "docs/benchmarks.md"];

/// The beginning of the last line in a block of the harness.
const DIGEST: &str = "<!-- digest ";

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
    for document in HARNESS_DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path)?;
        let measured = blocks::replace((document, &text), "harness", |block| {
            let tables = harness(root, block.arguments, &[])?;
            Ok(format!("{tables}{DIGEST}{} -->\n", digest(&tables)))
        })?;
        fs::write(&path, measured)?;
    }
    Ok(())
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

/// Adds the generated parts that were edited or are stale to the list of broken invariants.
pub(crate) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    check_figures(root, broken)?;
    for document in HARNESS_DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        blocks::replace((document, &text), "harness", |block| {
            let place = format!("{document}:{}", block.line);
            let (tables, end) = block.text.rsplit_once(DIGEST).unwrap_or_default();
            if end.trim_end() != format!("{} -->", digest(tables)) {
                broken.push(format!("{place}: these tables were edited: cargo xtask readme"));
            }
            if tables.contains("-dirty") {
                broken.push(format!("{place}: made from code that is in no commit"));
            }
            let verified = harness(root, block.arguments, &["--verify-only"])?;
            if exact_parts(tables) != exact_parts(&verified) {
                broken.push(format!("{place}: these tables are stale: cargo xtask readme"));
            }
            Ok(String::new())
        })?;
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
    let table = |block: &blocks::Block<'_>| figures::block(figures, block.arguments);
    blocks::replace((document, text), "figures", table)
}

/// Returns the tables of the harness with these arguments.
fn harness(root: &Path, arguments: &str, more: &[&str]) -> Result<String, Failure> {
    let output = cargo(root)
        .args(["run", "--quiet", "--locked", "-p", "bench-harness", "--", "--format", "markdown"])
        .args(arguments.split_whitespace())
        .args(more)
        .output()?;
    if output.status.success() {
        Ok(format!("{}\n", String::from_utf8(output.stdout)?.trim_end()))
    } else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        Err(format!("bench-harness {arguments}: {complaint}").into())
    }
}

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo), which is the same on every platform.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
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
