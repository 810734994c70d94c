//! A difficulty as people ask for it: in tenths, by level and by techniques.

use std::ops::RangeInclusive;

#[cfg(feature = "logic")]
use sudoku_logic::{HodokuLevel, NamedTechniques, Profile};
use thiserror::Error;

use crate::difficulty::{Guesses, Scale};
#[cfg(feature = "logic")]
use crate::human::HumanScale;
use crate::request::Request;

/// A scale and the numbers on it that are wanted, as people write them: ER with one place behind
/// the point, scores and guesses as whole numbers.
///
/// ```
/// use sudoku_generator::{Request, WantedDifficulty, WantedSteps};
/// use sudoku_logic::{NamedTechniques, SE_1_2_1};
///
/// // ER 3.0 to 4.0, with an X-Wing.
/// let needs = NamedTechniques::by_name("x-wing").into_iter().collect();
/// let steps = WantedSteps { needs, ..WantedSteps::default() };
/// let wanted = WantedDifficulty::of_steps(&SE_1_2_1, 30..=40, &steps)?;
/// let request = wanted.constrain(Request::new());
/// # let _ = request;
/// # Ok::<(), sudoku_generator::WantedDifficultyError>(())
/// ```
pub struct WantedDifficulty {
    scale: Box<dyn Scale + Send>,
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
    /// A step of each of these has to be on the path, see [`HumanScale::needing`].
    pub needs: Vec<NamedTechniques>,
    /// A player does not have these techniques, see [`HumanScale::without`].
    pub without: Vec<NamedTechniques>,
}

/// Why a scale cannot say whether a puzzle is as wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WantedDifficultyError {
    /// A number with tenths on a scale that has none.
    #[error("a difficulty on this scale is a whole number")]
    NotWhole,
    /// Levels of a scale that has ratings.
    #[error("a level takes the scale hodoku, and this is {scale}")]
    NoLevels {
        /// The scale's name.
        scale: &'static str,
    },
    /// A technique is needed that the scale does not have, or that is to be left out.
    #[error("no step of the scale {scale} is left that is called {name}")]
    NoTechnique {
        /// The name, of a technique or of a group.
        name: String,
        /// The scale's name.
        scale: &'static str,
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
        Self::new(Box::new(scale), tenths, WHOLE)
    }

    /// So many tenths on a scale of human logic, by such steps.
    ///
    /// # Errors
    /// See [`WantedDifficultyError`]; ends of the range are as for
    /// [`of_guesses`](Self::of_guesses) where the scale has scores.
    #[cfg(feature = "logic")]
    pub fn of_steps(
        profile: &Profile,
        tenths: RangeInclusive<u64>,
        steps: &WantedSteps,
    ) -> Result<Self, WantedDifficultyError> {
        let mut scale = HumanScale::new(profile);
        if let Some(levels) = &steps.levels {
            if !profile.has_scores() {
                return Err(WantedDifficultyError::NoLevels { scale: profile.name() });
            }
            scale = scale.with_levels(levels.clone());
        }
        for NamedTechniques { steps, .. } in &steps.without {
            scale = scale.without(steps);
        }
        for NamedTechniques { name, steps, .. } in &steps.needs {
            scale = scale.needing(steps);
            if !scale.missing().is_empty() {
                let (name, scale) = (name.clone(), profile.name());
                return Err(WantedDifficultyError::NoTechnique { name, scale });
            }
        }
        Self::new(Box::new(scale), tenths, if profile.has_scores() { WHOLE } else { 1 })
    }

    fn new(
        scale: Box<dyn Scale + Send>,
        tenths: RangeInclusive<u64>,
        unit: u64,
    ) -> Result<Self, WantedDifficultyError> {
        let in_units = |end: u64| match end {
            u64::MAX => Ok(end),
            end if end % unit == 0 => Ok(end / unit),
            _ => Err(WantedDifficultyError::NotWhole),
        };
        let range = in_units(*tenths.start())?..=in_units(*tenths.end())?;
        Ok(Self { scale, range, unit })
    }

    /// The request for puzzles that are so difficult.
    #[must_use]
    pub fn constrain<'a>(&'a self, request: Request<'a>) -> Request<'a> {
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

/// How many tenths a whole number has.
const WHOLE: u64 = 10;
