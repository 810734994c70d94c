//! Physical lines.

use sudoku_core::{Cell, ReadError, ReadErrorKind};

use crate::art::{LineKind, line_kind};
use crate::puzzle::FileError;

/// The byte-order mark with which some programs begin a UTF-8 file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line of a file, without its line end.
#[derive(Clone, Copy)]
pub(crate) struct FileLine<'a> {
    /// The line number, from 1.
    pub(crate) number: usize,
    /// The number of bytes in the text before the line.
    pub(crate) start: usize,
    pub(crate) bytes: &'a [u8],
}

/// Returns the lines of a text whose first line has this number.
pub(crate) fn lines(number: usize, text: &[u8]) -> impl Iterator<Item = FileLine<'_>> {
    let (mut number, mut start) = (number, 0);
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let bytes = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        let line = FileLine { number, start, bytes };
        (number, start) = (number + 1, start + end + 1);
        Some(line)
    })
}

/// Returns the last line that is neither blank nor a comment.
pub(crate) fn last_line(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_end();
        let start = memchr::memrchr(b'\n', rest).map_or(0, |end| end + 1);
        let line = FileLine { number: 1, start: 0, bytes: &rest[start..] };
        if line.holds_something() {
            return Some(line.bytes);
        }
        if start == 0 {
            return None;
        }
        rest = &rest[..start];
    }
}

/// Returns the position of the first `part` in the text. `memchr::memmem` is faster, but adds 9 kB
/// to a program.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    let first = *part.first()?;
    memchr::memchr_iter(first, text).find(|&at| text[at..].starts_with(part))
}

impl FileLine<'_> {
    pub(crate) fn kind(&self) -> LineKind {
        line_kind(self.bytes)
    }

    /// Returns true if the line is neither blank nor a comment. This is faster than its kind.
    pub(crate) fn holds_something(&self) -> bool {
        let bytes = self.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(self.bytes);
        !matches!(bytes.trim_ascii_start().first(), None | Some(b'#'))
    }

    /// Returns true if the line begins with this piece of a drawing.
    pub(crate) fn begins_with(&self, art: &str) -> bool {
        self.bytes.trim_ascii_start().starts_with(art.as_bytes())
    }

    /// Returns an error after `at` bytes of the line.
    pub(crate) fn error(&self, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> FileError {
        FileError::Puzzle(ReadError { line: self.number, column: at + 1, cell, kind })
    }

    /// Returns the error for a cell with missing candidates.
    pub(crate) const fn needs_candidates(&self, cell: Cell) -> FileError {
        FileError::NeedsCandidates { line: self.number, cell }
    }
}

/// Returns true if a byte after the last cell starts a comment.
pub(crate) const fn is_end_of_cells(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#')
}
