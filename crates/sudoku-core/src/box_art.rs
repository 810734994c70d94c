//! Classifies the bytes and lines of a board that is drawn with box art.
//!
//! [`Board::from_text`](crate::Board::from_text) uses these rules. They are public for readers of
//! whole files, which must split a text into puzzles by the same rules.

/// Returns the cell that a byte represents: a digit, 0 for a blank, or `None` for any other byte.
///
/// ```
/// use sudoku_core::box_art::cell_value;
///
/// assert_eq!([b'7', b'.', b'|'].map(cell_value), [Some(7), Some(0), None]);
/// ```
#[must_use]
#[inline]
pub const fn cell_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'.' | b'*' | b'_' | b'-' | b'?' | b'x' | b'X' => Some(0),
        _ => None,
    }
}

/// Returns the number of bytes that represent cells.
#[must_use]
pub fn count_cells(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| cell_value(byte).is_some()).count()
}

/// Returns true for a space or a tab.
#[must_use]
#[inline]
pub const fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns true if all characters of the line are used to draw boxes. The line may still be a row
/// of blanks, unless it [is a frame](is_frame).
#[must_use]
pub fn is_art(line: &[u8]) -> bool {
    line.iter().all(|&byte| matches!(byte, b'-' | b'+' | b'|' | b'*') || is_space(byte))
        || is_frame(line)
}

/// Returns true if the line is box art and cannot be a row of blanks. Examples are `---+---+---`,
/// HoDoKu's frames, with dashes between the corners `.`, `:` and `'`, and `|:-:|:-:|`, the line
/// below the header of a table in Markdown.
#[must_use]
pub fn is_frame(line: &[u8]) -> bool {
    let is_drawn = |corners: &[u8]| {
        line.iter().all(|&byte| byte == b'-' || is_space(byte) || corners.contains(&byte))
    };
    if line.contains(&b'+') && is_drawn(b"+|*") {
        return true;
    }
    let ends = (line.trim_ascii().first(), line.trim_ascii().last());
    if let (Some(b'|' | b':' | b'-'), Some(b'|' | b':' | b'-')) = ends
        && [b'-', b':', b'|'].iter().all(|sign| line.contains(sign))
        && is_drawn(b":|")
    {
        return true;
    }
    matches!(ends, (Some(b'.' | b':' | b'\''), Some(b'.' | b':' | b'\'')))
        && line.windows(3).any(|bytes| bytes == b"---")
        && is_drawn(b".:'+|")
}
