//! Helvetica, one of the fonts that every PDF reader has: its letters in the encoding of Windows
//! (`WinAnsiEncoding`) and their widths.

/// The characters of the bytes 128 to 159. A space marks an unused byte.
const SPECIAL: [char; 32] = [
    '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', //
    ' ', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
];

/// Returns the byte of a character, or `None` if the font does not have it.
pub(crate) fn byte(character: char) -> Option<u8> {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(character)).ok(),
        _ => SPECIAL.iter().position(|&it| it == character).map(|at| 128 + at as u8),
    }
}

/// Returns the bytes of a text, with a question mark for characters that the font does not have.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|character| byte(character).unwrap_or(b'?')).collect()
}

/// Returns the width of a text relative to the size of the font.
pub(crate) fn width(text: &str, is_bold: bool) -> f64 {
    let widths = if is_bold { &BOLD } else { &REGULAR };
    let width = |byte: u8| widths.get(usize::from(byte).wrapping_sub(32)).copied().unwrap_or(0);
    bytes(text).into_iter().map(|byte| f64::from(width(byte))).sum::<f64>() / 1000.0
}

/// Splits a text into lines that are not wider than `most`, as far as spaces allow.
pub(crate) fn wrapped(text: &str, size: f64, most: f64, is_bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| size * width(line, is_bold) <= most) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The widths of the bytes 32 to 255 of Helvetica, in thousandths of its size.
#[rustfmt::skip]
const REGULAR: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 350,
    556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
];

/// The widths of the bytes 32 to 255 of Helvetica-Bold, in thousandths of its size.
#[rustfmt::skip]
const BOLD: [u16; 224] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 350,
    556, 350, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278,
    611, 611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_bytes_and_widths() {
        assert_eq!(bytes("Aé–€"), [65, 0xe9, 0x96, 0x80]);
        assert_eq!([' ', '\t', '한', '\u{81}'].map(byte), [Some(32), None, None, None]);
        // Accents do not change the width, and all digits have the same.
        for (plain, accented) in [('A', 'Ä'), ('e', 'é'), ('S', 'Š'), ('n', 'ñ')] {
            for is_bold in [false, true] {
                let width = |it: char| width(&it.to_string(), is_bold);
                assert!((width(plain) - width(accented)).abs() < 1e-9 && width(plain) > 0.4);
            }
        }
        for digit in '0'..='9' {
            assert!(
                [false, true]
                    .iter()
                    .all(|&it| (width(&digit.to_string(), it) - 0.556).abs() < 1e-9)
            );
        }
    }
}
