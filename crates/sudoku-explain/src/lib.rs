//! sudoku-explain is a library that proves steps of human Sudoku logic and explains them in words.
//!
//! ```
//! use sudoku_core::{Board, Limits};
//! use sudoku_explain::{Depth, Explanation};
//! use sudoku_logic::{SE_1_2_1, State};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let state = State::from(&puzzle);
//! let limits = Limits::ALL;
//! let first = SE_1_2_1.path(&state, &limits).next().expect("there is a step");
//! let explanation = Explanation::new(&state, &first.step)?;
//! assert_eq!(explanation.text(Depth::Name), "Hidden single");
//! assert_eq!(
//!     explanation.text(Depth::Place),
//!     "Hidden single: 8 of box 2 in r1c6. So r1c6=8."
//! );
//! assert!(explanation.text(Depth::Proof).ends_with("1. In box 2, 8 can only be in r1c6."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `sudoku-logic` finds steps and records their evidence as data. An [`Explanation`] turns a step
//! and its board into a proof that a person can follow with pencil and paper: each line follows
//! from earlier lines by a rule that was checked on the board. Evidence without a proof gives a
//! [`ProofError`], and [`check`] tests any step.
//!
//! An explanation has three depths and is available as text and as Markdown, in English or another
//! [`Language`]. [`StepData`] and [`ExplanationData`] hold the same as serde data, for JSON. A
//! [`Drawing`] shows the board with the step marked.
//!
//! [`variant_hint`] explains a hint for a puzzle with rules, such as a killer.
//!
//! # Limitations
//! A proof uses the step's evidence; the crate searches for no other proof.

#![warn(missing_debug_implementations)]

mod board;
mod claim;
mod data;
mod drawing;
mod error;
mod explanation;
mod fish_name;
mod marks;
mod message;
mod notation;
mod proof;
mod prove;
mod step;
mod token;
mod variant;
mod verdict;
mod words;

pub use claim::{Claim, ClaimData};
pub use data::{ExplanationData, LegendEntry, LinkData, MarksData, ProofLine, Words};
pub use drawing::Drawing;
pub use error::ProofError;
pub use explanation::{Depth, Explanation, check};
pub use marks::{Mark, Role};
pub use step::StepData;
pub use token::{Token, TokenKind};
pub use variant::{VariantHintData, VariantStepData, variant_hint};
pub use verdict::{StepVerdict, judge};
pub use words::{Language, UnknownLanguageError};
