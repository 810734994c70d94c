//! Profiles: which techniques a scale has, in which order, and what each step is worth.

use std::borrow::Cow;

use crate::rating::ScoreRule;
use crate::step_name::StepName;
use crate::technique::Technique;

mod explainer;
mod hodoku;

pub use explainer::{SE_1_2_1, SUKAKU_1_18};
pub use hodoku::HODOKU_2_3;

/// A scale: a table of techniques, the first that applies is taken.
///
/// Those of three programs are there: [`SE_1_2_1`], [`SUKAKU_1_18`] and [`HODOKU_2_3`]. A table of
/// one's own has rules that give ratings, or rules that give scores; a puzzle's rating follows.
///
/// ```
/// use sudoku_core::{Board, Limits};
/// use sudoku_logic::{Entry, NakedSingles, RatingScale, ScoreRule, State};
///
/// let entries = vec![Entry { technique: &NakedSingles, rule: ScoreRule::Fixed(2.3) }];
/// let scale = RatingScale::new("naked singles only", entries);
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let rating = scale.rate(&State::from(&puzzle), &Limits::ALL).unwrap();
/// assert_eq!(rating.to_string(), "2.3/2.3/2.3");
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone)]
pub struct RatingScale {
    name: &'static str,
    title: &'static str,
    entries: Cow<'static, [Entry]>,
    /// Whether singles come from queues that each change feeds.
    pub(crate) follows_queues: bool,
}

/// A line of a profile.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is looked for.
    pub technique: &'static dyn Technique,
    /// What a step that it finds is worth.
    pub rule: ScoreRule,
}

impl RatingScale {
    /// A table of one's own: the techniques are tried in this order.
    #[must_use]
    pub const fn new(name: &'static str, entries: Vec<Entry>) -> Self {
        Self { name, title: name, entries: Cow::Owned(entries), follows_queues: false }
    }

    /// The same table without the techniques that assume one solution, for boards that may have
    /// several.
    #[must_use]
    pub fn without_uniqueness(&self) -> Self {
        self.only(|entry| !entry.technique.assumes_one_solution())
    }

    /// Whether one of the techniques assumes one solution.
    #[must_use]
    pub fn assumes_one_solution(&self) -> bool {
        self.entries.iter().any(|entry| entry.technique.assumes_one_solution())
    }

    /// The same table with some of its techniques: those for which this holds.
    #[must_use]
    pub fn only(&self, mut holds: impl FnMut(&Entry) -> bool) -> Self {
        let entries = self.entries.iter().filter(|entry| holds(entry)).copied();
        Self { entries: entries.collect(), ..*self }
    }

    /// Whether steps have scores, of which a level and a sum are made, and not ratings.
    #[must_use]
    pub fn has_scores(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.rule, ScoreRule::Score { .. }))
    }

    /// The scales that people know.
    #[must_use]
    pub fn all() -> [&'static Self; 3] {
        [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3]
    }

    /// The scale of this [name](Self::name): `se`, `sukaku` or `hodoku`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|scale| scale.name == name)
    }

    /// What the scale is called for short.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the scale is called: the program and its version.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Whether one of the techniques has steps of one of these names.
    #[must_use]
    pub fn knows(&self, names: &[StepName]) -> bool {
        let mut known = self.entries.iter().flat_map(|entry| entry.technique.names());
        known.any(|name| names.contains(name))
    }

    /// The table.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
