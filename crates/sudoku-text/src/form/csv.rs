//! Comma-separated values with a header that names the column of the puzzles.

use std::ops::Range;

use sudoku_core::Board;

use super::line::read_from;
use crate::entry::{FormEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::{FileError, MAX_LINE};

pub(crate) const CSV: FormEntry = FormEntry {
    name: "csv",
    aliases: &[],
    about: "comma-separated values with a header that names the column of the puzzles",
    reading: Reading::Column,
    is_detected: false,
    write: |board, out| out.extend(board.to_line()),
    header: "puzzle\n",
    footer: "",
};

/// Reads the puzzle that stands in the column with this number.
pub(crate) fn read(line: &FileLine<'_>, column: usize) -> Result<Board, FileError> {
    read_from(line, start_of(line, column))
}

/// The names of the columns, in small letters, if the line can be a header: words with letters in
/// them.
pub(crate) fn column_names(line: &FileLine<'_>) -> Option<Vec<String>> {
    // No header is long; this keeps a line of megabytes from being taken apart.
    if line.bytes.len() >= 1024 {
        return None;
    }
    let name = |word: &[u8]| {
        let word = str::from_utf8(word).ok()?.trim().trim_matches('"').trim();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte);
        let is_word = word.bytes().any(|byte| byte.is_ascii_alphabetic() && byte != b'x');
        (is_word && word.bytes().all(is_name)).then(|| word.to_ascii_lowercase())
    };
    line.bytes.split(|&byte| byte == b',').map(name).collect()
}

/// Whether one of these columns holds a puzzle.
pub(crate) fn holds_puzzle(line: &FileLine<'_>, mut columns: Range<usize>) -> bool {
    line.bytes.len() <= MAX_LINE && columns.any(|column| read(line, column).is_ok())
}

/// Where the column with this number begins, past commas that are not in double quotes; the end of
/// a line without it.
fn start_of(line: &FileLine<'_>, column: usize) -> usize {
    let (mut left, mut quoted, mut at) = (column, false, 0);
    while left > 0 && at < line.bytes.len() {
        match line.bytes[at] {
            b'"' => quoted = !quoted,
            b',' if !quoted => left -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}
