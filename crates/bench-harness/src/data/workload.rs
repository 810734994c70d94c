//! What engines are asked for, and how.

use std::fmt;

use serde::{Deserialize, Serialize};

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
        let mode = match self.mode {
            Mode::First => "first solution",
            Mode::Unique => "uniqueness proof (solutions counted up to two)",
        };
        let verb = if self.batch { "as one batch" } else { "one by one" };
        let text = if self.text { ", text to text" } else { "" };
        [mode.to_owned(), format!("{verb}{text}")]
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
}

impl Mode {
    /// Both modes, in the order in which they are shown.
    pub const ALL: [Self; 2] = [Self::First, Self::Unique];

    /// How many solutions the search is limited to.
    pub const fn solutions(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
        }
    }
}
