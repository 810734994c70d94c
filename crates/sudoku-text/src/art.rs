//! Box art in ASCII and in Unicode.
//!
//! Separators and rows of blanks are distinguished by the rules of `sudoku-core`, which finally
//! reads the rows.

use std::borrow::Cow;

use sudoku_core::box_art::{cell_value, count_cells, is_art, is_frame};

use crate::unicode::plain_char;

/// Converts a Unicode drawing to ASCII box art: `|`, `-` and `+` for lines, `.` for `·`, and ASCII
/// digits. Spaces, or `-` on a line, fill the extra bytes, so that all positions stay the same.
pub(crate) fn plain_art(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '─' | '━' | '═' => plain.extend(b"---"),
                '│' | '┃' | '║' => plain.extend(b"|  "),
                '┌'..='╋' | '╒'..='╰' => plain.extend(b"+--"),
                _ => match plain_char(char) {
                    Some(byte) => {
                        plain.push(byte);
                        plain.resize(plain.len() + char.len_utf8() - 1, b' ');
                    }
                    None => plain.extend(char.encode_utf8(&mut [0; 4]).bytes()),
                },
            }
        }
        plain.extend(chunk.invalid());
    }
    Cow::Owned(plain)
}

/// The kind of a line, independent of the other lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Empty or white space.
    Blank,
    /// A line that begins with `#`.
    Comment,
    /// Box art with a `+`: always a separator.
    Separator,
    /// Box art without a `+`: a separator if there are nine other rows, otherwise a row of this
    /// many blanks.
    Dashes(usize),
    /// Any other line, with this many bytes that could be cells.
    Cells(usize),
}

/// Returns the kind of a line without its line end.
pub(crate) fn line_kind(line: &[u8]) -> LineKind {
    let line = &*plain_art(line);
    match line.trim_ascii_start().first() {
        None if is_blank_row(line) => LineKind::Cells(9),
        None => LineKind::Blank,
        Some(b'#') => LineKind::Comment,
        Some(_) if !is_art(line) => LineKind::Cells(count_cells(line)),
        Some(_) if is_frame(line) => LineKind::Separator,
        Some(_) => LineKind::Dashes(count_cells(line)),
    }
}

/// Returns true if the line is a row of nine empty cells, which a spreadsheet separates by tabs.
pub(crate) fn is_blank_row(line: &[u8]) -> bool {
    line == b"\t\t\t\t\t\t\t\t"
}

/// Returns true if the byte is a blank other than `0`.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(cell_value(byte), Some(0)) && byte != b'0'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sudoku_core::Board;

    use super::*;

    #[test]
    fn drawings_become_plain_text_and_cells_keep_their_places() {
        assert_eq!(*plain_art("├───┼".as_bytes()), *b"+-----------+--");
        assert_eq!(*plain_art("│5··│".as_bytes()), *b"|  5. . |  ");
    }

    #[test]
    fn kinds_of_lines_are_distinguished() {
        for (line, kind) in [
            ("5 3 . | . 7 . | . . .", LineKind::Cells(9)),
            ("------+-------+------", LineKind::Separator),
            ("---------", LineKind::Dashes(9)),
            (" # 5", LineKind::Comment),
            (" \t", LineKind::Blank),
        ] {
            assert_eq!(line_kind(line.as_bytes()), kind, "{line}");
        }
    }

    proptest! {
        /// `sudoku-core` ignores a line between two rows exactly if the line has no kind with
        /// cells.
        #[test]
        fn the_core_sees_the_same_separators(line in "[-+|*.:' ]{0,12}") {
            let row = "12345678.\n";
            let text = format!("{}{line}\n{}", row.repeat(3), row.repeat(6));
            let is_row = matches!(line_kind(line.as_bytes()), LineKind::Cells(_));
            prop_assert_eq!(Board::from_text(&text).is_err(), is_row, "{}", text);
        }
    }
}
