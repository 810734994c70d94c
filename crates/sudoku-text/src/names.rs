//! By which name the column or the key of the puzzles is known.

use std::sync::Arc;

use crate::form::FileForm;
use crate::puzzle::PUZZLE_COLUMNS;

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
    pub form: Option<FileForm>,
    /// The name of the column, or of the key in JSON, that holds the puzzles; a number stands for
    /// the column in its place, counted from 1. If it is not given it is one of [`PUZZLE_COLUMNS`].
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

fn is_column(given: Option<&str>, name: &str) -> bool {
    let name = name.trim();
    match given {
        Some(given) => given.trim().eq_ignore_ascii_case(name),
        None => PUZZLE_COLUMNS.iter().any(|usual| usual.eq_ignore_ascii_case(name)),
    }
}

/// The name of the column or key of the puzzles if one was given, else the usual names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Option<Arc<str>>);

impl Names {
    /// This name and no other. A number stands for the column in its place, counted from 1.
    pub(crate) fn only(name: &str) -> Self {
        Self(Some(name.into()))
    }

    /// Whether a name was given.
    pub(crate) const fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the column or key with this name holds the puzzles. Neither white space around it
    /// nor capitals matter.
    pub(crate) fn has(&self, name: &str) -> bool {
        is_column(self.0.as_deref(), name)
    }

    /// The place of the column, counted from 0, if a number was given for a name.
    pub(crate) fn place(&self) -> Option<usize> {
        self.0.as_deref()?.trim().parse::<usize>().ok()?.checked_sub(1)
    }
}
