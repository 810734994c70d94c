//! What a caller knows of a file before it is read.

use crate::format::FileFormat;
use crate::names::is_column;

/// What is known of the puzzles of a file before it is read; nothing by default.
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
    /// The form; seen from the first readable puzzle if it is not given.
    pub format: Option<FileFormat>,
    /// The name of the column, or of the key in JSON, that holds the puzzles; a number stands for
    /// the column in its place, counted from 1. If it is not given it is one of
    /// [`PUZZLE_COLUMNS`](crate::PUZZLE_COLUMNS).
    pub column: Option<String>,
}

impl FileHints {
    /// Whether the column or key with this name holds the puzzles. Neither white space around it
    /// nor capitals matter.
    #[must_use]
    pub fn has_puzzles(&self, column: &str) -> bool {
        is_column(self.column.as_deref(), column)
    }
}
