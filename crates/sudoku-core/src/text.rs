//! The text forms of a puzzle: reading any of them without being told which, and writing them.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use crate::{Board, Cell, Grid};

/// A text form of one puzzle or grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// 81 characters on one line, row by row, written with `.` for a blank.
    Line,
    /// Baekjoon 2580: nine lines of nine digits with a space between them, 0 for a blank.
    Boj2580,
    /// Baekjoon 2239: nine lines of nine digits, 0 for a blank.
    Boj2239,
    /// Nine rows with `|` and `-` between the boxes, written with `.` for a blank; read also
    /// without any art, drawn in Unicode, and with the header lines of `.sdk` files.
    Grid,
}

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

/// Reads one puzzle in any form, and says which form it had.
///
/// The text may start with a UTF-8 byte-order mark, lines may end with CRLF, and lines that are
/// empty or start with `#` are passed over. Blanks are `.`, `0`, `*`, `_`, `-`, `?` and `x`.
///
/// - The line form is 81 cells; a space, tab, `,`, `;` or `#` after them starts a comment. In double
///   quotes a space is a blank as well.
/// - Otherwise there are nine rows of nine cells with spaces, tabs and `|` anywhere. A row of
///   nothing but `-`, `+`, `|` and `*` is a separator if it holds a `+` or if there are nine other
///   rows, else it is a row of blanks. Art may be drawn with Unicode's lines, and blanks be `·` then
///   ([`plain_art`]). If a second board stands to the right that fills all blanks of the first,
///   as a solution beside its puzzle does, the first is read.
///
/// Which of the two it is shows on the first line: a line that stands alone or has more cells than
/// two rows is meant to hold the whole puzzle. Clues that contradict each other are read like any
/// others.
///
/// # Errors
/// Says in which line, column and cell the text stops being a puzzle, and what was found there. A
/// second puzzle after the first is left over.
///
/// ```
/// use sudoku_core::{Form, read};
///
/// let (board, form) = read("
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
/// assert_eq!((board.clue_count(), form), (30, Form::Grid));
///
/// let error = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.oops");
/// assert_eq!(
///     error.unwrap_err().to_string(),
///     "line 1, column 74 (r9c2): found `o`, which does not belong here",
/// );
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
pub fn read(text: impl AsRef<[u8]>) -> Result<(Board, Form), ReadError> {
    read_bytes(text.as_ref())
}

fn read_bytes(text: &[u8]) -> Result<(Board, Form), ReadError> {
    if let Ok(line) = text.try_into()
        && let Some(board) = Board::from_line(line)
    {
        return Ok((board, Form::Line));
    }
    let mut lines = Lines::new(text);
    let Some(first) = lines.next() else {
        return Err(ReadError { line: 1, column: 1, cell: None, kind: ReadErrorKind::NoPuzzle });
    };
    let cells = count_cells(first.bytes);
    let Some(second) = lines.clone().next() else {
        return Ok((read_line(&first)?, Form::Line));
    };
    if cells <= 18 || (cells < 81 && is_art(first.bytes)) {
        return read_rows(Lines::new(&plain_art(text)));
    }
    read_line(&first)?;
    Err(second.left_over(lines))
}

/// Reads a puzzle that one line is meant to hold.
fn read_line(line: &Line<'_>) -> Result<Board, ReadError> {
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
fn read_rows(lines: Lines<'_>) -> Result<(Board, Form), ReadError> {
    let nine_others = lines.clone().filter(|line| !is_art(line.bytes)).count() == 9;
    let is_separator =
        |line: &Line<'_>| is_frame(line.bytes) || (is_art(line.bytes) && nine_others);
    let mut digits = [0; 81];
    let mut forms = [None; 9];
    let mut rows = 0;
    let mut last = 0;
    let mut has_art = false;
    let mut lines = lines;
    while let Some(line) = lines.next() {
        last = line.number;
        if is_separator(&line) {
            has_art = true;
        } else if let Some(form) = forms.get_mut(rows) {
            *form = Some(read_row(&line, rows, &mut digits)?);
            rows += 1;
        } else {
            return Err(line.left_over(core::iter::once(line.clone()).chain(lines)));
        }
    }
    if let Some(cell) = Cell::at(rows, 0) {
        let kind = ReadErrorKind::MissingCells(81 - 9 * rows);
        return Err(ReadError { line: last + 1, column: 1, cell: Some(cell), kind });
    }
    let form = match forms[0] {
        Some(form) if !has_art && forms.iter().all(|&other| other == Some(form)) => form,
        _ => Form::Grid,
    };
    Ok((Board::from_checked(digits), form))
}

/// Reads one row into its place; returns the form that the row by itself has.
fn read_row(line: &Line<'_>, row: usize, digits: &mut [u8; 81]) -> Result<Form, ReadError> {
    // Numbers between spaces are a cell each: one of two digits is out of range, not two cells.
    let words = || line.bytes.split(|byte| is_space(*byte)).filter(|word| !word.is_empty());
    let is_number = |byte: &u8| is_space(*byte) || byte.is_ascii_digit();
    let has_single_digits = words().count() > 1 && words().any(|word| word.len() == 1);
    let spaced = !line.bytes.contains(&b'|')
        && (words().count() == 9 || has_single_digits && line.bytes.iter().all(is_number));
    let mut column = 0;
    let mut only_digits = true;
    // Where the last cell ends.
    let mut end = 0;
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
                only_digits &= byte.is_ascii_digit();
                column += 1;
                end = at + 1;
            }
            (Some(_), None) if is_solution(&digits[9 * row..9 * row + 9], &line.bytes[end..]) => {
                break;
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
    Ok(match (only_digits, spaced, line.bytes.trim_ascii().len()) {
        (true, true, _) => Form::Boj2580,
        (true, false, 9) => Form::Boj2239,
        _ => Form::Grid,
    })
}

/// Whether what stands behind a row is a gap between two bars and the same row of a solution: nine
/// digits, the row's clues among them in their places.
fn is_solution(row: &[u8], behind: &[u8]) -> bool {
    let mut rest = behind.iter().copied().filter(|&byte| !is_space(byte));
    let has_gap = rest.next() == Some(b'|') && rest.next() == Some(b'|');
    let mut filled = rest.filter(|&byte| byte != b'|').map(cell_value);
    let mut is_filled = |&cell: &u8| {
        filled.next().flatten().is_some_and(|digit| digit != 0 && (cell == 0 || cell == digit))
    };
    has_gap && row.iter().all(&mut is_filled) && filled.next().is_none()
}

/// The text with Unicode's drawing as box art: `|`, `-` and `+` for its lines and `.` for `·`,
/// filled up with spaces, or with `-` where a line goes on, so that every other byte stays in its place.
///
/// For readers of files that look at the art by themselves; [`read`] and [`line_kind`] see it.
///
/// ```
/// use sudoku_core::plain_art;
///
/// assert_eq!(*plain_art("├───┼".as_bytes()), *b"+-----------+--");
/// assert_eq!(*plain_art("│5··│".as_bytes()), *b"|  5. . |  ");
/// ```
#[must_use]
pub fn plain_art(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '·' => plain.extend(b". "),
                '─' | '━' | '═' => plain.extend(b"---"),
                '│' | '┃' | '║' => plain.extend(b"|  "),
                '┌'..='╋' | '╒'..='╰' => plain.extend(b"+--"),
                _ => plain.extend(char.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
        plain.extend(chunk.invalid());
    }
    Cow::Owned(plain)
}

/// What one line of a text is by itself, before the others are known.
///
/// For readers of files of many puzzles, which have to find where one ends before [`read`] reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// It is empty, or white space.
    Blank,
    /// It starts with `#`.
    Comment,
    /// It is box art with a `+`: a separator wherever it stands.
    Separator,
    /// It is box art without a `+`: a separator if nine other rows stand with it, else a row of this
    /// many blanks.
    Dashes(usize),
    /// It is anything else, with this many bytes that could be cells.
    Cells(usize),
}

/// Says what a line is by itself; it comes without its line end.
///
/// ```
/// use sudoku_core::{LineKind, line_kind};
///
/// assert_eq!(line_kind(b"5 3 . | . 7 . | . . ."), LineKind::Cells(9));
/// assert_eq!(line_kind(b"------+-------+------"), LineKind::Separator);
/// assert_eq!(line_kind(b"---------"), LineKind::Dashes(9));
/// ```
#[must_use]
pub fn line_kind(line: &[u8]) -> LineKind {
    let line = &*plain_art(line);
    match line.trim_ascii_start().first() {
        None => LineKind::Blank,
        Some(b'#') => LineKind::Comment,
        Some(_) if !is_art(line) => LineKind::Cells(count_cells(line)),
        Some(_) if is_frame(line) => LineKind::Separator,
        Some(_) => LineKind::Dashes(count_cells(line)),
    }
}

/// What a byte means as a cell: a digit, 0 for a blank, or nothing.
const fn cell_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'.' | b'*' | b'_' | b'-' | b'?' | b'x' => Some(0),
        _ => None,
    }
}

const fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a line has nothing but the characters that box art is drawn with.
fn is_art(line: &[u8]) -> bool {
    line.iter().all(|&byte| matches!(byte, b'-' | b'+' | b'|' | b'*') || is_space(byte))
        || is_frame(line)
}

/// Whether a line is box art that cannot be a row of blanks: `---+---+---`, or a frame as HoDoKu draws
/// it, dashes between `.`, `:` or `'` where lines meet.
fn is_frame(line: &[u8]) -> bool {
    let is_drawn = |corners: &[u8]| {
        line.iter().all(|&byte| byte == b'-' || is_space(byte) || corners.contains(&byte))
    };
    if line.contains(&b'+') && is_drawn(b"+|*") {
        return true;
    }
    let ends = (line.trim_ascii().first(), line.trim_ascii().last());
    matches!(ends, (Some(b'.' | b':' | b'\''), Some(b'.' | b':' | b'\'')))
        && line.windows(3).any(|bytes| bytes == b"---")
        && is_drawn(b".:'+|")
}

fn count_cells(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| cell_value(byte).is_some()).count()
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
struct Line<'a> {
    number: usize,
    bytes: &'a [u8],
}

impl Line<'_> {
    fn error(&self, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.number, column: at + 1, cell, kind }
    }

    /// The error for this line, which comes after a whole puzzle: its first byte if that is no cell,
    /// or else how many cells there are on all these lines, this one among them.
    fn left_over<'a>(&self, lines: impl Iterator<Item = Line<'a>>) -> ReadError {
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
struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { rest: Some(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)), number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
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
                return Some(Line { number: self.number, bytes });
            }
        }
    }
}

/// Reads one puzzle in any form: [`read`] without the form.
impl FromStr for Board {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_bytes(text.as_bytes()).map(|(board, _)| board)
    }
}

impl Board {
    /// The board of 81 digits and dots, row by row, or `None` if anything else is among them; a `0` is
    /// a blank too. [`read`] takes every form and says what is wrong: this is for lines by the million.
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

    /// The board in this form, to be printed; there is no line end after the last line.
    ///
    /// ```
    /// use sudoku_core::{Board, Form};
    ///
    /// let board = Board::EMPTY;
    /// assert_eq!(board.display(Form::Line).to_string(), ".".repeat(81));
    /// assert!(board.display(Form::Boj2580).to_string().starts_with("0 0 0 0 0 0 0 0 0\n"));
    /// assert!(board.display(Form::Boj2239).to_string().ends_with("\n000000000"));
    /// assert!(board.display(Form::Grid).to_string().contains("\n------+-------+------\n"));
    /// ```
    #[must_use]
    pub fn display(&self, form: Form) -> impl fmt::Display + use<> {
        Displayed { board: *self, form }
    }
}

impl Grid {
    /// The grid as 81 digits, row by row.
    #[must_use]
    pub fn to_line(&self) -> [u8; 81] {
        self.as_bytes().map(|digit| b'0' + digit)
    }

    /// The grid in this form, to be printed; there is no line end after the last line.
    #[must_use]
    pub fn display(&self, form: Form) -> impl fmt::Display + use<> {
        self.as_board().display(form)
    }
}

struct Displayed {
    board: Board,
    form: Form,
}

impl fmt::Display for Displayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = match self.form {
            Form::Line | Form::Grid => '.',
            Form::Boj2580 | Form::Boj2239 => '0',
        };
        for cell in Cell::all() {
            let before = match (self.form, cell.row(), cell.column()) {
                (_, 0, 0) | (Form::Line, ..) => "",
                (Form::Grid, 3 | 6, 0) => "\n------+-------+------\n",
                (_, _, 0) => "\n",
                (Form::Grid, _, 3 | 6) => " | ",
                (Form::Grid | Form::Boj2580, ..) => " ",
                (Form::Boj2239, ..) => "",
            };
            match self.board.get(cell) {
                Some(digit) => write!(f, "{before}{digit}")?,
                None => write!(f, "{before}{blank}")?,
            }
        }
        Ok(())
    }
}

/// Prints the line form.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.to_line();
        f.pad(core::str::from_utf8(&line).map_err(|_| fmt::Error)?)
    }
}

/// Prints the line form.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_board(), f)
    }
}
