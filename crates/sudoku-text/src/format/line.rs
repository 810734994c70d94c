//! 81 characters on each line.

use sudoku_core::box_art::is_space;
use sudoku_core::{Board, ReadError};

use crate::entry::{FormatEntry, Reading};
use crate::line::{FileLine, is_end_of_cells};
use crate::puzzle::FileError;
use crate::size;
use crate::unicode::PlainText;

pub(crate) const LINE: FormatEntry = FormatEntry {
    name: "line",
    aliases: &["sdm"],
    about: "81 characters per line, optionally followed by a comment",
    reading: Reading::Line(|line| read_from(line, 0)),
    is_detected: true,
    marks: None,
    write: |board, out| out.extend_from_slice(&board.to_line()),
    header: "",
    footer: "",
};

/// Reads 81 cells that begin at `start`.
#[inline]
pub(crate) fn read_from(line: &FileLine<'_>, start: usize) -> Result<Board, FileError> {
    let text = line.bytes.get(start..).unwrap_or_default();
    // Fast path: nearly every line is 81 cells, possibly with a comment.
    if let Some((cells, rest)) = text.split_first_chunk::<81>()
        && rest.first().is_none_or(|&byte| is_end_of_cells(byte))
        && let Some(board) = Board::from_line(cells)
    {
        return Ok(board);
    }
    read_slowly(line, start)
}

/// Reads other lines, such as 81 digits with gaps between them.
#[cold]
fn read_slowly(line: &FileLine<'_>, start: usize) -> Result<Board, FileError> {
    let text = line.bytes.get(start..).unwrap_or_default();
    if !text.is_ascii() {
        let plain = PlainText::of(text);
        if plain.bytes != text {
            let plain_line = FileLine { bytes: &plain.bytes, ..*line };
            return read_from(&plain_line, 0).map_err(|error| match error {
                FileError::Puzzle(ReadError { column, cell, kind, .. }) => {
                    line.error(start + plain.place(column - 1), cell, kind)
                }
                error => error,
            });
        }
    }
    Board::from_text(text).or_else(|error| {
        if let Some(board) = read_spaced(text) {
            return Ok(board);
        }
        Err(match size::of_line(text) {
            Some(size) => FileError::OtherSize { line: line.number, size },
            None => line.error(start + error.column - 1, error.cell, error.kind),
        })
    })
}

/// Reads 81 cells with spaces, tabs or commas between them.
fn read_spaced(text: &[u8]) -> Option<Board> {
    let is_gap = |byte: &u8| is_space(*byte) || matches!(byte, b',' | b';' | b'\r');
    let mut cells = [b'.'; 81];
    let mut words = text.split(is_gap).filter(|word| !word.is_empty());
    for cell in &mut cells {
        let [byte] = words.next()? else { return None };
        *cell = *byte;
    }
    Board::from_line(&cells).filter(|_| words.next().is_none_or(|word| word[0] == b'#'))
}
