//! Human difficulty: the rating scales of `sudoku-logic`, with required and excluded techniques.
//!
//! Rating a puzzle costs more than drawing one. Therefore a rating ends as soon as the puzzle is
//! known to be unwanted, and techniques above the wanted range are not searched for.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Limits};
use sudoku_logic::{
    DeciRating, HodokuLevel, NamedTechniques, NoStepError, Rating, RatingScale, ScoreRule, State,
    StepName,
};

use crate::difficulty::{Conditions, DifficultyError, DifficultyMeasure, RatedWithin, equal_parts};

/// A difficulty measure by human solving techniques: the ER rating in tenths, or HoDoKu's score.
///
/// ```
/// use sudoku_generator::{TechniqueDifficulty, PatternSymmetry, PuzzleRequest, seeded_rng};
/// use sudoku_logic::{SE_1_2_1, StepName};
/// use sudoku_mrv::Mrv;
///
/// let scale = TechniqueDifficulty::new(&SE_1_2_1).needing(&[StepName::XWing]);
/// let request = PuzzleRequest::new()
///     .with_symmetry(PatternSymmetry::HalfTurn)
///     .with_difficulty(&scale, 32..=40);
/// let puzzle = request.generate(&Mrv, &mut seeded_rng(1, 0))?;
/// assert!((32..=40).contains(&puzzle.difficulty.expect("it is rated")));
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
#[derive(Clone)]
pub struct TechniqueDifficulty {
    /// The techniques that the player knows, in the order in which they are tried.
    scale: RatingScale,
    /// Groups of names; a step of each group must be on the solution path.
    needs: Vec<Vec<StepName>>,
    /// Names that must not be on the solution path.
    without: Vec<StepName>,
    levels: RangeInclusive<HodokuLevel>,
}

impl TechniqueDifficulty {
    /// Makes the measure for a rating scale, without conditions.
    #[must_use]
    pub fn new(scale: &RatingScale) -> Self {
        Self {
            scale: scale.clone(),
            needs: Vec::new(),
            without: Vec::new(),
            levels: HodokuLevel::Easy..=HodokuLevel::Extreme,
        }
    }

    /// Makes the measure for a rating scale, with conditions by the names that users write.
    ///
    /// ```
    /// use sudoku_generator::{Difficulty, TechniqueDifficulty};
    /// use sudoku_logic::{NamedTechniques, SE_1_2_1};
    ///
    /// // ER 3.0 to 4.0, with an X-Wing.
    /// let needs: Vec<_> = NamedTechniques::by_name("x-wing").into_iter().collect();
    /// let scale = TechniqueDifficulty::by_names(&SE_1_2_1, None, &needs, &[])?;
    /// let wanted = Difficulty::in_tenths(scale, 30..=40)?;
    /// assert_eq!(wanted.tenths(32), 32);
    /// # Ok::<(), sudoku_generator::DifficultyError>(())
    /// ```
    ///
    /// # Errors
    /// See [`DifficultyError`].
    pub fn by_names(
        scale: &RatingScale,
        levels: Option<RangeInclusive<HodokuLevel>>,
        needs: &[NamedTechniques],
        without: &[NamedTechniques],
    ) -> Result<Self, DifficultyError> {
        if levels.is_some() && !scale.has_scores() {
            return Err(DifficultyError::NoLevels { scale: scale.name() });
        }
        let mut named = needs.iter().chain(without);
        if let Some(unknown) = named.find(|named| !scale.knows(&named.steps)) {
            let (name, scale) = (unknown.name.clone(), scale.name());
            return Err(DifficultyError::NoTechnique { name, scale });
        }
        let mut measure =
            without.iter().fold(Self::new(scale), |measure, NamedTechniques { steps, .. }| {
                measure.without(steps)
            });
        if !measure.has_any(&LAST_STEPS) {
            return Err(DifficultyError::SinglesExcluded);
        }
        let missing = |measure: &Self| {
            let named = needs.iter().find(|named| !measure.has_any(&named.steps));
            named.map(|named| named.name.clone())
        };
        if let Some(name) = missing(&measure) {
            return Err(DifficultyError::ExcludedAndRequired { name });
        }
        if let Some(levels) = levels {
            measure = measure.with_levels(levels);
        }
        if let Some(name) = missing(&measure) {
            return Err(DifficultyError::TooHardForLevel { name });
        }
        Ok(needs.iter().fold(measure, |measure, named| measure.needing(&named.steps)))
    }

    /// Requires a step with one of these names on the solution path, at a point where the
    /// techniques that come earlier in the scale find nothing. Further calls add further
    /// requirements.
    #[must_use]
    pub fn needing(mut self, names: &[StepName]) -> Self {
        self.needs.push(names.to_vec());
        self
    }

    /// Excludes these techniques: the puzzle must be solvable by the others. Brute force is always
    /// excluded.
    ///
    /// A technique whose steps have several names stays in use as long as one of its names is
    /// allowed. A puzzle is unwanted if the technique gives a step with an excluded name on its
    /// path.
    #[must_use]
    pub fn without(mut self, names: &[StepName]) -> Self {
        let entries = self.scale.entries().iter();
        let known: Vec<StepName> =
            entries.flat_map(|entry| entry.technique.names()).copied().collect();
        let without = names.iter().chain(&[StepName::BruteForce]);
        self.without.extend(without.filter(|name| known.contains(name)));
        let without = &self.without;
        let is_left = |name: &StepName| !without.contains(name);
        self.scale = self.scale.only(|entry| entry.technique.names().iter().any(is_left));
        self
    }

    /// Sets the wanted levels. Only HoDoKu's scale has levels.
    #[must_use]
    pub fn with_levels(self, levels: RangeInclusive<HodokuLevel>) -> Self {
        Self { levels, ..self }
    }

    /// Returns true if a technique of the wanted levels can give one of these steps.
    fn has_any(&self, names: &[StepName]) -> bool {
        self.usable().any(|(_, name)| names.contains(&name))
    }

    /// Enumerates the techniques that puzzles of the wanted levels can have: each rule with each of
    /// its allowed names.
    fn usable(&self) -> impl Iterator<Item = (&ScoreRule, StepName)> {
        let is_usable = |rule: &ScoreRule| match rule {
            ScoreRule::Score { level, .. } => level <= self.levels.end(),
            _ => true,
        };
        let entries = self.scale.entries().iter().filter(move |entry| is_usable(&entry.rule));
        entries.flat_map(|entry| {
            let names = entry.technique.names().iter().copied();
            names.filter(|name| !self.without.contains(name)).map(|name| (&entry.rule, name))
        })
    }

    /// Returns the scale up to its last technique that can have a value of at most `most`. The
    /// harder techniques before it stay, because a step of one of them shows that a puzzle is too
    /// difficult.
    fn up_to(&self, most: u64) -> RatingScale {
        let can_be = |rule: &ScoreRule| match *rule {
            ScoreRule::Score { score, level } => {
                u64::from(score) <= most && level <= *self.levels.end()
            }
            _ => least(rule) <= most,
        };
        let last = self.scale.entries().iter().rposition(|entry| can_be(&entry.rule));
        let mut left = last.map_or(0, |last| last + 1);
        self.scale.only(|_| {
            let is_left = left > 0;
            left -= usize::from(is_left);
            is_left
        })
    }

    /// Solves a puzzle step by step until it is known to be unwanted. Returns the difficulty of a
    /// wanted puzzle.
    fn fit(&self, board: &Board, most: u64, limits: &Limits<'_>) -> Option<u64> {
        let scale = self.up_to(most);
        let mut path = scale.path(&State::from(board), limits);
        let mut needs: Vec<&[StepName]> = self.needs.iter().map(Vec::as_slice).collect();
        while let Some(step) = path.next() {
            let name = step.step.name;
            let (number, level) = number_of(path.rating())?;
            if number > most || level > *self.levels.end() || self.without.contains(&name) {
                return None;
            }
            needs.retain(|group| !group.contains(&name));
        }
        let (number, level) = number_of(path.rating())?;
        let is_fit =
            path.end() == NoStepError::Solved && needs.is_empty() && self.levels.contains(&level);
        is_fit.then_some(number)
    }
}

impl fmt::Debug for TechniqueDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl DifficultyMeasure for TechniqueDifficulty {
    fn name(&self) -> String {
        self.scale.title().to_owned()
    }

    fn rate(&self, board: &Board) -> Option<u64> {
        let rating = self.scale.rate(&State::from(board), &Limits::ALL);
        rating.ok().and_then(number_of).map(|(number, _)| number)
    }

    fn rate_within(
        &self,
        board: &Board,
        range: &RangeInclusive<u64>,
        limits: &Limits<'_>,
    ) -> RatedWithin {
        self.fit(board, *range.end(), limits).map_or(RatedWithin::Unfit, RatedWithin::Number)
    }

    fn conditions(&self) -> Conditions {
        // Sorted, without duplicates, and restricted to the scale's techniques, so that equal
        // conditions have equal values.
        let named = |names: &[StepName]| -> Vec<&'static str> {
            let names: BTreeSet<StepName> = names.iter().copied().collect();
            names.into_iter().map(StepName::name).collect()
        };
        let entries = self.scale.entries().iter();
        let known: BTreeSet<StepName> =
            entries.flat_map(|entry| entry.technique.names()).copied().collect();
        let is_there = |name: &StepName| known.contains(name) && !self.without.contains(name);
        let group = |group: &Vec<StepName>| -> Vec<StepName> {
            group.iter().copied().filter(is_there).collect()
        };
        let needs: BTreeSet<Vec<&str>> =
            self.needs.iter().map(group).map(|group| named(&group)).collect();
        let (easiest, hardest) = (*self.levels.start(), *self.levels.end());
        let is_any = (easiest, hardest) == (HodokuLevel::Easy, HodokuLevel::Extreme);
        Conditions {
            levels: (!is_any).then(|| [easiest.name(), hardest.name()]),
            needs: needs.into_iter().collect(),
            without: named(&self.without),
        }
    }

    fn unit(&self) -> u64 {
        if self.scale.has_scores() { 10 } else { 1 }
    }

    /// Returns a bound: a rating is that of the hardest step, and a score is a sum of step scores,
    /// up to the cap of the level.
    fn possible_numbers(&self) -> Option<RangeInclusive<u64>> {
        // A full board, which needs no step, does not count as a puzzle of a difficulty.
        let mut easiest = self.usable().map(|(rule, _)| least(rule)).min()?;
        for group in &self.needs {
            let of_group = self.usable().filter(|(_, name)| group.contains(name));
            easiest = easiest.max(of_group.map(|(rule, _)| least(rule)).min()?);
        }
        let hardest = self.usable().map(|(rule, _)| most(rule)).max()?;
        Some(match self.scale.has_scores() {
            true => easiest..=(MOST_STEPS * hardest).min(self.levels.end().cap().into()),
            false => easiest..=hardest,
        })
    }

    /// Splits a range of ER ratings by the ratings that a step can have: each part has about the
    /// same number of them. Scores are split into parts of equal width.
    fn parts(&self, range: &RangeInclusive<u64>, most: u64) -> Vec<RangeInclusive<u64>> {
        if self.scale.has_scores() || *range.end() == u64::MAX {
            return equal_parts(self.possible_numbers(), range, most);
        }
        let can_be = |rating: &u64| self.usable().any(|(rule, _)| can_give(rule, *rating));
        let ratings: Vec<u64> =
            (*range.start()..=*range.end().min(&MOST_RATING)).filter(can_be).collect();
        let parts = most.min(ratings.len() as u64).max(1);
        let bound = |part: u64| (ratings.len() as u64 * part / parts) as usize;
        let part = |part| ratings.get(bound(part)..bound(part + 1));
        let ends = |part: &[u64]| Some(*part.first()?..=*part.last()?);
        let found = (0..parts).filter_map(part).filter_map(ends).collect::<Vec<_>>();
        if found.is_empty() { vec![range.clone()] } else { found }
    }

    /// Returns a bound. A full board needs no step. On a scale with scores each blank cell needs
    /// its own step, because a step places at most one digit, and each step has a score. (A
    /// template set that places several digits counts as several steps.)
    fn possible_clues(&self, range: &RangeInclusive<u64>) -> RangeInclusive<usize> {
        let lowest = self.usable().map(|(rule, _)| least(rule)).min();
        let lowest = lowest.filter(|_| self.scale.has_scores());
        let blanks = lowest.and_then(|lowest| range.end().checked_div(lowest));
        let blanks = blanks.and_then(|blanks| usize::try_from(blanks).ok());
        let fewest = Cell::COUNT.saturating_sub(blanks.unwrap_or(Cell::COUNT));
        let takes_steps = *range.start() > 0
            || !self.needs.is_empty()
            || *self.levels.start() > HodokuLevel::Easy;
        fewest..=Cell::COUNT - usize::from(takes_steps)
    }

    fn describe_unfit(&self, board: &Board) -> Option<String> {
        let mut path = self.scale.path(&State::from(board), &Limits::ALL);
        let names: BTreeSet<StepName> = path.by_ref().map(|step| step.step.name).collect();
        if path.end() != NoStepError::Solved {
            return Some(format!("is not solved: {}", path.end()));
        }
        let (number, level) = number_of(path.rating())?;
        let level = match self.levels.contains(&level) {
            true => String::new(),
            false => format!(" at level {level}"),
        };
        let lacks = |group: &Vec<StepName>| !group.iter().any(|name| names.contains(name));
        let lack = match self.needs.iter().any(lacks) {
            true => " without all required steps",
            false => "",
        };
        Some(format!("{}{level}{lack}", self.describe(number)))
    }

    fn describe(&self, number: u64) -> String {
        if self.scale.has_scores() {
            format!("a score of {number}")
        } else {
            format!("ER {}.{}", number / 10, number % 10)
        }
    }
}

/// Returns the difficulty and the level of a rating; the level is `Easy` for scales without levels.
fn number_of(rating: Rating) -> Option<(u64, HodokuLevel)> {
    match rating {
        Rating::Explainer(rating) => Some((tenths(rating.er), HodokuLevel::Easy)),
        Rating::Hodoku(rating) => Some((rating.score.into(), rating.level)),
        _ => None,
    }
}

/// The steps that can fill the last blank cell.
const LAST_STEPS: [StepName; 5] = [
    StepName::LastCell,
    StepName::HiddenSingle,
    StepName::NakedSingle,
    StepName::TemplateSet,
    StepName::BruteForce,
];

/// The maximum number of steps of a path: each step removes at least one candidate.
const MOST_STEPS: u64 = 729;

/// Returns the value of the easiest step under this rule.
fn least(rule: &ScoreRule) -> u64 {
    in_units(rule, rule.min())
}

/// Returns the value of the hardest step under this rule: `u64::MAX` if chains have any length.
fn most(rule: &ScoreRule) -> u64 {
    rule.max().map_or(u64::MAX, |most| in_units(rule, most))
}

/// Returns true if a step under this rule can have this rating, in tenths.
fn can_give(rule: &ScoreRule, rating: u64) -> bool {
    match rule {
        ScoreRule::PerStep { ratings, .. } => ratings.iter().any(|&it| tenths(it) == rating),
        _ => (least(rule)..=most(rule)).contains(&rating),
    }
}

/// A rating in tenths above that of any known puzzle.
const MOST_RATING: u64 = 200;

/// Converts a score unchanged and a rating to tenths.
fn in_units(rule: &ScoreRule, score: f64) -> u64 {
    if matches!(rule, ScoreRule::Score { .. }) { score as u64 } else { tenths(score) }
}

fn tenths(rating: f64) -> u64 {
    DeciRating::new(rating).get().into()
}
