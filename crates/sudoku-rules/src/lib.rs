//! `sudoku-rules` is a library with the rules of Sudoku variants as data: killer cages,
//! thermometers, arrows, diagonals and more.
//!
//! ```
//! use sudoku_core::Grid;
//! use sudoku_rules::Rules;
//!
//! let rules: Rules = "
//!     diagonal-down
//!     cage 10 r1c1 r1c2 r2c1
//!     thermometer r5c5 r5c6 r5c7
//! ".parse()?;
//! let grid: Grid =
//!     "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
//!         .parse().unwrap();
//! let broken = rules.check(&grid).unwrap_err();
//! assert_eq!(
//!     broken.to_string(),
//!     "r1c1 (1) and r6c6 (1) hold the same digit (diagonal-down)",
//! );
//! # Ok::<(), sudoku_rules::RulesError>(())
//! ```
//!
//! A [`Rule`] has a [kind](RuleKind), such as `cage`, a value, such as its sum, and cells. It
//! checks boards and explains in words how they break it. [`Rules`] are the rules of a puzzle with
//! its clues, and read and print a text form with one rule on each line.
//!
//! A rule also has [shapes](Rule::shapes), which draw it, and a [caption](Rule::caption), which
//! explains it to players.
//!
//! For solvers, every rule compiles to a few [primitives](Primitive). The check of a rule uses its
//! definition and never its primitives, so the two verify each other.
//!
//! To add a kind that is a house or a relation between two cells, add an entry to one file in the
//! folder `kinds`. Its text form, its check, its explanation and its primitives follow. Its drawing
//! is a dotted outline, unless `drawing/kinds.rs` has another one.
//!
//! # Modules
//!
//! Each module uses only modules of the rows below it:
//!
//! | modules | contents |
//! |---|---|
//! | `drawing`, `f_puzzles`, `text` | shapes and captions; the JSON of f-puzzles; the text form |
//! | `rules` | the rules of a puzzle |
//! | `rule` | one rule |
//! | `kinds` | the table of kinds |
//! | `checks` | parts of checks |
//! | `entry` | the entry of a kind |
//! | `arguments`, `primitive` | values and cells of a rule; the parts to which it compiles |
//! | `relation` | relations between two digits |
//!
//! # Limitations
//! Puzzles are 9×9. A rule whose kind is not in the table of kinds is an error, which names it.

#![warn(missing_debug_implementations)]

mod arguments;
mod checks;
mod drawing;
mod entry;
#[cfg(feature = "f-puzzles")]
mod f_puzzles;
mod kinds;
mod primitive;
mod relation;
mod rule;
mod rules;
mod text;

pub use arguments::RuleValue;
pub use drawing::{Caption, Drawing, Figure, Glyph, GlyphPart, Ink, Layer, Point, Shape};
pub use entry::Violation;
#[cfg(feature = "f-puzzles")]
pub use f_puzzles::FPuzzlesError;
pub use kinds::{RuleKind, UnknownKind};
pub use primitive::Primitive;
pub use relation::{Relation, RelationError};
pub use rule::{Rule, RuleError};
pub use rules::{BrokenRule, Rules};
pub use text::{RulesError, RulesProblem};
