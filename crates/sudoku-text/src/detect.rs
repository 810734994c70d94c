//! Which form a file has: that of its first readable puzzle.

use crate::art::LineKind;
use crate::entry::Reading;
use crate::form::{FileForm, csv};
use crate::line::FileLine;
use crate::puzzle::{FileError, MAX_LINE, PUZZLE_COLUMNS};
use crate::rows;

/// What a look at the first lines of a file says of its form.
pub(crate) enum Detected {
    Form(FileForm),
    /// It is CSV with puzzles in this column, and the rest begins after `end` bytes.
    Header {
        column: usize,
        end: usize,
    },
    /// It cannot be read at all.
    Error(FileError),
    /// There is no readable puzzle yet; it looks like this form.
    Open(FileForm),
}

/// The form that shows in how a file begins.
pub(crate) fn by_beginning(text: &[u8]) -> Option<FileForm> {
    let begins = |reading| match reading {
        Reading::Pieces(reading) => (reading.begins)(text),
        _ => false,
    };
    FileForm::detected().find_map(|(form, reading)| begins(reading).then_some(form))
}

/// Decides by the lines at the beginning of a text. Only before the first block of a file can there
/// be a header.
///
/// Unless these lines are all that there will be, only rows decide to which no more can belong: so
/// the form does not depend on how a file arrives.
pub(crate) fn by_lines(
    lines: &[FileLine<'_>],
    complete: usize,
    is_start: bool,
    is_all: bool,
) -> Detected {
    let Some(first) = lines.iter().position(FileLine::holds_something) else {
        return Detected::Open(FileForm::Line);
    };
    let is_header = is_start && form_of_line(&lines[first]).is_none();
    let names = if is_header { csv::column_names(&lines[first]) } else { None };
    if let Some(names) = &names {
        let is_known = |name: &String| PUZZLE_COLUMNS.contains(&name.as_str());
        if let Some(column) = names.iter().position(is_known) {
            let end = lines.get(first + 1).map_or(complete, |next| next.start);
            return Detected::Header { column, end };
        }
    }
    // Words are a header only if there are puzzles in the columns that they may name.
    let columns = names.map_or(1, |names| names.len());
    let row = lines.iter().position(|line| csv::holds_puzzle(line, 1..columns));
    let line = lines.iter().enumerate().find_map(|(at, line)| Some((at, form_of_line(line)?)));
    let line = line.filter(|&(at, _)| row.is_none_or(|row| at < row));
    // Rows decide only if they are readable before the first readable line.
    let end = line.map(|(at, _)| at).or(row);
    let before = &lines[..end.unwrap_or(lines.len())];
    let pieces = rows::cut(before, is_all || end.is_some()).pieces;
    match pieces.into_iter().find_map(|piece| form_of_rows(&before[piece])) {
        Some(form) => Detected::Form(form),
        None => match (line, row) {
            (Some((_, form)), _) => Detected::Form(form),
            (None, Some(_)) => Detected::Error(FileError::NoColumn(lines[first].number)),
            (None, None) => Detected::Open(looks(lines, first)),
        },
    }
}

/// The form in which the line alone is a readable puzzle.
fn form_of_line(line: &FileLine<'_>) -> Option<FileForm> {
    // 81 dashes are box art before they are a puzzle without clues.
    if line.bytes.len() > MAX_LINE || !matches!(line.kind(), LineKind::Cells(_)) {
        return None;
    }
    let reads = |reading| match reading {
        Reading::Line(read) => is_puzzle(&read(line)),
        _ => false,
    };
    FileForm::detected().find_map(|(form, reading)| reads(reading).then_some(form))
}

/// The form in which the lines are a readable puzzle.
fn form_of_rows(lines: &[FileLine<'_>]) -> Option<FileForm> {
    let reads = |reading| match reading {
        Reading::Rows(read) => is_puzzle(&read(lines)),
        _ => false,
    };
    FileForm::detected().find_map(|(form, reading)| reads(reading).then_some(form))
}

/// Whether a puzzle was read, though it may be one that clues cannot give.
const fn is_puzzle<T>(read: &Result<T, FileError>) -> bool {
    matches!(read, Ok(_) | Err(FileError::NeedsCandidates { .. }))
}

/// Two rows of a grid hold at most 18 cells, so more of them are meant to be a line.
fn looks(lines: &[FileLine<'_>], first: usize) -> FileForm {
    let is_short = match lines[first].kind() {
        LineKind::Cells(cells) | LineKind::Dashes(cells) => cells <= 18,
        _ => true,
    };
    if is_short && lines.len() > 1 { FileForm::Grid } else { FileForm::Line }
}
