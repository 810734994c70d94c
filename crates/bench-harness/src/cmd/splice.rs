//! Tables in a document, such as a README, that stay what was measured.
//!
//! A block is a line `<!-- harness: OPTIONS -->`, the tables that these options of the main job
//! show, in Markdown, and a line `<!-- harness end: DIGEST -->`. The digest is of the text between:
//! it shows that the tables are what was put there, and not that they could not have been made to
//! look so.

use clap::Parser;
use thiserror::Error;

use super::select::{Selection, is_named};
use crate::data::measurements::Measurements;
use crate::render::format::{RenderError, ResultFormat};
use crate::render::records::render;

const BEGIN: &str = "<!-- harness: ";
const END: &str = "<!-- harness end";
const CLOSE: &str = " -->";

/// The options of a block.
#[derive(Parser)]
struct BlockOptions {
    #[command(flatten)]
    selection: Selection,
}

/// Why a document's tables cannot be set or are not what was measured. Lines are counted from 1.
#[derive(Debug, Error)]
pub(super) enum SpliceError {
    /// There is no block in it.
    #[error("it has no line `{BEGIN}OPTIONS{CLOSE}`")]
    NoBlock,
    /// The block that begins on this line does not end, or its first line does not.
    #[error("line {0}: there is no `{END}…{CLOSE}` after it, or no `{CLOSE}` in it")]
    Unended(usize),
    /// The options of the block on this line are not those of the main job.
    #[error("line {0}")]
    Options(usize, #[source] clap::Error),
    /// No block has all of its rows in the file; the first one lacks this.
    #[error("line {0}: not in the measurement: {1}")]
    NotMeasured(usize, String),
    /// The block on this line was changed after it was put there.
    #[error("line {0}: the tables after it were edited by hand; measure them instead")]
    Edited(usize),
    /// The tables cannot be written.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// A part of a document.
enum Part<'d> {
    /// A line that is in no block.
    Line(&'d str),
    Block(Block<'d>),
}

/// A block of a document.
struct Block<'d> {
    /// The number of its first line.
    number: usize,
    head: &'d str,
    options: &'d str,
    text: String,
    /// The last line.
    end: &'d str,
}

/// A block begins and ends at the beginning of a line, so that a text may speak of it.
fn parts(document: &str) -> Result<Vec<Part<'_>>, SpliceError> {
    let mut parts = Vec::new();
    let mut lines = (1..).zip(document.split_inclusive('\n'));
    while let Some((number, head)) = lines.next() {
        let Some(options) = head.strip_prefix(BEGIN) else {
            parts.push(Part::Line(head));
            continue;
        };
        let unended = || SpliceError::Unended(number);
        let options = options.trim_end().strip_suffix(CLOSE).ok_or_else(unended)?;
        let mut text = String::new();
        let end = loop {
            match lines.next().ok_or_else(unended)?.1 {
                end if end.starts_with(END) && end.contains(CLOSE) => break end,
                line => text += line,
            }
        };
        parts.push(Part::Block(Block { number, head, options, text, end }));
    }
    let has_block = parts.iter().any(|part| matches!(part, Part::Block(_)));
    if has_block { Ok(parts) } else { Err(SpliceError::NoBlock) }
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): short, and the same everywhere.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Whether all blocks hold what was put there.
///
/// # Errors
/// Names the first that does not.
pub(super) fn check(document: &str) -> Result<(), SpliceError> {
    for part in parts(document)? {
        if let Part::Block(Block { number, text, end, .. }) = part
            && !end.starts_with(&format!("{END}: {}{CLOSE}", digest(&text)))
        {
            return Err(SpliceError::Edited(number));
        }
    }
    Ok(())
}

/// The document with the tables of the measurement in each block whose rows are all in it.
///
/// # Errors
/// If there is no such block, or it is not a block.
pub(super) fn splice(document: &str, measured: &Measurements) -> Result<String, SpliceError> {
    let (mut spliced, mut missing, mut is_changed) = (String::new(), None, false);
    for part in parts(document)? {
        let block = match part {
            Part::Line(line) => {
                spliced += line;
                continue;
            }
            Part::Block(block) => block,
        };
        spliced += block.head;
        match tables(&block, measured)? {
            Ok(tables) => {
                let text = format!("{}\n", tables.trim_end());
                let after = block.end.split_once(CLOSE).map_or("", |(_, after)| after);
                spliced += &format!("{text}{END}: {}{CLOSE}{after}", digest(&text));
                is_changed = true;
            }
            Err(what) => {
                spliced += &block.text;
                spliced += block.end;
                missing = missing.or(Some(SpliceError::NotMeasured(block.number, what)));
            }
        }
    }
    missing.filter(|_| !is_changed).map_or(Ok(spliced), Err)
}

/// The tables of a block, or what of it was not measured.
fn tables(
    block: &Block<'_>,
    measured: &Measurements,
) -> Result<Result<String, String>, SpliceError> {
    let words = ["bench-harness"].into_iter().chain(block.options.split_whitespace());
    let options = BlockOptions::try_parse_from(words)
        .map_err(|error| SpliceError::Options(block.number, error))?;
    let wanted = options.selection;
    if let Some(what) = lacks(&wanted, measured) {
        return Ok(Err(what));
    }
    let mut shown = measured.clone();
    shown.rows.retain(|row| {
        is_named(&wanted.sets, &row.list.name)
            && is_named(&wanted.strategies, &row.strategy)
            && wanted.mode.is_none_or(|mode| mode == row.workload.mode)
            && wanted.batch == row.workload.batch
    });
    Ok(Ok(render(&shown, &shown.file_notes(), ResultFormat::Markdown)?))
}

/// What the measurement does not have of what is wanted.
fn lacks(wanted: &Selection, measured: &Measurements) -> Option<String> {
    let set = wanted.sets.iter().find(|set| !measured.lists.iter().any(|list| list.name == **set));
    let strategy = wanted
        .strategies
        .iter()
        .find(|name| !measured.plan.strategies.iter().any(|it| it == *name));
    let is_wanted =
        |mode, batch| wanted.mode.is_none_or(|wanted| wanted == mode) && wanted.batch == batch;
    let is_lacking = !measured.plan.workloads.iter().any(|it| is_wanted(it.mode, it.batch));
    set.map(|set| format!("the set {set}"))
        .or_else(|| strategy.map(|name| format!("the strategy {name}")))
        .or_else(|| is_lacking.then(|| "the mode".to_owned()))
        .or_else(|| (!measured.finished).then(|| "its end: it is not finished".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_block_is_seen() {
        let tables = "\n| a | 1 |\n";
        let block = |text: &str, digest: &str| {
            format!(
                "before\n<!-- harness: --set easy -->\n{text}<!-- harness end: {digest} -->\nafter"
            )
        };
        let good = block(tables, &digest(tables));
        assert!(check(&good).is_ok());
        let complaint = |text: &str| check(text).err().map(|error| error.to_string());
        let edited = complaint(&good.replace("| 1 |", "| 2 |"));
        assert!(edited.is_some_and(|text| text.starts_with("line 2: the tables after it")));
        let unended = complaint(&good.replace("<!-- harness end", "<!-- no end"));
        assert!(unended.is_some_and(|text| text.starts_with("line 2: there is no")));
        assert!(complaint("nothing").is_some_and(|text| text.contains("it has no line")));
        let spoken_of = good.replace("after", "after `<!-- harness: x -->`");
        assert!(check(&spoken_of).is_ok());
        let twice = good.clone() + "\n" + &good.replace("| 1 |", "| 2 |");
        assert!(complaint(&twice).is_some_and(|text| text.starts_with("line 8: ")), "{twice}");
    }
}
