//! Format detection: a file has the format of its first readable puzzle.

use sudoku_core::box_art::cell_value;

use crate::art::LineKind;
use crate::entry::Reading;
use crate::format::{FileFormat, csv, jsonl};
#[cfg(feature = "sites")]
use crate::format::{html, link};
use crate::line::FileLine;
use crate::names::Names;
use crate::puzzle::{FileError, MAX_LINE, is_puzzle};
use crate::rows;
use crate::size;

/// The result of detection on the first lines of a file.
pub(crate) enum Detected {
    Format(FileFormat),
    /// Puzzles in this column, which begin after this number of bytes.
    Column(csv::Column, usize),
    /// An error: the file cannot be read.
    Error(FileError),
    /// No readable puzzle yet; the lines look like this format.
    Open(FileFormat),
}

/// Detects the format from the start of a file. `is_end` means that the text is complete.
pub(crate) fn by_beginning(text: &[u8], is_end: bool, names: &Names) -> Option<FileFormat> {
    let begins = |reading| match reading {
        Reading::Pieces(reading) => (reading.begins)(text, is_end, names),
        _ => false,
    };
    FileFormat::detected().find_map(|(format, reading)| begins(reading).then_some(format))
}

/// Detects the format from the lines at the start of a text. A header is possible only before the
/// first block of a file.
///
/// Unless the text is complete, rows determine the format only if no further lines can belong to
/// them. So the format does not depend on how the file arrives.
pub(crate) fn by_lines(
    lines: &[FileLine<'_>],
    names: &Names,
    complete: usize,
    is_start: bool,
    is_all: bool,
) -> Detected {
    let Some(first) = lines.iter().position(FileLine::holds_something) else {
        return Detected::Open(FileFormat::Line);
    };
    let header = &lines[first];
    if is_start && let Some(detected) = by_header(header, names) {
        return detected.map_or_else(Detected::Error, |(column, is_name)| {
            let next = lines.get(first + 1).map_or(complete, |next| next.start);
            in_column(header, column, if is_name { next } else { header.start }, names)
        });
    }
    // A header that begins with `#` looks like a comment.
    let comments = lines[..first].iter().filter(|_| is_start && !jsonl::is_object(header));
    let named = comments.filter_map(|line| Some((line, csv::header(line, names)?.0)));
    if format_of_line(header, names).is_none()
        && let Some((line, column)) = named.into_iter().find(|it| csv::read(header, it.1).is_ok())
    {
        return in_column(line, column, header.start, names);
    }
    let is_header = is_start && format_of_line(header, names).is_none();
    let row = if is_header { csv::row_with_puzzle(header, lines) } else { None };
    let line =
        lines.iter().enumerate().find_map(|(at, line)| Some((at, format_of_line(line, names)?)));
    let line = line.filter(|&(at, _)| row.is_none_or(|row| at < row));
    // Rows determine the format only if they come before the first readable line.
    let end = line.map(|(at, _)| at).or(row);
    let before = &lines[..end.unwrap_or(lines.len())];
    let pieces = rows::cut(before, is_all || end.is_some()).pieces;
    match pieces.into_iter().find_map(|piece| format_of_rows(&before[piece])) {
        Some(format) => Detected::Format(format),
        None => match (line, row) {
            (Some((_, format)), _) => Detected::Format(format),
            (None, Some(_)) => Detected::Error(FileError::NoColumn(header.number)),
            (None, None) if is_all && jsonl::holds_puzzle(header) => {
                Detected::Error(jsonl::no_key(header, names))
            }
            (None, None) if is_all && let Some(column) = csv::column_with_puzzle(header) => {
                Detected::Error(FileError::InColumn { line: header.number, column })
            }
            (None, None) => Detected::Open(looks(lines, first)),
        },
    }
}

/// Returns the puzzle column of this header, after this number of bytes. A table with rules is an
/// error, because its boards alone are other puzzles.
fn in_column(header: &FileLine<'_>, column: csv::Column, end: usize, names: &Names) -> Detected {
    match csv::has_rules(header, column, names) {
        true => Detected::Error(FileError::HasRules(header.number)),
        false => Detected::Column(column, end),
    }
}

/// Reads the first non-blank line as a header. Returns the puzzle column, and true if the line only
/// names it. Returns `None` if the line may be a puzzle or an object.
fn by_header(line: &FileLine<'_>, names: &Names) -> Option<Result<(csv::Column, bool), FileError>> {
    if !names.is_given() && format_of_line(line, names).is_some() {
        return None;
    }
    if jsonl::is_object(line) {
        return None;
    }
    match csv::header(line, names) {
        Some(found) => Some(Ok(found)),
        None => names.missing(line.number, csv::names(line)).map(Err),
    }
}

/// Returns the format in which the line alone is a readable puzzle.
fn format_of_line(line: &FileLine<'_>, names: &Names) -> Option<FileFormat> {
    // 81 dashes are box art, not a puzzle without clues.
    if line.bytes.len() > MAX_LINE || !matches!(line.kind(), LineKind::Cells(_)) {
        return None;
    }
    let reads = |reading| match reading {
        Reading::Line(read) => is_puzzle(&read(line)),
        Reading::Keyed => jsonl::is_object(line) && is_puzzle(&jsonl::read(line, names)),
        _ => false,
    };
    FileFormat::detected().find_map(|(format, reading)| reads(reading).then_some(format))
}

/// Returns the format in which the lines are a readable puzzle.
fn format_of_rows(lines: &[FileLine<'_>]) -> Option<FileFormat> {
    let reads = |reading| match reading {
        Reading::Rows(read) => is_puzzle(&read(lines)),
        _ => false,
    };
    FileFormat::detected().find_map(|(format, reading)| reads(reading).then_some(format))
}

/// Returns the format that a line seems to belong to, if that is clear without other lines.
pub(crate) fn look(line: &[u8]) -> Option<FileFormat> {
    let line = FileLine { number: 1, start: 0, bytes: line };
    let text = line.bytes.trim_ascii();
    let is_row_byte = |&byte: &u8| cell_value(byte).is_some() || matches!(byte, b' ' | b'|');
    match text {
        _ if line.bytes.len() > MAX_LINE => None,
        #[cfg(feature = "sites")]
        [b'<', ..] if html::begins(text) => Some(FileFormat::Html),
        #[cfg(feature = "sites")]
        [b'<', ..] => Some(FileFormat::OpenSudoku),
        [b'{', _, ..] => Some(FileFormat::JsonLines),
        [b'[', next, ..] if !next.is_ascii_alphabetic() => Some(FileFormat::Lists),
        [b'{' | b'}' | b']', ..] => Some(FileFormat::Lists),
        #[cfg(feature = "sites")]
        _ if link::is_link(text) => Some(FileFormat::Link),
        _ => match line.kind() {
            LineKind::Separator => Some(FileFormat::Grid),
            LineKind::Cells(9) if text.iter().all(is_row_byte) => Some(FileFormat::Grid),
            _ => format_of_line(&line, &Names::default()),
        },
    }
}

/// Guesses the format of unreadable lines. Two rows of a grid have at most 18 cells, so a line with
/// more cells is probably meant as a line, unless its cells are the numbers of a larger grid.
fn looks(lines: &[FileLine<'_>], first: usize) -> FileFormat {
    let line = &lines[first];
    if jsonl::is_object(line) {
        return FileFormat::JsonLines;
    }
    #[cfg(feature = "sites")]
    if link::is_link(line.bytes) {
        return FileFormat::Link;
    }
    let is_short = match line.kind() {
        LineKind::Cells(cells) | LineKind::Dashes(cells) => {
            cells <= 18 || size::count_row(line.bytes).is_some_and(|cells| cells <= 25)
        }
        _ => true,
    };
    if is_short && lines.len() > 1 { FileFormat::Grid } else { FileFormat::Line }
}
