//! Human difficulty: the rating scales of `sudoku-logic`, with required and excluded techniques.
//!
//! Rating a puzzle costs more than drawing one. Therefore a rating ends as soon as the puzzle is
//! known to be unwanted, and techniques above the wanted range are not searched for.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Limits};
use sudoku_logic::{
    AddTechniqueError, DeciRating, Entry, HodokuLevel, NamedTechniques, NoStepError, Rating,
    RatingScale, ScoreRule, State, Step, StepName,
};

use crate::difficulty::{
    Conditions, DifficultyError, DifficultyMeasure, RatedWithin, TechniqueList, equal_parts,
};

/// A difficulty measure by human solving techniques: the ER rating in tenths, or HoDoKu's score.
///
/// ```
/// use sudoku_generator::{TechniqueDifficulty, PatternSymmetry, PuzzleRequest, seeded_rng};
/// use sudoku_logic::{SE_1_2_1, StepName};
/// use sudoku_mrv::Mrv;
///
/// let scale = TechniqueDifficulty::new(&SE_1_2_1).needing(&[StepName::X_WING]);
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
    /// The number of candidates that a step of each group must eliminate.
    eliminations: RangeInclusive<usize>,
    /// The other names that may be on the path before its first required step, or `None` for any.
    before: Option<Vec<StepName>>,
    /// The other names that may be on the path after its first required step, or `None` for any.
    after: Option<Vec<StepName>>,
    /// Names that must not be on the solution path.
    without: Vec<StepName>,
    levels: RangeInclusive<HodokuLevel>,
    /// The names of the techniques that are off by default and were added to the scale.
    with: Vec<StepName>,
}

/// Conditions on a solution path, by the names that users write. The default has none.
#[derive(Clone, Debug, Default)]
pub struct StepConditions {
    /// The HoDoKu levels of the puzzle, or `None` for any.
    pub levels: Option<RangeInclusive<HodokuLevel>>,
    /// The required techniques: see [`TechniqueDifficulty::needing`].
    pub needs: Vec<NamedTechniques>,
    /// The number of candidates that a step of each required technique eliminates, or `None` for
    /// any number.
    pub eliminations: Option<RangeInclusive<usize>>,
    /// The other techniques allowed before the first required step. An empty list allows any.
    pub before: Vec<NamedTechniques>,
    /// The other techniques allowed after the first required step. An empty list allows any.
    pub after: Vec<NamedTechniques>,
    /// The excluded techniques: see [`TechniqueDifficulty::without`].
    pub without: Vec<NamedTechniques>,
    /// The techniques that are off by default and may be used too: see [`RatingScale::with`].
    pub with: Vec<NamedTechniques>,
}

impl StepConditions {
    /// Checks the conditions that depend on the required techniques.
    fn check_context(&self) -> Result<(), DifficultyError> {
        let Self { needs, eliminations, before, after, .. } = self;
        let has_context = eliminations.is_some() || !before.is_empty() || !after.is_empty();
        if needs.is_empty() && has_context {
            return Err(DifficultyError::NothingRequired);
        }
        let Some(wanted) = eliminations else { return Ok(()) };
        if wanted.is_empty() || *wanted.end() == 0 || *wanted.start() > MOST_ELIMINATIONS {
            return Err(DifficultyError::EliminationCount { most: MOST_ELIMINATIONS });
        }
        let only_places =
            |named: &&NamedTechniques| named.steps.iter().all(|step| step.only_places());
        match needs.iter().find(only_places).filter(|_| *wanted.start() > 0) {
            Some(named) => Err(DifficultyError::NoEliminations { name: named.name.clone() }),
            None => Ok(()),
        }
    }
}

impl TechniqueDifficulty {
    /// Makes the measure for a rating scale, without conditions.
    #[must_use]
    pub fn new(scale: &RatingScale) -> Self {
        Self {
            scale: scale.clone(),
            needs: Vec::new(),
            eliminations: 0..=usize::MAX,
            before: None,
            after: None,
            without: Vec::new(),
            levels: HodokuLevel::Easy..=HodokuLevel::Extreme,
            with: Vec::new(),
        }
    }

    /// Makes the measure for a rating scale, with conditions by the names that users write.
    ///
    /// ```
    /// use sudoku_generator::{Difficulty, StepConditions, TechniqueDifficulty};
    /// use sudoku_logic::{NamedTechniques, SE_1_2_1};
    ///
    /// // ER 3.0 to 4.0, with an X-Wing.
    /// let needs: Vec<_> = NamedTechniques::by_name("x-wing").into_iter().collect();
    /// let conditions = StepConditions { needs, ..StepConditions::default() };
    /// let scale = TechniqueDifficulty::by_names(&SE_1_2_1, &conditions)?;
    /// let wanted = Difficulty::in_tenths(scale, 30..=40)?;
    /// assert_eq!(wanted.tenths(32), 32);
    /// # Ok::<(), sudoku_generator::DifficultyError>(())
    /// ```
    ///
    /// # Errors
    /// See [`DifficultyError`].
    pub fn by_names(
        scale: &RatingScale,
        conditions: &StepConditions,
    ) -> Result<Self, DifficultyError> {
        let StepConditions { levels, needs, eliminations, before, after, without, with } =
            conditions;
        if levels.is_some() && !scale.has_scores() {
            return Err(DifficultyError::NoLevels { scale: scale.name() });
        }
        let start = Self::with(scale, with).map_err(DifficultyError::AddTechnique)?;
        let lists = [
            (TechniqueList::Needs, needs),
            (TechniqueList::Before, before),
            (TechniqueList::After, after),
            (TechniqueList::Without, without),
        ];
        for (list, names) in lists {
            let unknown = names.iter().find(|named| !start.scale.knows(&named.steps));
            let Some(unknown) = unknown else { continue };
            let (name, is_off) = (unknown.name.clone(), scale.can_add(unknown));
            let scale = scale.name();
            return Err(match is_off {
                true => DifficultyError::OffByDefault { list, name, scale },
                false => DifficultyError::NoTechnique { list, name, scale },
            });
        }
        conditions.check_context()?;
        let mut measure = without
            .iter()
            .fold(start, |measure, NamedTechniques { steps, .. }| measure.without(steps));
        let is_excluded = |named: &&NamedTechniques| {
            let mut added = measure.with.iter().filter(|name| named.steps.contains(name));
            added.all(|name| measure.without.contains(name))
        };
        if let Some(named) = with.iter().find(is_excluded) {
            return Err(DifficultyError::AddedAndExcluded { name: named.name.clone() });
        }
        if !measure.usable().any(|(_, name)| name.can_be_last()) {
            return Err(DifficultyError::SinglesExcluded);
        }
        let missing = |measure: &Self| {
            let named = needs.iter().find(|named| !measure.has_any(&named.steps));
            named.map(|named| named.name.clone())
        };
        if let Some(name) = missing(&measure) {
            return Err(DifficultyError::ExcludedAndRequired { name });
        }
        if let Some(levels) = levels.clone() {
            measure = measure.with_levels(levels);
        }
        if let Some(name) = missing(&measure) {
            return Err(DifficultyError::TooHardForLevel { name });
        }
        measure = needs.iter().fold(measure, |measure, named| measure.needing(&named.steps));
        let steps = |named: &[NamedTechniques]| -> Vec<StepName> {
            named.iter().flat_map(|named| &named.steps).copied().collect()
        };
        if !before.is_empty() {
            measure = measure.with_steps_before(&steps(before));
        }
        if !after.is_empty() {
            measure = measure.with_steps_after(&steps(after));
            let is_left = |name| measure.is_among(measure.after.as_ref(), name);
            if !measure.usable().any(|(_, name)| name.can_be_last() && is_left(name)) {
                return Err(DifficultyError::SinglesExcluded);
            }
        }
        Ok(match eliminations {
            Some(wanted) => measure.eliminating(wanted.clone()),
            None => measure,
        })
    }

    /// Makes the measure for a rating scale with techniques that are off by default.
    ///
    /// # Errors
    /// The scale lacks a technique, or uses it already.
    pub fn with(scale: &RatingScale, with: &[NamedTechniques]) -> Result<Self, AddTechniqueError> {
        let names = scale.optional().flat_map(|entry| entry.technique.names()).copied();
        let is_added = |name: &StepName| with.iter().any(|named| named.steps.contains(name));
        let with_names = names.filter(is_added).collect();
        Ok(Self { with: with_names, ..Self::new(&scale.with(with)?) })
    }

    /// Requires a step with one of these names on the solution path, at a point where the
    /// techniques that come earlier in the scale find nothing. Further calls add further
    /// requirements.
    #[must_use]
    pub fn needing(mut self, names: &[StepName]) -> Self {
        self.needs.push(names.to_vec());
        self
    }

    /// Sets the number of candidates that a step of each required technique eliminates.
    #[must_use]
    pub fn eliminating(self, eliminations: RangeInclusive<usize>) -> Self {
        Self { eliminations, ..self }
    }

    /// Allows only steps with these names before the first required step.
    #[must_use]
    pub fn with_steps_before(self, names: &[StepName]) -> Self {
        Self { before: Some(names.to_vec()), ..self }
    }

    /// Allows only required steps and steps with these names after the first required step.
    #[must_use]
    pub fn with_steps_after(self, names: &[StepName]) -> Self {
        Self { after: Some(names.to_vec()), ..self }
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
        let without = names.iter().chain(&[StepName::BRUTE_FORCE]);
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
            let names = names.filter(|&name| !self.without.contains(&name) && self.can_occur(name));
            names.map(|name| (&entry.rule, name))
        })
    }

    /// Returns true if a step of this name is required.
    fn is_required(&self, name: StepName) -> bool {
        self.needs.iter().any(|group| group.contains(&name))
    }

    /// Returns true if a step of this name is required or among the allowed ones.
    fn is_among(&self, allowed: Option<&Vec<StepName>>, name: StepName) -> bool {
        allowed.is_none_or(|names| names.contains(&name)) || self.is_required(name)
    }

    /// Returns true if a step of this name may occur before or after the first required step.
    fn can_occur(&self, name: StepName) -> bool {
        [&self.before, &self.after].iter().any(|allowed| self.is_among(allowed.as_ref(), name))
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
        let can_occur =
            |entry: &Entry| entry.technique.names().iter().any(|&name| self.can_occur(name));
        let mut entries = self.scale.entries().iter();
        let last = entries.rposition(|entry| can_be(&entry.rule) && can_occur(entry));
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
        let mut check = PathCheck::of(self);
        while let Some(step) = path.next() {
            let (number, level) = number_of(path.rating())?;
            if number > most || level > *self.levels.end() || !check.allows(&step.step) {
                return None;
            }
        }
        let (number, level) = number_of(path.rating())?;
        let is_fit = path.end() == NoStepError::Solved
            && check.missing.is_empty()
            && self.levels.contains(&level);
        is_fit.then_some(number)
    }
}

/// The check of the steps of a path, one after the other.
struct PathCheck<'a> {
    measure: &'a TechniqueDifficulty,
    /// The required groups of which no step was taken.
    missing: Vec<&'a [StepName]>,
    /// True after the first required step.
    is_after: bool,
}

impl<'a> PathCheck<'a> {
    fn of(measure: &'a TechniqueDifficulty) -> Self {
        let missing = measure.needs.iter().map(Vec::as_slice).collect();
        Self { measure, missing, is_after: false }
    }

    /// Takes the next step of the path. Returns false if it may not occur there.
    fn allows(&mut self, step: &Step) -> bool {
        let TechniqueDifficulty { before, after, without, eliminations, .. } = self.measure;
        if self.measure.is_required(step.name) {
            self.is_after = true;
            if eliminations.contains(&step.effect.elimination_count()) {
                self.missing.retain(|group| !group.contains(&step.name));
            }
        }
        let allowed = if self.is_after { after } else { before };
        !without.contains(&step.name) && self.measure.is_among(allowed.as_ref(), step.name)
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
            let all = StepName::all().iter().filter(|name| names.contains(name));
            all.map(|name| name.name()).collect()
        };
        let entries = self.scale.entries();
        let is_there = |name: &StepName| {
            let is_known = entries.iter().any(|entry| entry.technique.names().contains(name));
            is_known && !self.without.contains(name)
        };
        let group = |group: &Vec<StepName>| -> Vec<StepName> {
            group.iter().copied().filter(is_there).collect()
        };
        let mut needs: Vec<Vec<&str>> = Vec::new();
        for names in self.needs.iter().map(group).map(|group| named(&group)) {
            if let Err(place) = needs.binary_search(&names) {
                needs.insert(place, names);
            }
        }
        let around = |allowed: &Option<Vec<StepName>>| -> Option<Vec<&'static str>> {
            let names = allowed.iter().flatten().copied().filter(is_there);
            let others: Vec<StepName> = names.filter(|name| !self.is_required(*name)).collect();
            allowed.as_ref().map(|_| named(&others))
        };
        let (fewest, most) = (*self.eliminations.start(), *self.eliminations.end());
        let (easiest, hardest) = (*self.levels.start(), *self.levels.end());
        let is_any = (easiest, hardest) == (HodokuLevel::Easy, HodokuLevel::Extreme);
        Conditions {
            levels: (!is_any).then(|| [easiest.name(), hardest.name()]),
            needs,
            eliminations: ((fewest, most) != (0, usize::MAX))
                .then_some([fewest, most.min(MOST_ELIMINATIONS)]),
            before: around(&self.before),
            after: around(&self.after),
            without: named(&self.without),
            with: named(&self.with),
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
            false => easiest..=hardest.min(MOST_RATING),
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
        let mut check = PathCheck::of(self);
        let other = path.by_ref().find(|step| !check.allows(&step.step));
        let other = other.map(|step| format!(" with a step of {}", step.step.name));
        for step in path.by_ref() {
            check.allows(&step.step);
        }
        if path.end() != NoStepError::Solved {
            return Some(format!("is not solved: {}", path.end()));
        }
        let (number, level) = number_of(path.rating())?;
        let level = match self.levels.contains(&level) {
            true => String::new(),
            false => format!(" at level {level}"),
        };
        let lack = match check.missing.is_empty() {
            true => other.unwrap_or_default(),
            false => " without all required steps".to_owned(),
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

/// The maximum number of candidates that a step can eliminate: all but one of each cell.
const MOST_ELIMINATIONS: usize = 8 * Cell::COUNT;

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

/// The upper bound of ratings, in tenths, for chains of any length. Known puzzles have at most
/// 11.9.
const MOST_RATING: u64 = 130;

/// Converts a score unchanged and a rating to tenths.
fn in_units(rule: &ScoreRule, score: f64) -> u64 {
    if matches!(rule, ScoreRule::Score { .. }) { score as u64 } else { tenths(score) }
}

fn tenths(rating: f64) -> u64 {
    DeciRating::new(rating).get().into()
}
