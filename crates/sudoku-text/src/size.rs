//! Recognition of puzzles of other sizes than 9×9, for a precise error message.

use sudoku_core::box_art::is_space;

use crate::art::is_blank;
use crate::line::{FileLine, is_end_of_cells};

/// Returns the size of the board on a line of cells, if it cannot be a broken 9×9 board. (A line of
/// 64 cells may be one.)
pub(crate) fn of_line(text: &[u8]) -> Option<usize> {
    let text = text.trim_ascii();
    let words = || text.split(|&byte| is_end_of_cells(byte)).filter(|word| !word.is_empty());
    let sides = [4, 6, 12, 16, 25];
    // The cells may have gaps between them, or not.
    let spaced = sides.into_iter().find(|&side| words().count() == side * side);
    let spaced = spaced.filter(|&side| words().all(|word| is_cell(word, side)));
    spaced.or_else(|| {
        let word = words().next()?;
        let side = sides.into_iter().find(|side| word.len() == side * side)?;
        word.chunks(1).all(|cell| is_cell(cell, side)).then_some(side)
    })
}

/// Returns the size of the board of which these lines are rows.
pub(crate) fn of_rows(lines: &[FileLine<'_>]) -> Option<usize> {
    let mut rows = lines.iter().filter(|line| line.holds_something() && !is_rule(line.bytes));
    let first = rows.next()?;
    if let Some(side) = of_line(first.bytes) {
        // One puzzle per line.
        return Some(side);
    }
    let side = count_row(first.bytes)?;
    let count = 1 + rows.clone().count();
    // If there are more than nine rows, possibly only nine are in these lines.
    let is_one = match side {
        4 | 6 | 8 => count.is_multiple_of(side),
        12 | 16 | 25 => count > 1,
        _ => false,
    };
    (is_one && rows.all(|row| count_row(row.bytes) == Some(side))).then_some(side)
}

/// Returns the number of cells in a row, whose cells may be two-digit numbers or letters.
pub(crate) fn count_row(row: &[u8]) -> Option<usize> {
    let is_gap = |&byte: &u8| is_space(byte) || matches!(byte, b'|' | b',');
    let words = || row.split(is_gap).filter(|word| !word.is_empty());
    let is_spaced = words().count() > 3 && words().all(|word| word.len() <= 2);
    let side = if is_spaced { words().count() } else { words().map(<[u8]>::len).sum() };
    let fits = |cell: &[u8]| is_cell(cell, side);
    let are_cells =
        if is_spaced { words().all(fits) } else { words().all(|word| word.chunks(1).all(fits)) };
    are_cells.then_some(side)
}

/// Returns true if the line is a separator between boxes.
fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|&byte| is_space(byte) || matches!(byte, b'-' | b'+' | b'|' | b'='))
        && line.contains(&b'-')
}

/// Returns true if this is a cell of a board of this size: a blank, a number, or a letter for
/// values above 9.
fn is_cell(cell: &[u8], side: usize) -> bool {
    match cell {
        [byte] if byte.is_ascii_alphabetic() => side > 9 || *byte == b'x',
        [byte] => is_blank(*byte) || byte.is_ascii_digit() && usize::from(byte - b'0') <= side,
        _ => str::from_utf8(cell).is_ok_and(|it| it.parse().is_ok_and(|it: usize| it <= side)),
    }
}
