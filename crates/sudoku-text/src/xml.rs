//! OpenSudoku's XML: puzzles in the attribute `data` of its `game` elements.
//!
//! That is all that is read of it, so that nothing but the tags is looked at: no entity can stand in
//! 81 digits, and there is nothing in a text element to be found.

use std::ops::Range;

use sudoku_core::{Form, ReadError, ReadErrorKind, read};

use crate::{FileError, FilePuzzle};

/// Whether a text begins as such a file does.
pub(crate) fn is_xml(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    [&b"<?xml"[..], b"<opensudoku"].iter().any(|start| text.starts_with(start))
}

/// The places of the `game` tags, and where the part that may go on begins.
pub(crate) fn cut(text: &[u8], is_end: bool) -> (Vec<Range<usize>>, usize) {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'<', &text[at..]).map(|start| at + start) {
        let is_comment = text[start..].starts_with(b"<!--");
        let end = if is_comment {
            memchr::memmem::find(&text[start..], b"-->").map(|end| start + end + 3)
        } else {
            memchr::memchr(b'>', &text[start..]).map(|end| start + end + 1)
        };
        let Some(end) = end else {
            if is_end && is_game(&text[start..]) {
                pieces.push(start..text.len());
            }
            return (pieces, if is_end { text.len() } else { start });
        };
        if !is_comment && is_game(&text[start..end]) {
            pieces.push(start..end);
        }
        at = end;
    }
    (pieces, text.len())
}

fn is_game(tag: &[u8]) -> bool {
    tag.strip_prefix(b"<game").is_some_and(|rest| {
        rest.first().is_some_and(|&byte| byte.is_ascii_whitespace() || byte == b'/' || byte == b'>')
    })
}

/// Reads the puzzle of a tag that begins on this line, in this column (counted from 0).
pub(crate) fn read_tag(tag: &[u8], line: usize, column: usize) -> Result<FilePuzzle, FileError> {
    let start = data(tag).unwrap_or(tag.len());
    let before = &tag[..start];
    let breaks = memchr::memchr_iter(b'\n', before).count();
    let column = match memchr::memrchr(b'\n', before) {
        Some(last) => start - last - 1,
        None => column + start,
    };
    let fail = |at, cell, kind| {
        FileError::Puzzle(ReadError { line: line + breaks, column: column + at + 1, cell, kind })
    };
    let Some(&quote) = before.last().filter(|_| start < tag.len()) else {
        return Err(fail(0, None, ReadErrorKind::NoPuzzle));
    };
    let Some(end) = memchr::memchr(quote, &tag[start..]) else {
        return Err(fail(0, None, ReadErrorKind::UnclosedQuote));
    };
    match read(&tag[start..start + end]) {
        Ok((board, Form::Line)) => Ok(FilePuzzle { line: line + breaks, board }),
        Ok(_) => Err(FileError::OtherForm(line + breaks)),
        Err(error) => Err(fail(error.column - 1, error.cell, error.kind)),
    }
}

/// Where the value of the attribute `data` begins, after its quote.
fn data(tag: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(tag, b"data").find_map(|at| {
        let is_name = tag[..at].last().is_some_and(u8::is_ascii_whitespace);
        let rest = tag[at + 4..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let is_quoted = matches!(rest.first(), Some(b'"' | b'\''));
        (is_name && is_quoted).then(|| tag.len() - rest.len() + 1)
    })
}
