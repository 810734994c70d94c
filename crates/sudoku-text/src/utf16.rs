//! Decoding of UTF-16 files, which some Windows programs write. They begin with a byte-order mark.
//! Other encodings are reported by name.

use crate::line::BYTE_ORDER_MARK;

/// The byte-order marks of UTF-16, little-endian and big-endian.
const MARKS: [[u8; 2]; 2] = [*b"\xff\xfe", *b"\xfe\xff"];

/// A decoder from UTF-16 to UTF-8 for input that arrives in pieces.
#[derive(Debug)]
pub(crate) struct Utf16Decoder {
    is_big_endian: bool,
    /// The start of an incomplete character.
    begun: Vec<u8>,
}

impl Utf16Decoder {
    /// Returns the decoder for a file with this start, and the length of the mark. Returns `None`
    /// if the file is not UTF-16.
    pub(crate) fn of(text: &[u8]) -> Option<(Self, usize)> {
        let place = MARKS.iter().position(|mark| text.starts_with(mark))?;
        Some((Self { is_big_endian: place == 1, begun: Vec::new() }, 2))
    }

    /// Returns true if the bytes so far end within a two-byte unit.
    pub(crate) const fn is_within_unit(&self) -> bool {
        self.begun.len() % 2 == 1
    }

    /// Decodes bytes and appends the text. `is_end` means that no more bytes follow. Invalid
    /// characters become `U+FFFD`.
    pub(crate) fn decode(&mut self, bytes: &[u8], is_end: bool, text: &mut Vec<u8>) {
        self.begun.extend(bytes);
        let unit = |pair: &[u8; 2]| {
            if self.is_big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }
        };
        let mut units: Vec<u16> = self.begun.as_chunks().0.iter().map(unit).collect();
        // The second half of a surrogate pair may arrive later.
        units.pop_if(|last| (0xd800..0xdc00).contains(last) && !is_end);
        let mut utf8 = [0; 4];
        for char in char::decode_utf16(units.iter().copied()) {
            let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
            text.extend(char.encode_utf8(&mut utf8).bytes());
        }
        self.begun.drain(..2 * units.len());
        // One byte is left over.
        if is_end && !self.begun.is_empty() {
            self.begun.clear();
            text.extend(char::REPLACEMENT_CHARACTER.encode_utf8(&mut utf8).bytes());
        }
    }
}

/// The length of the longest mark that identifies an encoding.
pub(crate) const LONGEST_MARK: usize = 4;

/// Returns the name of an unsupported encoding for a file with this start. UTF-16 and UTF-32
/// without a mark are recognized by the zero bytes next to digits and blanks.
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

/// Returns the text of a whole file as UTF-8 without a byte-order mark, as
/// [`Blocks`](crate::Blocks) reads it. UTF-16 is decoded if it begins with its mark.
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
    fn invalid_characters_are_replaced() {
        for (bytes, expected) in [
            (&b"\xff\xfea\0b\0"[..], "ab"),
            (b"\xff\xfea\0\n", "a\u{fffd}"),
            (b"\xff\xfea\0\x00\xd8", "a\u{fffd}"),
            (b"\xff\xfea\0\x00\xd8\n", "a\u{fffd}\u{fffd}"),
            (b"\xfe\xff\0a\n", "a\u{fffd}"),
        ] {
            // The text is decoded in one piece, and byte by byte.
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
