//! Nine rows as other programs copy them: from spreadsheets and tables in Markdown, where a blank
//! cell is empty, with spaces for blanks, and 81 cells below each other.

use sudoku_core::box_art::{cell_value, is_art, is_frame};
use sudoku_core::{Board, Cell, ReadError, ReadErrorKind};

use crate::art::is_blank_row;
use crate::line::{FileLine, lines};

/// Reads such rows. Returns `None` if the text has another layout.
pub(crate) fn read_table(text: &[u8]) -> Option<Result<Board, ReadError>> {
    let rows: Vec<FileLine<'_>> = lines(1, text).filter(is_row).collect();
    if is_column(&rows) {
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.bytes.trim_ascii()).copied().collect();
        return Some(Board::from_text(cells));
    }
    let rows: &[FileLine<'_>; 9] = match rows.as_slice() {
        // The header of a table.
        [header, rows @ ..] if rows.len() == 9 && header.bytes.contains(&b'|') => rows,
        rows => rows,
    }
    .try_into()
    .ok()?;
    let by_separator = *b"\t,;|";
    by_separator
        .iter()
        .find_map(|&separator| read_fields(rows, separator))
        .or_else(|| read_spaces(rows).map(Ok))
}

/// Returns true unless the line is blank, a comment or a line between rows.
fn is_row(line: &FileLine<'_>) -> bool {
    is_blank_row(line.bytes)
        || line.holds_something()
            && !(is_frame(line.bytes) || is_art(line.bytes) && line.bytes.contains(&b'-'))
}

/// Returns true if the line is a single cell.
pub(crate) fn is_cell(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [byte] if cell_value(*byte).is_some())
}

fn is_column(rows: &[FileLine<'_>]) -> bool {
    rows.len() == Cell::COUNT && rows.iter().all(|row| is_cell(row.bytes))
}

/// Reads rows of nine fields. Returns `None` if some row has another number of fields.
fn read_fields(rows: &[FileLine<'_>; 9], separator: u8) -> Option<Result<Board, ReadError>> {
    let mut digits = [0; Cell::COUNT];
    let mut fault = None;
    for (row, line) in rows.iter().enumerate() {
        let indent = line.bytes.len() - line.bytes.trim_ascii_start().len();
        let is_framed = separator == b'|' && line.bytes[indent..].starts_with(b"|");
        let mut start = if is_framed { indent + 1 } else { 0 };
        let fields = line.bytes[start..].split(|&byte| byte == separator);
        let mut count = 0;
        for field in fields {
            let text = field.trim_ascii();
            let text =
                text.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\"")).unwrap_or(text);
            let at = start + field.len() - field.trim_ascii_start().len();
            start += field.len() + 1;
            let cell = Cell::at(row, count);
            // Empty fields may follow the last cell.
            if cell.is_none() && !text.is_empty() {
                return None;
            }
            count += 1;
            match (text, cell) {
                (_, None) | ([], _) => {}
                ([byte], Some(cell)) if cell_value(*byte).is_some() => {
                    digits[cell.index()] = cell_value(*byte).unwrap_or(0);
                }
                ([byte, ..], cell) => {
                    let kind = ReadErrorKind::UnexpectedByte(*byte);
                    let error = ReadError { line: line.number, column: at + 1, cell, kind };
                    fault.get_or_insert(error);
                }
            }
        }
        if count < 9 {
            return None;
        }
    }
    match fault {
        Some(error) => Some(Err(error)),
        None => Board::new(digits).ok().map(Ok),
    }
}

/// Reads rows of nine characters with spaces for blanks. Spaces at the end may be missing.
fn read_spaces(rows: &[FileLine<'_>; 9]) -> Option<Board> {
    let is_plain = |row: &FileLine<'_>| {
        row.bytes.len() <= 9 && row.bytes.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
    };
    let has_gap = |row: &FileLine<'_>| row.bytes.trim_ascii().contains(&b' ');
    // Without a gap, short rows lack a cell.
    if !rows.iter().all(is_plain) || !rows.iter().any(has_gap) {
        return None;
    }
    let mut cells = [b'.'; Cell::COUNT];
    for (cells, row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(rows) {
        for (cell, &byte) in cells.iter_mut().zip(row.bytes) {
            *cell = if byte == b' ' { b'.' } else { byte };
        }
    }
    Board::from_line(&cells)
}
