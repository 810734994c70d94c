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
//! An explanation has three depths and is available as text, Markdown and JSON, and line by line as
//! [`Token`]s, in English or another [`Language`]. A [`Drawing`] shows the board with the step
//! marked.
//!
//! # Limitations
//! A proof uses the step's evidence; the crate searches for no other proof.
//!
//! # The JSON
//! [`Explanation::json`] returns one object. [`step_json`] wraps it in an object with the score of
//! the step. Cells are written `"r4c7"`, houses `"row 4"`, digits as numbers. Each depth adds
//! fields to the one before it.
//!
//! [`Depth::Name`]:
//! - `schema`: the version of this layout, 1.
//! - `technique`: the name of the technique.
//! - `title`: the title of the technique in the explanation's language.
//!
//! [`Depth::Place`]:
//! - `candidates`: the board before the step, 729 characters.
//! - `place`: the place of the pattern, as *words*.
//! - `effect`: `placement` (`cell` and `digit`, or null), `eliminations` (each `cell` and
//!   `digits`), and `text`.
//! - `marks`, for a drawing: `houses`; `groups` of cells; `candidates`, each with `cell`, `digit`
//!   and `role` (`out`, `placed`, `true` or `false`); and `links`, each with a *claim* `from`, a
//!   *claim* `to` and `strong`.
//!
//! [`Depth::Proof`]:
//! - `meaning`: one sentence that defines the technique.
//! - `proof`: the lines. Each is *words* with three more fields: `line`, its number from 1;
//!   `level`, its nesting depth below assumptions; and `from`, the lines that it follows from. A
//!   line that rests on another step also has `inner`, an object with `technique`, `title`,
//!   `meaning`, `place`, `effect` and `proof`.
//!
//! *Words* are an object with `text` and `tokens`; the texts of the tokens, joined, equal `text`. A
//! token has `text` and `kind`: `text`, `cells` (with `cells`), `digits` (with `digits`), `house`
//! (with `house`), `line` (with `line`), `claim` (with `claim`) or `chain` (with `claims`). A
//! *claim* has `cells`, `digit` and `on`: if `on` is true, one of the cells holds the digit;
//! otherwise none does.

#![warn(missing_debug_implementations)]

mod board;
mod claim;
mod drawing;
mod error;
mod explanation;
mod json;
mod lines;
mod marks;
mod notation;
mod proof;
mod prove;
mod token;
mod words;

pub use claim::Claim;
pub use drawing::Drawing;
pub use error::ProofError;
pub use explanation::{Depth, Explanation, check, step_json};
pub use lines::ProofLine;
pub use marks::{MarkedLink, Marks, Role};
pub use token::{Token, TokenKind};
pub use words::{Language, UnknownLanguageError};
