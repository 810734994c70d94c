//! The generated parts of the documents.
//!
//! There are two kinds of [blocks]:
//!
//! - `<!-- harness: ARGUMENTS -->`: the output of `bench-harness` with these arguments. Times
//!   differ from run to run; puzzles, strategies and exact counters do not, so they show that a
//!   table is stale. A digest in the last line of the block reveals edits of the times.
//! - `<!-- figures: NAME -->`: a table of the measurement file of [`peers`], from which the plot
//!   comes too. `cargo xtask tidy` makes both again and compares.

use std::fs;
use std::path::Path;

use sudoku_registry::find;

use crate::blocks::{self, Block};
use crate::peers::{self, Data, Figures};
use crate::{Failure, cargo};

/// The documents with tables of the harness, from the workspace's folder.
const HARNESS_DOCUMENTS: [&str; 1] = ["docs/benchmarks.md"];

/// The documents with parts from the measurement file, from the workspace's folder.
const FIGURES_DOCUMENTS: [&str; 3] = ["README.md", "README.ko.md", "docs/benchmarks.md"];

/// The beginning of the last line in a block of the harness.
const DIGEST: &str = "<!-- digest ";

/// The measurement file, from the workspace's folder.
const FIGURES: &str = "docs/img/figures.json";

/// The speed plot, from the workspace's folder.
const PLOT: &str = "docs/img/speed.svg";

/// Measures this project and others, and with `--write` writes the results into the documents.
pub(crate) fn measure(args: &peers::Args, root: &Path) -> Result<(), Failure> {
    let (data, figures) = peers::measure(args, root)?;
    if args.write { publish(root, &data, &figures) } else { Ok(()) }
}

/// Writes the plot and the tables of the measurement file, and measures the tables of the harness
/// again that were edited or are stale.
pub(crate) fn write(root: &Path) -> Result<(), Failure> {
    publish(root, &Data::read(root)?, &Figures::read(&root.join(FIGURES))?)?;
    for document in HARNESS_DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path)?;
        let measured = blocks::replace((document, &text), "harness", |block| {
            if fault(root, block)?.is_none() {
                return Ok(block.text.to_owned());
            }
            let tables = harness(root, block.arguments, &[])?;
            Ok(format!("{tables}{DIGEST}{} -->\n", digest(&tables)))
        })?;
        fs::write(&path, measured)?;
    }
    Ok(())
}

/// Writes a measurement file, the plot and the parts of the documents that come from it.
///
/// Fails without a change if a document needs a job that was not measured.
fn publish(root: &Path, data: &Data, figures: &Figures) -> Result<(), Failure> {
    for (file, text) in with_figures(root, data, figures)? {
        fs::write(root.join(file), text)?;
    }
    Ok(fs::write(root.join(FIGURES), figures.to_json())?)
}

/// Adds the generated parts that were edited or are stale to the list of broken invariants.
pub(crate) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    let (data, figures) = (Data::read(root)?, Figures::read(&root.join(FIGURES))?);
    for (file, expected) in with_figures(root, &data, &figures)? {
        if fs::read_to_string(root.join(file))? != expected {
            broken.push(format!("{file}: differs from {FIGURES}: cargo xtask readme"));
        }
    }
    for document in HARNESS_DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        blocks::replace((document, &text), "harness", |block| {
            if let Some(fault) = fault(root, block)? {
                let line = block.line;
                broken.push(format!("{document}:{line}: these tables {fault}: cargo xtask readme"));
            }
            Ok(String::new())
        })?;
    }
    Ok(())
}

/// Returns the fault of a block of the harness, if it has one.
fn fault(root: &Path, block: &Block<'_>) -> Result<Option<&'static str>, Failure> {
    let (tables, end) = block.text.rsplit_once(DIGEST).unwrap_or_default();
    if end.trim_end() != format!("{} -->", digest(tables)) {
        return Ok(Some("were edited"));
    }
    if tables.contains("-dirty") {
        return Ok(Some("were made from code that is in no commit"));
    }
    let verified = harness(root, block.arguments, &["--verify-only"])?;
    Ok((exact_parts(tables) != exact_parts(&verified)).then_some("are stale"))
}

/// Returns the plot and the documents with the parts that the measurement file gives.
fn with_figures(
    root: &Path,
    data: &Data,
    figures: &Figures,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let plot = peers::speed(data, figures).ok_or("no job of the plot was measured")?;
    let mut files = vec![(PLOT, plot)];
    for document in FIGURES_DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        let table = |block: &Block<'_>| peers::block(data, figures, block.arguments);
        files.push((document, blocks::replace((document, &text), "figures", table)?));
    }
    Ok(files)
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
