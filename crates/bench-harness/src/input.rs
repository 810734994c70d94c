//! What could not be read of the files, for people.

use std::fmt;

use sudoku_text::FileError;

/// Some of a file's errors, for people: the place and the cause of each, at most as many as are
/// read, and how many more there are.
pub struct Errors<'a> {
    /// The file.
    pub file: &'a str,
    /// Its errors.
    pub errors: &'a [FileError],
}

impl Errors<'_> {
    /// How many errors of a file are printed.
    pub const SHOWN: usize = 20;
}

impl fmt::Display for Errors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in self.errors.iter().take(Self::SHOWN) {
            writeln!(f, "{}: {error}", self.file)?;
        }
        match self.errors.len().saturating_sub(Self::SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "{}: {more} more unreadable puzzles", self.file),
        }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_text::read_puzzles;

    use super::*;

    #[test]
    fn printed_errors_are_few() {
        let errors = read_puzzles("oops\n".repeat(50).as_bytes()).errors;
        let errors = Errors { file: "f.txt", errors: &errors };
        let text = errors.to_string();
        assert!(text.starts_with("f.txt: line 1, "), "{text}");
        assert!(text.lines().count() <= Errors::SHOWN + 1);
    }
}
