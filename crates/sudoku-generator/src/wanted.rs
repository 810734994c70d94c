//! A difficulty as people ask for it: in tenths, by level and by techniques.

#[cfg(feature = "logic")]
use std::fmt;
use std::ops::RangeInclusive;

#[cfg(feature = "logic")]
use sudoku_logic::{HodokuLevel, NamedTechniques, RatingScale};
use thiserror::Error;

use crate::difficulty::{DifficultyMeasure, Guesses};
#[cfg(feature = "logic")]
use crate::human::TechniqueDifficulty;
use crate::request::PuzzleRequest;

/// A scale and the numbers on it that are wanted, as people write them: ER with one place behind
/// the point, scores and guesses as whole numbers.
///
/// ```
/// use sudoku_generator::{Guesses, PuzzleRequest, WantedDifficulty, WantedDifficultyError, seeded_rng};
/// use sudoku_mrv::Mrv;
///
/// let wanted = WantedDifficulty::of_guesses(Guesses::new("mrv", &Mrv), 20..=50)?;
/// let puzzle = wanted.constrain(PuzzleRequest::new()).generate(&Mrv, &mut seeded_rng(1, 0));
/// assert!((2..=5).contains(&puzzle.unwrap().difficulty.expect("it is rated")));
/// // There is no half a guess.
/// let half = WantedDifficulty::of_guesses(Guesses::new("mrv", &Mrv), 25..=50);
/// assert_eq!(half.err(), Some(WantedDifficultyError::NotWhole));
/// # Ok::<(), WantedDifficultyError>(())
/// ```
pub struct WantedDifficulty {
    scale: Box<dyn DifficultyMeasure + Send>,
    /// In the scale's smallest unit.
    range: RangeInclusive<u64>,
    /// How many tenths such a unit is.
    unit: u64,
}

/// What is asked of the steps by which a puzzle is solved.
#[cfg(feature = "logic")]
#[derive(Clone, Debug, Default)]
pub struct WantedSteps {
    /// HoDoKu's levels, if not every one will do.
    pub levels: Option<RangeInclusive<HodokuLevel>>,
    /// A step of each of these has to be on the path, see [`TechniqueDifficulty::needing`].
    pub needs: Vec<NamedTechniques>,
    /// A player does not have these techniques, see [`TechniqueDifficulty::without`].
    pub without: Vec<NamedTechniques>,
}

/// In the words in which it was asked.
#[cfg(feature = "logic")]
impl fmt::Display for WantedSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.levels.iter().map(|levels| match (levels.start(), levels.end()) {
            (least, most) if least == most => format!("of level {least}"),
            (least, most) => format!("of level {least} to {most}"),
        });
        let names = |named: &[NamedTechniques]| {
            named.iter().map(|known| known.name.clone()).collect::<Vec<_>>()
        };
        let list = |word: &str, names: Vec<String>| {
            (!names.is_empty()).then(|| format!("{word} {}", names.join(", ")))
        };
        let needs = list("with", names(&self.needs));
        let without = list("without", names(&self.without));
        f.write_str(&levels.chain(needs).chain(without).collect::<Vec<_>>().join(" "))
    }
}

/// Why a scale cannot say whether a puzzle is as wanted.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WantedDifficultyError {
    /// A number that no scale has.
    #[error("a difficulty is a number such as 7.2 or 5, not {number}")]
    NoDifficulty {
        /// The number.
        number: f64,
    },
    /// A number with tenths on a scale that has none.
    #[error("a difficulty on this scale is a whole number; only scales of ratings have tenths")]
    NotWhole,
    /// Levels of a scale that has ratings.
    #[error("a level takes the scale hodoku, and this is {scale}")]
    NoLevels {
        /// The scale's name.
        scale: &'static str,
    },
    /// A technique is needed or left out that the scale does not have.
    #[error("the scale {scale} has no step that is called {name}")]
    NoTechnique {
        /// The name, of a technique or of a group.
        name: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// A technique is needed that is to be left out.
    #[error("{name} is needed, and left out")]
    ExcludedAndRequired {
        /// The name, of a technique or of a group.
        name: String,
    },
    /// No technique is left for the last cell of a puzzle.
    #[error("without any single no puzzle can be solved: its last blank cell takes one")]
    SinglesExcluded,
    /// What is asked of the steps contradicts itself.
    #[error("no puzzle is {asked} on the scale {scale}: these steps are harder than the level")]
    TooHardForLevel {
        /// What is asked, in words.
        asked: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// No step has a rating in the range, or no scores add up to one in it, and so no puzzle has.
    #[error("no puzzle is rated so on the scale {scale}: after {below} comes {above}")]
    BetweenRatings {
        /// The scale's name.
        scale: &'static str,
        /// The next rating below.
        below: String,
        /// The next rating above.
        above: String,
    },
    /// No puzzle is known that is so difficult, or so easy, and meets the rest.
    #[error("no puzzle is known of this difficulty: {asked} they have {least} to {most}")]
    NoKnownPuzzle {
        /// The scale, and what else is asked, in words.
        asked: String,
        /// What the easiest can have, in words.
        least: String,
        /// What the hardest has, in words.
        most: String,
    },
}

impl WantedDifficulty {
    /// So many tenths of a guess, on an average over several images or not.
    ///
    /// # Errors
    /// If an end of the range is no multiple of ten, and not the highest number, which leaves the
    /// range open.
    pub fn of_guesses(
        scale: Guesses<'static>,
        tenths: RangeInclusive<u64>,
    ) -> Result<Self, WantedDifficultyError> {
        let range = in_units(&tenths, WHOLE)?;
        Ok(Self { scale: Box::new(scale), range, unit: WHOLE })
    }

    /// So many tenths on a scale of human logic, by such steps.
    ///
    /// # Errors
    /// See [`WantedDifficultyError`]; ends of the range are as for
    /// [`of_guesses`](Self::of_guesses) where the scale has scores.
    ///
    /// ```
    /// use sudoku_generator::{WantedDifficulty, WantedSteps};
    /// use sudoku_logic::{NamedTechniques, SE_1_2_1};
    ///
    /// // ER 3.0 to 4.0, with an X-Wing.
    /// let needs = NamedTechniques::by_name("x-wing").into_iter().collect();
    /// let steps = WantedSteps { needs, ..WantedSteps::default() };
    /// let wanted = WantedDifficulty::of_steps(&SE_1_2_1, 30..=40, &steps)?;
    /// assert_eq!(wanted.tenths(32), 32);
    /// # Ok::<(), sudoku_generator::WantedDifficultyError>(())
    /// ```
    #[cfg(feature = "logic")]
    pub fn of_steps(
        profile: &RatingScale,
        tenths: RangeInclusive<u64>,
        steps: &WantedSteps,
    ) -> Result<Self, WantedDifficultyError> {
        let mut scale = TechniqueDifficulty::new(profile);
        if let Some(levels) = &steps.levels {
            if !profile.has_scores() {
                return Err(WantedDifficultyError::NoLevels { scale: profile.name() });
            }
            scale = scale.with_levels(levels.clone());
        }
        let mut named = steps.needs.iter().chain(&steps.without);
        if let Some(unknown) = named.find(|named| !profile.knows(&named.steps)) {
            let (name, scale) = (unknown.name.clone(), profile.name());
            return Err(WantedDifficultyError::NoTechnique { name, scale });
        }
        for NamedTechniques { steps, .. } in &steps.without {
            scale = scale.without(steps);
        }
        for NamedTechniques { name, steps, .. } in &steps.needs {
            scale = scale.needing(steps);
            if !scale.missing().is_empty() {
                return Err(WantedDifficultyError::ExcludedAndRequired { name: name.clone() });
            }
        }
        if !scale.has_singles() {
            return Err(WantedDifficultyError::SinglesExcluded);
        }
        let (numbers, describe) = (scale.numbers(), |number| scale.describe(number));
        let [least, most] = [*numbers.start(), *numbers.end()].map(describe);
        if numbers.is_empty() {
            let (asked, scale) = (steps.to_string(), profile.name());
            return Err(WantedDifficultyError::TooHardForLevel { asked, scale });
        }
        let unit = if profile.has_scores() { WHOLE } else { 1 };
        let range = in_units(&tenths, unit)?;
        let is_beyond = range.end() < numbers.start() || range.start() > numbers.end();
        // An empty range is the request's to refuse.
        if is_beyond && !range.is_empty() {
            let asked = format!("on the scale {} {steps}", profile.name());
            let asked = asked.trim_end().to_owned();
            return Err(WantedDifficultyError::NoKnownPuzzle { asked, least, most });
        }
        if let Some([below, above]) = scale.around(&range).map(|ends| ends.map(describe)) {
            let scale = profile.name();
            return Err(WantedDifficultyError::BetweenRatings { scale, below, above });
        }
        Ok(Self { scale: Box::new(scale), range, unit })
    }

    /// A number that someone wrote, in tenths.
    ///
    /// # Errors
    /// If it is below 0 or no number, or has more than one place behind the point.
    pub fn tenths_of(number: f64) -> Result<u64, WantedDifficultyError> {
        let tenths = (number * 10.0).round();
        let is_exact = (tenths / 10.0 - number).abs() < 1e-9;
        if (0.0..=MOST_TENTHS).contains(&tenths) && is_exact {
            Ok(tenths as u64)
        } else {
            Err(WantedDifficultyError::NoDifficulty { number })
        }
    }

    /// The request for puzzles that are so difficult.
    #[must_use]
    pub fn constrain<'a>(&'a self, request: PuzzleRequest<'a>) -> PuzzleRequest<'a> {
        request.with_difficulty(&*self.scale, self.range.clone())
    }

    /// A number of the scale in tenths.
    #[must_use]
    pub const fn tenths(&self, number: u64) -> u64 {
        number.saturating_mul(self.unit)
    }

    /// Whether people write the scale's numbers without a point.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.unit == WHOLE
    }
}

/// A range of tenths in units of so many tenths.
fn in_units(
    tenths: &RangeInclusive<u64>,
    unit: u64,
) -> Result<RangeInclusive<u64>, WantedDifficultyError> {
    let in_units = |end: u64| match end {
        u64::MAX => Ok(end),
        end if end % unit == 0 => Ok(end / unit),
        _ => Err(WantedDifficultyError::NotWhole),
    };
    Ok(in_units(*tenths.start())?..=in_units(*tenths.end())?)
}

/// How many tenths a whole number has.
const WHOLE: u64 = 10;

/// Whole numbers up to here are exact as they are.
const MOST_TENTHS: f64 = 9_007_199_254_740_992.0;
