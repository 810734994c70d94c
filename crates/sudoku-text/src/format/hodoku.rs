//! The library format of HoDoKu:
//! `:technique:candidates:givens:deleted:eliminations:placements:extra`.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, ReadErrorKind};

use crate::entry::{FormatEntry, MarksEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::FileError;

pub(crate) const HODOKU: FormatEntry = FormatEntry {
    name: "hodoku",
    aliases: &[],
    about: "HoDoKu's library format: `:technique:candidates:givens:…` on each line",
    reading: Reading::Line(read),
    is_detected: true,
    marks: Some(MarksEntry { read: |lines| read_marks(&lines[0]), write: None }),
    write: |board, out| write_state(board, board, out),
    header: "",
    footer: "",
};

/// Writes a board. A `+` marks each digit that the puzzle does not have.
pub(super) fn write_state(puzzle: &Board, state: &Board, out: &mut Vec<u8>) {
    out.extend(b":0000:x:");
    for (cell, byte) in Cell::all().zip(state.to_line()) {
        let is_placed = puzzle.get(cell).is_none() && state.get(cell).is_some();
        out.extend(is_placed.then_some(b'+'));
        out.push(byte);
    }
    out.extend(b":::");
}

/// The puzzle consists of the givens without the digits that a `+` marks as placed later. Deleted
/// candidates matter only if no digit on the board rules them out.
fn read(line: &FileLine<'_>) -> Result<Board, FileError> {
    let HodokuRecord { puzzle, state, deleted } = read_record(line)?;
    let is_loss = |&&(cell, digit): &&(Cell, Digit)| {
        state.get(cell).is_none() && state.candidates(cell).contains(digit)
    };
    match deleted.iter().find(is_loss) {
        Some(&(cell, _)) => Err(line.needs_candidates(cell)),
        None => Ok(puzzle),
    }
}

/// Returns the clues and the placed digits, without the deleted candidates.
fn read_marks(line: &FileLine<'_>) -> Result<Candidates, FileError> {
    let HodokuRecord { puzzle, state, deleted } = read_record(line)?;
    let mut marks = Candidates::from(&puzzle);
    for (cell, digit) in state.clues().filter(|&(cell, _)| puzzle.get(cell).is_none()) {
        marks.place(cell, digit);
    }
    for (cell, digit) in deleted {
        if state.get(cell).is_none() {
            marks.eliminate(cell, DigitSet::only(digit));
        }
    }
    Ok(marks)
}

/// A record of the library.
struct HodokuRecord {
    /// The clues.
    puzzle: Board,
    /// The clues and the digits placed later.
    state: Board,
    /// The deleted candidates.
    deleted: Vec<(Cell, Digit)>,
}

fn read_record(line: &FileLine<'_>) -> Result<HodokuRecord, FileError> {
    if let Some(&byte) = line.bytes.first().filter(|&&byte| byte != b':') {
        return Err(line.error(0, None, ReadErrorKind::UnexpectedByte(byte)));
    }
    let mut fields = line.bytes.split(|&byte| byte == b':').skip(1);
    let start = fields.by_ref().take(2).map(|field| field.len() + 1).sum::<usize>() + 1;
    let givens = fields.next().unwrap_or_default();
    let deleted = fields.next().unwrap_or_default();
    // The cells without `+` marks, with their positions.
    let cells: Vec<(usize, u8)> =
        (start..).zip(givens.iter().copied()).filter(|&(_, byte)| byte != b'+').collect();
    let plain: Vec<u8> = cells.iter().map(|&(_, byte)| byte).collect();
    let state = Board::from_text(&plain).map_err(|error| {
        let end = start + givens.len();
        let at = cells.get(error.column - 1).map_or(end, |&(at, _)| at);
        line.error(at, error.cell, error.kind)
    })?;
    let mut puzzle = state;
    for (cell, &(at, _)) in Cell::all().zip(&cells) {
        if line.bytes.get(at.wrapping_sub(1)) == Some(&b'+') {
            puzzle.set(cell, None);
        }
    }
    // A candidate is written as digit, row, column.
    let deleted = deleted.split(|&byte| byte == b' ').filter(|text| text.len() == 3);
    let deleted = deleted.filter_map(|text| {
        let [digit, row, column] = [0, 1, 2].map(|place| text[place].wrapping_sub(b'0'));
        let cell = Cell::at(usize::from(row).wrapping_sub(1), usize::from(column).wrapping_sub(1));
        Some((cell?, Digit::new(digit)?))
    });
    Ok(HodokuRecord { puzzle, state, deleted: deleted.collect() })
}
