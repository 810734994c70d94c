//! The workloads of engines.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A workload: a mode, one by one or as a batch, from boards or from text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workload {
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
        let mode = match self.mode {
            Mode::First => "first solution",
            Mode::Unique => "uniqueness proof (solutions counted up to two)",
            Mode::Count => "number of solutions",
        };
        let manner = if self.batch { "as one batch" } else { "one by one" };
        let text = if self.text { ", text to text" } else { "" };
        [mode.to_owned(), format!("{manner}{text}")]
    }
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Mode {
    /// The first solution
    #[default]
    First,
    /// The first solution, and the number of solutions up to two, which proves that a puzzle has
    /// only one
    Unique,
    /// The number of all solutions; without --set or --file, on the sets count-low and count-high
    Count,
}

impl Mode {
    /// The modes that are measured by default, in the order of the output.
    pub const MEASURED: [Self; 2] = [Self::First, Self::Unique];

    /// Returns the limit on solutions of the search.
    pub const fn solutions(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
            Self::Count => u64::MAX,
        }
    }
}
