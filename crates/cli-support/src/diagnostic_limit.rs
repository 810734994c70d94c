//! A limit on messages about single parts of an input, which may number in the millions.

/// The default number of messages.
const FIRST: u64 = 20;

/// Passes the first messages and counts the others.
#[derive(Clone, Debug)]
pub struct DiagnosticLimit {
    /// The number of messages that may still be shown.
    left: u64,
    /// The number of messages that were not shown.
    more: u64,
}

impl DiagnosticLimit {
    /// Creates a limit of 20 messages, or none if `all` is true.
    #[must_use]
    pub const fn new(all: bool) -> Self {
        Self { left: if all { u64::MAX } else { FIRST }, more: 0 }
    }

    /// Returns the messages to show out of these, one line each.
    pub fn take<'a>(&mut self, lines: &'a str) -> &'a str {
        let mut shown = 0;
        for line in lines.split_inclusive('\n') {
            if self.left > 0 {
                self.left -= 1;
                shown += line.len();
            } else {
                self.more += 1;
            }
        }
        &lines[..shown]
    }

    /// Returns the closing message about messages that were not shown, if there are any. `option`
    /// is the option that shows them.
    #[must_use]
    pub fn rest(&self, option: &str) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more; use {option} to show all\n", self.more))
    }
}

/// Returns a number with its noun: `1 puzzle`, `2 puzzles`.
#[must_use]
pub fn counted(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_messages_are_shown_and_the_others_are_counted() {
        let mut some = DiagnosticLimit::new(false);
        let mut all = DiagnosticLimit::new(true);
        assert_eq!((some.take("a\nb\n"), some.rest("--all")), ("a\nb\n", None));
        let many = "c\n".repeat(30);
        assert_eq!(some.take(&many), "c\n".repeat(18));
        assert_eq!((some.take("d\n"), all.take(&many)), ("", &*many));
        assert_eq!(some.rest("--all").as_deref(), Some("and 13 more; use --all to show all\n"));
        assert_eq!(all.rest("--all"), None);
    }
}
