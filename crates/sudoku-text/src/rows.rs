//! The forms in which nine rows are a puzzle: where one ends, and what it holds.

use std::ops::Range;

use sudoku_core::{Cell, DigitSet, Form, LineKind, ReadError, ReadErrorKind, line_kind, read};

use crate::candidates::{CandidateGrid, read_group};
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
    let kinds: Vec<LineKind> = lines.iter().map(Line::kind).collect();
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
                    pieces.extend(cut_every_nine(&kinds, at..end));
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
            _ => pieces.extend(cut_every_nine(&kinds, at..end)),
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

/// How many rows a block has. Art without a `+` counts as rows of blanks unless the others alone
/// make whole puzzles, as in core.
fn count_rows(block: &[LineKind]) -> usize {
    let plain = block.iter().filter(|kind| matches!(kind, LineKind::Cells(_))).count();
    let dashes = block.iter().filter(|kind| matches!(kind, LineKind::Dashes(_))).count();
    if plain > 0 && plain.is_multiple_of(9) { plain } else { plain + dashes }
}

/// Cuts a block of more than nine rows after every ninth.
fn cut_every_nine(kinds: &[LineKind], block: Range<usize>) -> Vec<Range<usize>> {
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
            pieces.push(start..at);
            (start, rows) = (at, 0);
            dashes_are_art = has_art_of_dashes(&kinds[start..block.end]);
        }
        rows += usize::from(is_row);
    }
    pieces.push(start..block.end);
    pieces
}

/// Whether art without a `+` stands only where bands meet, in the nine other rows that come first.
fn has_art_of_dashes(kinds: &[LineKind]) -> bool {
    let mut rows = 0;
    for kind in kinds {
        match kind {
            LineKind::Dashes(_) if rows % 3 != 0 => return false,
            LineKind::Cells(_) if rows == 8 => return true,
            LineKind::Cells(_) => rows += 1,
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

/// Reads nine rows of nine groups of candidates.
fn read_candidates(piece: &[Line<'_>]) -> Result<FilePuzzle, FileError> {
    let is_row = |line: &&Line<'_>| matches!(line_kind(line.bytes), LineKind::Cells(_));
    let mut sets = [DigitSet::EMPTY; 81];
    let mut rows = 0;
    for line in piece.iter().filter(is_row) {
        if rows == 9 {
            return Err(error(line, 0, None, ReadErrorKind::LeftOverCells(9)));
        }
        let is_gap = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|');
        let mut column = 0;
        let mut at = 0;
        for group in line.bytes.split(is_gap) {
            if !group.is_empty() {
                let Some(cell) = Cell::at(rows, column) else {
                    return Err(error(line, at, None, ReadErrorKind::LeftOverCells(1)));
                };
                sets[cell.index()] = read_group(group).map_err(|place| {
                    let kind = ReadErrorKind::UnexpectedByte(group[place]);
                    error(line, at + place, Some(cell), kind)
                })?;
                column += 1;
            }
            at += group.len() + 1;
        }
        if let Some(cell) = Cell::at(rows, column) {
            let kind = ReadErrorKind::MissingCells(9 - column);
            return Err(error(line, line.bytes.len(), Some(cell), kind));
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

fn error(line: &Line<'_>, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> FileError {
    FileError::Puzzle(ReadError { line: line.number, column: at + 1, cell, kind })
}
