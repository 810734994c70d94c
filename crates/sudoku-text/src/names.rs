//! By which name the column or the key of the puzzles is known.

use std::sync::Arc;

use crate::puzzle::{FileError, PUZZLE_COLUMNS};

/// How many names of columns or keys are shown.
const SHOWN: usize = 20;

/// Whether this is the given name, or without one a usual name.
pub(crate) fn is_column(given: Option<&str>, name: &str) -> bool {
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

    /// That the name which was given is none of these, if one was.
    pub(crate) fn missing(
        &self,
        line: usize,
        found: impl Iterator<Item = String>,
    ) -> Option<FileError> {
        let given = Arc::clone(self.0.as_ref()?);
        let found: Vec<_> = found.take(SHOWN).map(|name| format!("{name:?}")).collect();
        Some(FileError::NoSuchName { line, given, found: found.join(", ").into() })
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
