//! The forms in which nine rows are a puzzle: where one ends, and what it holds.

use std::ops::Range;

use sudoku_core::{
    Cell, Digit, DigitSet, Form, LineKind, ReadError, ReadErrorKind, plain_art, read,
};

use crate::candidates::CandidateGrid;
use crate::line::Line;
use crate::{FileError, FileForm, FilePuzzle, MAX_LINE};

/// Lines that were cut into puzzles, as ranges of their places.
pub(crate) struct Cut {
    /// The lines of each puzzle.
    pub(crate) pieces: Vec<Range<usize>>,
    /// The first line that may belong to a puzzle which does not end here.
    pub(crate) rest: usize,
}

/// Cuts at blank lines and after every ninth row. Three blocks of three rows each are the bands of
/// one puzzle. Unless the text ends here, what more lines could change is left as the rest.
pub(crate) fn cut(lines: &[Line<'_>], is_end: bool) -> Cut {
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

/// What each line is. In a drawing with candidates a row takes up to three lines at a rule that begins
/// with `┠`: the first stands for the row, and the others are passed over like comments. Unless the text
/// ends here, such a rule may come after the last lines.
fn kinds(lines: &[Line<'_>], is_end: bool) -> Vec<LineKind> {
    let mut kinds: Vec<LineKind> = lines.iter().map(Line::kind).collect();
    let runs = lines.chunk_by(|line, next| begins_with(line, "┃") && begins_with(next, "┃"));
    let is_rule = |line: Option<&Line<'_>>| line.is_some_and(|line| begins_with(line, "┠"));
    let mut start = 0;
    for run in runs {
        let end = start + run.len();
        let is_before_rule = is_rule(lines.get(end)) || end == lines.len() && !is_end;
        let is_after_rule = start > 0 && is_rule(lines.get(start - 1));
        if begins_with(&run[0], "┃") && run.len() <= 3 && (is_before_rule || is_after_rule) {
            kinds[start] = LineKind::Cells(9);
            kinds[start + 1..end].fill(LineKind::Comment);
        }
        start = end;
    }
    kinds
}

fn begins_with(line: &Line<'_>, art: &str) -> bool {
    line.bytes.trim_ascii_start().starts_with(art.as_bytes())
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
    lines: &[Line<'_>],
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
            let end = at - usize::from(begins_with(&lines[at - 1], "┠"));
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
            // As many as a puzzle of blanks has. To look further would take long where there are many.
            LineKind::Dashes(_) if dashes == 8 => return false,
            LineKind::Dashes(_) => dashes += 1,
            LineKind::Cells(_) if rows == 8 => return true,
            LineKind::Cells(_) => (rows, dashes) = (rows + 1, 0),
            _ => {}
        }
    }
    false
}

/// The form in which the lines are a readable puzzle.
pub(crate) fn form(piece: &[Line<'_>]) -> Option<FileForm> {
    let text = join(piece);
    match read(&text) {
        Ok((_, Form::Line)) => None,
        Ok(_) => Some(FileForm::Grid),
        Err(_) => match read_candidates(piece) {
            Ok(_) | Err(FileError::NeedsCandidates { .. }) => Some(FileForm::Candidates),
            Err(_) => None,
        },
    }
}

/// Reads the puzzle that the lines hold, as candidates or as cells.
pub(crate) fn read_piece(piece: &[Line<'_>], form: FileForm) -> Result<FilePuzzle, FileError> {
    if let Some(line) = piece.iter().find(|line| line.bytes.len() > MAX_LINE) {
        return Err(FileError::TooLong(line.number));
    }
    if form == FileForm::Candidates {
        return read_candidates(piece);
    }
    let line = first_line(piece);
    match read(join(piece)) {
        // One line with a whole puzzle among rows is as likely half of another.
        Ok((_, Form::Line)) => Err(FileError::OtherForm(line)),
        Ok((board, _)) => Ok(FilePuzzle { line, board }),
        Err(error) => {
            let before = piece.first().map_or(0, |line| line.number - 1);
            Err(FileError::Puzzle(ReadError { line: error.line + before, ..error }))
        }
    }
}

fn first_line(piece: &[Line<'_>]) -> usize {
    piece.iter().find(|line| line.holds_something()).map_or(1, |line| line.number)
}

fn join(piece: &[Line<'_>]) -> Vec<u8> {
    piece.iter().map(|line| line.bytes).collect::<Vec<_>>().join(&b'\n')
}

/// Reads nine rows of nine groups of candidates, or a drawing of them.
fn read_candidates(piece: &[Line<'_>]) -> Result<FilePuzzle, FileError> {
    let kinds = kinds(piece, true);
    let mut sets = [DigitSet::EMPTY; 81];
    let mut rows = 0;
    for at in (0..piece.len()).filter(|&at| matches!(kinds[at], LineKind::Cells(_))) {
        let line = &piece[at];
        let Some(row) = sets.as_chunks_mut::<9>().0.get_mut(rows) else {
            return Err(error(line, 0, None, ReadErrorKind::LeftOverCells(9)));
        };
        let is_more =
            |&next: &usize| kinds[next] == LineKind::Comment && begins_with(&piece[next], "┃");
        let more = (at + 1..piece.len()).take_while(is_more).count();
        for line in &piece[at..=at + more] {
            add_candidates(line, rows, more > 0, row)?;
        }
        rows += 1;
    }
    let line = first_line(piece);
    if let Some(cell) = Cell::at(rows, 0) {
        let kind = ReadErrorKind::MissingCells(81 - 9 * rows);
        let line = piece.last().map_or(1, |line| line.number + 1);
        return Err(FileError::Puzzle(ReadError { line, column: 1, cell: Some(cell), kind }));
    }
    match CandidateGrid::new(sets).to_clues() {
        Ok(board) => Ok(FilePuzzle { line, board }),
        Err(cell) => Err(FileError::NeedsCandidates { line, cell }),
    }
}

/// Adds the digits of a line's nine groups to the candidates of a row. Groups stand between gaps, or in
/// a drawing between bars.
fn add_candidates(
    line: &Line<'_>,
    row: usize,
    is_drawn: bool,
    sets: &mut [DigitSet; 9],
) -> Result<(), FileError> {
    let text = plain_art(line.bytes);
    let is_gap = |&byte: &u8| byte == b'|' || !is_drawn && matches!(byte, b' ' | b'\t');
    let mut start = 0;
    let groups = text.split(is_gap).map(|group| {
        let at = start;
        start += group.len() + 1;
        (at, group)
    });
    let mut groups: Vec<(usize, &[u8])> = groups.collect();
    if is_drawn {
        // What stands outside of the bars.
        groups.remove(0);
        groups.pop_if(|(_, group)| group.trim_ascii().is_empty());
    } else {
        groups.retain(|(_, group)| !group.is_empty());
    }
    for (column, &(start, group)) in groups.iter().enumerate().take(9) {
        for (at, &byte) in (start..).zip(group).filter(|&(_, &byte)| byte != b' ') {
            let digit = Digit::new(byte.wrapping_sub(b'0'));
            match digit.filter(|&digit| !sets[column].contains(digit)) {
                Some(digit) => sets[column] = sets[column].with(digit),
                None => {
                    let kind = ReadErrorKind::UnexpectedByte(byte);
                    return Err(error(line, at, Cell::at(row, column), kind));
                }
            }
        }
    }
    if let Some(&(at, group)) = groups.get(9) {
        let at = at + group.len() - group.trim_ascii_start().len();
        return Err(error(line, at, None, ReadErrorKind::LeftOverCells(groups.len() - 9)));
    }
    if let Some(cell) = Cell::at(row, groups.len()) {
        let kind = ReadErrorKind::MissingCells(9 - groups.len());
        return Err(error(line, line.bytes.len(), Some(cell), kind));
    }
    Ok(())
}

fn error(line: &Line<'_>, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> FileError {
    FileError::Puzzle(ReadError { line: line.number, column: at + 1, cell, kind })
}
