//! What engines are asked for, and how.

use std::fmt;

use serde::{Deserialize, Serialize};
use sudoku_logic::{HODOKU_2_3, RatingScale, SE_1_2_1, SUKAKU_1_18};

/// A mode, asked one by one or as a batch, from boards or from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workload {
    /// What is asked for.
    pub mode: Mode,
    /// All puzzles at once through the batch verb, instead of one by one.
    pub batch: bool,
    /// From 81 characters to 81 characters, instead of from board to answer.
    pub text: bool,
}

impl Workload {
    /// What is asked for, and how it is asked, in words.
    pub fn words(self) -> [String; 2] {
        let mode = match self.mode.scale() {
            Some(scale) => format!("rating on the scale of {}", scale.title()),
            None if self.mode == Mode::First => "first solution".to_owned(),
            None if self.mode == Mode::Count => "number of solutions".to_owned(),
            None => "uniqueness proof (solutions counted up to two)".to_owned(),
        };
        let verb = if self.batch { "as one batch" } else { "one by one" };
        let text = if self.text { ", text to text" } else { "" };
        [mode, format!("{verb}{text}")]
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" · "))
    }
}

/// What an engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Mode {
    /// The first solution.
    First,
    /// The first solution, and how many there are, counted up to two: the proof that a puzzle is
    /// proper.
    Unique,
    /// How many solutions there are, without a limit and without a solution.
    Count,
    /// The rating on Sudoku Explainer's scale.
    #[serde(rename = "rate:se")]
    #[strum(to_string = "rate:se")]
    RateSe,
    /// The rating on SukakuExplainer's scale.
    #[serde(rename = "rate:sukaku")]
    #[strum(to_string = "rate:sukaku")]
    RateSukaku,
    /// The rating on HoDoKu's scale.
    #[serde(rename = "rate:hodoku")]
    #[strum(to_string = "rate:hodoku")]
    RateHodoku,
}

impl Mode {
    /// The modes that ask for solutions, in the order in which they are shown: those that are
    /// measured unless another one is named.
    pub const MEASURED: [Self; 2] = [Self::First, Self::Unique];

    /// The modes that can be named.
    pub const NAMED: [Self; 3] = [Self::First, Self::Unique, Self::Count];

    /// The modes that ask for ratings.
    pub const RATINGS: [Self; 3] = [Self::RateSe, Self::RateSukaku, Self::RateHodoku];

    /// How many solutions the search is limited to: to rate a puzzle takes the proof that it is
    /// proper.
    pub const fn solutions(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Count => u64::MAX,
            _ => 2,
        }
    }

    /// The scale of the ratings that are asked for, if they are.
    pub fn scale(self) -> Option<&'static RatingScale> {
        match self {
            Self::First | Self::Unique | Self::Count => None,
            Self::RateSe => Some(&SE_1_2_1),
            Self::RateSukaku => Some(&SUKAKU_1_18),
            Self::RateHodoku => Some(&HODOKU_2_3),
        }
    }
}
