//! The user's view of a difficulty: a range in tenths, levels and techniques.

use std::fmt;
use std::ops::RangeInclusive;

#[cfg(feature = "logic")]
use sudoku_logic::{HodokuLevel, NamedTechniques, RatingScale};

use crate::difficulty::{DifficultyMeasure, Guesses};
use crate::request::PuzzleRequest;
#[cfg(feature = "logic")]
use crate::technique_difficulty::TechniqueDifficulty;

/// A difficulty scale with a wanted range. The range is in tenths, so it can hold ER values with
/// one decimal as well as whole scores and guesses.
///
/// ```
/// use sudoku_generator::{
///     Guesses, PuzzleRequest, WantedDifficulty, WantedDifficultyError, seeded_rng,
/// };
/// use sudoku_mrv::Mrv;
///
/// let wanted = WantedDifficulty::of_guesses(Guesses::new("mrv", &Mrv), 20..=50)?;
/// let puzzle = wanted.constrain(PuzzleRequest::new()).generate(&Mrv, &mut seeded_rng(1, 0));
/// assert!((2..=5).contains(&puzzle.unwrap().difficulty.expect("it is rated")));
/// // A search cannot make 2.5 guesses.
/// let half = WantedDifficulty::of_guesses(Guesses::new("mrv", &Mrv), 25..=50);
/// assert_eq!(half.err(), Some(WantedDifficultyError::NotWhole));
/// # Ok::<(), WantedDifficultyError>(())
/// ```
pub struct WantedDifficulty {
    scale: Box<dyn DifficultyMeasure + Send>,
    /// The range in the scale's smallest unit.
    range: RangeInclusive<u64>,
    /// The size of that unit in tenths.
    unit: u64,
}

impl fmt::Debug for WantedDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WantedDifficulty")
            .field("scale", &self.scale.name())
            .field("range", &self.range)
            .finish_non_exhaustive()
    }
}

/// Constraints on the solution path of a puzzle.
#[cfg(feature = "logic")]
#[derive(Clone, Debug, Default)]
pub struct WantedSteps {
    /// The range of HoDoKu levels, or `None` for any level.
    pub levels: Option<RangeInclusive<HodokuLevel>>,
    /// Techniques that must each occur on the solution path, see [`TechniqueDifficulty::needing`].
    pub needs: Vec<NamedTechniques>,
    /// Techniques that the player does not know, see [`TechniqueDifficulty::without`].
    pub without: Vec<NamedTechniques>,
}

/// Prints the constraints with the names that the user gave, such as `of level Easy with x-wing`.
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

/// An invalid or impossible wanted difficulty.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WantedDifficultyError {
    /// The number is negative, not finite, or has more than one decimal.
    NoDifficulty {
        /// The number.
        number: f64,
    },
    /// The number has a decimal, but the scale has only whole numbers.
    NotWhole,
    /// A level is wanted, but the scale has none.
    NoLevels {
        /// The scale's name.
        scale: &'static str,
    },
    /// A required or excluded technique does not exist on the scale.
    NoTechnique {
        /// The name, of a technique or of a group.
        name: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// A technique is both required and excluded.
    ExcludedAndRequired {
        /// The name, of a technique or of a group.
        name: String,
    },
    /// All techniques that can fill the last cell of a puzzle are excluded.
    SinglesExcluded,
    /// The required techniques are harder than the wanted level.
    TooHardForLevel {
        /// The constraints on the steps, such as `of level Easy with x-wing`.
        asked: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// No puzzle can have a difficulty in the range: no technique has such a rating, or no sum of
    /// scores is in it.
    BetweenRatings {
        /// The scale's name.
        scale: &'static str,
        /// The nearest possible value below the range.
        below: String,
        /// The nearest possible value above the range.
        above: String,
    },
    /// No known puzzle that meets the other constraints has a difficulty in the range.
    NoKnownPuzzle {
        /// The scale and the constraints on the steps, such as `on the scale se with x-wing`.
        asked: String,
        /// The smallest possible value, such as `ER 1.0`.
        least: String,
        /// The largest known value.
        most: String,
    },
}

impl fmt::Display for WantedDifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDifficulty { number } => write!(
                f,
                "a difficulty is a number such as 7.2 or 5 (at least 0, at most one decimal), not \
                 {number}"
            ),
            Self::NotWhole => f.write_str(
                "a difficulty on this scale is a whole number; only ER ratings have decimals",
            ),
            Self::NoLevels { scale } => {
                write!(f, "the scale {scale} has no levels; use the scale hodoku for levels")
            }
            Self::NoTechnique { name, scale } => {
                write!(f, "the scale {scale} has no technique named {name}")
            }
            Self::ExcludedAndRequired { name } => write!(
                f,
                "{name} is both required and excluded; remove it from one of the two lists"
            ),
            Self::SinglesExcluded => f.write_str(
                "no puzzle can be solved without singles; allow at least one kind of single",
            ),
            Self::TooHardForLevel { asked, scale } => write!(
                f,
                "no puzzle {asked} exists on the scale {scale}: the required techniques are harder \
                 than the level"
            ),
            Self::BetweenRatings { scale, below, above } => write!(
                f,
                "no puzzle has this difficulty on the scale {scale}: the nearest possible values \
                 are {below} and {above}"
            ),
            Self::NoKnownPuzzle { asked, least, most } => write!(
                f,
                "no known puzzle has this difficulty: {asked} puzzles have {least} to {most}"
            ),
        }
    }
}

impl std::error::Error for WantedDifficultyError {}

impl WantedDifficulty {
    /// Makes a wanted number of guesses, given in tenths.
    ///
    /// # Errors
    /// [`WantedDifficultyError::NotWhole`] if an end of the range is not a multiple of ten. An
    /// upper end of `u64::MAX` is allowed: it leaves the range open.
    pub fn of_guesses(
        scale: Guesses<'static>,
        tenths: RangeInclusive<u64>,
    ) -> Result<Self, WantedDifficultyError> {
        let range = in_units(&tenths, WHOLE)?;
        Ok(Self { scale: Box::new(scale), range, unit: WHOLE })
    }

    /// Makes a wanted difficulty on a rating scale, with constraints on the steps.
    ///
    /// # Errors
    /// See [`WantedDifficultyError`]. If the scale has scores, the ends of the range must be
    /// multiples of ten, as for [`of_guesses`](Self::of_guesses).
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
        rating_scale: &RatingScale,
        tenths: RangeInclusive<u64>,
        steps: &WantedSteps,
    ) -> Result<Self, WantedDifficultyError> {
        let mut scale = TechniqueDifficulty::new(rating_scale);
        if let Some(levels) = &steps.levels {
            if !rating_scale.has_scores() {
                return Err(WantedDifficultyError::NoLevels { scale: rating_scale.name() });
            }
            scale = scale.with_levels(levels.clone());
        }
        let mut named = steps.needs.iter().chain(&steps.without);
        if let Some(unknown) = named.find(|named| !rating_scale.knows(&named.steps)) {
            let (name, scale) = (unknown.name.clone(), rating_scale.name());
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
            let (asked, scale) = (steps.to_string(), rating_scale.name());
            return Err(WantedDifficultyError::TooHardForLevel { asked, scale });
        }
        let unit = if rating_scale.has_scores() { WHOLE } else { 1 };
        let range = in_units(&tenths, unit)?;
        let is_beyond = range.end() < numbers.start() || range.start() > numbers.end();
        // `PuzzleRequest::check` rejects an empty range.
        if is_beyond && !range.is_empty() {
            let asked = format!("on the scale {} {steps}", rating_scale.name());
            let asked = asked.trim_end().to_owned();
            return Err(WantedDifficultyError::NoKnownPuzzle { asked, least, most });
        }
        if let Some([below, above]) = scale.around(&range).map(|ends| ends.map(describe)) {
            let scale = rating_scale.name();
            return Err(WantedDifficultyError::BetweenRatings { scale, below, above });
        }
        Ok(Self { scale: Box::new(scale), range, unit })
    }

    /// Converts a number that a user wrote to tenths.
    ///
    /// # Errors
    /// [`WantedDifficultyError::NoDifficulty`] if the number is negative or not finite, or has more
    /// than one decimal.
    pub fn tenths_of(number: f64) -> Result<u64, WantedDifficultyError> {
        let tenths = (number * 10.0).round();
        let is_exact = (tenths / 10.0 - number).abs() < 1e-9;
        if (0.0..=MOST_TENTHS).contains(&tenths) && is_exact {
            Ok(tenths as u64)
        } else {
            Err(WantedDifficultyError::NoDifficulty { number })
        }
    }

    /// Adds this difficulty to a request.
    #[must_use]
    pub fn constrain<'a>(&'a self, request: PuzzleRequest<'a>) -> PuzzleRequest<'a> {
        request.with_difficulty(&*self.scale, self.range.clone())
    }

    /// Converts a number of the scale to tenths.
    #[must_use]
    pub const fn tenths(&self, number: u64) -> u64 {
        number.saturating_mul(self.unit)
    }

    /// Returns whether the scale's numbers are whole, so that they are written without a decimal
    /// point.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.unit == WHOLE
    }
}

/// Converts a range in tenths to units of `unit` tenths.
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

/// The number of tenths in a whole number.
const WHOLE: u64 = 10;

/// The largest number of tenths that is accepted: 2⁵³, up to which `f64` holds every integer.
const MOST_TENTHS: f64 = 9_007_199_254_740_992.0;
