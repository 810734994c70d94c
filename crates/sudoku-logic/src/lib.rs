//! Human Sudoku logic: the next step and why it holds, and how hard a puzzle is.
//!
//! A [`Technique`] finds patterns in a [`State`] and reports each as a [`Step`], which says what it
//! does and what it rests on, as data. A [`RatingScale`] is a table of techniques in an order, with
//! what a step of each is worth; taking the first step again and again solves a puzzle and rates
//! it, as people's programs do. The weak spot: the ratings of these scales depend on the order in
//! which a program happens to look, so that a puzzle turned or relabelled may rate differently.
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
//! // HoDoKu's scale adds up the steps.
//! assert_eq!(HODOKU_2_3.rate(&state, &Limits::ALL).unwrap().to_string(), "Easy 204");
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```

mod hodoku;
mod named_techniques;
mod rating;
mod rating_scale;
mod solution;
mod solve;
mod state;
mod step;
mod step_name;
mod technique;
mod track;

pub use hodoku::{HodokuOptions, HodokuTechnique};
pub use named_techniques::NamedTechniques;
pub use rating::{
    DeciRating, ExplainerRating, HodokuLevel, HodokuRating, Rating, ScoreRule, StepScore,
    UnknownLevelError, rating_of_length,
};
pub use rating_scale::{Entry, HODOKU_2_3, RatingScale, SE_1_2_1, SUKAKU_1_18};
pub use solve::{NoStepError, RatedStep, RatingError, SolutionPath};
pub use state::{State, WrongMark};
pub use step::{
    Branch, CellGroup, ChainKind, ChainNode, Effect, Evidence, Implication, LinkReason, Step,
    StepName, StrongLink, Support,
};
pub use technique::{
    AlignedExclusion, AllSteps, AlphabetWings, BivalueGrave, CyclesAndChains, FirstStep, Fish,
    HiddenSingles, HiddenSubset, ImplicationChains, Implications, LockedCandidates, LockedOrder,
    LoopSearch, NakedSingles, NakedSubset, Nesting, PeerOrder, Scratch, Search, StepSink,
    StrongLinks, Technique, UniqueLoops, XyWings,
};
