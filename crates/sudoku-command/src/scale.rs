//! Rating scales on the command line, and ratings in the output.

use std::fmt;
use std::ops::Deref;

use serde::Serialize;
use sudoku_generator::Guesses;
use sudoku_logic::{DeciRating, HodokuLevel, HodokuRating, Rating, RatingScale};

/// A known rating scale.
#[derive(Clone, Copy)]
pub(crate) struct ScaleName(pub(crate) &'static RatingScale);

impl Deref for ScaleName {
    type Target = RatingScale;

    fn deref(&self) -> &RatingScale {
        self.0
    }
}

impl fmt::Debug for ScaleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ScaleName {
    /// Returns the text in place of a missing rating.
    pub(crate) fn no_rating(self) -> &'static str {
        if self.has_scores() { "- -" } else { "-" }
    }
}

/// A measure of difficulty.
#[derive(Clone, Debug)]
pub(crate) enum DifficultyScale {
    Guesses(Guesses<'static>),
    Human(ScaleName),
}

/// A rating as fields of a JSON object.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum RatingFields {
    Explainer { er: f64, ep: f64, ed: f64 },
    Hodoku { level: &'static str, score: u32 },
}

impl RatingFields {
    /// Returns the fields of a rating, if its kind is known here.
    pub(crate) fn of(rating: Rating) -> Option<Self> {
        match rating {
            Rating::Explainer(rating) => {
                let [er, ep, ed] = rating.tenths().map(|tenths| f64::from(tenths.get()) / 10.0);
                Some(Self::Explainer { er, ep, ed })
            }
            Rating::Hodoku(HodokuRating { level, score }) => {
                Some(Self::Hodoku { level: level.name(), score })
            }
            _ => None,
        }
    }
}

/// The class of a puzzle in a summary: its ER or its level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RatingClass {
    Explainer(DeciRating),
    Hodoku(HodokuLevel),
}

impl RatingClass {
    /// Returns the class of a rating, if its kind is known here.
    pub(crate) fn of(rating: Rating) -> Option<Self> {
        match rating {
            Rating::Explainer(rating) => Some(Self::Explainer(rating.tenths()[0])),
            Rating::Hodoku(rating) => Some(Self::Hodoku(rating.level)),
            _ => None,
        }
    }
}

impl fmt::Display for RatingClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explainer(tenths) => f.pad(&tenths.to_string()),
            Self::Hodoku(level) => level.fmt(f),
        }
    }
}
