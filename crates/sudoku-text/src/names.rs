//! The names of the puzzle column or key.

use std::sync::Arc;

use crate::puzzle::{FileError, PUZZLE_COLUMNS};

/// The maximum number of column or key names in an error message.
const SHOWN: usize = 20;

/// Returns true if this is the requested name, or a default name if none was requested.
pub(crate) fn is_column(given: Option<&str>, name: &str) -> bool {
    let name = name.trim();
    match given {
        Some(given) => given.trim().eq_ignore_ascii_case(name),
        None => PUZZLE_COLUMNS.iter().any(|usual| usual.eq_ignore_ascii_case(name)),
    }
}

/// The requested name of the puzzle column or key, or the default names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Option<Arc<str>>);

impl Names {
    /// Accepts only this name. A number is a column index, from 1.
    pub(crate) fn only(name: &str) -> Self {
        Self(Some(name.into()))
    }

    /// Returns true if a name was requested.
    pub(crate) const fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the error for a requested name that is not among these. Returns `None` if no name
    /// was requested.
    pub(crate) fn missing(
        &self,
        line: usize,
        found: impl Iterator<Item = String>,
    ) -> Option<FileError> {
        let given = Arc::clone(self.0.as_ref()?);
        let found: Vec<_> = found.take(SHOWN).map(|name| format!("{name:?}")).collect();
        Some(FileError::NoSuchName { line, given, found: found.join(", ").into() })
    }

    /// Returns true if the column or key with this name holds the puzzles. White space around the
    /// name and upper or lower case are ignored.
    pub(crate) fn has(&self, name: &str) -> bool {
        is_column(self.0.as_deref(), name)
    }

    /// Returns the column index, from 0, if a number was requested.
    pub(crate) fn place(&self) -> Option<usize> {
        self.0.as_deref()?.trim().parse::<usize>().ok()?.checked_sub(1)
    }
}
