//! Rating scales: ordered tables of techniques with the score of their steps.
//!
//! Each scale emulates one program: which techniques it has, in which order, and how it scores a
//! step. [`PathPolicy`] has the rules for a whole path.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::finders::Entry;
use crate::named_techniques::NamedTechniques;
use crate::rating::ScoreRule;
use crate::step_name::StepName;

mod explainer;
mod hodoku;

pub use explainer::{SE_1_2_1, SUKAKU_1_18};
pub use hodoku::HODOKU_2_3;

/// A rating scale: an ordered table of techniques, of which the first that applies is used.
///
/// There are the scales of three programs: [`SE_1_2_1`], [`SUKAKU_1_18`] and [`HODOKU_2_3`]. A
/// custom scale has only rules with ratings or only rules with scores; they determine the rating of
/// a puzzle.
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
#[derive(Clone, Debug)]
pub struct RatingScale {
    name: &'static str,
    title: &'static str,
    entries: Cow<'static, [Entry]>,
    /// The entries that are off by default.
    optional: &'static [OptionalEntry],
    pub(crate) path_policy: PathPolicy,
}

/// The rules of a program for a whole solution path, as opposed to the rules of one technique.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathPolicy {
    /// True if singles come from queues that each change of the board fills.
    pub(crate) has_single_queues: bool,
    /// The fewest clues of a puzzle that the program accepts.
    pub(crate) fewest_clues: usize,
}

impl PathPolicy {
    /// The policy of programs that search each board from the start.
    pub(crate) const PLAIN: Self = Self { has_single_queues: false, fewest_clues: 0 };
}

/// An entry that a scale does not use by default.
#[derive(Clone, Copy, Debug)]
struct OptionalEntry {
    /// The number of entries of the scale that come before it.
    place: usize,
    entry: Entry,
}

impl RatingScale {
    /// Makes a custom scale: the techniques are tried in this order.
    #[must_use]
    pub const fn new(name: &'static str, entries: Vec<Entry>) -> Self {
        Self {
            name,
            title: name,
            entries: Cow::Owned(entries),
            optional: &[],
            path_policy: PathPolicy::PLAIN,
        }
    }

    /// Returns the scale without the techniques that assume one solution, for boards that may have
    /// several.
    #[must_use]
    pub fn without_uniqueness(&self) -> Self {
        self.only(|entry| !entry.technique.assumes_one_solution())
    }

    /// Returns true if any of the techniques assumes one solution.
    #[must_use]
    pub fn assumes_one_solution(&self) -> bool {
        self.entries.iter().any(|entry| entry.technique.assumes_one_solution())
    }

    /// Returns the scale with techniques that are off by default, each at its place in the order of
    /// the program. A group adds all of its techniques that are off by default.
    ///
    /// Add techniques first: the result, and a scale that [`only`](Self::only) restricts, has no
    /// further techniques to add.
    ///
    /// ```
    /// use sudoku_logic::{HODOKU_2_3, NamedTechniques, StepName};
    ///
    /// let names: Vec<_> = NamedTechniques::by_name("templates").into_iter().collect();
    /// let scale = HODOKU_2_3.with(&names)?;
    /// assert!(!HODOKU_2_3.knows(&[StepName::TEMPLATE_SET]));
    /// assert!(scale.knows(&[StepName::TEMPLATE_SET]));
    /// # Ok::<(), sudoku_logic::AddTechniqueError>(())
    /// ```
    ///
    /// # Errors
    /// The scale lacks a technique, or uses it already.
    pub fn with(&self, techniques: &[NamedTechniques]) -> Result<Self, AddTechniqueError> {
        if let Some(wrong) = techniques.iter().find(|named| !self.can_add(named)) {
            return Err(AddTechniqueError {
                name: wrong.name.clone(),
                scale: self.name,
                is_in_use: self.knows(&wrong.steps),
                allowed: self
                    .optional()
                    .flat_map(|entry| entry.technique.names())
                    .copied()
                    .collect(),
            });
        }
        let mut entries = self.entries.to_vec();
        // Backwards, so that the places before an added entry stay valid.
        for OptionalEntry { place, entry } in self.optional.iter().rev() {
            if techniques.iter().any(|named| entry.is_in(named)) {
                entries.insert(*place, *entry);
            }
        }
        Ok(Self { entries: entries.into(), optional: &[], ..*self })
    }

    /// Returns true if a technique that is off by default has one of these names.
    #[must_use]
    pub fn can_add(&self, techniques: &NamedTechniques) -> bool {
        self.optional().any(|entry| entry.is_in(techniques))
    }

    /// Enumerates the entries that are off by default, in the order of the scale.
    pub fn optional(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        self.optional.iter().map(|optional| &optional.entry)
    }

    /// Returns the scale with only the entries for which `holds` returns true.
    #[must_use]
    pub fn only(&self, mut holds: impl FnMut(&Entry) -> bool) -> Self {
        let entries = self.entries.iter().filter(|entry| holds(entry)).copied();
        Self { entries: entries.collect(), optional: &[], ..*self }
    }

    /// Returns true if steps have scores, which add up to a sum and a level, rather than ratings.
    #[must_use]
    pub fn has_scores(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.rule, ScoreRule::Score { .. }))
    }

    /// Returns the scales of known programs.
    #[must_use]
    pub fn all() -> [&'static Self; 3] {
        [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3]
    }

    /// Returns the scale with this [name](Self::name): `se`, `sukaku` or `hodoku`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|scale| scale.name == name)
    }

    /// Returns the short name of the scale.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the full name of the scale: the program and its version.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Returns true if any of the techniques has steps with one of these names.
    #[must_use]
    pub fn knows(&self, names: &[StepName]) -> bool {
        let mut known = self.entries.iter().flat_map(|entry| entry.technique.names());
        known.any(|name| names.contains(name))
    }

    /// Returns the entries of the scale.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// The error for a technique that a scale cannot add: the scale lacks it, or uses it already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddTechniqueError {
    /// The name of the technique or of the group.
    pub name: String,
    /// The name of the scale.
    pub scale: &'static str,
    /// True if the scale uses it already, false if the scale lacks it.
    pub is_in_use: bool,
    /// The techniques that can be added.
    pub allowed: Vec<StepName>,
}

impl fmt::Display for AddTechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, scale, is_in_use, allowed } = self;
        match is_in_use {
            true => write!(f, "the scale {scale} uses {name} already; ")?,
            false => write!(f, "the scale {scale} has no technique named {name}; ")?,
        }
        if allowed.is_empty() {
            return f.write_str("no technique of this scale is off by default");
        }
        let allowed = allowed.iter().map(|step| NamedTechniques::from(*step).name);
        write!(f, "you can add {}", allowed.collect::<Vec<_>>().join(", "))
    }
}

impl Error for AddTechniqueError {}
