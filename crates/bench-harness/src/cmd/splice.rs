//! Tables in a document, such as a README, that stay what was measured.
//!
//! A block is a line `<!-- harness: OPTIONS -->`, the tables that these options of the main job
//! show, in Markdown, and a line `<!-- harness end: DIGEST -->`. The digest is of the text between:
//! it shows that the tables are what was put there, and not that they could not have been made to
//! look so.

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

/// The document with the text and the last line of each block replaced by what is said of its first
/// line's number, its options, its text and its last line, if anything is. A block begins and ends
/// at the beginning of a line, so that a text may speak of it.
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
            bail!("line {number}: there is no `{END}…{CLOSE}` after it, or no `{CLOSE}` in it");
        };
        let place = || format!("line {number}");
        let new = replacement(number, options, &text, end).with_context(place)?;
        replaced += &new.unwrap_or_else(|| text + end);
    }
    ensure!(has_block, "it has no line `{BEGIN}OPTIONS{CLOSE}`");
    Ok(replaced)
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): short, and the same everywhere.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Whether all blocks hold what was put there; the error names the first that does not.
pub(super) fn check(document: &str) -> Result<()> {
    replace(document, |_, _, text, end| {
        let is_unchanged = end.starts_with(&format!("{END}: {}{CLOSE}", digest(text)));
        ensure!(is_unchanged, "the tables after it were edited by hand; measure them instead");
        Ok(None)
    })?;
    Ok(())
}

/// The document with the tables of the measurement in each block whose rows are all in it. There
/// has to be such a block.
pub(super) fn splice(document: &str, measured: &Measurements) -> Result<String> {
    let (mut missing, mut is_changed) = (None, false);
    let spliced = replace(document, |number, options, _, end| {
        let words = ["bench-harness"].into_iter().chain(options.split_whitespace());
        let wanted = BlockOptions::try_parse_from(words)?.selection;
        if let Some(what) = lacks(&wanted, measured) {
            missing.get_or_insert(format!("line {number}: not in the measurement: {what}"));
            return Ok(None);
        }
        is_changed = true;
        let text = format!("{}\n", tables(&wanted, measured)?.trim_end());
        let after = end.split_once(CLOSE).map_or("", |(_, after)| after);
        Ok(Some(format!("{text}{END}: {}{CLOSE}{after}", digest(&text))))
    })?;
    missing.filter(|_| !is_changed).map_or(Ok(spliced), |missing| Err(Error::msg(missing)))
}

/// The tables of the rows that are wanted.
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

/// What the measurement does not have of what is wanted.
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
        let complaint = |text: &str| check(text).err().map(|error| format!("{error:#}"));
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
