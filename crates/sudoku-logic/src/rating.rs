//! The score of a step on a scale, and the rating of a puzzle from its steps.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::step::{ChainKind, Evidence, Step};

/// The rule by which a scale scores the steps of one technique.
#[derive(Clone, Copy, Debug)]
pub enum ScoreRule {
    /// The same rating for each step.
    Fixed(f64),
    /// A rating that depends on the step's evidence.
    PerStep {
        /// The possible ratings, in ascending order; there is at least one.
        ratings: &'static [f64],
        /// The function that rates a step.
        rate: fn(&Step) -> f64,
    },
    /// A rating that grows with the length of the chains: see [`rating_of_length`].
    ByLength(f64),
    /// A rating by length with different bases: one for cycles within a digit or within cells of
    /// two candidates, one for chains within a digit, and one for cycles and chains that mix the
    /// two.
    ByKindAndLength {
        /// The base of cycles that stay within one digit, or within cells of two candidates.
        cycle: f64,
        /// The base of chains that stay within one digit.
        chain: f64,
        /// The base of cycles and chains that do neither.
        mixed: f64,
    },
    /// A score that each step adds to the puzzle's score, with the minimum level of the puzzle.
    Score {
        /// The score.
        score: u32,
        /// The level.
        level: HodokuLevel,
    },
}

impl ScoreRule {
    /// Returns the score of the step.
    #[must_use]
    pub fn score(&self, step: &Step) -> StepScore {
        match *self {
            Self::Score { score, level } => StepScore::Score { score, level },
            _ => StepScore::Rating(self.rate(step)),
        }
    }

    /// Returns the lowest possible rating or score of a step.
    #[must_use]
    pub const fn min(&self) -> f64 {
        match *self {
            Self::Fixed(rating) | Self::ByLength(rating) => rating,
            Self::PerStep { ratings, .. } => match ratings {
                [least, ..] => *least,
                [] => 0.0,
            },
            Self::ByKindAndLength { cycle, chain, mixed } => cycle.min(chain).min(mixed),
            Self::Score { score, .. } => score as f64,
        }
    }

    /// Returns the highest possible rating or score of a step, or `None` if chains may have any
    /// length.
    #[must_use]
    pub const fn max(&self) -> Option<f64> {
        match *self {
            Self::Fixed(rating) => Some(rating),
            Self::PerStep { ratings, .. } => match ratings {
                [.., most] => Some(*most),
                [] => None,
            },
            Self::ByLength(_) | Self::ByKindAndLength { .. } => None,
            Self::Score { score, .. } => Some(score as f64),
        }
    }

    /// Returns a number that increases with the difficulty of the step.
    pub(crate) fn rate(&self, step: &Step) -> f64 {
        match (*self, &step.evidence) {
            (Self::Fixed(rating), _) => rating,
            (Self::Score { score, .. }, _) => f64::from(score),
            (Self::PerStep { rate, .. }, _) => rate(step),
            (_, Evidence::Chains { kind, complexity, .. }) => {
                self.rating_of_chain(*kind, *complexity)
            }
            (Self::ByLength(base) | Self::ByKindAndLength { mixed: base, .. }, _) => base,
        }
    }

    /// Returns the rating of chains with this many nodes, the `complexity`. The length of the
    /// chains is the complexity minus 2.
    pub(crate) fn rating_of_chain(&self, kind: ChainKind, complexity: usize) -> f64 {
        let base = match *self {
            Self::ByLength(base) => base,
            Self::ByKindAndLength { cycle, chain, mixed } => match kind {
                ChainKind::DigitCycle | ChainKind::CellCycle => cycle,
                ChainKind::DigitChain => chain,
                _ => mixed,
            },
            Self::Fixed(rating) => return rating,
            Self::Score { score, .. } => return f64::from(score),
            // Any increasing number gives the order within a technique.
            Self::PerStep { .. } => return complexity as f64,
        };
        rating_of_length(base, complexity.saturating_sub(2))
    }
}

/// Returns the rating of chains by their length: the base, plus 0.1 for each of 4, 6, 8, 12, 16,
/// 24, … that the length exceeds. The length is the number of nodes of all chains minus 2.
///
/// The limits of the length grow in turn by 3/2 and by 4/3. The increments are added one by one, as
/// the original programs do. These sums differ in their last bits from multiples of 0.1, which
/// decides the order of some steps.
#[must_use]
pub fn rating_of_length(base: f64, length: usize) -> f64 {
    let (mut added, mut limit, mut is_odd) = (0.0, 4, false);
    while length > limit {
        added += 0.1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    base + added
}

/// The score of a step on a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepScore {
    /// A rating, as the scale computes it; [`DeciRating`] is how it is printed.
    Rating(f64),
    /// A score that is added to the puzzle's, and the minimum level of the puzzle.
    Score {
        /// The score.
        score: u32,
        /// The level.
        level: HodokuLevel,
    },
}

impl StepScore {
    /// Returns the rating as it is printed, or the score.
    #[must_use]
    pub fn number(&self) -> f64 {
        match *self {
            Self::Rating(rating) => f64::from(DeciRating::new(rating).get()) / 10.0,
            Self::Score { score, .. } => f64::from(score),
        }
    }
}

/// Prints `7.2` or `140 Hard`.
impl fmt::Display for StepScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rating(rating) => write!(f, "{}", DeciRating::new(rating)),
            Self::Score { score, level } => write!(f, "{score} {level}"),
        }
    }
}

/// The difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Rating {
    /// A rating by the hardest step.
    Explainer(ExplainerRating),
    /// A rating by the sum of the steps' scores.
    Hodoku(HodokuRating),
}

impl Rating {
    /// Returns the rating of a puzzle without steps on a scale with these rules.
    pub(crate) fn of_none<'a>(mut rules: impl Iterator<Item = &'a ScoreRule>) -> Self {
        if rules.any(|rule| matches!(rule, ScoreRule::Score { .. })) {
            Self::Hodoku(HodokuRating { level: HodokuLevel::Easy, score: 0 })
        } else {
            Self::Explainer(ExplainerRating::default())
        }
    }

    /// Adds a step. A step with a score of another kind of scale is ignored.
    pub(crate) fn add(&mut self, step: &Step, score: StepScore) {
        match (self, score) {
            (Self::Explainer(rating), StepScore::Rating(score)) => rating.add(step, score),
            (Self::Hodoku(rating), StepScore::Score { score, level }) => rating.add(score, level),
            _ => {}
        }
    }

    /// Returns the rating for a puzzle that was not solved.
    pub(crate) const fn of_unsolved(self) -> Self {
        match self {
            Self::Hodoku(rating) => {
                Self::Hodoku(HodokuRating { level: HodokuLevel::Extreme, ..rating })
            }
            rating @ Self::Explainer(_) => rating,
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explainer(rating) => rating.fmt(f),
            Self::Hodoku(rating) => rating.fmt(f),
        }
    }
}

/// A puzzle's rating on a scale that takes the hardest step: printed as `ER/EP/ED`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExplainerRating {
    /// The rating of the hardest step.
    pub er: f64,
    /// The rating of the hardest step up to the first that places a digit.
    pub ep: f64,
    /// The rating of the first step.
    pub ed: f64,
}

impl ExplainerRating {
    fn add(&mut self, step: &Step, score: f64) {
        self.er = self.er.max(score);
        if self.ep == 0.0 {
            if self.ed == 0.0 {
                self.ed = self.er;
            }
            if step.effect.placement.is_some() {
                self.ep = self.er;
            }
        }
    }

    /// Returns the three ratings as printed: ER, EP, ED.
    #[must_use]
    pub fn tenths(&self) -> [DeciRating; 3] {
        [self.er, self.ep, self.ed].map(DeciRating::new)
    }
}

impl fmt::Display for ExplainerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = self.tenths();
        write!(f, "{er}/{ep}/{ed}")
    }
}

/// The level of difficulty of a puzzle.
///
/// ```
/// use sudoku_logic::HodokuLevel;
///
/// assert_eq!("unfair".parse(), Ok(HodokuLevel::Unfair));
/// assert!("hopeless".parse::<HodokuLevel>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HodokuLevel {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Fish, single-digit patterns, wings, uniqueness, colors.
    Hard,
    /// Chains, almost locked sets, large fish.
    Unfair,
    /// Forcing chains and nets, or search.
    Extreme,
}

impl HodokuLevel {
    /// All levels, the easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// Returns the level's name in HoDoKu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// Returns the highest score of a puzzle of the level.
    #[must_use]
    pub const fn cap(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }
}

/// Reads a name in any letter case.
impl FromStr for HodokuLevel {
    type Err = UnknownLevelError;

    fn from_str(name: &str) -> Result<Self, UnknownLevelError> {
        let is_it = |level: &Self| level.name().eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(is_it).ok_or_else(|| UnknownLevelError(name.to_owned()))
    }
}

/// The error for a name that is not the name of a [`HodokuLevel`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevelError(pub String);

impl fmt::Display for UnknownLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        let names = HodokuLevel::ALL.map(HodokuLevel::name).join(", ");
        write!(f, "unknown level `{name}`; the levels are: {names}")
    }
}

impl Error for UnknownLevelError {}

impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A puzzle's level and score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HodokuRating {
    /// The level.
    pub level: HodokuLevel,
    /// The sum of the steps' scores.
    pub score: u32,
}

impl HodokuRating {
    fn add(&mut self, score: u32, level: HodokuLevel) {
        self.score = self.score.saturating_add(score);
        self.level = self.level.max(level);
        while self.score > self.level.cap() {
            self.level = HodokuLevel::ALL[self.level as usize + 1];
        }
    }
}

impl fmt::Display for HodokuRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level, self.score)
    }
}

/// A rating in tenths, as it is printed; halves round up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeciRating(u16);

impl DeciRating {
    /// Rounds the rating to tenths.
    #[must_use]
    pub fn new(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }

    /// Returns the number of tenths.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for DeciRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_costs_a_tenth_at_each_limit() {
        let rating = |links| DeciRating::new(rating_of_length(7.0, links)).to_string();
        let expected = [
            (4, "7.0"),
            (5, "7.1"),
            (7, "7.2"),
            (9, "7.3"),
            (13, "7.4"),
            (17, "7.5"),
            (24, "7.5"),
            (25, "7.6"),
            (33, "7.7"),
            (49, "7.8"),
        ];
        for (links, tenths) in expected {
            assert_eq!(rating(links), tenths, "{links}");
        }
    }
}
