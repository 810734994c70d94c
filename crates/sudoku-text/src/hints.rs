//! Hints about a file, given before it is read.

use crate::format::FileFormat;
use crate::names::{is_column, is_rules};

/// Hints about the puzzles of a file. By default, everything is detected.
///
/// ```
/// use sudoku_text::{Blocks, FileHints};
///
/// let hints = FileHints { column: Some("givens".into()), ..FileHints::default() };
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// for text in [format!("id;givens\n1;{line}\n"), format!("{{\"givens\": \"{line}\"}}\n")] {
///     let mut blocks = Blocks::with_hints(text.as_bytes(), &hints);
///     assert!(blocks.all(|block| block.is_ok_and(|it| it.puzzles().all(|it| it.is_ok()))));
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHints {
    /// The format. By default it is detected from the first readable puzzle.
    pub format: Option<FileFormat>,
    /// The name of the column, or of the JSON key, that holds the puzzles. A number is a column
    /// index, from 1. By default it is one of [`PUZZLE_COLUMNS`](crate::PUZZLE_COLUMNS).
    pub column: Option<String>,
    /// True if a column or key `rules` is ignored, because the caller has the rules of the puzzles.
    /// By default a table with rules is [an error](crate::FileError::HasRules).
    pub ignores_rules: bool,
}

impl FileHints {
    /// Returns true if the column or key with this name holds the puzzles. White space around the
    /// name and upper or lower case are ignored.
    #[must_use]
    pub fn has_puzzles(&self, column: &str) -> bool {
        is_column(self.column.as_deref(), column)
    }

    /// Returns true if the column or key with this name has rules that are not to be ignored.
    #[must_use]
    pub fn has_rules(&self, column: &str) -> bool {
        !self.ignores_rules && !self.has_puzzles(column) && is_rules(column)
    }
}
