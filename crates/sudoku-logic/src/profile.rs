//! Profiles: which techniques a scale has, in which order, and what each step is worth.

use std::borrow::Cow;

use crate::rating::Rule;
use crate::technique::Technique;

mod explainer;

pub use explainer::{SE_1_2_1, SUKAKU_1_18};

/// A scale: a table of techniques, the first that applies is taken.
///
/// The two scales of the program Sudoku Explainer are [`SE_1_2_1`] and [`SUKAKU_1_18`]; a table of
/// one's own is made the same way.
///
/// ```
/// use sudoku_core::{Board, Limits};
/// use sudoku_logic::{Entry, NakedSingles, Profile, Rule, State};
///
/// let entries = vec![Entry { technique: &NakedSingles, rule: Rule::Fixed(2.3) }];
/// let profile = Profile::new("naked singles only", entries);
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let rating = profile.rate(&State::from(&puzzle), &Limits::ALL).unwrap();
/// assert_eq!(rating.to_string(), "2.3/2.3/2.3");
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone)]
pub struct Profile {
    name: &'static str,
    entries: Cow<'static, [Entry]>,
}

/// A line of a profile.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is looked for.
    pub technique: &'static dyn Technique,
    /// What a step that it finds is worth.
    pub rule: Rule,
}

impl Profile {
    /// The techniques are tried in this order.
    #[must_use]
    pub const fn new(name: &'static str, entries: Vec<Entry>) -> Self {
        Self { name, entries: Cow::Owned(entries) }
    }

    /// A profile from a table.
    const fn of(name: &'static str, entries: &'static [Entry]) -> Self {
        Self { name, entries: Cow::Borrowed(entries) }
    }

    /// What the scale is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The table.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
