//! Boards as text: a line of 81 characters, nine lines, or a grid with box art.
//!
//! That much is needed to write a board into a program or a test and to see it again. Files of
//! puzzles, and the other forms in which puzzles go around, are read by the crate `sudoku-text`,
//! which stands on this.

use core::fmt;
use core::str::FromStr;

use crate::box_art::{cell_value, count_cells, is_art, is_frame, is_space};
use crate::{Board, Cell, Grid};

/// Why a text could not be read as a puzzle, and where.
///
/// It prints the place as a person would look for it: `line 3, column 5 (r3c5): …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1; a byte-order mark is not counted.
    pub column: usize,
    /// The cell that was being read, if there was one.
    pub cell: Option<Cell>,
    /// What was wrong there.
    pub kind: ReadErrorKind,
}

/// What was wrong with a text that is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// There is nothing but empty lines and comments.
    NoPuzzle,
    /// A byte that is neither a digit nor a blank, or that does not belong there.
    UnexpectedByte(u8),
    /// The line (of the line form), the row or the whole puzzle ends this many cells too early.
    MissingCells(usize),
    /// The line (of the line form), the row or the whole puzzle has this many cells too many.
    LeftOverCells(usize),
    /// A puzzle in double quotes whose closing quote is not there.
    UnclosedQuote,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if let Some(cell) = self.cell {
            write!(f, " ({cell})")?;
        }
        let cells = |count| if count == 1 { "cell" } else { "cells" };
        match self.kind {
            ReadErrorKind::NoPuzzle => write!(f, ": no puzzle found"),
            ReadErrorKind::UnexpectedByte(byte @ b' '..=b'~') => {
                write!(f, ": found `{}`, which does not belong here", char::from(byte))
            }
            ReadErrorKind::UnexpectedByte(byte) => {
                write!(f, ": found byte 0x{byte:02x}, which does not belong here")
            }
            ReadErrorKind::MissingCells(count) => write!(f, ": {count} {} missing", cells(count)),
            ReadErrorKind::LeftOverCells(count) => {
                write!(f, ": {count} {} left over", cells(count))
            }
            ReadErrorKind::UnclosedQuote => write!(f, ": the closing quote is missing"),
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

/// Reads a puzzle that one line is meant to hold.
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

/// Reads one row into its place.
fn read_row(line: &NumberedLine<'_>, row: usize, digits: &mut [u8; 81]) -> Result<(), ReadError> {
    // Numbers between spaces are a cell each: one of two digits is out of range, not two cells.
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

/// How many cells there are before anything that is no part of a row.
fn count_leading_cells(line: &[u8]) -> usize {
    let end = line.iter().position(|&byte| {
        cell_value(byte).is_none() && !is_space(byte) && !matches!(byte, b'|' | b'+')
    });
    count_cells(&line[..end.unwrap_or(line.len())])
}

/// A line that holds something, with its number in the text.
#[derive(Clone)]
struct NumberedLine<'a> {
    number: usize,
    bytes: &'a [u8],
}

impl NumberedLine<'_> {
    fn error(&self, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.number, column: at + 1, cell, kind }
    }

    /// The error for this line, which comes after a whole puzzle: its first byte if that is no
    /// cell, or else how many cells there are on all these lines, this one among them.
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

    /// The error for a byte after the last cell, or for the closing quote that is not there.
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
    /// The text may start with a UTF-8 byte-order mark, lines may end with CRLF, and lines that are
    /// empty or start with `#` are passed over. Blanks are `.`, `0`, `*`, `_`, `-`, `?` and `x`.
    ///
    /// - On one line, a space, tab, `,`, `;` or `#` after the 81 cells starts a comment. In double
    ///   quotes a space is a blank as well.
    /// - In rows there may be spaces, tabs and `|` anywhere. A row of nothing but `-`, `+`, `|` and
    ///   `*` is a separator if it holds a `+` or if there are nine other rows, else it is a row of
    ///   blanks.
    ///
    /// Which of the two it is shows on the first line: a line that stands alone or has more cells
    /// than two rows is meant to hold the whole board. Clues that contradict each other are read
    /// like any others.
    ///
    /// # Errors
    /// Says in which line, column and cell the text stops being a board, and what was found there.
    /// A second board after the first is left over.
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

    /// The board of 81 digits and dots, row by row, or `None` if anything else is among them; a `0`
    /// is a blank too. [`from_text`](Self::from_text) takes other forms and says what is wrong:
    /// this is for lines by the million.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// assert_eq!(Board::from_line(&[b'.'; 81]), Some(Board::EMPTY));
    /// assert_eq!(Board::from_line(&[b'*'; 81]), None);
    /// ```
    // Inlined, so that the board is not moved: a copy of what was only just written in other pieces
    // waits for the memory.
    #[inline]
    #[must_use]
    pub fn from_line(line: &[u8; 81]) -> Option<Self> {
        let mut digits = [0; 81];
        let mut bad = 0;
        // Without a branch that depends on the characters.
        for (digit, &byte) in digits.iter_mut().zip(line) {
            let value = byte.wrapping_sub(b'0');
            let is_digit = value <= 9;
            *digit = if is_digit { value } else { 0 };
            bad |= u8::from(!is_digit & (byte != b'.'));
        }
        (bad == 0).then(|| Self::from_checked(digits))
    }

    /// The board as 81 characters, row by row, `.` for a blank.
    #[must_use]
    pub fn to_line(&self) -> [u8; 81] {
        self.as_bytes().map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
    }
}

impl Grid {
    /// The grid as 81 digits, row by row.
    #[must_use]
    pub fn to_line(&self) -> [u8; 81] {
        self.as_bytes().map(|digit| b'0' + digit)
    }
}

/// Prints the 81 characters of the line, or with `#` nine rows with box art; both can be read
/// again.
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

/// Prints the 81 digits of the line, or with `#` nine rows with box art.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_board(), f)
    }
}

/// Prints nine rows with box art; there is no line end after the last one.
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
