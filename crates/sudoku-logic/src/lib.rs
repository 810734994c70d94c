//! sudoku-logic is a library that solves and rates Sudoku puzzles by human solving techniques.
//!
//! ```
//! use sudoku_core::{Board, Limits};
//! use sudoku_logic::{HODOKU_2_3, SE_1_2_1, State};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let state = State::from(&puzzle);
//! let hint = SE_1_2_1.hint(&state, &Limits::ALL).expect("there is a step");
//! assert_eq!(hint.step.name.to_string(), "hidden single");
//! assert_eq!(hint.step.effect.to_string(), "r1c6=8");
//! assert_eq!(SE_1_2_1.rate(&state, &Limits::ALL).unwrap().to_string(), "1.2/1.2/1.2");
//!
//! // HoDoKu's scale adds up the scores of the steps.
//! assert_eq!(HODOKU_2_3.rate(&state, &Limits::ALL).unwrap().to_string(), "Easy 204");
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! A [`RatingScale`] is an ordered table of techniques with the score of their steps. There are
//! three: [`SE_1_2_1`], [`SUKAKU_1_18`] and [`HODOKU_2_3`]. A [`Technique`] finds patterns in a
//! [`State`] and reports each as a [`Step`]: its effect and its evidence, as data. Taking the first
//! step repeatedly solves a puzzle and rates it, as the original programs do.
//!
//! # Modules
//! Each module uses only modules of the rows below it:
//!
//! | module | content |
//! |---|---|
//! | `solve` | the questions to a scale: the next step, the solution path, the rating |
//! | `scales` | the scales, and the rules of each program for a whole path |
//! | `all_names` | the names of all techniques |
//! | `finders` | the techniques of each program: their order, their scores, and their search |
//! | `graph`, `track`, `rating`, `solution` | the implication graph, singles, scores, solutions |
//! | `state` | the board as finders see it |
//! | `step`, `named_techniques` | a step as data; names for user input |
//! | `step_name` | the names of steps on all scales |
//! | `tim_sort` | a stable sort that compares the same pairs as Java |
//!
//! # Features
//! `serde` (off by default): steps with their evidence as serde data.
//!
//! # Limitations
//! The ratings of these scales depend on the order in which the original program searches. So a
//! puzzle may rate differently after a rotation, a reflection or a relabeling of the digits.

#![warn(missing_debug_implementations)]

mod all_names;
mod finders;
mod graph;
mod named_techniques;
mod rating;
mod scales;
mod solution;
mod solve;
mod state;
mod step;
mod step_name;
mod tim_sort;
mod track;

pub use finders::explainer::*;
pub use finders::hodoku::{HodokuOptions, hodoku_steps};
pub use finders::{AllSteps, Entry, FirstStep, Scratch, Search, StepSink, Technique};
pub use named_techniques::NamedTechniques;
pub use rating::{
    DeciRating, ExplainerRating, HodokuLevel, HodokuRating, Rating, ScoreRule, StepScore,
    UnknownLevelError, rating_of_length,
};
pub use scales::{AddTechniqueError, HODOKU_2_3, RatingScale, SE_1_2_1, SUKAKU_1_18};
pub use solve::{NoStepError, RatedStep, RatingError, SolutionPath};
pub use state::{State, WrongMark};
pub use step::{
    Branch, CellGroup, ChainKind, ChainNode, Effect, Evidence, Implication, LinkReason, Step,
    StepName, StrongLink, Support,
};
