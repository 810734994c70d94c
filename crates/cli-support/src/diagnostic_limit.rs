//! Messages about single parts of an input, of which there may be millions.

/// How many are said, unless all are wanted.
const FIRST: u64 = 20;

/// Says the first complaints, and how many more there are.
#[derive(Clone, Debug)]
pub struct DiagnosticLimit {
    /// How many may still be said.
    left: u64,
    /// How many were not said.
    more: u64,
}

impl DiagnosticLimit {
    /// The first of them, or all.
    #[must_use]
    pub const fn new(all: bool) -> Self {
        Self { left: if all { u64::MAX } else { FIRST }, more: 0 }
    }

    /// What is to be said of these complaints, a line each.
    pub fn take<'a>(&mut self, lines: &'a str) -> &'a str {
        let mut said = 0;
        for line in lines.split_inclusive('\n') {
            if self.left > 0 {
                self.left -= 1;
                said += line.len();
            } else {
                self.more += 1;
            }
        }
        &lines[..said]
    }

    /// What is said at the end of those that were not said, if there are any; they are said with
    /// this option.
    #[must_use]
    pub fn rest(&self, option: &str) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more; {option} says them all\n", self.more))
    }
}

/// A number of things, with the word for one of them: `1 puzzle`, `2 puzzles`.
#[must_use]
pub fn counted(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_said_and_the_others_counted() {
        let mut some = DiagnosticLimit::new(false);
        let mut all = DiagnosticLimit::new(true);
        assert_eq!((some.take("a\nb\n"), some.rest("--all")), ("a\nb\n", None));
        let many = "c\n".repeat(30);
        assert_eq!(some.take(&many), "c\n".repeat(18));
        assert_eq!((some.take("d\n"), all.take(&many)), ("", &*many));
        assert_eq!(some.rest("--all").as_deref(), Some("and 13 more; --all says them all\n"));
        assert_eq!(all.rest("--all"), None);
    }
}
