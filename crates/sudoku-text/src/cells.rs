//! A puzzle as cells: the formats of `sudoku-core`, and drawings.

use std::borrow::Cow;

use sudoku_core::box_art::{cell_value, count_cells, is_art, is_space};
use sudoku_core::{Board, ReadError, ReadErrorKind};

use crate::art::{is_blank, plain_art};
use crate::line::{BYTE_ORDER_MARK, FileLine, lines};
use crate::sections::without_sections;
use crate::table::read_table;

/// Reads one puzzle like `sudoku-core`, and also if it is drawn in Unicode or has its solution next
/// to it.
pub(crate) fn read_cells(text: &[u8]) -> Result<Board, ReadError> {
    let text = &*without_sections(text);
    let plain =
        if text.is_ascii() || !is_in_rows(text) { Cow::Borrowed(text) } else { plain_art(text) };
    match Board::from_text(&plain) {
        // Solutions are searched for only if there are too many cells: most texts have none.
        Err(ReadError { kind: ReadErrorKind::LeftOverCells(_), .. }) if is_in_rows(text) => {
            Board::from_text(without_solutions(plain.into_owned()))
        }
        Err(error) => read_table(&plain).unwrap_or(Err(error)),
        board => board,
    }
}

/// Returns the lines that are neither blank nor comments.
pub(crate) fn full_lines(text: &[u8]) -> impl Iterator<Item = FileLine<'_>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    lines(1, text).filter(FileLine::holds_something)
}

/// Returns true if `sudoku-core` reads the text as rows instead of a line.
fn is_in_rows(text: &[u8]) -> bool {
    let mut full = full_lines(text);
    let is_row = full.next().is_some_and(|first| {
        let cells = count_cells(first.bytes);
        cells <= 18 || (cells < 81 && is_art(first.bytes))
    });
    is_row && full.next().is_some()
}

/// Replaces the solutions next to the rows by spaces, so that all other positions stay the same.
fn without_solutions(mut text: Vec<u8>) -> Vec<u8> {
    let solution = |line: FileLine<'_>| {
        let start = start_of_solution(line.bytes)?;
        Some(line.start + start..line.start + line.bytes.len())
    };
    let solutions: Vec<_> = lines(1, &text).filter_map(solution).collect();
    for range in solutions {
        text[range].fill(b' ');
    }
    text
}

/// Returns the start of a gap between two bars that is followed by the same row of a solution: nine
/// digits that include the clues of the row in their columns.
fn start_of_solution(line: &[u8]) -> Option<usize> {
    let row = || line.iter().enumerate().filter(|&(_, &byte)| cell_value(byte).is_some()).take(9);
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
