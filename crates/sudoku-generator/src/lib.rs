//! sudoku-generator is a library that makes Sudoku puzzles with exactly one solution from a seed.
//!
//! ```
//! use sudoku_generator::{PatternSymmetry, PuzzleRequest, seeded_rng};
//! use sudoku_mrv::{Mrv, Solver};
//!
//! let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn).with_clues(26..=28);
//! let puzzle = request.generate(&Mrv, &mut seeded_rng(2026, 0))?;
//! assert!(Mrv.is_proper(&puzzle.board) && (26..=28).contains(&puzzle.board.clue_count()));
//! assert!(PatternSymmetry::HalfTurn.holds(&puzzle.board));
//! # Ok::<(), sudoku_generator::GenerateError>(())
//! ```
//!
//! A [`PuzzleRequest`] constrains the number of clues, the symmetry or the exact cells of the
//! clues, the minimality, given clues, and the difficulty on a [`DifficultyMeasure`]. Any
//! [`Solver`](sudoku_core::Solver) can prove that the puzzle is proper.
//!
//! To meet a request, the generator draws a complete grid and removes clues in random order as long
//! as the puzzle stays proper. If the cells of the clues are fixed, it changes digits instead until
//! the puzzle is proper. The generator repeats this until a puzzle meets the request.
//!
//! # Stability
//! A puzzle depends on three inputs:
//! - the [`PuzzleRequest`];
//! - the words that the random generator returns;
//! - the solver's answers to questions with exactly one correct answer: whether a board is proper,
//!   whether it has a solution, and how many solutions it has up to a limit of 1,000.
//!
//! Nothing else influences the puzzle, unless a stop flag is raised. Therefore
//! - every correct solver gives the same puzzle, whichever solutions it finds first;
//! - updates of other libraries change nothing: the words of [`seeded_rng`] (xoshiro256\*\* with a
//!   documented seeding method) and the methods of [`uniform_below`], [`shuffle`] and
//!   [`random_symmetry`] are fixed here;
//! - a change of the method changes [`GENERATOR_VERSION`], which is part of the seed.
//!
//! A [`PuzzleId`] encodes these inputs in one short text that recreates the puzzle.
//!
//! With a wanted difficulty the choice also depends on its [`DifficultyMeasure`]. [`Guesses`] is as
//! stable as the search of its strategy. The puzzle's ID does not depend on the measure: it stores
//! the number of the attempt that made the puzzle.
//!
//! # Distribution
//! There are three ways to draw:
//! - [`random_grid`] draws complete grids without bias: each of the 6,670,903,752,021,072,936,960
//!   grids is equally likely.
//! - [`PuzzleRequest::generate`] draws puzzles fast, but with a bias. Like most generators it
//!   removes clues from a full grid until the puzzle is minimal. This favors puzzles with few
//!   clues, and some puzzles with the same number of clues over others. Its minimal puzzles without
//!   symmetry have 24.4 clues on average; a uniform sample of all minimal puzzles has about 26.6
//!   (Denis Berthier, "Unbiased statistics of a CSP", 2009). A wanted number of clues does not
//!   change this bias, because puzzles are drawn until one fits. The bias of puzzles on a
//!   [`Pattern`] or with given clues is unknown. With given clues, the grid is uniform only if you
//!   pass [their solutions](PuzzleRequest::with_solutions).
//! - [`Weighted::draw`] draws minimal puzzles without symmetry, each with a weight that corrects
//!   the bias exactly.
//!
//! # Variants
//! With the feature `variants`, a `VariantRequest` makes puzzles with more rules: killers without
//! clues, diagonals, thermometers and others. These puzzles have no ID.
//!
//! # Limitations
//! - Rare constraints take long: for 20 clues without symmetry, the generator only repeats random
//!   draws until a puzzle fits. For very hard puzzles use the feature `climb`: see
//!   [`PuzzleRequest::climb_steps`].
//! - Puzzles are not uniformly distributed, see [Distribution](crate#distribution).

#![warn(missing_debug_implementations)]

#[cfg(feature = "climb")]
mod climb;
mod difficulty;
mod draw;
mod feasibility;
mod grid;
mod id;
mod order;
mod pattern;
mod plan;
mod redundant;
mod removal;
mod request;
mod search;
#[cfg(feature = "logic")]
mod technique_difficulty;
mod unavoidable;
#[cfg(feature = "variants")]
mod variant;
mod weighted;

pub use difficulty::{
    Conditions, Difficulty, DifficultyError, DifficultyMeasure, Guesses, RatedWithin, TechniqueList,
};
pub use draw::{
    GENERATOR_VERSION, random_symmetry, seeded_rng, shuffle, uniform_below, uniform_below_u128,
};
pub use feasibility::InfeasibleRequestError;
pub use grid::random_grid;
pub use id::{PuzzleId, PuzzleIdError};
pub use pattern::{Pattern, PatternError, PatternSymmetry, PatternSymmetryError};
pub use plan::{PuzzlePlan, generate_first};
pub use rand::Rng;
pub use redundant::{conflicting_clues, is_redundant};
pub use request::{IntoRange, Minimality, PuzzleRequest};
pub use search::{AttemptsExhaustedError, GenerateError, GeneratedPuzzle};
#[cfg(feature = "logic")]
pub use technique_difficulty::{StepConditions, TechniqueDifficulty};
#[cfg(feature = "variants")]
pub use variant::{
    CageSizes, CageSizesError, GeneratedVariant, NoVariantError, UnknownVariantKind, VariantKind,
    VariantRequest,
};
pub use weighted::Weighted;
