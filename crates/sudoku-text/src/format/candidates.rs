//! Nine rows of nine groups of candidates with box art, or a drawing with three lines per row.
//!
//! In SudoCue's `.sdx` files, a `u` before a digit means that the player placed it, so it is no
//! clue.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, ReadError, ReadErrorKind};

use crate::art::{LineKind, plain_art};
use crate::candidates::{clues, drawing};
use crate::entry::{FormatEntry, MarksEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::{FileError, FilePuzzle};
use crate::rows::kinds;

pub(crate) const CANDIDATES: FormatEntry = FormatEntry {
    name: "candidates",
    aliases: &[],
    about: "Nine rows of nine groups of candidates, with box art or drawn",
    reading: Reading::Rows(read),
    is_detected: true,
    marks: Some(MarksEntry {
        read: read_marks,
        write: Some(|marks, out| out.extend(drawing(marks).bytes())),
    }),
    write: |board, out| out.extend(drawing(&Candidates::from(board)).bytes()),
    header: "",
    footer: "",
};

fn read(piece: &[FileLine<'_>]) -> Result<FilePuzzle, FileError> {
    let line = piece.iter().find(|line| line.holds_something()).map_or(1, |line| line.number);
    let Groups { sets, placed } = read_groups(piece)?;
    match clues(&Candidates::new(sets)) {
        Ok(board) => Ok(FilePuzzle { line, column: 1, board: without(board, &placed) }),
        Err(cell) => Err(FileError::NeedsCandidates { line, cell }),
    }
}

/// Returns the board without the digits in these cells.
fn without(mut board: Board, cells: &[Cell]) -> Board {
    for &cell in cells {
        board.set(cell, None);
    }
    board
}

/// Reads the candidates of all cells. With digits that a player placed, the given and the placed
/// digits are distinguished.
fn read_marks(piece: &[FileLine<'_>]) -> Result<Candidates, FileError> {
    let Groups { sets, placed } = read_groups(piece)?;
    let marks = Candidates::new(sets);
    let Some(values) = clues(&marks).ok().filter(|_| !placed.is_empty()) else {
        return Ok(marks);
    };
    let mut known = Candidates::from(&without(values, &placed));
    for &cell in &placed {
        if let Some(digit) = values.get(cell) {
            known.place(cell, digit);
        }
    }
    for cell in Cell::all().filter(|&cell| values.get(cell).is_none()) {
        known.eliminate(cell, DigitSet::ALL - marks.get(cell));
    }
    Ok(known)
}

/// The groups of a grid.
struct Groups {
    /// The candidates of each cell.
    sets: [DigitSet; 81],
    /// The cells whose digits a player placed.
    placed: Vec<Cell>,
}

/// Reads nine rows of nine groups of candidates, or a drawing of them.
fn read_groups(piece: &[FileLine<'_>]) -> Result<Groups, FileError> {
    let kinds = kinds(piece, true);
    let mut sets = [DigitSet::EMPTY; 81];
    let mut placed = Vec::new();
    let mut rows = 0;
    for at in (0..piece.len()).filter(|&at| matches!(kinds[at], LineKind::Cells(_))) {
        let line = &piece[at];
        let Some(row) = sets.as_chunks_mut::<9>().0.get_mut(rows) else {
            return Err(line.error(0, None, ReadErrorKind::LeftOverCells(9)));
        };
        let is_more =
            |&next: &usize| kinds[next] == LineKind::Comment && piece[next].begins_with("┃");
        let more = (at + 1..piece.len()).take_while(is_more).count();
        for line in &piece[at..=at + more] {
            add_candidates(line, rows, more > 0, row, &mut placed)?;
        }
        rows += 1;
    }
    if let Some(cell) = Cell::at(rows, 0) {
        let kind = ReadErrorKind::MissingCells(81 - 9 * rows);
        let line = piece.last().map_or(1, |line| line.number + 1);
        return Err(FileError::Puzzle(ReadError { line, column: 1, cell: Some(cell), kind }));
    }
    Ok(Groups { sets, placed })
}

/// Adds the digits of a line's nine groups to the candidates of a row. Groups are separated by
/// gaps, or in a drawing by bars.
fn add_candidates(
    line: &FileLine<'_>,
    row: usize,
    is_drawn: bool,
    sets: &mut [DigitSet; 9],
    placed: &mut Vec<Cell>,
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
        // The text outside of the bars.
        groups.remove(0);
        groups.pop_if(|(_, group)| group.trim_ascii().is_empty());
    } else {
        groups.retain(|(_, group)| !group.is_empty());
    }
    for (column, &(mut start, mut group)) in groups.iter().enumerate().take(9) {
        if let [b'u', digit] = group {
            placed.extend(Cell::at(row, column));
            (start, group) = (start + 1, std::slice::from_ref(digit));
        }
        for (at, &byte) in (start..).zip(group).filter(|&(_, &byte)| byte != b' ') {
            let digit = Digit::new(byte.wrapping_sub(b'0'));
            match digit.filter(|&digit| !sets[column].contains(digit)) {
                Some(digit) => sets[column] = sets[column].with(digit),
                None => {
                    let kind = ReadErrorKind::UnexpectedByte(byte);
                    return Err(line.error(at, Cell::at(row, column), kind));
                }
            }
        }
    }
    if let Some(&(at, group)) = groups.get(9) {
        let at = at + group.len() - group.trim_ascii_start().len();
        return Err(line.error(at, None, ReadErrorKind::LeftOverCells(groups.len() - 9)));
    }
    if let Some(cell) = Cell::at(row, groups.len()) {
        let kind = ReadErrorKind::MissingCells(9 - groups.len());
        return Err(line.error(line.bytes.len(), Some(cell), kind));
    }
    Ok(())
}
