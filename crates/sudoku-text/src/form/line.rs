//! 81 characters on each line.

use sudoku_core::Board;

use crate::entry::{FormEntry, Reading};
use crate::line::{FileLine, is_end_of_cells};
use crate::puzzle::FileError;

pub(crate) const LINE: FormEntry = FormEntry {
    name: "line",
    aliases: &["sdm"],
    about: "81 characters on each line; what follows them is a comment",
    reading: Reading::Line(|line| read_from(line, 0)),
    is_detected: true,
    write: |board, out| out.extend(board.to_line()),
    header: "",
    footer: "",
};

/// Reads 81 cells that begin after this many bytes of the line.
#[inline]
pub(crate) fn read_from(line: &FileLine<'_>, start: usize) -> Result<Board, FileError> {
    let text = line.bytes.get(start..).unwrap_or_default();
    // Nearly every line is 81 cells and no more than a comment.
    if let Some((cells, rest)) = text.split_first_chunk::<81>()
        && rest.first().is_none_or(|&byte| is_end_of_cells(byte))
        && let Some(board) = Board::from_line(cells)
    {
        return Ok(board);
    }
    Board::from_text(text)
        .map_err(|error| line.error(start + error.column - 1, error.cell, error.kind))
}
