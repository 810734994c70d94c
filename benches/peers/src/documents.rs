//! The generated parts of the documents.
//!
//! A block is everything between a line `<!-- figures: NAME -->` and the next line
//! `<!-- figures end -->`. It has a table of the measurement file. The plot comes from this file
//! too. A test makes them again and compares.

use std::fs;
use std::path::Path;

use crate::bench::Args;
use crate::data::Data;
use crate::figures::Figures;
use crate::tools::Failure;
use crate::{plot, tables};

/// The documents with parts from the measurement file, from the workspace's folder.
const FIGURES_DOCUMENTS: [&str; 3] = ["README.md", "README.ko.md", "docs/benchmarks.md"];

/// The measurement file, from the workspace's folder.
const FIGURES: &str = "docs/img/figures.json";

/// The speed plot, from the workspace's folder.
const PLOT: &str = "docs/img/speed.svg";

/// Measures this project and others, and with `--write` writes the results into the documents.
pub(crate) fn measure(args: &Args, root: &Path) -> Result<(), Failure> {
    let (data, figures) = crate::measure::measure(args, root)?;
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

/// Returns the plot and the documents with the parts that the measurement file gives.
fn with_figures(
    root: &Path,
    data: &Data,
    figures: &Figures,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let plot = plot::speed(data, figures).ok_or("no job of the plot was measured")?;
    let mut files = vec![(PLOT, plot)];
    for document in FIGURES_DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        let replaced = replace_blocks(&text, |name| tables::block(data, figures, name));
        files.push((document, replaced.map_err(|error| format!("{document}: {error}"))?));
    }
    Ok(files)
}

/// Returns a document in which each block has the text that `new` returns for its name.
fn replace_blocks(
    text: &str,
    new: impl Fn(&str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    const BEGIN: &str = "\n<!-- figures: ";
    const END: &str = "<!-- figures end -->\n";
    let mut parts = text.split(BEGIN);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    if replaced.len() == text.len() {
        return Err(format!("it has no block `{}`", BEGIN.trim()).into());
    }
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").ok_or("a marker has to end with ` -->`")?;
        let missing = || format!("the block `{name}` has no end: add a line `{}`", END.trim());
        let (_, rest) = rest.split_once(END).ok_or_else(missing)?;
        replaced += &format!("{BEGIN}{name} -->\n{}{END}{rest}", new(name)?);
    }
    Ok(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::workspace;

    #[test]
    fn the_documents_have_the_figures_of_the_measurement_file() {
        let root = workspace();
        let (data, figures) = (Data::read(root), Figures::read(&root.join(FIGURES)));
        let files = with_figures(root, &data.expect("data"), &figures.expect("figures"));
        for (file, expected) in files.expect("documents") {
            let text = fs::read_to_string(root.join(file)).expect("a document");
            assert!(text == expected, "{file} differs from {FIGURES}: cargo xtask peers documents");
        }
    }

    #[test]
    fn blocks_are_found_and_replaced() {
        let text = "a\n<!-- figures: x y -->\nold\n<!-- figures end -->\nsee `<!-- figures: z -->`\n\
                    <!-- figures: z -->\n<!-- figures end -->\n";
        let new = |text: &str| replace_blocks(text, |name| Ok(format!("{name}\n")));
        let expected = text.replace("old", "x y").replace("z -->\n<!--", "z -->\nz\n<!--");
        assert_eq!(new(text).expect("a document"), expected);
        assert!(new("none").is_err());
        let error = new(&text.replacen("<!-- figures end -->\n", "", 1)).expect_err("no end");
        assert!(error.to_string().starts_with("the block `x y` has no end"), "{error}");
    }
}
