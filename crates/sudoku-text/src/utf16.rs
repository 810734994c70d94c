//! Files in UTF-16, as some programs on Windows write them: they begin with a byte-order mark. What
//! else is not UTF-8 is told by its name.

use crate::line::BYTE_ORDER_MARK;

/// What UTF-16 begins with, the less significant byte of each unit first or last.
const MARKS: [[u8; 2]; 2] = [*b"\xff\xfe", *b"\xfe\xff"];

/// Turns UTF-16 that comes in pieces into UTF-8.
#[derive(Debug)]
pub(crate) struct Utf16Decoder {
    is_big_endian: bool,
    /// The beginning of a character of which more has to come.
    begun: Vec<u8>,
}

impl Utf16Decoder {
    /// The decoder of a file that begins like this, unless it is not UTF-16; and how long the mark
    /// is.
    pub(crate) fn of(text: &[u8]) -> Option<(Self, usize)> {
        let place = MARKS.iter().position(|mark| text.starts_with(mark))?;
        Some((Self { is_big_endian: place == 1, begun: Vec::new() }, 2))
    }

    /// Whether the bytes so far end within one of the pairs that they come in.
    pub(crate) const fn is_within_unit(&self) -> bool {
        self.begun.len() % 2 == 1
    }

    /// Appends what these bytes hold, of which no more come if it is the end. What is no character
    /// becomes `U+FFFD`.
    pub(crate) fn decode(&mut self, bytes: &[u8], is_end: bool, text: &mut Vec<u8>) {
        self.begun.extend(bytes);
        let unit = |pair: &[u8; 2]| {
            if self.is_big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }
        };
        let mut units: Vec<u16> = self.begun.as_chunks().0.iter().map(unit).collect();
        // The second half of a character beyond 16 bits may come later.
        units.pop_if(|last| (0xd800..0xdc00).contains(last) && !is_end);
        let mut utf8 = [0; 4];
        for char in char::decode_utf16(units.iter().copied()) {
            let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
            text.extend(char.encode_utf8(&mut utf8).bytes());
        }
        self.begun.drain(..2 * units.len());
        // A byte is left over.
        if is_end && !self.begun.is_empty() {
            self.begun.clear();
            text.extend(char::REPLACEMENT_CHARACTER.encode_utf8(&mut utf8).bytes());
        }
    }
}

/// The longest mark by which an encoding is known.
pub(crate) const LONGEST_MARK: usize = 4;

/// The encoding of a file that begins like this, if it is none that is read: that of digits and
/// blanks is seen from the zeros beside them.
pub(crate) fn other_encoding(text: &[u8]) -> Option<&'static str> {
    let start = text.first_chunk::<LONGEST_MARK>()?;
    if [*b"\xff\xfe\0\0", *b"\0\0\xfe\xff"].contains(start) {
        return Some("UTF-32");
    }
    match start.map(|byte| byte == 0) {
        [false, true, true, true] | [true, true, true, false] => Some("UTF-32"),
        [false, true, false, true] | [true, false, true, false] => {
            Some("UTF-16 without a byte-order mark")
        }
        _ => None,
    }
}

/// The text of a whole file in UTF-8 without a byte-order mark, as [`Blocks`](crate::Blocks) reads
/// it: UTF-16 is decoded if it begins with its mark.
///
/// ```
/// assert_eq!(sudoku_text::to_utf8(b"\xff\xfe1\0.\0".to_vec()), b"1.");
/// assert_eq!(sudoku_text::to_utf8(b"\xef\xbb\xbf1.".to_vec()), b"1.");
/// ```
#[must_use]
pub fn to_utf8(mut text: Vec<u8>) -> Vec<u8> {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    } else if let Some((mut decoder, length)) = Utf16Decoder::of(&text) {
        let mut decoded = Vec::new();
        decoder.decode(&text[length..], true, &mut decoded);
        return decoded;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_character_is_replaced() {
        for (bytes, expected) in [
            (&b"\xff\xfea\0b\0"[..], "ab"),
            (b"\xff\xfea\0\n", "a\u{fffd}"),
            (b"\xff\xfea\0\x00\xd8", "a\u{fffd}"),
            (b"\xff\xfea\0\x00\xd8\n", "a\u{fffd}\u{fffd}"),
            (b"\xfe\xff\0a\n", "a\u{fffd}"),
        ] {
            // In one piece, and byte by byte.
            for size in [bytes.len(), 1] {
                let (mut decoder, length) = Utf16Decoder::of(bytes).unwrap();
                let mut text = Vec::new();
                for piece in bytes[length..].chunks(size) {
                    decoder.decode(piece, false, &mut text);
                }
                decoder.decode(b"", true, &mut text);
                assert_eq!(String::from_utf8(text).unwrap(), expected, "{bytes:?}");
            }
        }
    }
}
