//! Where a puzzle of nine rows ends and the next begins.

use std::ops::Range;

use crate::art::LineKind;
use crate::entry::Cut;
use crate::line::FileLine;

/// Cuts at blank lines and after every ninth row. Three blocks of three rows each are the bands of
/// one puzzle. Unless the text ends here, what more lines could change is left as the rest.
pub(crate) fn cut(lines: &[FileLine<'_>], is_end: bool) -> Cut {
    let kinds = kinds(lines, is_end);
    let mut pieces = Vec::new();
    // Where the blocks of three rows lie that may be bands.
    let mut bands: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < kinds.len() {
        if kinds[at] == LineKind::Blank {
            at += 1;
            continue;
        }
        let block_end = kinds[at..].iter().position(|&kind| kind == LineKind::Blank);
        let end = block_end.map_or(kinds.len(), |length| at + length);
        let rows = count_rows(&kinds[at..end]);
        if block_end.is_none() && !is_end {
            // More lines of this block may come.
            let start = match rows {
                0..=9 => bands.first().map_or(at, |band| band.start),
                _ => {
                    pieces.append(&mut bands);
                    pieces.extend(cut_every_nine(lines, &kinds, at..end));
                    pieces.pop().map_or(at, |last| last.start)
                }
            };
            return Cut { pieces, rest: start };
        }
        if rows != 3 {
            pieces.append(&mut bands);
        }
        match rows {
            0 => {}
            3 => {
                bands.push(at..end);
                if bands.len() == 3 {
                    pieces.push(bands[0].start..end);
                    bands.clear();
                }
            }
            1 | 2 | 4..=9 => pieces.push(at..end),
            _ => pieces.extend(cut_every_nine(lines, &kinds, at..end)),
        }
        at = end;
    }
    match bands.first() {
        Some(band) if !is_end => Cut { rest: band.start, pieces },
        _ => {
            pieces.append(&mut bands);
            Cut { pieces, rest: lines.len() }
        }
    }
}

/// What each line is.
///
/// In a drawing with candidates a row takes up to three lines next to a rule that begins with `┠`:
/// the first of them stands for the row, and the others are passed over like comments. Unless the
/// text ends here, such a rule may come after the last lines.
pub(crate) fn kinds(lines: &[FileLine<'_>], is_end: bool) -> Vec<LineKind> {
    let mut kinds: Vec<LineKind> = lines.iter().map(FileLine::kind).collect();
    let runs = lines.chunk_by(|line, next| line.begins_with("┃") && next.begins_with("┃"));
    let is_rule = |line: Option<&FileLine<'_>>| line.is_some_and(|line| line.begins_with("┠"));
    let mut start = 0;
    for run in runs {
        let end = start + run.len();
        let is_before_rule = is_rule(lines.get(end)) || end == lines.len() && !is_end;
        let is_after_rule = start > 0 && is_rule(lines.get(start - 1));
        if run[0].begins_with("┃") && run.len() <= 3 && (is_before_rule || is_after_rule) {
            kinds[start] = LineKind::Cells(9);
            kinds[start + 1..end].fill(LineKind::Comment);
        }
        start = end;
    }
    kinds
}

/// How many rows a block has. Art without a `+` counts as rows of blanks unless the others alone
/// make whole puzzles, as in core.
fn count_rows(block: &[LineKind]) -> usize {
    let plain = block.iter().filter(|kind| matches!(kind, LineKind::Cells(_))).count();
    let dashes = block.iter().filter(|kind| matches!(kind, LineKind::Dashes(_))).count();
    if plain > 0 && plain.is_multiple_of(9) { plain } else { plain + dashes }
}

/// Cuts a block of more than nine rows after every ninth.
fn cut_every_nine(
    lines: &[FileLine<'_>],
    kinds: &[LineKind],
    block: Range<usize>,
) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = block.start;
    let mut dashes_are_art = has_art_of_dashes(&kinds[start..block.end]);
    let mut rows = 0;
    for at in block.clone() {
        let is_row = match kinds[at] {
            LineKind::Cells(_) => true,
            LineKind::Dashes(_) => !dashes_are_art,
            _ => false,
        };
        if is_row && rows == 9 {
            // The rule says what the lines after it are.
            let end = at - usize::from(lines[at - 1].begins_with("┠"));
            pieces.push(start..end);
            (start, rows) = (end, 0);
            dashes_are_art = has_art_of_dashes(&kinds[start..block.end]);
        }
        rows += usize::from(is_row);
    }
    pieces.push(start..block.end);
    pieces
}

/// Whether art without a `+` stands only where bands meet, in the nine other rows that come first.
fn has_art_of_dashes(kinds: &[LineKind]) -> bool {
    let (mut rows, mut dashes) = (0, 0);
    for kind in kinds {
        match kind {
            LineKind::Dashes(_) if rows % 3 != 0 => return false,
            // As many as a puzzle of blanks has. To look further would take long where there are
            // many.
            LineKind::Dashes(_) if dashes == 8 => return false,
            LineKind::Dashes(_) => dashes += 1,
            LineKind::Cells(_) if rows == 8 => return true,
            LineKind::Cells(_) => (rows, dashes) = (rows + 1, 0),
            _ => {}
        }
    }
    false
}
