//! Physical lines, and the forms that have a puzzle on each.

use std::ops::Range;

use sudoku_core::{Board, Cell, DigitSet, LineKind, ReadError, ReadErrorKind, line_kind, read};

use crate::candidates::CandidateGrid;
use crate::{FileError, FileForm, FilePuzzle, MAX_LINE};

/// The usual names of the column that holds the puzzles, in small letters.
pub const PUZZLE_COLUMNS: [&str; 6] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"];

/// A physical line, without its line end.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// How many bytes of the text stand before it.
    pub(crate) start: usize,
    pub(crate) bytes: &'a [u8],
}

/// The lines of a text that begins with the line of this number.
pub(crate) fn lines(number: usize, text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let (mut number, mut start) = (number, 0);
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let bytes = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        let line = Line { number, start, bytes };
        (number, start) = (number + 1, start + end + 1);
        Some(line)
    })
}

impl<'a> Line<'a> {
    pub(crate) fn kind(&self) -> LineKind {
        line_kind(self.bytes)
    }

    /// Whether it is neither blank nor a comment, which is quicker to see than its kind.
    pub(crate) fn holds_something(&self) -> bool {
        !matches!(self.bytes.trim_ascii_start().first(), None | Some(b'#'))
    }

    /// The names of the columns of a CSV file, if it is such a header: words with letters in them.
    pub(crate) fn column_names(&self) -> Option<Vec<String>> {
        // No header is long; this keeps a line of megabytes from being taken apart.
        if self.bytes.len() >= 1024 || self.form().is_some() {
            return None;
        }
        let name = |word: &[u8]| {
            let word = str::from_utf8(word).ok()?.trim().trim_matches('"').trim();
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte);
            let is_word = word.bytes().any(|byte| byte.is_ascii_alphabetic() && byte != b'x');
            (is_word && word.bytes().all(is_name)).then(|| word.to_ascii_lowercase())
        };
        self.bytes.split(|&byte| byte == b',').map(name).collect()
    }

    /// The form in which the line alone is a readable puzzle.
    pub(crate) fn form(&self) -> Option<FileForm> {
        // 81 dashes are box art before they are a puzzle without clues.
        if !matches!(self.kind(), LineKind::Cells(_)) {
            return None;
        }
        let forms = [FileForm::Line, FileForm::PuzzleBank, FileForm::Hodoku, FileForm::Sukaku];
        forms.into_iter().find(|&form| {
            matches!(self.read(form, 0), Some(Ok(_) | Err(FileError::NeedsCandidates { .. })))
        })
    }

    /// Reads the puzzle that the line holds in this form, with this many columns before it if the form
    /// is CSV; `None` for a blank line or a comment.
    pub(crate) fn read(
        &self,
        form: FileForm,
        columns: usize,
    ) -> Option<Result<FilePuzzle, FileError>> {
        if self.bytes.len() > MAX_LINE {
            return Some(Err(FileError::TooLong(self.number)));
        }
        let board = match form {
            FileForm::PuzzleBank if self.holds_something() => self.read_bank(),
            FileForm::Hodoku if self.holds_something() => self.read_hodoku(),
            FileForm::Sukaku if self.holds_something() => self.read_sukaku(),
            FileForm::Csv if self.holds_something() => self.read_plain(self.start_of(columns)),
            _ => match self.read_plain(0) {
                Err(FileError::Puzzle(ReadError { kind: ReadErrorKind::NoPuzzle, .. })) => {
                    return None;
                }
                board => board,
            },
        };
        Some(board.map(|board| FilePuzzle { line: self.number, board }))
    }

    fn error(&self, at: usize, cell: Option<Cell>, kind: ReadErrorKind) -> FileError {
        FileError::Puzzle(ReadError { line: self.number, column: at + 1, cell, kind })
    }

    /// Reads 81 cells that begin after this many bytes.
    fn read_plain(&self, start: usize) -> Result<Board, FileError> {
        let text = self.bytes.get(start..).unwrap_or_default();
        // Nearly every line is 81 cells and no more than a comment.
        if let Some((cells, rest)) = text.split_first_chunk::<81>()
            && rest.first().is_none_or(|&byte| is_end_of_cells(byte))
            && let Some(board) = Board::from_line(cells)
        {
            return Ok(board);
        }
        match read(text) {
            Ok((board, _)) => Ok(board),
            Err(error) => Err(self.error(start + error.column - 1, error.cell, error.kind)),
        }
    }

    /// Whether one of these columns of a CSV file holds a puzzle.
    pub(crate) fn holds_puzzle_in(&self, mut columns: Range<usize>) -> bool {
        self.bytes.len() <= MAX_LINE
            && columns.any(|column| self.read_plain(self.start_of(column)).is_ok())
    }

    /// Where the column with this number begins, past commas that are not in double quotes; the end
    /// of a line without it.
    fn start_of(&self, columns: usize) -> usize {
        let (mut left, mut quoted, mut at) = (columns, false, 0);
        while left > 0 && at < self.bytes.len() {
            match self.bytes[at] {
                b'"' => quoted = !quoted,
                b',' if !quoted => left -= 1,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// A hash of twelve digits, a space, the puzzle, and its rating.
    fn read_bank(&self) -> Result<Board, FileError> {
        const START: usize = 13;
        let is_record_byte = |(at, byte): (usize, &u8)| match at {
            12 => *byte == b' ',
            _ => byte.is_ascii_hexdigit(),
        };
        let head = &self.bytes[..self.bytes.len().min(START)];
        match head.iter().enumerate().position(|pair| !is_record_byte(pair)) {
            Some(at) => Err(self.error(at, None, ReadErrorKind::UnexpectedByte(head[at]))),
            None => self.read_plain(START),
        }
    }

    /// `:technique:candidates:givens:deleted:eliminations:placements:extra`; the puzzle is its givens
    /// without those that a `+` marks as placed since.
    fn read_hodoku(&self) -> Result<Board, FileError> {
        if let Some(&byte) = self.bytes.first().filter(|&&byte| byte != b':') {
            return Err(self.error(0, None, ReadErrorKind::UnexpectedByte(byte)));
        }
        let mut fields = self.bytes.split(|&byte| byte == b':').skip(1);
        let start = fields.by_ref().take(2).map(|field| field.len() + 1).sum::<usize>() + 1;
        let givens = fields.next().unwrap_or_default();
        let deleted = fields.next().unwrap_or_default();
        // The cells without the marks, and where each of them stands.
        let cells: Vec<(usize, u8)> =
            (start..).zip(givens.iter().copied()).filter(|&(_, byte)| byte != b'+').collect();
        let plain: Vec<u8> = cells.iter().map(|&(_, byte)| byte).collect();
        let state = match read(&plain) {
            Ok((board, _)) => board,
            Err(error) => {
                let end = start + givens.len();
                let at = cells.get(error.column - 1).map_or(end, |&(at, _)| at);
                return Err(self.error(at, error.cell, error.kind));
            }
        };
        let mut puzzle = state;
        for (cell, &(at, _)) in Cell::all().zip(&cells) {
            if self.bytes.get(at.wrapping_sub(1)) == Some(&b'+') {
                puzzle.set(cell, None);
            }
        }
        // A candidate is digit, row, column. One that a digit on the board rules out is no loss.
        for candidate in deleted.split(|&byte| byte == b' ').filter(|text| text.len() == 3) {
            let [digit, row, column] = [0, 1, 2].map(|place| candidate[place].wrapping_sub(b'0'));
            let cell =
                Cell::at(usize::from(row).wrapping_sub(1), usize::from(column).wrapping_sub(1));
            if let (Some(cell), Some(digit)) = (cell, sudoku_core::Digit::new(digit))
                && state.get(cell).is_none()
                && state.candidates(cell).contains(digit)
            {
                return Err(FileError::NeedsCandidates { line: self.number, cell });
            }
        }
        Ok(puzzle)
    }

    /// Nine characters for each cell, the one of a digit's place being that digit or a blank.
    fn read_sukaku(&self) -> Result<Board, FileError> {
        let mut sets = [DigitSet::EMPTY; 81];
        for place in 0..729 {
            let (cell, digit) = (Cell::new(place / 9), (place % 9) as u8 + 1);
            match self.bytes.get(place) {
                Some(&byte) if byte == b'0' + digit => {
                    let set = &mut sets[place / 9];
                    *set = sudoku_core::Digit::new(digit).map_or(*set, |digit| set.with(digit));
                }
                Some(b'.' | b'0' | b'*' | b'_' | b'-' | b'?' | b'x') => {}
                Some(&byte) if !is_end_of_cells(byte) => {
                    return Err(self.error(place, cell, ReadErrorKind::UnexpectedByte(byte)));
                }
                _ => {
                    let missing = ReadErrorKind::MissingCells((729 - place).div_ceil(9));
                    return Err(self.error(place, cell, missing));
                }
            }
        }
        if let Some(&byte) = self.bytes.get(729)
            && !is_end_of_cells(byte)
        {
            return Err(self.error(729, None, ReadErrorKind::UnexpectedByte(byte)));
        }
        let needed = |cell| FileError::NeedsCandidates { line: self.number, cell };
        CandidateGrid::new(sets).to_clues().map_err(needed)
    }
}

/// Whether a byte after the last cell starts a comment.
const fn is_end_of_cells(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#')
}
