//! Digits of other alphabets and wide characters, which keyboards of some languages type.

/// Returns the ASCII character with the same meaning: a decimal digit, a character in its wide
/// form, a blank or a space.
pub(crate) fn plain_char(char: char) -> Option<u8> {
    match char {
        '·' => Some(b'.'),
        '\u{ff01}'..='\u{ff5e}' => u8::try_from(u32::from(char) - 0xff01 + 0x21).ok(),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(b' '),
        _ => {
            let code = u32::from(char);
            let zero = ZEROS[..ZEROS.partition_point(|&zero| zero <= code)].last()?;
            u8::try_from(code - zero).ok().filter(|&digit| digit < 10).map(|digit| b'0' + digit)
        }
    }
}

/// A text with ASCII digits, and the position of each of its bytes in the original.
pub(crate) struct PlainText {
    pub(crate) bytes: Vec<u8>,
    places: Vec<usize>,
}

impl PlainText {
    pub(crate) fn of(text: &[u8]) -> Self {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        let mut at = 0;
        for chunk in text.utf8_chunks() {
            for char in chunk.valid().chars() {
                match plain_char(char) {
                    Some(byte) => bytes.push(byte),
                    None => bytes.extend(char.encode_utf8(&mut [0; 4]).bytes()),
                }
                places.resize(bytes.len(), at);
                at += char.len_utf8();
            }
            bytes.extend(chunk.invalid());
            places.resize(bytes.len(), at);
            at += chunk.invalid().len();
        }
        places.push(at);
        Self { bytes, places }
    }

    /// Returns the position in the original.
    pub(crate) fn place(&self, at: usize) -> usize {
        self.places[at.min(self.places.len() - 1)]
    }
}

/// The zeros of all alphabets in Unicode 14, each followed by its digits 1 to 9.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
    0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];
