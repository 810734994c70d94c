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

/// Returns true if a column or key with this name has the rules of the puzzles. White space, quotes
/// and a comment sign around the name, and upper or lower case are ignored.
pub(crate) fn is_rules(name: &str) -> bool {
    let is_around = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '#');
    name.trim_matches(is_around).eq_ignore_ascii_case("rules")
}

/// The names of columns and keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The requested name of the puzzle column or key, or `None` for the default names.
    given: Option<Arc<str>>,
    ignores_rules: bool,
}

impl Names {
    /// Accepts only this name of the puzzles, if there is one. A number is a column index, from 1.
    pub(crate) fn new(column: Option<&str>, ignores_rules: bool) -> Self {
        Self { given: column.map(Arc::from), ignores_rules }
    }

    /// Returns true if a name was requested.
    pub(crate) const fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Returns true if the column or key with this name has rules that are not to be ignored.
    pub(crate) fn has_rules(&self, name: &str) -> bool {
        !self.ignores_rules && is_rules(name)
    }

    /// Returns the error for a requested name that is not among these. Returns `None` if no name
    /// was requested.
    pub(crate) fn missing(
        &self,
        line: usize,
        found: impl Iterator<Item = String>,
    ) -> Option<FileError> {
        let given = Arc::clone(self.given.as_ref()?);
        let found: Vec<_> = found.take(SHOWN).map(|name| format!("{name:?}")).collect();
        Some(FileError::NoSuchName { line, given, found: found.join(", ").into() })
    }

    /// Returns true if the column or key with this name holds the puzzles. White space around the
    /// name and upper or lower case are ignored.
    pub(crate) fn has(&self, name: &str) -> bool {
        is_column(self.given.as_deref(), name)
    }

    /// Returns the column index, from 0, if a number was requested.
    pub(crate) fn place(&self) -> Option<usize> {
        self.given.as_deref()?.trim().parse::<usize>().ok()?.checked_sub(1)
    }
}
