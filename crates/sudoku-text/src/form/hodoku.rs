//! HoDoKu's library: `:technique:candidates:givens:deleted:eliminations:placements:extra`.

use sudoku_core::{Board, Cell, Digit, ReadErrorKind};

use crate::entry::{FormEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::FileError;

pub(crate) const HODOKU: FormEntry = FormEntry {
    name: "hodoku",
    aliases: &[],
    about: "HoDoKu's library, `:technique:candidates:givens:…` on each line",
    reading: Reading::Line(read),
    is_detected: true,
    write: |board, out| {
        out.extend(b":0000:x:");
        out.extend(board.to_line());
        out.extend(b":::");
    },
    header: "",
    footer: "",
};

/// The puzzle is the givens without those that a `+` marks as placed since.
fn read(line: &FileLine<'_>) -> Result<Board, FileError> {
    if let Some(&byte) = line.bytes.first().filter(|&&byte| byte != b':') {
        return Err(line.error(0, None, ReadErrorKind::UnexpectedByte(byte)));
    }
    let mut fields = line.bytes.split(|&byte| byte == b':').skip(1);
    let start = fields.by_ref().take(2).map(|field| field.len() + 1).sum::<usize>() + 1;
    let givens = fields.next().unwrap_or_default();
    let deleted = fields.next().unwrap_or_default();
    // The cells without the marks, and where each of them stands.
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
    // A candidate is digit, row, column. One that a digit on the board rules out is no loss.
    for candidate in deleted.split(|&byte| byte == b' ').filter(|text| text.len() == 3) {
        let [digit, row, column] = [0, 1, 2].map(|place| candidate[place].wrapping_sub(b'0'));
        let cell = Cell::at(usize::from(row).wrapping_sub(1), usize::from(column).wrapping_sub(1));
        if let (Some(cell), Some(digit)) = (cell, Digit::new(digit))
            && state.get(cell).is_none()
            && state.candidates(cell).contains(digit)
        {
            return Err(line.needs_candidates(cell));
        }
    }
    Ok(puzzle)
}
