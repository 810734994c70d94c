//! Lists of cells and lists of such lists, as Python, JSON and LeetCode write them; and JSON that
//! is more than an object on each line.
//!
//! These are lists: `[[5, 3, 0, …], …]`, `[["5","3",".",…],…]`, `["53..7…"]`. What is around the
//! lists and objects of a puzzle does not matter, so that lists of puzzles are read without being
//! in memory as a whole.

use std::ops::Range;

use sudoku_core::box_art::count_cells;

use super::value::list::{ListCells, read_list};
use super::value::object::{find, read_object};
use crate::art::is_blank;
use crate::entry::{Cut, FormatEntry, PieceReading, Reading};
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle, MAX_LINE};

pub(crate) const LISTS: FormatEntry = FormatEntry {
    name: "lists",
    aliases: &["json"],
    about: "lists of lists, as Python and JSON write them, or of JSON objects",
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

/// Whether a text begins with a list or with an object of several lines. So do assignments of
/// programs: `board = [[5, 3, …`.
fn begins(text: &[u8], is_end: bool) -> bool {
    let text = text.trim_ascii_start();
    if begins_object(text) {
        // One on each line is another form, and a line may go on.
        let line = match memchr::memchr(b'\n', text) {
            Some(end) => &text[..end],
            None if is_end || text.len() > MAX_LINE => text,
            None => return false,
        };
        return !end_of(line).is_some_and(|end| line[end..].trim_ascii().is_empty());
    }
    if begins_list(after_name(text)) {
        return true;
    }
    let line = &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())];
    memchr::memchr(b'=', line).is_some_and(|at| {
        // What a puzzle has for a comment is no list.
        text[0] != b'#'
            && count_cells(&line[..at]) <= 18
            && begins_list(after_name(text[at + 1..].trim_ascii_start()))
    })
}

/// The text behind a name such as `np.array`.
fn after_name(text: &[u8]) -> &[u8] {
    let is_name = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    match text.first() {
        Some(byte) if byte.is_ascii_alphabetic() => {
            &text[text.iter().take_while(|byte| is_name(byte)).count()..]
        }
        _ => text,
    }
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

/// What stands at a place of a text.
enum Unit {
    /// Nothing of a puzzle before this place.
    Gap(usize),
    Puzzle(Range<usize>),
    /// Something whose end has not come yet.
    Begun,
}

/// How deep an object is looked for in others that hold no puzzle themselves.
const DEPTH: usize = 16;

/// Finds the lists and objects that are a puzzle each.
fn cut(text: &[u8], is_end: bool, names: &Names) -> Cut {
    let mut pieces = Vec::new();
    // The last two brackets that were opened with nothing between them.
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

/// What begins with the bracket at this place. What is too long is cut off there.
fn between_brackets(text: &[u8], at: usize, is_end: bool) -> Unit {
    let text = &text[at..];
    match end_of(text) {
        Some(end) => Unit::Puzzle(at..at + end),
        None if text.len() > MAX_LINE => Unit::Puzzle(at..at + MAX_LINE + 1),
        None if is_end => Unit::Puzzle(at..at + text.len()),
        None => Unit::Begun,
    }
}

/// The list whose first cell follows on these brackets: the innermost if it has all cells, or else
/// the one around it, of which it is a row.
fn list(text: &[u8], open: &[usize], is_end: bool) -> Unit {
    let Some(&inner) = open.last() else { return Unit::Begun };
    let unit = between_brackets(text, inner, is_end);
    let Unit::Puzzle(piece) = &unit else { return unit };
    let count = ListCells::of(&text[piece.clone()]).cells.len();
    match open {
        [outer, _] if count < 81 => between_brackets(text, *outer, is_end),
        // The length of an array in the declaration of a variable.
        [_] if count < 9 => Unit::Gap(piece.end),
        _ => unit,
    }
}

/// What the text in quotes at this place is: a puzzle, a row, a cell, or a key.
fn text_at(text: &[u8], at: usize, open: &[usize], is_end: bool, names: &Names) -> Unit {
    let go_on = |place: usize| if is_end { Unit::Gap(text.len()) } else { Unit::Gap(place) };
    let Some(end) = end_of_text(&text[at..]).map(|length| at + length) else {
        // No puzzle has that many bytes.
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
            // Of what else there is in an object.
            _ => match between_brackets(text, place, is_end) {
                Unit::Puzzle(list) if list.len() <= MAX_LINE => Unit::Gap(list.end),
                unit => unit,
            },
        },
        Some((place, _)) => Unit::Gap(place),
    }
}

/// Whether an object is no puzzle itself but has others in it.
fn has_others(object: &[u8], names: &Names) -> bool {
    match find(object, |name| names.has(name)) {
        _ if object.len() > MAX_LINE => true,
        Ok(Some(value)) => {
            let list = value.get().as_bytes();
            let count = || ListCells::of(list).cells.len();
            list.starts_with(b"[") && (list.contains(&b'{') || count() >= 2 * 81)
        }
        Ok(None) => object[1..].iter().any(|byte| matches!(byte, b'{' | b'[')),
        Err(_) => false,
    }
}

/// Where what begins with a bracket ends, if it does within the longest line.
fn end_of(text: &[u8]) -> Option<usize> {
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

/// Where what begins with a quote ends, if it does within the longest line.
fn end_of_text(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_LINE)];
    let quote = *text.first()?;
    let mut at = 1;
    loop {
        at += memchr::memchr2(quote, b'\\', text.get(at..)?)? + 1;
        if text[at - 1] == quote {
            return Some(at);
        }
        // What follows it is no end.
        at += 1;
    }
}

/// Reads the puzzle of a piece.
fn read(piece: &[u8], line: usize, before: usize, names: &Names) -> Result<FilePuzzle, FileError> {
    if piece.len() > MAX_LINE {
        return Err(FileError::TooLong(line));
    }
    let board = if begins_object(piece) {
        read_object(piece, |name| names.has(name))
    } else {
        read_list(piece)
    };
    board.map(|board| FilePuzzle { line, board }).map_err(|fault| {
        let passed = &piece[..fault.at().min(piece.len())];
        let number = line + memchr::memchr_iter(b'\n', passed).count();
        let column = match memchr::memrchr(b'\n', passed) {
            Some(last) => passed.len() - last - 1,
            None => before + passed.len(),
        };
        fault.at_place(number, column)
    })
}
