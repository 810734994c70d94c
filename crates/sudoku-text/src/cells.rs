//! A puzzle as cells: the forms that the core reads, and how people and programs draw them.

use std::borrow::Cow;

use sudoku_core::{Board, ReadError};

use crate::art::{count_cells, is_art, is_blank, is_cell, is_space, plain_art};
use crate::line::{BYTE_ORDER_MARK, FileLine, lines};

/// Reads one puzzle as the core does, and also where it is drawn in Unicode or has its solution
/// beside it.
pub(crate) fn read_cells(text: &[u8]) -> Result<Board, ReadError> {
    Board::from_text(plain_rows(text))
}

/// The lines that are neither blank nor comments.
pub(crate) fn full_lines(text: &[u8]) -> impl Iterator<Item = FileLine<'_>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    lines(1, text).filter(FileLine::holds_something)
}

/// The text with plain art, and with spaces for solutions beside rows, so that everything else
/// stays in its place. A text that the core takes for a line stays as it is.
fn plain_rows(text: &[u8]) -> Cow<'_, [u8]> {
    let mut full = full_lines(text);
    let is_row = full.next().is_some_and(|first| {
        let cells = count_cells(first.bytes);
        cells <= 18 || (cells < 81 && is_art(first.bytes))
    });
    if !is_row || full.next().is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = plain_art(text);
    let beside: Vec<_> = lines(1, &plain)
        .filter_map(|line| {
            Some(line.start + start_of_solution(line.bytes)?..line.start + line.bytes.len())
        })
        .collect();
    for range in beside {
        plain.to_mut()[range].fill(b' ');
    }
    plain
}

/// Where a gap between two bars begins that the same row of a solution follows: nine digits, the
/// row's clues among them in their places.
fn start_of_solution(line: &[u8]) -> Option<usize> {
    let row = || line.iter().enumerate().filter(|&(_, &byte)| is_cell(byte)).take(9);
    let (last, _) = row().nth(8)?;
    let mut rest = line[last + 1..].iter().copied().filter(|&byte| !is_space(byte));
    let has_gap = rest.next() == Some(b'|') && rest.next() == Some(b'|');
    let mut filled = rest.filter(|&byte| byte != b'|');
    let mut is_filled = |(_, &cell): (usize, &u8)| {
        filled.next().is_some_and(|digit| {
            matches!(digit, b'1'..=b'9') && (cell == b'0' || is_blank(cell) || cell == digit)
        })
    };
    (has_gap && row().all(&mut is_filled) && filled.next().is_none()).then_some(last + 1)
}
