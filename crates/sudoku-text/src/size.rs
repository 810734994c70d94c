//! Puzzles that are no 9×9: they are not read, but it is said what they are.

use sudoku_core::box_art::is_space;

use crate::art::is_blank;
use crate::line::{FileLine, is_end_of_cells};

/// The side of the board that a line of cells holds, where that cannot be a 9×9 that is broken:
/// a line of 64 cells may be.
pub(crate) fn of_line(text: &[u8]) -> Option<usize> {
    let text = text.trim_ascii();
    let words = || text.split(|&byte| is_end_of_cells(byte)).filter(|word| !word.is_empty());
    let sides = [4, 6, 12, 16, 25];
    // Cells with a gap between them, or next to each other.
    let spaced = sides.into_iter().find(|&side| words().count() == side * side);
    let spaced = spaced.filter(|&side| words().all(|word| is_cell(word, side)));
    spaced.or_else(|| {
        let word = words().next()?;
        let side = sides.into_iter().find(|side| word.len() == side * side)?;
        word.chunks(1).all(|cell| is_cell(cell, side)).then_some(side)
    })
}

/// The side of the board of which these lines are rows.
pub(crate) fn of_rows(lines: &[FileLine<'_>]) -> Option<usize> {
    let mut rows = lines.iter().filter(|line| line.holds_something() && !is_rule(line.bytes));
    let first = rows.next()?;
    if let Some(side) = of_line(first.bytes) {
        // A puzzle on each line.
        return Some(side);
    }
    let side = count_row(first.bytes)?;
    let count = 1 + rows.clone().count();
    // Of more than nine rows only nine may be here.
    let is_one = match side {
        4 | 6 | 8 => count.is_multiple_of(side),
        12 | 16 | 25 => count > 1,
        _ => false,
    };
    (is_one && rows.all(|row| count_row(row.bytes) == Some(side))).then_some(side)
}

/// How many cells a row has whose cells may be numbers of two digits or letters.
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

/// Whether a line parts the boxes of a board.
fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|&byte| is_space(byte) || matches!(byte, b'-' | b'+' | b'|' | b'='))
        && line.contains(&b'-')
}

/// Whether this is a cell of a board with this side: a blank, a number, or beyond 9 a letter.
fn is_cell(cell: &[u8], side: usize) -> bool {
    match cell {
        [byte] if byte.is_ascii_alphabetic() => side > 9 || *byte == b'x',
        [byte] => is_blank(*byte) || byte.is_ascii_digit() && usize::from(byte - b'0') <= side,
        _ => str::from_utf8(cell).is_ok_and(|it| it.parse().is_ok_and(|it: usize| it <= side)),
    }
}
