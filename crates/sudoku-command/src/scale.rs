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
    /// Returns the scales without repeated ones.
    pub(crate) fn distinct(scales: &[Self]) -> Vec<Self> {
        let is_new = |&(at, it): &(usize, &Self)| {
            !scales[..at].iter().any(|other| other.name() == it.name())
        };
        scales.iter().enumerate().filter(is_new).map(|(_, &it)| it).collect()
    }

    /// Returns the text in place of a missing rating.
    pub(crate) fn no_rating(self) -> &'static str {
        if self.has_scores() { "- -" } else { "-" }
    }

    /// Returns the names of the numbers of a rating.
    pub(crate) fn number_names(self) -> &'static [&'static str] {
        if self.has_scores() { &["level", "score"] } else { &["er", "ep", "ed"] }
    }
}

/// Returns the numbers of a rating, in the order of [`ScaleName::number_names`].
pub(crate) fn rating_values(rating: Rating) -> Vec<RatingValue> {
    match rating {
        Rating::Explainer(rating) => {
            let tenths = rating.tenths().map(|it| RatingValue::Number(f64::from(it.get()) / 10.0));
            tenths.to_vec()
        }
        Rating::Hodoku(HodokuRating { level, score }) => {
            vec![RatingValue::Level(level.name()), RatingValue::Score(score)]
        }
        _ => Vec::new(),
    }
}

/// A measure of difficulty.
#[derive(Clone, Debug)]
pub(crate) enum DifficultyScale {
    Guesses(Guesses<'static>),
    Human(ScaleName),
}

/// A number of a rating, or the name of its level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum RatingValue {
    Number(f64),
    Score(u32),
    Level(&'static str),
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
