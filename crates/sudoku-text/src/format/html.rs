//! Tables in HTML: nine rows of nine cells, where a blank cell is empty.
//!
//! Only the tags are read. A field of a form (`<input value="5">`) counts as its value.

use sudoku_core::box_art::cell_value;
use sudoku_core::{Board, Cell, ReadError, ReadErrorKind};

use crate::entry::{Cut, FormatEntry, PieceReading, Reading};
use crate::line::find;
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle, MAX_LINE};
use crate::unicode::PlainText;

pub(crate) const HTML: FormatEntry = FormatEntry {
    name: "html",
    aliases: &[],
    about: "Tables in HTML, with empty cells for blanks",
    reading: Reading::Pieces(PieceReading { begins: |text, _, _| begins(text), cut, read }),
    is_detected: true,
    marks: None,
    write: |board, out| {
        out.extend(b"<table>\n");
        for row in board.as_bytes().as_chunks::<9>().0 {
            let cell = |digit: u8| if digit == 0 { String::new() } else { digit.to_string() };
            let cells = row.map(|digit| format!("<td>{}</td>", cell(digit)));
            out.extend(format!("<tr>{}</tr>\n", cells.concat()).bytes());
        }
        out.extend(b"</table>");
    },
    header: "",
    footer: "",
};

/// The tags with which copied tables and pages begin.
const BEGINNINGS: [&str; 8] =
    ["<!doctype html", "<html", "<head", "<meta", "<body", "<div", "<table", "<tr"];

/// Returns true if the text begins like a page or a table.
pub(crate) fn begins(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    BEGINNINGS.iter().any(|beginning| begins_with(text, beginning))
}

/// Returns true if the text begins with this tag, in upper or lower case.
fn begins_with(text: &[u8], tag: &str) -> bool {
    text.split_at_checked(tag.len()).is_some_and(|(start, rest)| {
        let is_whole = rest.first().is_some_and(|byte| b"/> \t\r\n\x0c".contains(byte));
        is_whole && start.eq_ignore_ascii_case(tag.as_bytes())
    })
}

/// The minimum number of cells of a table that is meant as a puzzle. Others lay out the page.
const FEW_CELLS: usize = 2 * 9;

/// Cuts the text at tables. A table in another table counts, and the outer one does not.
fn cut(text: &[u8], is_end: bool, _: &Names) -> Cut {
    let mut pieces = Vec::new();
    let (mut table, mut cells, mut rest) = (None, 0, 0);
    for at in memchr::memchr_iter(b'<', text) {
        let tag = &text[at..];
        // The end of a tag may be missing.
        if !is_end && tag.len() < "</table>".len() {
            let rest = table.unwrap_or(at);
            return Cut { pieces, rest };
        }
        if begins_with(tag, "<table") {
            (table, cells) = (Some(at), 0);
        } else if begins_with(tag, "<td") || begins_with(tag, "<th") {
            cells += 1;
        } else if begins_with(tag, "</table")
            && let Some(start) = table.take()
        {
            rest = at + "</table>".len();
            if cells >= FEW_CELLS {
                pieces.push(start..rest);
            }
        }
    }
    if let Some(start) = table.filter(|_| is_end && cells >= FEW_CELLS) {
        pieces.push(start..text.len());
    }
    let end = if is_end { text.len() } else { table.unwrap_or(text.len()) };
    Cut { pieces, rest: end.max(rest) }
}

/// Reads the puzzle of a table that begins on this line and column (from 0).
fn read(table: &[u8], line: usize, column: usize, _: &Names) -> Result<FilePuzzle, FileError> {
    if table.len() > MAX_LINE {
        return Err(FileError::TooLong(line));
    }
    let fail = |at: usize, cell, kind| {
        let passed = &table[..at];
        let breaks = memchr::memchr_iter(b'\n', passed).count();
        let column = match memchr::memrchr(b'\n', passed) {
            Some(last) => at - last - 1,
            None => column + at,
        };
        FileError::Puzzle(ReadError { line: line + breaks, column: column + 1, cell, kind })
    };
    let is_cell = |at: &usize| ["<td", "<th"].iter().any(|tag| begins_with(&table[*at..], tag));
    let starts: Vec<usize> = memchr::memchr_iter(b'<', table).filter(is_cell).collect();
    let mut digits = [0; Cell::COUNT];
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(table.len(), |&next| next);
        let Some(cell) = Cell::new(number) else {
            let left_over = ReadErrorKind::LeftOverCells(starts.len() - Cell::COUNT);
            return Err(fail(start, None, left_over));
        };
        digits[number] = match &*content(&table[start..end]) {
            [] => 0,
            &[byte, ..] => {
                match cell_value(byte).filter(|_| content(&table[start..end]).len() == 1) {
                    Some(digit) => digit,
                    None => {
                        return Err(fail(start, Some(cell), ReadErrorKind::UnexpectedByte(byte)));
                    }
                }
            }
        };
    }
    if let Some(cell) = Cell::new(starts.len()) {
        let missing = ReadErrorKind::MissingCells(Cell::COUNT - starts.len());
        return Err(fail(table.len(), Some(cell), missing));
    }
    match Board::new(digits) {
        Ok(board) => Ok(FilePuzzle { line, column: column + 1, board }),
        Err(_) => Err(fail(0, None, ReadErrorKind::NoPuzzle)),
    }
}

/// Returns the text between the tags of a cell, or the value of its field.
fn content(cell: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    let mut rest = cell;
    while let Some((tag, text)) = split_tag(rest) {
        if begins_with(tag, "<input") {
            content.extend(value(tag));
        }
        let end = memchr::memchr(b'<', text).unwrap_or(text.len());
        content.extend(&text[..end]);
        rest = &text[end..];
    }
    for blank in ["&nbsp;", "&#160;", "&#xa0;", "&zwnj;"] {
        while let Some(at) = find(&content, blank.as_bytes()) {
            content.drain(at..at + blank.len());
        }
    }
    PlainText::of(&content).bytes.trim_ascii().to_vec()
}

/// Splits a text that begins with a tag after it.
fn split_tag(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.iter().position(|&byte| byte == b'>')?;
    Some(text.split_at(end + 1))
}

/// Returns the value of a field.
fn value(tag: &[u8]) -> &[u8] {
    let value = find(tag, b" value=").map(|at| &tag[at + " value=".len()..]);
    let value = value.unwrap_or_default();
    match value {
        [quote @ (b'"' | b'\''), value @ ..] => {
            value.split(|byte| byte == quote).next().unwrap_or_default()
        }
        value => value.split(|byte| matches!(byte, b' ' | b'>' | b'/')).next().unwrap_or_default(),
    }
}
