//! A puzzle's rating in the text format of the line protocol and of measurement files.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sudoku_logic::{DeciRating, HodokuLevel, HodokuRating, Rating};
use thiserror::Error;

use super::workload::Mode;

/// The rating of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PuzzleRating {
    /// ER, EP and ED: `7.2 7.2 2.6`.
    Explainer([DeciRating; 3]),
    /// The level and the score: `Hard 1234`.
    Hodoku(HodokuRating),
    /// No rating, written as `-`: the puzzle has no solution or several, or no technique of the
    /// scale applies.
    None,
}

/// The error for a text that is not a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a rating: expected `ER EP ED`, `LEVEL SCORE` or `-`")]
pub struct ParseRatingError;

impl PuzzleRating {
    /// Returns true if the rating is a possible answer in this mode.
    pub fn answers(&self, mode: Mode) -> bool {
        match self {
            Self::Explainer(_) => matches!(mode, Mode::RateSe | Mode::RateSukaku),
            Self::Hodoku(_) => mode == Mode::RateHodoku,
            Self::None => mode.scale().is_some(),
        }
    }
}

impl From<Rating> for PuzzleRating {
    fn from(rating: Rating) -> Self {
        match rating {
            Rating::Explainer(rating) => Self::Explainer(rating.tenths()),
            Rating::Hodoku(rating) => Self::Hodoku(rating),
            _ => Self::None,
        }
    }
}

impl fmt::Display for PuzzleRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explainer([er, ep, ed]) => write!(f, "{er} {ep} {ed}"),
            Self::Hodoku(rating) => rating.fmt(f),
            Self::None => f.write_str("-"),
        }
    }
}

impl FromStr for PuzzleRating {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<Self, ParseRatingError> {
        let words: Vec<&str> = text.split(' ').collect();
        let tenths = |word: &str| Some(DeciRating::new(word.parse().ok()?));
        let hodoku = |level: &str, score: &str| {
            let level = HodokuLevel::ALL.into_iter().find(|it| it.name() == level)?;
            Some(Self::Hodoku(HodokuRating { level, score: score.parse().ok()? }))
        };
        let explainer = |er, ep, ed| Some(Self::Explainer([tenths(er)?, tenths(ep)?, tenths(ed)?]));
        let rating = match words[..] {
            ["-"] => Some(Self::None),
            [level, score] => hodoku(level, score),
            [er, ep, ed] => explainer(er, ep, ed),
            _ => None,
        };
        // A number has many notations, but a rating has only one.
        rating.filter(|rating| rating.to_string() == text).ok_or(ParseRatingError)
    }
}

impl From<PuzzleRating> for String {
    fn from(rating: PuzzleRating) -> Self {
        rating.to_string()
    }
}

impl TryFrom<String> for PuzzleRating {
    type Error = ParseRatingError;

    fn try_from(text: String) -> Result<Self, ParseRatingError> {
        text.parse()
    }
}
