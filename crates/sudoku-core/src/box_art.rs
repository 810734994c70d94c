//! What a byte of a drawn board means, and which lines are only drawing.
//!
//! [`Board::from_text`](crate::Board::from_text) goes by these rules. They are public for readers
//! of whole files, which have to cut a text into puzzles by the same rules before it is read.

/// What a byte means as a cell: a digit, 0 for a blank, or nothing.
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
        b'.' | b'*' | b'_' | b'-' | b'?' | b'x' => Some(0),
        _ => None,
    }
}

/// How many bytes could be cells.
#[must_use]
pub fn count_cells(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| cell_value(byte).is_some()).count()
}

/// Whether a byte is a space or a tab.
#[must_use]
#[inline]
pub const fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a line has nothing but the characters that box art is drawn with. It may also be a row
/// of blanks, unless it [is a frame](is_frame).
#[must_use]
pub fn is_art(line: &[u8]) -> bool {
    line.iter().all(|&byte| matches!(byte, b'-' | b'+' | b'|' | b'*') || is_space(byte))
        || is_frame(line)
}

/// Whether a line is box art that cannot be a row of blanks: `---+---+---`, or a frame as HoDoKu
/// draws it, dashes between `.`, `:` or `'` where lines meet.
#[must_use]
pub fn is_frame(line: &[u8]) -> bool {
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
