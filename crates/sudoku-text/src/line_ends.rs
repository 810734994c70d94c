//! Line ends of a carriage return alone, which some old programs write.

/// The line ends of a file, which the first line end determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// No line end was read.
    Unknown,
    /// A carriage return was read. It is not in the text yet, because a line feed may follow.
    Return,
    /// Line feeds, with or without carriage returns.
    LineFeeds,
    /// Carriage returns.
    Returns,
}

impl LineEnds {
    /// Converts carriage returns after the first `before` bytes to line feeds, if the file has only
    /// them.
    pub(crate) fn convert(&mut self, text: &mut Vec<u8>, mut before: usize, is_end: bool) {
        if *self == Self::Return && (is_end || before < text.len()) {
            text.insert(before, b'\r');
            *self = Self::Unknown;
        }
        if *self == Self::Unknown
            && let Some(at) = memchr::memchr2(b'\r', b'\n', &text[before..])
        {
            before += at;
            *self = match &text[before..] {
                [b'\r'] if !is_end => {
                    text.pop();
                    Self::Return
                }
                [b'\n', ..] | [b'\r', b'\n', ..] => Self::LineFeeds,
                _ => Self::Returns,
            };
        }
        if *self == Self::Returns {
            let returns = text[before..].iter_mut().filter(|byte| **byte == b'\r');
            returns.for_each(|byte| *byte = b'\n');
        }
    }
}
