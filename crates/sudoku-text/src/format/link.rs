//! Links that carry a puzzle, one on each line.
//!
//! A link has the puzzle as 81 digits (sudokuwiki, sudoku.coach, sudokuexchange, this project's
//! page), or compressed: [f-puzzles](https://f-puzzles.com) and [SudokuPad](https://sudokupad.app)
//! as JSON, compressed with LZ-string, and [penpa](https://swaroopg92.github.io/penpa-edit) as the
//! text of [`penpa`](super::penpa). Links are read alike whatever their format; the formats differ
//! when written.

use std::borrow::Cow;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sudoku_core::box_art::cell_value;
use sudoku_core::{Board, Cell, ReadErrorKind};

use super::penpa;
use super::unzip::unzipped;
use super::value::app;
use super::value::error::ValueError;
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::{FileError, LinkError};

pub(crate) const LINK: FormatEntry = FormatEntry {
    is_detected: true,
    ..links(
        "link",
        &["sudokuwiki"],
        "Links that carry a puzzle; written for sudokuwiki.org",
        |board, out| {
            out.extend(b"https://www.sudokuwiki.org/sudoku.htm?bd=");
            out.extend(board.as_bytes().map(|digit| b'0' + digit));
        },
    )
};

pub(crate) const F_PUZZLES: FormatEntry =
    links("f-puzzles", &["fpuzzles"], "Links of f-puzzles.com", |board, out| {
        write_f_puzzles(board, None, out);
    });

pub(crate) const SUDOKUPAD: FormatEntry =
    links("sudokupad", &[], "Links of sudokupad.app", |board, out| {
        write_sudokupad(board, None, out);
    });

/// Appends a link of f-puzzles to a puzzle, solved if there is a solution.
pub(crate) fn write_f_puzzles(puzzle: &Board, solution: Option<&Board>, out: &mut Vec<u8>) {
    out.extend(f_puzzles_link(&app::f_puzzles(puzzle, solution)).bytes());
}

/// Returns a link of f-puzzles to a puzzle, which is a JSON object of that site.
///
/// The crate `sudoku-rules` writes such objects for variants.
#[must_use]
pub fn f_puzzles_link(json: &str) -> String {
    format!("https://f-puzzles.com/?load={}", lz_str::compress_to_base64(json))
}

/// Appends a link of SudokuPad to a puzzle, with its solution if there is one.
pub(crate) fn write_sudokupad(puzzle: &Board, solution: Option<&Board>, out: &mut Vec<u8>) {
    let text = lz_str::compress_to_base64(&app::sudokupad(puzzle, solution));
    out.extend(b"https://sudokupad.app/scl");
    out.extend(utf8_percent_encode(&text, NON_ALPHANUMERIC).flat_map(str::bytes));
}

/// Returns the entry of a format that is read like any link.
const fn links(
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    write: fn(&Board, &mut Vec<u8>),
) -> FormatEntry {
    FormatEntry {
        name,
        aliases,
        about,
        reading: Reading::Line(read),
        is_detected: false,
        marks: None,
        write,
        header: "",
        footer: "",
    }
}

/// The maximum number of characters of a puzzle that is compressed with LZ-string. Decompressed, it
/// may have up to half the square of the number of its codes: 20 MB for this length.
const MAX_COMPRESSED: usize = 1 << 13;

/// Returns true if the line begins with the scheme of a link.
pub(crate) fn is_link(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    [&b"https://"[..], b"http://"].iter().any(|scheme| {
        line.split_at_checked(scheme.len()).is_some_and(|it| it.0.eq_ignore_ascii_case(scheme))
    })
}

fn read(line: &FileLine<'_>) -> Result<Board, FileError> {
    let start = line.bytes.len() - line.bytes.trim_ascii_start().len();
    if !is_link(line.bytes) {
        return Err(match line.bytes.get(start) {
            Some(&byte) => line.error(start, Cell::new(0), ReadErrorKind::UnexpectedByte(byte)),
            None => line.error(start, None, ReadErrorKind::NoPuzzle),
        });
    }
    let link = line.bytes[start..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let link = String::from_utf8_lossy(link);
    read_link(&link).map_err(|fault| fault.after(start).on_line(line))
}

/// Returns the text with its percent signs decoded. A plus sign stays: it is a digit of Base64.
fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

fn read_link(link: &str) -> Result<Board, ValueError> {
    let (_, address) = link.split_once("://").unwrap_or(("", link));
    let end_of_host = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, rest) = address.split_at(end_of_host);
    let host = host.to_ascii_lowercase();
    let (path, values) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let value = |name: &str| {
        let mut all = values.split(['?', '#', '&']).filter_map(|value| value.split_once('='));
        all.find(|value| value.0 == name).map(|value| decoded(value.1))
    };
    if let Some(puzzle) = value("load").filter(|_| host.ends_with("f-puzzles.com")) {
        return read_json(&puzzle);
    }
    if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") {
        let path = decoded(path.trim_start_matches('/'));
        let path = path.strip_prefix("sudoku/").unwrap_or(&path);
        let id = value("puzzleid").unwrap_or(path.into());
        // The longer prefixes come first.
        let prefix = ["fpuzzles", "fpuz", "scl", "ctc"].into_iter();
        let puzzle = prefix.filter_map(|prefix| id.strip_prefix(prefix)).next();
        // A word without a prefix is the name of a puzzle.
        return read_json(puzzle.ok_or(ValueError::Link(LinkError::OnlyId))?);
    }
    if let Some(puzzle) = value("p").filter(|_| path.contains("penpa")) {
        return penpa::read(&puzzle);
    }
    read_digits(link, path, values)
}

/// Reads the puzzle of any other link: 81 cells between two separators.
fn read_digits(link: &str, path: &str, values: &str) -> Result<Board, ValueError> {
    let parts = path.split('/').chain(values.split(['?', '#', '&', '=', '~']));
    let parts: Vec<Cow<'_, str>> = parts.map(decoded).collect();
    if let Some(board) = parts.iter().find_map(|part| Board::from_text(&**part).ok()) {
        return Ok(board);
    }
    if let Some(board) = parts.iter().find_map(|part| read_wiki(part)) {
        return Ok(board);
    }
    let is_meant =
        |part: &&Cow<'_, str>| part.len() > 40 && part.bytes().all(|it| cell_value(it).is_some());
    if let Some(part) = parts.iter().find(is_meant)
        && let Err(error) = Board::from_text(&**part)
    {
        let before = link.find(&**part).unwrap_or(0);
        return Err(ValueError::cells(before + error.column - 1, error.cell, error.kind));
    }
    let is_id = values.split(['?', '#', '&']).any(|value| value.starts_with("id="));
    Err(ValueError::Link(if is_id { LinkError::OnlyId } else { LinkError::NoPuzzle }))
}

/// Reads a position of sudokuwiki: `S9B` and two digits to base 36 for each cell. Numbers up to 9
/// are clues, numbers up to 18 are nine more than a digit that was placed later, and the others are
/// 18 more than a set of candidates.
fn read_wiki(text: &str) -> Option<Board> {
    let cells =
        text.strip_prefix("S9B").filter(|cells| cells.is_ascii() && cells.len() == 2 * 81)?;
    let mut digits = [0; 81];
    for (cell, digit) in cells.as_bytes().as_chunks::<2>().0.iter().zip(&mut digits) {
        let number = u16::from_str_radix(str::from_utf8(cell).ok()?, 36).ok()?;
        *digit = u8::try_from(number).ok().filter(|digit| *digit <= 9).unwrap_or(0);
    }
    Board::new(digits).ok()
}

/// Reads a JSON object that is compressed with LZ-string. SudokuPad also shortens its text.
fn read_json(compressed: &str) -> Result<Board, ValueError> {
    if compressed.len() > MAX_COMPRESSED {
        return Err(ValueError::Link(LinkError::TooLong));
    }
    // A form may have turned a plus sign into a space.
    let text = lz_str::decompress_from_base64(&compressed.replace(' ', "+"));
    let text = text.and_then(|text| String::from_utf16(&text).ok());
    let object = text.and_then(|text| {
        serde_json::from_str(&text).or_else(|_| serde_json::from_str(&unzipped(&text))).ok()
    });
    app::read_map(&object.ok_or(ValueError::Link(LinkError::Damaged))?)
}
