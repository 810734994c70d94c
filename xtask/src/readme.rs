//! The generated parts of the documents.
//!
//! A [block](blocks) `<!-- figures: NAME -->` has a table of the measurement file of [`peers`]. The
//! plot comes from this file too. `cargo xtask tidy` makes them again and compares.

use std::fs;
use std::path::Path;

use crate::Failure;
use crate::blocks;
use crate::peers::{self, Data, Figures};

/// The documents with parts from the measurement file, from the workspace's folder.
const FIGURES_DOCUMENTS: [&str; 3] = ["README.md", "README.ko.md", "docs/benchmarks.md"];

/// The measurement file, from the workspace's folder.
const FIGURES: &str = "docs/img/figures.json";

/// The speed plot, from the workspace's folder.
const PLOT: &str = "docs/img/speed.svg";

/// Measures this project and others, and with `--write` writes the results into the documents.
pub(crate) fn measure(args: &peers::Args, root: &Path) -> Result<(), Failure> {
    let (data, figures) = peers::measure(args, root)?;
    if args.write { publish(root, &data, &figures) } else { Ok(()) }
}

/// Writes the plot and the tables of the measurement file.
pub(crate) fn write(root: &Path) -> Result<(), Failure> {
    publish(root, &Data::read(root)?, &Figures::read(&root.join(FIGURES))?)
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
    Ok(())
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
        let table = |name: &str| peers::block(data, figures, name);
        files.push((document, blocks::replace((document, &text), "figures", table)?));
    }
    Ok(files)
}
