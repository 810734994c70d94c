//! Finds the boundaries between puzzles of nine rows.

use std::ops::Range;

use sudoku_core::Cell;

use crate::art::LineKind;
use crate::entry::Cut;
use crate::line::FileLine;
use crate::sections::Sections;
use crate::table::is_cell;

/// Cuts at blank lines and after every ninth row. Three blocks of three rows are the bands of one
/// puzzle. Unless the text ends here, the part that further lines could change is left as the rest.
pub(crate) fn cut(lines: &[FileLine<'_>], is_end: bool) -> Cut {
    let kinds = kinds(lines, is_end);
    let mut pieces = Vec::new();
    // The blocks of three rows that may be bands.
    let mut bands: Vec<Range<usize>> = Vec::new();
    let (mut at, mut end, mut is_over) = (0, 0, false);
    while at < kinds.len() {
        if kinds[at] == LineKind::Blank {
            at += 1;
            continue;
        }
        match column(&lines[at..], is_end) {
            Some(0) => {}
            Some(length) => {
                pieces.append(&mut bands);
                pieces.push(at..at + length);
                at += length;
                continue;
            }
            None => return Cut { pieces, rest: bands.first().map_or(at, |band| band.start) },
        }
        if end <= at {
            let length = kinds[at..].iter().position(|&kind| kind == LineKind::Blank);
            (end, is_over) = length.map_or((kinds.len(), is_end), |length| (at + length, true));
        }
        let Some(rows) = count_rows(&kinds[at..end], is_over) else {
            // The block may continue.
            return Cut { pieces, rest: bands.first().map_or(at, |band| band.start) };
        };
        if rows == 3 {
            bands.push(at..end);
            if bands.len() == 3 {
                pieces.push(bands[0].start..end);
                bands.clear();
            }
            at = end;
            continue;
        }
        pieces.append(&mut bands);
        let stop = match rows {
            0..=9 => end,
            _ => match after_nine(lines, &kinds[..end], at) {
                Some(next) => next,
                None if is_over => end,
                None => return Cut { pieces, rest: at },
            },
        };
        if rows > 0 {
            pieces.push(at..stop);
        }
        at = stop;
    }
    match bands.first() {
        Some(band) if !is_end => Cut { rest: band.start, pieces },
        _ => {
            pieces.append(&mut bands);
            Cut { pieces, rest: lines.len() }
        }
    }
}

/// Returns the kind of each line.
///
/// In a drawing with candidates, a row takes up to three lines next to a separator that begins with
/// `┠`. The first of them represents the row, and the others are ignored like comments. Unless the
/// text ends here, such a separator may follow the last lines.
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
    let mut sections = Sections::default();
    for (kind, line) in kinds.iter_mut().zip(lines) {
        if sections.passes_over(line.bytes) {
            *kind = LineKind::Comment;
        }
    }
    kinds
}

/// Returns the length of a column of 81 cells, one on each line. Returns 0 if the lines begin in
/// another way, and `None` if further lines may belong to it.
fn column(lines: &[FileLine<'_>], is_end: bool) -> Option<usize> {
    let length = lines.iter().take(Cell::COUNT).take_while(|line| is_cell(line.bytes)).count();
    match length {
        Cell::COUNT => Some(length),
        0 => Some(0),
        _ if length < lines.len() || is_end => Some(0),
        _ => None,
    }
}

/// The maximum number of lines of dashes in the box art of one puzzle: above, below and between all
/// rows.
const MOST_DASHES: usize = 10;

/// Returns the number of rows in a block, where 10 means more than 9. Returns `None` if further
/// lines could change it.
///
/// Box art without a `+` counts as rows of blanks unless the other rows alone make a puzzle, as in
/// `sudoku-core`.
fn count_rows(block: &[LineKind], is_over: bool) -> Option<usize> {
    let (mut plain, mut dashes) = (0, 0);
    for kind in block {
        match kind {
            LineKind::Cells(_) => plain += 1,
            LineKind::Dashes(_) => dashes += 1,
            _ => {}
        }
        // Stop early: the search would take long if there are many.
        if plain > 9 || dashes > MOST_DASHES {
            return Some(10);
        }
    }
    is_over.then_some(if plain == 9 { 9 } else { (plain + dashes).min(10) })
}

/// Returns the start of the next puzzle in a block of more than nine rows, which is the whole text
/// from `start` on. Returns `None` if these lines do not determine it.
fn after_nine(lines: &[FileLine<'_>], kinds: &[LineKind], start: usize) -> Option<usize> {
    let dashes_are_art = has_art_of_dashes(&kinds[start..])?;
    let is_row = |&at: &usize| match kinds[at] {
        LineKind::Cells(_) => true,
        LineKind::Dashes(_) => !dashes_are_art,
        _ => false,
    };
    let tenth = (start..kinds.len()).filter(is_row).nth(9)?;
    // The separator determines the kind of the lines after it.
    Some(tenth - usize::from(lines[tenth - 1].begins_with("┠")))
}

/// Returns true if box art without a `+` is only between the bands of the first nine other rows.
/// Returns `None` if there are fewer than nine.
fn has_art_of_dashes(kinds: &[LineKind]) -> Option<bool> {
    let (mut rows, mut dashes) = (0, 0);
    for kind in kinds {
        match kind {
            LineKind::Dashes(_) if rows % 3 != 0 => return Some(false),
            // A puzzle of blanks has this many. Stop early: the search would take long if there are
            // many.
            LineKind::Dashes(_) if dashes == 8 => return Some(false),
            LineKind::Dashes(_) => dashes += 1,
            LineKind::Cells(_) if rows == 8 => return Some(true),
            LineKind::Cells(_) => (rows, dashes) = (rows + 1, 0),
            _ => {}
        }
    }
    None
}
