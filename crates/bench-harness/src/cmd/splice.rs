//! Measured tables inside a document, such as a README, protected against edits.
//!
//! A block is a line `<!-- harness: OPTIONS -->`, tables in Markdown, and a line
//! `<!-- harness end: DIGEST -->`. The options select the tables as on the command line. The digest
//! of the tables reveals accidental edits; it is no protection against forgery.

use anyhow::{Context, Error, Result, bail, ensure};
use clap::Parser;

use super::select::{SelectionArgs, is_named};
use crate::data::measurements::Measurements;
use crate::render::format::ResultFormat;
use crate::render::records::render;

const BEGIN: &str = "<!-- harness: ";
const END: &str = "<!-- harness end";
const CLOSE: &str = " -->";

/// The options of a block.
#[derive(Parser)]
struct BlockOptions {
    #[command(flatten)]
    selection: SelectionArgs,
}

/// Returns the document with blocks replaced. `replacement` receives the line number, the options,
/// the text and the last line of a block. It returns a new text with its last line, or `None` to
/// keep the block. The comments count only at the beginning of a line, so a text can mention them.
fn replace(
    document: &str,
    mut replacement: impl FnMut(usize, &str, &str, &str) -> Result<Option<String>>,
) -> Result<String> {
    let (mut replaced, mut has_block) = (String::new(), false);
    let mut lines = (1..).zip(document.split_inclusive('\n'));
    while let Some((number, head)) = lines.next() {
        replaced += head;
        let Some(options) = head.strip_prefix(BEGIN) else { continue };
        has_block = true;
        let options = options.trim_end().strip_suffix(CLOSE);
        let mut text = String::new();
        let end = lines.by_ref().map(|(_, line)| line).find(|line| {
            let is_end = line.starts_with(END) && line.contains(CLOSE);
            text += if is_end { "" } else { line };
            is_end
        });
        let (Some(options), Some(end)) = (options, end) else {
            bail!(
                "line {number}: this block is not closed: add `{CLOSE}` to the line, and a line \
                 `{END}{CLOSE}` after the tables"
            );
        };
        let place = || format!("line {number}");
        let new = replacement(number, options, &text, end).with_context(place)?;
        replaced += &new.unwrap_or_else(|| text + end);
    }
    ensure!(has_block, "no table block found: add a line `{BEGIN}OPTIONS{CLOSE}`");
    Ok(replaced)
}

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo), which is short and the same on every
/// platform.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Checks that no block was edited.
///
/// # Errors
/// The first block that was edited.
pub(super) fn check(document: &str) -> Result<()> {
    replace(document, |_, _, text, end| {
        let is_unchanged = end.starts_with(&format!("{END}: {}{CLOSE}", digest(text)));
        ensure!(
            is_unchanged,
            "the tables after this line were edited by hand; write them with `report --splice`"
        );
        Ok(None)
    })?;
    Ok(())
}

/// Returns the document with the tables of the measurement in each block whose rows are all
/// measured.
///
/// # Errors
/// If no block can be filled.
pub(super) fn splice(document: &str, measured: &Measurements) -> Result<String> {
    let (mut missing, mut is_changed) = (None, false);
    let spliced = replace(document, |number, options, _, end| {
        let words = ["bench-harness"].into_iter().chain(options.split_whitespace());
        let wanted = BlockOptions::try_parse_from(words)?.selection;
        if let Some(what) = lacks(&wanted, measured) {
            missing.get_or_insert(format!("line {number}: the measurement file lacks {what}"));
            return Ok(None);
        }
        is_changed = true;
        let text = format!("{}\n", tables(&wanted, measured)?.trim_end());
        let after = end.split_once(CLOSE).map_or("", |(_, after)| after);
        Ok(Some(format!("{text}{END}: {}{CLOSE}{after}", digest(&text))))
    })?;
    missing.filter(|_| !is_changed).map_or(Ok(spliced), |missing| Err(Error::msg(missing)))
}

/// Returns the tables of the requested rows.
fn tables(wanted: &SelectionArgs, measured: &Measurements) -> Result<String> {
    let mut shown = measured.clone();
    shown.rows.retain(|row| {
        is_named(&wanted.sets, &row.list.name)
            && is_named(&wanted.strategies, &row.strategy)
            && wanted.mode.is_none_or(|mode| mode == row.workload.mode)
            && wanted.batch == row.workload.batch
    });
    Ok(render(&shown, &shown.file_notes(), ResultFormat::Markdown)?)
}

/// Returns the first requested item that the measurement lacks.
fn lacks(wanted: &SelectionArgs, measured: &Measurements) -> Option<String> {
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
        .or_else(|| (!measured.finished).then(|| "its end: it is unfinished".to_owned()))
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
        let complaint = |text: &str| check(text).err().map(|error| format!("{error:#}"));
        let edited = complaint(&good.replace("| 1 |", "| 2 |"));
        assert!(edited.is_some_and(|text| text.starts_with("line 2: the tables after this line")));
        let unended = complaint(&good.replace("<!-- harness end", "<!-- no end"));
        assert!(unended.is_some_and(|text| text.starts_with("line 2: this block is not closed")));
        assert!(complaint("nothing").is_some_and(|text| text.contains("no table block found")));
        let spoken_of = good.replace("after", "after `<!-- harness: x -->`");
        assert!(check(&spoken_of).is_ok());
        let twice = good.clone() + "\n" + &good.replace("| 1 |", "| 2 |");
        assert!(complaint(&twice).is_some_and(|text| text.starts_with("line 8: ")), "{twice}");
    }
}
