//! The workloads of engines.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sudoku_logic::{HODOKU_2_3, RatingScale, SE_1_2_1, SUKAKU_1_18};

/// A workload: a mode, one by one or as a batch, from boards or from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workload {
    /// The mode.
    pub mode: Mode,
    /// True if all puzzles are solved in one call of `search_batch`.
    pub batch: bool,
    /// True if the timed part goes from 81 characters to 81 characters instead of between boards.
    pub text: bool,
}

impl Workload {
    /// The workloads of the main job.
    pub const DEFAULT: [Self; 3] = [
        Self { mode: Mode::First, batch: false, text: false },
        Self { mode: Mode::Unique, batch: false, text: false },
        Self { mode: Mode::Unique, batch: true, text: false },
    ];

    /// Returns the mode and the manner as text.
    pub fn words(self) -> [String; 2] {
        let mode = match self.mode.scale() {
            Some(scale) => format!("rating on the scale of {}", scale.title()),
            None if self.mode == Mode::First => "first solution".to_owned(),
            None if self.mode == Mode::Count => "number of solutions".to_owned(),
            None => "uniqueness proof (solutions counted up to two)".to_owned(),
        };
        let manner = if self.batch { "as one batch" } else { "one by one" };
        let text = if self.text { ", text to text" } else { "" };
        [mode, format!("{manner}{text}")]
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" · "))
    }
}

/// The question to an engine. The values of the option `--mode` are those without a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Mode {
    /// The first solution
    First,
    /// The first solution, and the number of solutions up to two, which proves that a puzzle has
    /// only one
    Unique,
    /// The number of all solutions; without --set or --file, on the sets count-low and count-high
    Count,
    /// The rating on Sudoku Explainer's scale.
    #[serde(rename = "rate:se")]
    #[strum(to_string = "rate:se")]
    #[value(skip)]
    RateSe,
    /// The rating on SukakuExplainer's scale.
    #[serde(rename = "rate:sukaku")]
    #[strum(to_string = "rate:sukaku")]
    #[value(skip)]
    RateSukaku,
    /// The rating on HoDoKu's scale.
    #[serde(rename = "rate:hodoku")]
    #[strum(to_string = "rate:hodoku")]
    #[value(skip)]
    RateHodoku,
}

impl Mode {
    /// The modes that are measured by default, in the order of the output.
    pub const MEASURED: [Self; 2] = [Self::First, Self::Unique];

    /// The rating modes.
    pub const RATINGS: [Self; 3] = [Self::RateSe, Self::RateSukaku, Self::RateHodoku];

    /// Returns the limit on solutions of the search. It is two for ratings, because only a proper
    /// puzzle has one.
    pub const fn solutions(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Count => u64::MAX,
            _ => 2,
        }
    }

    /// Returns the scale of a rating mode.
    pub fn scale(self) -> Option<&'static RatingScale> {
        match self {
            Self::First | Self::Unique | Self::Count => None,
            Self::RateSe => Some(&SE_1_2_1),
            Self::RateSukaku => Some(&SUKAKU_1_18),
            Self::RateHodoku => Some(&HODOKU_2_3),
        }
    }
}
