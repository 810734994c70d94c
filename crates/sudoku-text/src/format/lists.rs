//! Lists of cells, lists of such lists (Python, JSON, LeetCode), and JSON that spans several lines
//! per object.
//!
//! Examples: `[[5, 3, 0, …], …]`, `[["5","3",".",…],…]`, `["53..7…"]`. Lists and objects around a
//! puzzle are ignored, so that a long list of puzzles is never in memory as a whole.

use std::ops::Range;

use sudoku_core::box_art::count_cells;

#[cfg(feature = "sites")]
use super::link::is_link;
#[cfg(feature = "sites")]
use super::value::app::is_app;
use super::value::list::{ListCells, read_list};
use super::value::object::find_one;
use super::value::read_puzzle;
use crate::art::is_blank;
use crate::entry::{Cut, FormatEntry, PieceReading, Reading};
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle, MAX_LINE, is_puzzle};

pub(crate) const LISTS: FormatEntry = FormatEntry {
    name: "lists",
    aliases: &["json"],
    about: "Lists of lists as in Python and JSON, or lists of JSON objects",
    reading: Reading::Pieces(PieceReading { begins, cut, read }),
    is_detected: true,
    marks: None,
    write: |board, out| {
        for (row, digits) in board.as_bytes().as_chunks::<9>().0.iter().enumerate() {
            let digits = digits.map(|digit| char::from(b'0' + digit).to_string()).join(",");
            out.extend(format!("{}[{digits}]", if row == 0 { "[" } else { "," }).bytes());
        }
        out.push(b']');
    },
    header: "",
    footer: "",
};

/// Returns true if the text begins with a list or with an object of several lines. The list may be
/// part of an assignment: `board = [[5, 3, …`.
fn begins(text: &[u8], is_end: bool, names: &Names) -> bool {
    let text = text.trim_ascii_start();
    if begins_object(text) {
        // One object per line is another format, and the line may be incomplete.
        let line = match memchr::memchr(b'\n', text) {
            Some(end) if is_broken_line(&text[..end], &text[end..], is_end, names) => return false,
            Some(end) => &text[..end],
            None if is_end || text.len() > MAX_LINE => text,
            None => return false,
        };
        let is_whole = end_of(line).is_some_and(|end| line[end..].trim_ascii().is_empty());
        return !is_whole || has_inner_puzzle(line, names);
    }
    if begins_list(after_name(text)) {
        return true;
    }
    let line = &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())];
    memchr::memchr(b'=', line).is_some_and(|at| {
        // A list in the comment after a puzzle does not count.
        text[0] != b'#' && count_cells(&line[..at]) <= 18 && {
            let value = text[at + 1..].trim_ascii_start();
            begins_object(value) || begins_list(after_name(value))
        }
    })
}

/// Returns true if the line is an incomplete object and the lines after it have puzzles of their
/// own, or may have some in the part that is not read yet.
fn is_broken_line(line: &[u8], after: &[u8], is_end: bool, names: &Names) -> bool {
    if end_of(line).is_some() {
        return false;
    }
    for line in after.split_inclusive(|&byte| byte == b'\n') {
        let (is_complete, text) = (is_end || line.ends_with(b"\n"), line.trim_ascii_end());
        #[cfg(feature = "sites")]
        if is_link(text) {
            return true;
        }
        // The lines of an object of several lines are indented, or a comma follows an inner object.
        if !is_complete && (text.len() < 8 || text.starts_with(b"{\"")) {
            return true;
        }
        if text.is_empty() {
            continue;
        }
        if !text.starts_with(b"{\"") {
            return false;
        }
        match end_of(text) {
            Some(end) if end < text.len() => return false,
            Some(_) if is_puzzle(&read(text, 1, 0, names)) => return true,
            _ => {}
        }
    }
    !is_end
}

/// Returns the text after a name such as `np.array`.
fn after_name(text: &[u8]) -> &[u8] {
    let is_name = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    match text.first() {
        Some(byte) if byte.is_ascii_alphabetic() => {
            &text[text.iter().take_while(|byte| is_name(byte)).count()..]
        }
        _ => text,
    }
}

/// Returns true if the object only contains other objects, and one of them is a puzzle.
fn has_inner_puzzle(object: &[u8], names: &Names) -> bool {
    let holds_puzzle = |piece: Range<usize>| is_puzzle(&read(&object[piece], 1, 0, names));
    has_others(object, names) && cut(object, true, names).pieces.into_iter().any(holds_puzzle)
}

fn begins_list(text: &[u8]) -> bool {
    let Some((&bracket @ (b'[' | b'(' | b'{'), rest)) = text.split_first() else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    match rest.first() {
        Some(b'[' | b'(') => true,
        Some(b'{') => bracket == b'{' || begins_object(rest),
        Some(b'"' | b'\'') => bracket != b'{',
        Some(byte) => byte.is_ascii_digit(),
        None => false,
    }
}

fn begins_object(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| matches!(rest.first(), Some(b'"' | b'}')))
}

/// The kind of text at a position.
enum Unit {
    /// No part of a puzzle before this position.
    Gap(usize),
    Puzzle(Range<usize>),
    /// The start of something incomplete.
    Begun,
}

/// The maximum depth at which objects are searched inside objects without a puzzle.
const DEPTH: usize = 16;

/// Finds the lists and objects that are puzzles.
fn cut(text: &[u8], is_end: bool, names: &Names) -> Cut {
    let mut pieces = Vec::new();
    // The last two opening brackets without text between them.
    let mut open: Vec<usize> = Vec::new();
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let is_object = begins_object(&text[at..]);
        let unit = match text[at] {
            b'{' if !is_end && text[at + 1..].trim_ascii().is_empty() => Unit::Begun,
            b'{' if is_object => match between_brackets(text, at, is_end) {
                Unit::Puzzle(object)
                    if depth < DEPTH && has_others(&text[object.clone()], names) =>
                {
                    depth += 1;
                    Unit::Gap(at + 1)
                }
                unit => unit,
            },
            b'[' | b'(' | b'{' => {
                if open.len() == 2 {
                    open.remove(0);
                }
                open.push(at);
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'"' | b'\'' => text_at(text, at, &open, is_end, names),
            byte if !open.is_empty() && (is_blank(byte) || byte.is_ascii_alphanumeric()) => {
                list(text, &open, is_end)
            }
            byte => {
                depth -= usize::from(byte == b'}' && depth > 0);
                Unit::Gap(at + 1)
            }
        };
        match unit {
            Unit::Begun => break,
            Unit::Gap(end) => at = end,
            Unit::Puzzle(piece) => {
                at = piece.end;
                pieces.push(piece);
            }
        }
        open.clear();
    }
    let rest = open.first().copied().unwrap_or(at);
    Cut { pieces, rest: if is_end { text.len() } else { rest } }
}

/// Returns the unit that begins with the bracket at this position. It is cut off at the maximum
/// length.
fn between_brackets(text: &[u8], at: usize, is_end: bool) -> Unit {
    let text = &text[at..];
    match end_of(text) {
        Some(end) => Unit::Puzzle(at..at + end),
        None if text.len() > MAX_LINE => Unit::Puzzle(at..at + MAX_LINE + 1),
        None if is_end => Unit::Puzzle(at..at + text.len()),
        None => Unit::Begun,
    }
}

/// Returns the list whose first cell follows these brackets: the innermost list if it has all
/// cells, otherwise the list around it, of which it is a row.
fn list(text: &[u8], open: &[usize], is_end: bool) -> Unit {
    let Some(&inner) = open.last() else { return Unit::Begun };
    let unit = between_brackets(text, inner, is_end);
    let Unit::Puzzle(piece) = &unit else { return unit };
    let count = ListCells::of(&text[piece.clone()]).cells.len();
    match open {
        [outer, _] if count < 81 => between_brackets(text, *outer, is_end),
        // The length of an array in a variable declaration.
        [_] if count < 9 => Unit::Gap(piece.end),
        _ => unit,
    }
}

/// Classifies the quoted text at this position: a puzzle, a row, a cell or a key.
fn text_at(text: &[u8], at: usize, open: &[usize], is_end: bool, names: &Names) -> Unit {
    let go_on = |place: usize| if is_end { Unit::Gap(text.len()) } else { Unit::Gap(place) };
    let Some(end) = end_of_text(&text[at..]).map(|length| at + length) else {
        // The text is too long for a puzzle.
        let is_long = is_end || text.len() - at > MAX_LINE;
        return if is_long { Unit::Gap(at + 1) } else { Unit::Begun };
    };
    let after = |place: usize| {
        let rest = text[place..].trim_ascii_start();
        (!rest.is_empty()).then(|| (text.len() - rest.len(), rest[0]))
    };
    let value = match after(end) {
        None if !is_end => return Unit::Begun,
        Some((colon, b':')) => after(colon + 1),
        _ if end - at > 18 => return Unit::Puzzle(at..end),
        _ if open.is_empty() => return Unit::Gap(end),
        _ => return list(text, open, is_end),
    };
    let key = String::from_utf8_lossy(&text[at + 1..end - 1]);
    match value {
        None if is_end => go_on(end),
        None => Unit::Begun,
        Some((place, _)) if names.has(&key) => Unit::Gap(place),
        Some((place, b'"' | b'\'')) => match end_of_text(&text[place..]) {
            Some(length) => Unit::Gap(place + length),
            None if is_end || text.len() - at > MAX_LINE => Unit::Gap(place + 1),
            None => Unit::Begun,
        },
        Some((place, b'[')) => match after(place + 1) {
            None if !is_end => Unit::Begun,
            Some((_, b'{')) => Unit::Gap(place),
            // The text belongs to another value of an object.
            _ => match between_brackets(text, place, is_end) {
                Unit::Puzzle(list) if list.len() <= MAX_LINE => Unit::Gap(list.end),
                unit => unit,
            },
        },
        Some((place, _)) => Unit::Gap(place),
    }
}

/// Returns true if the object is not a puzzle itself but contains other objects.
fn has_others(object: &[u8], names: &Names) -> bool {
    match find_one(object, |name| names.has(name)) {
        _ if object.len() > MAX_LINE => true,
        Ok(Some(value)) => {
            let list = value.as_bytes();
            let count = || ListCells::of(list).cells.len();
            list.starts_with(b"[") && (list.contains(&b'{') || count() >= 2 * 81)
        }
        #[cfg(feature = "sites")]
        Ok(None) if !names.is_given() && is_app(object) => false,
        Ok(None) => object[1..].iter().any(|byte| matches!(byte, b'{' | b'[')),
        Err(_) => false,
    }
}

/// Returns the end of the text that begins with a bracket, if it is within the maximum line length.
pub(crate) fn end_of(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_LINE)];
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match text[at] {
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' if depth == 1 => return Some(at + 1),
            b']' | b')' | b'}' => depth -= 1,
            b'"' | b'\'' => at += end_of_text(&text[at..])? - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the end of the text that begins with a quote, if it is within the maximum line length.
pub(crate) fn end_of_text(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_LINE)];
    let quote = *text.first()?;
    let mut at = 1;
    loop {
        at += memchr::memchr2(quote, b'\\', text.get(at..)?)? + 1;
        if text[at - 1] == quote {
            return Some(at);
        }
        // The byte after a backslash does not end the text.
        at += 1;
    }
}

/// Reads the puzzle of a piece of text.
fn read(piece: &[u8], line: usize, before: usize, names: &Names) -> Result<FilePuzzle, FileError> {
    if piece.len() > MAX_LINE {
        return Err(FileError::TooLong(line));
    }
    let board = if begins_object(piece) { read_puzzle(piece, names) } else { read_list(piece) };
    board.map(|board| FilePuzzle { line, column: before + 1, board }).map_err(|fault| {
        let passed = &piece[..fault.at().min(piece.len())];
        let number = line + memchr::memchr_iter(b'\n', passed).count();
        let column = match memchr::memrchr(b'\n', passed) {
            Some(last) => passed.len() - last - 1,
            None => before + passed.len(),
        };
        fault.at_place(number, column)
    })
}
