//! CSV: values between separators, with a header that names the puzzle column.
//!
//! A line is a header if it names a puzzle column, or if it is a first row without a puzzle before
//! rows with one. Other programs have to guess this; here the column type is known. The separator
//! is the one for which this holds.

use std::ops::Range;

use sudoku_core::Board;
use sudoku_core::box_art::count_cells;

use super::line::read_from;
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::names::Names;
use crate::puzzle::{FileError, MAX_LINE};

pub(crate) const CSV: FormatEntry = FormatEntry {
    name: "csv",
    aliases: &["tsv"],
    about: "Values separated by commas, semicolons or tabs, with a header",
    reading: Reading::Column,
    is_detected: false,
    marks: None,
    write: |board, out| out.extend_from_slice(&board.to_line()),
    header: "puzzle\n",
    footer: "",
};

/// The puzzle column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The number of columns before it.
    pub(crate) place: usize,
    /// The separator.
    separator: u8,
}

impl Column {
    /// The first column of a file with commas.
    pub(crate) const FIRST: Self = Self { place: 0, separator: b',' };
}

/// The possible separators, in the order in which they are tried.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Reads the puzzle in a column.
pub(crate) fn read(line: &FileLine<'_>, column: Column) -> Result<Board, FileError> {
    read_from(line, start_of(line, column)).map_err(|error| {
        let quotes = memchr::memchr_iter(b'"', line.bytes).count();
        if quotes % 2 == 1 { FileError::OpenQuote(line.number) } else { error }
    })
}

/// Returns the puzzle column, by name or by the requested number, and true if the line is only a
/// header without a puzzle in that column.
pub(crate) fn header(line: &FileLine<'_>, names: &Names) -> Option<(Column, bool)> {
    if line.bytes.len() > MAX_LINE {
        return None;
    }
    let by_name = SEPARATORS.iter().find_map(|&separator| {
        let is_it = |field: Range<usize>| names.has(&name(&line.bytes[field]));
        let place = fields(line.bytes, separator).position(is_it)?;
        Some((Column { place, separator }, true))
    });
    by_name.or_else(|| {
        let place = names.place()?;
        let columns = SEPARATORS.map(|separator| Column { place, separator });
        let holds_it = |column: &Column| read(line, *column).is_ok();
        let has_it = |column: &Column| fields(line.bytes, column.separator).count() > place;
        let held = columns.into_iter().find(holds_it).map(|column| (column, false));
        held.or_else(|| columns.into_iter().find(has_it).map(|column| (column, true)))
    })
}

/// Returns true if a column other than the puzzles has rules, by the name in the header.
pub(crate) fn has_rules(header: &FileLine<'_>, column: Column, names: &Names) -> bool {
    let mut others = fields(header.bytes, column.separator).map(|it| name(&header.bytes[it]));
    others.any(|name| names.has_rules(&name) && !names.has(&name))
}

/// Returns the names in a header, split by the separator that gives the most names.
pub(crate) fn names(header: &FileLine<'_>) -> impl Iterator<Item = String> {
    let start = &header.bytes[..header.bytes.len().min(MAX_LINE)];
    let count = |separator: &u8| fields(start, *separator).count();
    // On a tie, the first separator wins.
    let most = SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',');
    fields(start, most).map(move |field| name(&start[field]))
}

/// Returns the index of the first row with a puzzle in a column other than the first, if the row
/// before all of them may be a header.
pub(crate) fn row_with_puzzle(header: &FileLine<'_>, rows: &[FileLine<'_>]) -> Option<usize> {
    // A row with more cells than a row of a grid is meant as a puzzle, so it is a broken row.
    let is_data = |field: Range<usize>| count_cells(&header.bytes[field]) > 18;
    let found = SEPARATORS.iter().filter_map(|&separator| {
        let columns = fields(header.bytes, separator).count();
        if header.bytes.len() > MAX_LINE || fields(header.bytes, separator).any(is_data) {
            return None;
        }
        rows.iter().position(|row| holds_puzzle(row, separator, columns))
    });
    found.min()
}

/// Returns the first column after the first one that holds a puzzle, from 1.
pub(crate) fn column_with_puzzle(row: &FileLine<'_>) -> Option<usize> {
    let is_puzzle = |field: &Range<usize>| field.len() >= 81 && read_from(row, field.start).is_ok();
    let column = |&separator: &u8| fields(row.bytes, separator).position(|field| is_puzzle(&field));
    let is_short = row.bytes.len() <= MAX_LINE;
    SEPARATORS.iter().filter(|_| is_short).find_map(column).map(|place| place + 1)
}

/// Returns true if one of the first `columns` columns, except the first, holds a puzzle.
fn holds_puzzle(row: &FileLine<'_>, separator: u8, columns: usize) -> bool {
    row.bytes.len() <= MAX_LINE
        && fields(row.bytes, separator)
            .take(columns)
            .skip(1)
            .any(|field| field.len() >= 81 && read_from(row, field.start).is_ok())
}

/// Returns the values of a row.
pub(crate) fn values(line: &[u8], column: Column) -> impl Iterator<Item = String> {
    fields(line, column.separator).map(|field| {
        let text = String::from_utf8_lossy(&line[field]);
        let text = text.trim();
        match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(quoted) => quoted.replace("\"\"", "\""),
            None => text.to_owned(),
        }
    })
}

/// Returns the name in a field of a header.
fn name(field: &[u8]) -> String {
    let name = String::from_utf8_lossy(field);
    name.trim().trim_matches(['"', '\'']).trim().to_owned()
}

/// Returns the fields of a line, split at separators outside of double quotes.
fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> {
    let (mut start, mut is_done) = (0, false);
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let end = end_of_field(line, start, separator);
        let field = start..end;
        (start, is_done) = (end + 1, end == line.len());
        Some(field)
    })
}

/// Returns the end of the field that begins at `start`.
fn end_of_field(line: &[u8], start: usize, separator: u8) -> usize {
    let mut is_quoted = false;
    let mut is_end = |&byte: &u8| {
        is_quoted ^= byte == b'"';
        byte == separator && !is_quoted
    };
    line[start..].iter().position(&mut is_end).map_or(line.len(), |length| start + length)
}

/// Returns the start of a column, or the end of the line if it has fewer columns.
fn start_of(line: &FileLine<'_>, Column { place, separator }: Column) -> usize {
    let mut start = 0;
    for _ in 0..place {
        start = line.bytes.len().min(end_of_field(line.bytes, start, separator) + 1);
    }
    start
}
