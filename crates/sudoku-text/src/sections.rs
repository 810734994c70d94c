//! The sections of SadMan's `.sdk` files: `[Puzzle]`, `[State]` and others, each after a header.

use std::borrow::Cow;

use crate::line::lines;

/// Says for each line whether it is a header, or a line of a section other than `[Puzzle]`. A
/// section ends at a blank line.
#[derive(Default)]
pub(crate) struct Sections {
    is_other: bool,
}

impl Sections {
    /// Returns true if the next line is no part of a puzzle.
    pub(crate) fn passes_over(&mut self, line: &[u8]) -> bool {
        match line.trim_ascii_start() {
            [] => self.is_other = false,
            [b'[', rest @ ..] => {
                let name = rest.trim_ascii_end().strip_suffix(b"]").unwrap_or_default();
                if !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic) {
                    self.is_other = !name.eq_ignore_ascii_case(b"puzzle");
                    return true;
                }
            }
            _ => {}
        }
        self.is_other
    }
}

/// Replaces headers and other sections by comments, so that all positions stay the same.
pub(crate) fn without_sections(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'[', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_vec();
    let mut sections = Sections::default();
    for line in lines(1, text) {
        if sections.passes_over(line.bytes) {
            plain[line.start..line.start + line.bytes.len()].fill(b'#');
        }
    }
    Cow::Owned(plain)
}
