//! Values between separators, with a header that names the column of the puzzles.
//!
//! What makes a header is that it names such a column, whatever its other names are, or that it is
//! a first row without a puzzle before rows with one: the types of the columns are known here,
//! which other programs have to guess. The separator is the one by which that is so.

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
    about: "values between commas, semicolons or tabs, with a header that names the column",
    reading: Reading::Column,
    is_detected: false,
    marks: None,
    write: |board, out| out.extend(board.to_line()),
    header: "puzzle\n",
    footer: "",
};

/// The column of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// How many columns stand before it.
    place: usize,
    /// What parts the columns.
    separator: u8,
}

impl Column {
    /// The first column of a file with commas.
    pub(crate) const FIRST: Self = Self { place: 0, separator: b',' };
}

/// What may part columns, in the order in which it is tried.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Reads the puzzle that stands in a column.
pub(crate) fn read(line: &FileLine<'_>, column: Column) -> Result<Board, FileError> {
    read_from(line, start_of(line, column))
}

/// The column of the puzzles by its name, or by its number if that was given, and whether the line
/// only names it and holds no puzzle there.
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

/// The names in a header, as the separator parts them that parts the most.
pub(crate) fn names(header: &FileLine<'_>) -> impl Iterator<Item = String> {
    let start = &header.bytes[..header.bytes.len().min(MAX_LINE)];
    let count = |separator: &u8| fields(start, *separator).count();
    // The first of those that part as many.
    let most = SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',');
    fields(start, most).map(move |field| name(&start[field]))
}

/// Which of these rows is the first that holds a puzzle in a column other than the first, if the
/// row before them all may be a header to it.
pub(crate) fn row_with_puzzle(header: &FileLine<'_>, rows: &[FileLine<'_>]) -> Option<usize> {
    // More cells than a row of a grid has are meant to be a puzzle: that is a row which is broken.
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

/// Whether one of the first columns, but not the very first, holds a puzzle.
fn holds_puzzle(row: &FileLine<'_>, separator: u8, columns: usize) -> bool {
    row.bytes.len() <= MAX_LINE
        && fields(row.bytes, separator)
            .take(columns)
            .skip(1)
            .any(|field| field.len() >= 81 && read_from(row, field.start).is_ok())
}

/// The name that a field of a header has.
fn name(field: &[u8]) -> String {
    let name = String::from_utf8_lossy(field);
    name.trim().trim_matches(['"', '\'']).trim().to_owned()
}

/// The fields of a line, between separators that are not in double quotes.
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

/// Where the field that begins here ends.
fn end_of_field(line: &[u8], start: usize, separator: u8) -> usize {
    let mut is_quoted = false;
    let mut is_end = |&byte: &u8| {
        is_quoted ^= byte == b'"';
        byte == separator && !is_quoted
    };
    line[start..].iter().position(&mut is_end).map_or(line.len(), |length| start + length)
}

/// Where a column begins; the end of a line without it.
fn start_of(line: &FileLine<'_>, Column { place, separator }: Column) -> usize {
    let mut start = 0;
    for _ in 0..place {
        start = line.bytes.len().min(end_of_field(line.bytes, start, separator) + 1);
    }
    start
}
