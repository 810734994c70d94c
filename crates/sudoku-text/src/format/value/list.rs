//! A list of 81 cells, or of nine rows.
//!
//! Cells are numbers or quoted text. `None` and `null` are blanks. All three kinds of brackets are
//! accepted.

use std::ops::Range;

use sudoku_core::{Board, Cell, ReadErrorKind};

use super::error::ValueError;
use crate::art::is_blank;

/// Reads a list of 81 cells, or of nine rows.
pub(crate) fn read_list(text: &[u8]) -> Result<Board, ValueError> {
    let ListCells { cells, rows, fault } = ListCells::of(text);
    let end = text.len().saturating_sub(1);
    let has = |count: usize, length: usize| {
        rows.len() == count && rows.iter().all(|row| row.len() == length)
    };
    if let Some(size) = [4, 6, 8, 10, 12, 16, 25].into_iter().find(|&size| has(size, size)) {
        return Err(ValueError::Size(size));
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    if has(9, 9) || has(1, 81) {
        let mut digits = [0; 81];
        for (digit, (_, value)) in digits.iter_mut().zip(&cells) {
            *digit = *value;
        }
        return Board::new(digits).map_err(|_| ValueError::cells(0, None, ReadErrorKind::NoPuzzle));
    }
    let length = if rows.len() == 1 { 81 } else { 9 };
    let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != length) else {
        // The rows are valid, but there are not nine of them.
        return Err(match Cell::at(rows.len(), 0) {
            Some(cell) => {
                let missing = ReadErrorKind::MissingCells(81 - 9 * rows.len());
                ValueError::cells(end, Some(cell), missing)
            }
            None => {
                let at = cells.get(81).map_or(end, |&(at, _)| at);
                ValueError::cells(at, None, ReadErrorKind::LeftOverCells(cells.len() - 81))
            }
        });
    };
    let first = length * number;
    Err(if row.len() < length {
        let at = row.end.checked_sub(1).and_then(|last| cells.get(last)).map_or(end, |it| it.0 + 1);
        let kind = ReadErrorKind::MissingCells(length - row.len());
        ValueError::cells(at, Some(first + row.len()).and_then(Cell::new), kind)
    } else {
        let at = cells.get(row.start + length).map_or(end, |it| it.0);
        ValueError::cells(at, None, ReadErrorKind::LeftOverCells(row.len() - length))
    })
}

/// The contents of a list.
pub(crate) struct ListCells {
    /// The digits of the cells, with their positions.
    pub(crate) cells: Vec<(usize, u8)>,
    /// The ranges of cells that share a list or a text.
    rows: Vec<Range<usize>>,
    /// The first value that is not a cell.
    fault: Option<ValueError>,
}

impl ListCells {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut list = Self { cells: Vec::new(), rows: Vec::new(), fault: None };
        let mut at = 0;
        while at < text.len() {
            at = list.read(text, at);
        }
        list.end_row();
        list
    }

    /// Reads the value at this position and returns its end.
    fn read(&mut self, text: &[u8], at: usize) -> usize {
        let word = |at: usize| {
            let is_end = |&&byte: &&u8| b"[](){},; \t\r\n\"'".contains(&byte);
            &text[at..at + text[at..].iter().take_while(|byte| !is_end(byte)).count()]
        };
        match text[at] {
            b'[' | b'(' | b'{' | b']' | b')' | b'}' => {
                self.end_row();
                at + 1
            }
            quote @ (b'"' | b'\'') => {
                let rest = &text[at + 1..];
                let Some(length) = memchr::memchr(quote, rest) else {
                    let fault = ValueError::cells(at, None, ReadErrorKind::UnclosedQuote);
                    self.fault.get_or_insert(fault);
                    return text.len();
                };
                self.read_text(&rest[..length], at + 1);
                at + length + 2
            }
            byte if byte.is_ascii_whitespace() || matches!(byte, b',' | b';') => at + 1,
            _ => {
                let word = word(at);
                match word {
                    // NumPy prints floating-point numbers like this.
                    [digit @ b'0'..=b'9', b'.', rest @ ..] if rest.iter().all(|&it| it == b'0') => {
                        self.cells.push((at, digit - b'0'));
                    }
                    b"None" | b"null" | b"nan" | b"NaN" => self.cells.push((at, 0)),
                    [byte] => self.read_cell(*byte, at),
                    [_, next, ..] => {
                        self.fail(*next, at + 1);
                        // The number belongs to a larger puzzle.
                        self.cells.push((at, 0));
                    }
                    // Unreachable: the bytes that end words are handled above.
                    [] => {}
                }
                at + word.len().max(1)
            }
        }
    }

    /// Reads quoted text: one cell or a row of cells. Empty text is a blank.
    fn read_text(&mut self, text: &[u8], at: usize) {
        let is_row = text.len() > 1;
        if is_row {
            self.end_row();
        }
        if text.is_empty() {
            self.cells.push((at, 0));
        }
        for (at, &byte) in (at..).zip(text) {
            self.read_cell(if byte == b' ' { b'.' } else { byte }, at);
        }
        if is_row {
            self.end_row();
        }
    }

    fn read_cell(&mut self, byte: u8, at: usize) {
        match byte {
            b'0'..=b'9' => self.cells.push((at, byte - b'0')),
            _ if is_blank(byte) => self.cells.push((at, 0)),
            _ => self.fail(byte, at),
        }
    }

    fn fail(&mut self, byte: u8, at: usize) {
        let cell = Cell::new(self.cells.len());
        self.fault.get_or_insert(ValueError::cells(at, cell, ReadErrorKind::UnexpectedByte(byte)));
    }

    fn end_row(&mut self) {
        let start = self.rows.last().map_or(0, |row| row.end);
        if start < self.cells.len() {
            self.rows.push(start..self.cells.len());
        }
    }
}
