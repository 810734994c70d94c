//! The one model of what is found out while measuring.
//!
//! Everything that a table shows of a row follows from its events alone. They are applied to a row
//! while it is measured, kept by the journal, written to a measurement file as they are, and
//! applied again by whoever reads that file. Puzzles are named by their places in the list, counted
//! from 0; times are in nanoseconds.

use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid, Outcome};

use super::rating::PuzzleRating;

/// What an engine answered to a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The report and the first solution.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The second solution, where the workload shows it.
    #[serde(rename = "second_solution")]
    pub second: Option<Grid>,
    /// The rating, where that is what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PuzzleRating>,
}

impl From<Outcome> for EngineAnswer {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, second: None, rating: None }
    }
}

/// Something that was found out about a row. The field `record` of a file's line names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Event {
    /// A puzzle was answered in the verification.
    Answer {
        /// The puzzle's place.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// How many clues it has.
        clues: usize,
        /// How long it took; in a batch, and to an external engine, puzzles have no times of their
        /// own.
        ns: Option<u64>,
        /// The answer.
        #[serde(flatten)]
        answer: Box<EngineAnswer>,
    },
    /// The batch, or all that an external engine was to solve, was verified as a whole.
    Batch {
        /// How long it took.
        ns: u64,
    },
    /// A puzzle ran into its time limit, in the verification or later.
    Timeout {
        /// The puzzle's place.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// How long it ran.
        ns: u64,
    },
    /// An answer was wrong.
    Fault {
        /// The puzzle's place.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// What was wrong.
        cause: String,
        /// How long it has run, if it never came back.
        ns: Option<u64>,
    },
    /// Whole passes over the finished puzzles, one after the other.
    Passes {
        /// How many puzzles each of them ran.
        puzzles: usize,
        /// How long each of them took.
        ns: Vec<u64>,
    },
    /// A pass that read the clock for each puzzle.
    Times {
        /// How long each puzzle took, in the order of the list; `None` if it was not run.
        ns: Vec<Option<u64>>,
    },
    /// How long an external engine took outside of what is timed.
    Outside {
        /// The number of puzzles.
        puzzles: usize,
        /// How long it took for all of them.
        ns: u64,
    },
    /// An external engine was lost: it will give no further answers.
    Lost {
        /// Why.
        cause: String,
    },
}
