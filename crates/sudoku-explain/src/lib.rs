//! Steps of human Sudoku logic explained: why each holds, checked link by link.
//!
//! `sudoku-logic` finds steps and says what they rest on, as data. An [`Explanation`] turns a step
//! and the board that it is made on into a proof that a person can follow with pencil and paper:
//! each line follows from lines before it by a rule that was checked on the board. So evidence that
//! does not carry a proof is an error, [`ProofError`], and [`check`] is the test of any step. An
//! explanation is told in three depths, as text, Markdown and JSON, and its lines as [`Token`]s, in
//! English or in another [`Language`]; a [`Drawing`] shows the board with the step marked. Its
//! limit: it proves what the evidence says, and looks for no other proof.
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
//! # The JSON
//! [`Explanation::json`] gives one object, and [`step_json`] one around it that says what the step
//! is worth too. Cells are `"r4c7"`, houses `"row 4"`, digits numbers.
//! Each depth adds to what the one before it has.
//!
//! [`Depth::Name`]:
//! - `schema`: the number of this layout, 1.
//! - `technique`: the pattern's name.
//! - `title`: what it is called in the explanation's language.
//!
//! [`Depth::Place`]:
//! - `candidates`: the board before the step, 729 characters.
//! - `place`: where the pattern is, as *words*.
//! - `effect`: `placement` (`cell` and `digit`, or null), `eliminations` (each `cell` and
//!   `digits`), and `text`.
//! - `marks`, for a drawing: `houses`; `groups` of cells; `candidates`, each `cell`, `digit` and
//!   `role` (`out`, `placed`, `true` or `false`); `links`, each `from` and `to` a *claim*, and
//!   `strong`.
//!
//! [`Depth::Proof`]:
//! - `meaning`: what the pattern is, in a sentence.
//! - `proof`: the lines. Each is *words* with `line`, its number from 1; `level`, how far it stands
//!   below an assumption; `from`, the lines that it follows from; and for a step inside of a chain
//!   `inner`, an object with `technique`, `title`, `meaning`, `place`, `effect` and `proof`.
//!
//! *Words* are `text`, and `tokens`, whose texts make up the same. A token has `text` and `kind`:
//! `text`, `cells` (with `cells`), `digits` (with `digits`), `house` (with `house`), `line` (with
//! `line`), `claim` (with `claim`) or `chain` (with `claims`). A *claim* has `cells`, `digit` and
//! `on`: one of the cells holds the digit, or none does.

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
