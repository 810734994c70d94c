//! The events of a measurement.
//!
//! A row's results follow from its events alone. An event is applied to its row during the
//! measurement, kept in the journal, and written to the measurement file. The reader of the file
//! applies it again. Puzzles are identified by their index in the list, counted from 0. Times are
//! in nanoseconds.

use serde::{Deserialize, Serialize};
use sudoku_core::{Grid, Outcome};

use super::puzzles::AnyPuzzle;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAnswer {
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The second solution, if the workload provides it.
    #[serde(rename = "second_solution")]
    pub second: Option<Grid>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A puzzle was answered in the verification. The time is `None` in a batch and for external
    /// engines, which do not time single puzzles.
    Answer {
        at: usize,
        puzzle: AnyPuzzle,
        ns: Option<u64>,
        #[serde(flatten)]
        answer: Box<EngineAnswer>,
    },
    /// A batch, or all puzzles of an external engine, were verified as a whole.
    Batch { ns: u64 },
    /// A puzzle reached its time limit, in the verification or later. The time is that until it was
    /// stopped.
    Timeout { at: usize, puzzle: AnyPuzzle, ns: u64 },
    /// An answer was wrong. The time is that until the measurement ended, for a search that never
    /// returned.
    Fault { at: usize, puzzle: AnyPuzzle, cause: String, ns: Option<u64> },
    /// Consecutive whole passes over the finished puzzles, with the time of each pass.
    Passes {
        /// The number of puzzles in each pass.
        puzzles: usize,
        ns: Vec<u64>,
    },
    /// A pass that read the clock for each puzzle. The times are in the order of the list, and
    /// `None` for a puzzle that was not run.
    Times { ns: Vec<Option<u64>> },
    /// The time of an external engine outside the timed part, for this number of puzzles.
    Outside { puzzles: usize, ns: u64 },
    /// An external engine was lost and gives no further answers.
    Lost { cause: String },
}
