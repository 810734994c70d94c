//! Boards as text: a line of 81 characters, nine lines, or a grid with box art.
//!
//! These formats are enough to write a board into a program or a test and to print it. The crate
//! `sudoku-text` reads files of puzzles and more formats; it uses this module.

use core::fmt;
use core::str::FromStr;

use crate::box_art::{cell_value, count_cells, is_art, is_frame, is_space};
use crate::{Board, Cell, Grid};

/// The reason why a text could not be read as a puzzle, with the position.
///
/// It prints the position first: `line 3, column 5 (r3c5): …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1; a byte-order mark is not counted.
    pub column: usize,
    /// The cell that was being read, if any.
    pub cell: Option<Cell>,
    /// The kind of error.
    pub kind: ReadErrorKind,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text has only empty lines and comments.
    NoPuzzle,
    /// A byte that is neither a digit nor a blank, or is not allowed at this position.
    UnexpectedByte(u8),
    /// The line of 81 cells, the row or the whole puzzle ends this many cells too early.
    MissingCells(usize),
    /// The line of 81 cells, the row or the whole puzzle has this many cells too many.
    LeftOverCells(usize),
    /// A puzzle in double quotes without the closing quote.
    UnclosedQuote,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if let Some(cell) = self.cell {
            write!(f, " ({cell})")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |count| if count == 1 { "cell" } else { "cells" };
        match *self {
            Self::NoPuzzle => write!(f, "no puzzle found"),
            Self::UnexpectedByte(byte @ b' '..=b'~') => {
                write!(f, "found `{}`, which does not belong here", char::from(byte))
            }
            Self::UnexpectedByte(byte) => {
                write!(f, "found byte 0x{byte:02x}, which does not belong here")
            }
            Self::MissingCells(count) => write!(f, "{count} {} missing", cells(count)),
            Self::LeftOverCells(count) => write!(f, "{count} {} left over", cells(count)),
            Self::UnclosedQuote => write!(f, "the closing quote is missing"),
        }
    }
}

impl core::error::Error for ReadError {}

fn read_bytes(text: &[u8]) -> Result<Board, ReadError> {
    if let Ok(line) = text.try_into()
        && let Some(board) = Board::from_line(line)
    {
        return Ok(board);
    }
    let mut lines = NumberedLines::new(text);
    let Some(first) = lines.next() else {
        return Err(ReadError { line: 1, column: 1, cell: None, kind: ReadErrorKind::NoPuzzle });
    };
    let Some(second) = lines.clone().next() else {
        return read_line(&first);
    };
    let cells = count_cells(first.bytes);
    if cells <= 18 || is_frame(first.bytes) || (cells < 81 && is_art(first.bytes)) {
        return read_rows(NumberedLines::new(text));
    }
    read_line(&first)?;
    Err(second.left_over(lines))
}

/// Reads a puzzle from a single line.
fn read_line(line: &NumberedLine<'_>) -> Result<Board, ReadError> {
    let is_indent = |&&byte: &&u8| byte == b' ' || byte == b'\t';
    let indent = line.bytes.iter().take_while(is_indent).count();
    let quoted = line.bytes.get(indent) == Some(&b'"');
    let start = indent + usize::from(quoted);
    let mut digits = [0; 81];
    for cell in Cell::all() {
        let at = start + cell.index();
        let found = line.bytes.get(at).copied();
        digits[cell.index()] = match found.map(|byte| (byte, cell_value(byte))) {
            Some((_, Some(value))) => value,
            Some((b' ', None)) if quoted => 0,
            None | Some((b' ' | b'\t' | b',' | b';' | b'#' | b'"', None)) => {
                let missing = 81 - cell.index();
                return Err(line.error(at, Some(cell), ReadErrorKind::MissingCells(missing)));
            }
            Some((byte, None)) => {
                return Err(line.error(at, Some(cell), ReadErrorKind::UnexpectedByte(byte)));
            }
        };
    }
    let end = start + 81;
    let rest = line.bytes.get(end..).unwrap_or_default();
    let is_cell = |byte: u8| cell_value(byte).is_some() || (quoted && byte == b' ');
    let left_over = rest.iter().take_while(|&&byte| is_cell(byte)).count();
    if left_over > 0 {
        return Err(line.error(end, None, ReadErrorKind::LeftOverCells(left_over)));
    }
    let (end, rest) = match rest.split_first() {
        Some((b'"', rest)) if quoted => (end + 1, rest),
        _ if quoted => return Err(line.unexpected_or_missing(end)),
        _ => (end, rest),
    };
    match rest.first() {
        None | Some(b' ' | b'\t' | b',' | b';' | b'#') => Ok(Board::from_checked(digits)),
        Some(_) => Err(line.unexpected_or_missing(end)),
    }
}

/// Reads nine rows of nine cells, with or without box art.
fn read_rows(lines: NumberedLines<'_>) -> Result<Board, ReadError> {
    let nine_others = lines.clone().filter(|line| !is_art(line.bytes)).count() == 9;
    let is_separator =
        |line: &NumberedLine<'_>| is_frame(line.bytes) || (is_art(line.bytes) && nine_others);
    let mut digits = [0; 81];
    let mut rows = 0;
    let mut last = 0;
    let mut lines = lines;
    while let Some(line) = lines.next() {
        last = line.number;
        if is_separator(&line) {
            continue;
        }
        if rows == 9 {
            return Err(line.left_over(core::iter::once(line.clone()).chain(lines)));
        }
        read_row(&line, rows, &mut digits)?;
        rows += 1;
    }
    if let Some(cell) = Cell::at(rows, 0) {
        let kind = ReadErrorKind::MissingCells(81 - 9 * rows);
        return Err(ReadError { line: last + 1, column: 1, cell: Some(cell), kind });
    }
    Ok(Board::from_checked(digits))
}

/// Reads one row of the board.
fn read_row(line: &NumberedLine<'_>, row: usize, digits: &mut [u8; 81]) -> Result<(), ReadError> {
    // Each number between spaces is a cell: a number of two digits is out of range, not two cells.
    let words = || line.bytes.split(|byte| is_space(*byte)).filter(|word| !word.is_empty());
    let is_number = |byte: &u8| is_space(*byte) || byte.is_ascii_digit();
    let has_single_digits = words().count() > 1 && words().any(|word| word.len() == 1);
    let spaced = !line.bytes.contains(&b'|')
        && (words().count() == 9 || has_single_digits && line.bytes.iter().all(is_number));
    let mut column = 0;
    for (at, &byte) in line.bytes.iter().enumerate() {
        if is_space(byte) || byte == b'|' {
            continue;
        }
        let in_word = at > 0 && !is_space(line.bytes[at - 1]);
        let cell = Cell::at(row, column);
        match (cell_value(byte), cell) {
            (Some(_), _) if spaced && in_word => {
                let cell = Cell::at(row, column.saturating_sub(1));
                return Err(line.error(at, cell, ReadErrorKind::UnexpectedByte(byte)));
            }
            (Some(value), Some(cell)) => {
                digits[cell.index()] = value;
                column += 1;
            }
            (Some(_), None) => {
                let left_over = ReadErrorKind::LeftOverCells(count_cells(&line.bytes[at..]));
                return Err(line.error(at, None, left_over));
            }
            (None, _) => return Err(line.error(at, cell, ReadErrorKind::UnexpectedByte(byte))),
        }
    }
    if let Some(cell) = Cell::at(row, column) {
        let missing = ReadErrorKind::MissingCells(9 - column);
        return Err(line.error(line.bytes.len(), Some(cell), missing));
    }
    Ok(())
}

/// Returns the number of cells before the first byte that is not part of a row.
fn count_leading_cells(line: &[u8]) -> usize {
    let end = line.iter().position(|&byte| {
        cell_value(byte).is_none() && !is_space(byte) && !matches!(byte, b'|' | b'+')
    });
    count_cells(&line[..end.unwrap_or(line.len())])
}

/// A line that is neither empty nor a comment, with its number in the text.
#[derive(Clone)]
struct NumberedLine<'a> {
    number: usize,
    bytes: &'a [u8],
}

impl NumberedLine<'_> {
    fn error(&self, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.number, column: at + 1, cell, kind }
    }

    /// Returns the error for this line, which follows a whole puzzle. The error names the first
    /// byte if that is not a cell, and otherwise counts the cells on this and all following lines.
    fn left_over<'a>(&self, lines: impl Iterator<Item = NumberedLine<'a>>) -> ReadError {
        let at = self.bytes.len() - self.bytes.trim_ascii_start().len();
        let kind = match self.bytes.get(at) {
            Some(&byte) if cell_value(byte).is_none() => ReadErrorKind::UnexpectedByte(byte),
            _ => ReadErrorKind::LeftOverCells(
                lines.map(|line| count_leading_cells(line.bytes)).sum(),
            ),
        };
        self.error(at, None, kind)
    }

    /// Returns the error for a byte after the last cell, or for a missing closing quote.
    fn unexpected_or_missing(&self, at: usize) -> ReadError {
        let kind = match self.bytes.get(at) {
            Some(&byte) => ReadErrorKind::UnexpectedByte(byte),
            None => ReadErrorKind::UnclosedQuote,
        };
        self.error(at, None, kind)
    }
}

/// The lines of a text that are neither empty nor comments, without their line ends.
#[derive(Clone)]
struct NumberedLines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

impl<'a> NumberedLines<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { rest: Some(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)), number: 0 }
    }
}

impl<'a> Iterator for NumberedLines<'a> {
    type Item = NumberedLine<'a>;

    fn next(&mut self) -> Option<NumberedLine<'a>> {
        loop {
            let text = self.rest?;
            let (bytes, rest) = match text.iter().position(|&byte| byte == b'\n') {
                Some(end) => (&text[..end], Some(&text[end + 1..])),
                None => (text, None),
            };
            self.rest = rest;
            self.number += 1;
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            if !matches!(bytes.trim_ascii_start().first(), None | Some(b'#')) {
                return Some(NumberedLine { number: self.number, bytes });
            }
        }
    }
}

/// Reads one board as [`Board::from_text`] does.
impl FromStr for Board {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_bytes(text.as_bytes())
    }
}

impl Board {
    /// Reads one board: 81 cells on one line, or nine rows of nine cells, with box art or without.
    ///
    /// The text may start with a UTF-8 byte-order mark, and lines may end with CRLF. Empty lines
    /// and lines that start with `#` are ignored. Blanks are `.`, `0`, `*`, `_`, `-`, `?`, `x` and
    /// `X`.
    ///
    /// - On one line, a space, tab, `,`, `;` or `#` after the 81 cells starts a comment. In double
    ///   quotes, a space is a blank too.
    /// - In rows, spaces, tabs and `|` are allowed anywhere. A row with only `-`, `+`, `|` and `*`
    ///   is a separator if it contains a `+` or if there are nine other rows. Otherwise it is a row
    ///   of blanks.
    ///
    /// The first line decides between the two formats. A line must hold the whole board if it is
    /// the only line or has more cells than two rows. Clues that contradict each other are no
    /// error.
    ///
    /// # Errors
    /// Fails if the text is not a board. The error gives the line, the column, the cell and the
    /// cause. A second board after the first is an error too.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// let board = Board::from_text("
    ///     5 3 . | . 7 . | . . .
    ///     6 . . | 1 9 5 | . . .
    ///     . 9 8 | . . . | . 6 .
    ///     ------+-------+------
    ///     8 . . | . 6 . | . . 3
    ///     4 . . | 8 . 3 | . . 1
    ///     7 . . | . 2 . | . . 6
    ///     ------+-------+------
    ///     . 6 . | . . . | 2 8 .
    ///     . . . | 4 1 9 | . . 5
    ///     . . . | . 8 . | . 7 9
    /// ")?;
    /// assert_eq!(board.clue_count(), 30);
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.oops";
    /// assert_eq!(
    ///     Board::from_text(line).unwrap_err().to_string(),
    ///     "line 1, column 74 (r9c2): found `o`, which does not belong here",
    /// );
    /// # Ok::<(), sudoku_core::ReadError>(())
    /// ```
    pub fn from_text(text: impl AsRef<[u8]>) -> Result<Self, ReadError> {
        read_bytes(text.as_ref())
    }

    /// Reads a line of 81 digits and dots, row by row, or returns `None` if it has any other
    /// character. A `0` is a blank too.
    ///
    /// This is the fast function for millions of lines. [`from_text`](Self::from_text) reads more
    /// formats and reports errors.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// assert_eq!(Board::from_line(&[b'.'; 81]), Some(Board::EMPTY));
    /// assert_eq!(Board::from_line(&[b'*'; 81]), None);
    /// ```
    // Inlined so that the board is not moved. Copying bytes right after they were written in
    // smaller pieces stalls until the stores reach memory.
    #[inline]
    #[must_use]
    pub fn from_line(line: &[u8; 81]) -> Option<Self> {
        let mut digits = [0; 81];
        let mut bad = 0;
        // No branch depends on the characters.
        for (digit, &byte) in digits.iter_mut().zip(line) {
            let value = byte.wrapping_sub(b'0');
            let is_digit = value <= 9;
            *digit = if is_digit { value } else { 0 };
            bad |= u8::from(!is_digit & (byte != b'.'));
        }
        (bad == 0).then(|| Self::from_checked(digits))
    }

    /// Returns the board as 81 characters, row by row, with `.` for a blank.
    #[must_use]
    pub fn to_line(&self) -> [u8; 81] {
        self.as_bytes().map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
    }
}

impl Grid {
    /// Returns the grid as 81 digits, row by row.
    #[must_use]
    pub fn to_line(&self) -> [u8; 81] {
        self.as_bytes().map(|digit| b'0' + digit)
    }
}

/// Prints a line of 81 characters, or with `#` nine rows with box art. Both can be parsed.
///
/// ```
/// use sudoku_core::Board;
///
/// let board = Board::EMPTY;
/// assert_eq!(format!("{board}"), ".".repeat(81));
/// assert!(format!("{board:#}").starts_with(". . . | . . . | . . .\n"));
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return print_rows(self, f);
        }
        let line = self.to_line();
        f.pad(core::str::from_utf8(&line).map_err(|_| fmt::Error)?)
    }
}

/// Prints a line of 81 digits, or with `#` nine rows with box art.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_board(), f)
    }
}

/// Prints nine rows with box art, without a line end after the last row.
fn print_rows(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for cell in Cell::all() {
        let before = match (cell.row(), cell.column()) {
            (0, 0) => "",
            (3 | 6, 0) => "\n------+-------+------\n",
            (_, 0) => "\n",
            (_, 3 | 6) => " | ",
            _ => " ",
        };
        match board.get(cell) {
            Some(digit) => write!(f, "{before}{digit}")?,
            None => write!(f, "{before}.")?,
        }
    }
    Ok(())
}
