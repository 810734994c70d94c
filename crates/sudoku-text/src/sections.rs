//! The sections of SadMan's `.sdk` files, each after a header such as `[Puzzle]`.

use std::borrow::Cow;

use crate::line::lines;

/// The sections without a puzzle, in lower case. Any other header is like a comment.
const OTHERS: [&[u8]; 4] = [b"state", b"pencilmarks", b"colours", b"colors"];

/// Says for each line whether it is a header, or a line of a section without a puzzle. A section
/// ends at a blank line.
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
                    self.is_other = OTHERS.contains(&&*name.to_ascii_lowercase());
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
