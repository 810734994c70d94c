//! The events of a measurement.
//!
//! A row's results follow from its events alone. An event is applied to its row during the
//! measurement, kept in the journal, and written to the measurement file. The reader of the file
//! applies it again. Puzzles are identified by their index in the list, counted from 0. Times are
//! in nanoseconds.

use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid, Outcome};

use super::rating::PuzzleRating;

/// The answer of an engine to a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The report and the first solution.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The second solution, if the workload provides it.
    #[serde(rename = "second_solution")]
    pub second: Option<Grid>,
    /// The rating, in the rating modes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PuzzleRating>,
}

/// An event of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A puzzle was answered in the verification.
    Answer {
        /// The puzzle's index.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// The number of its clues.
        clues: usize,
        /// The time. `None` in a batch and for external engines, which do not time single puzzles.
        ns: Option<u64>,
        /// The answer.
        #[serde(flatten)]
        answer: Box<EngineAnswer>,
    },
    /// A batch, or all puzzles of an external engine, were verified as a whole.
    Batch {
        /// The time.
        ns: u64,
    },
    /// A puzzle reached its time limit, in the verification or later.
    Timeout {
        /// The puzzle's index.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// The time until it was stopped.
        ns: u64,
    },
    /// An answer was wrong.
    Fault {
        /// The puzzle's index.
        at: usize,
        /// The puzzle.
        puzzle: Board,
        /// The mistake.
        cause: String,
        /// The time until the measurement ended, for a search that never returned.
        ns: Option<u64>,
    },
    /// Consecutive whole passes over the finished puzzles.
    Passes {
        /// The number of puzzles in each pass.
        puzzles: usize,
        /// The time of each pass.
        ns: Vec<u64>,
    },
    /// A pass that read the clock for each puzzle.
    Times {
        /// The time of each puzzle, in the order of the list. `None` if it was not run.
        ns: Vec<Option<u64>>,
    },
    /// The time of an external engine outside the timed part.
    Outside {
        /// The number of puzzles.
        puzzles: usize,
        /// The time for all puzzles.
        ns: u64,
    },
    /// An external engine was lost and gives no further answers.
    Lost {
        /// The cause.
        cause: String,
    },
}
