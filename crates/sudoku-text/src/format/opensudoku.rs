//! The XML of the app OpenSudoku: puzzles in the attribute `data` of `game` elements.
//!
//! Only the tags are read. Entities cannot occur in 81 digits, and text elements hold no puzzles.

use sudoku_core::{ReadError, ReadErrorKind};

use crate::cells::{full_lines, read_cells};
use crate::entry::{Cut, FormatEntry, PieceReading, Reading};
use crate::line::find;
use crate::names::Names;
use crate::puzzle::{FileError, FilePuzzle};

pub(crate) const OPENSUDOKU: FormatEntry = FormatEntry {
    name: "opensudoku",
    aliases: &[],
    about: "XML of the app OpenSudoku",
    reading: Reading::Pieces(PieceReading { begins, cut, read }),
    is_detected: true,
    marks: None,
    write: |board, out| {
        out.extend(b"  <game data=\"");
        out.extend(board.as_bytes().map(|digit| b'0' + digit));
        out.extend(b"\" />");
    },
    header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
    footer: "</opensudoku>\n",
};

/// Returns true if the text begins like such a file.
fn begins(text: &[u8], _: bool, _: &Names) -> bool {
    let text = text.trim_ascii_start();
    [&b"<?xml"[..], b"<opensudoku"].iter().any(|start| text.starts_with(start))
}

/// Cuts the text at `game` tags.
fn cut(text: &[u8], is_end: bool, _: &Names) -> Cut {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'<', &text[at..]).map(|start| at + start) {
        let is_comment = text[start..].starts_with(b"<!--");
        let end = if is_comment {
            find(&text[start..], b"-->").map(|end| start + end + 3)
        } else {
            memchr::memchr(b'>', &text[start..]).map(|end| start + end + 1)
        };
        let Some(end) = end else {
            if is_end && is_game(&text[start..]) {
                pieces.push(start..text.len());
            }
            return Cut { pieces, rest: if is_end { text.len() } else { start } };
        };
        if !is_comment && is_game(&text[start..end]) {
            pieces.push(start..end);
        }
        at = end;
    }
    Cut { pieces, rest: text.len() }
}

fn is_game(tag: &[u8]) -> bool {
    tag.strip_prefix(b"<game").is_some_and(|rest| {
        rest.first().is_some_and(|&byte| byte.is_ascii_whitespace() || byte == b'/' || byte == b'>')
    })
}

/// Reads the puzzle of a tag that begins on this line and column (from 0).
fn read(tag: &[u8], line: usize, column: usize, _: &Names) -> Result<FilePuzzle, FileError> {
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
    let text = &tag[start..start + end];
    match read_cells(text) {
        Ok(board) if full_lines(text).count() == 1 => {
            Ok(FilePuzzle { line: line + breaks, column: column + 1, board })
        }
        Ok(_) => Err(fail(0, None, ReadErrorKind::NoPuzzle)),
        Err(error) => Err(fail(error.column - 1, error.cell, error.kind)),
    }
}

/// Returns the start of the value of the attribute `data`, after its quote.
fn data(tag: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'd', tag).find_map(|at| {
        let is_name = tag[..at].last().is_some_and(u8::is_ascii_whitespace);
        let rest = tag[at..].strip_prefix(b"data")?.trim_ascii_start();
        let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
        let is_quoted = matches!(rest.first(), Some(b'"' | b'\''));
        (is_name && is_quoted).then(|| tag.len() - rest.len() + 1)
    })
}
