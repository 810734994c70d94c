//! Sudoku puzzles from a seed, made to order and proved proper by any solver.
//!
//! A [`PuzzleRequest`] says what is wanted: how many clues, in which cells or with which symmetry of
//! their pattern, minimal or not, how difficult on which [`DifficultyMeasure`]; it is met by drawing a complete
//! grid and taking clues away in random order for as long as the puzzle stays proper, or, in given
//! cells, by changing digits until it is. The same seed gives the same puzzle on every machine,
//! with every solver and in every release with the same [`GENERATOR_VERSION`]; where a difficulty
//! is counted in guesses, with every solver that counts the same. The weak spot:
//! drawing afresh until a puzzle fits is all it does about rare constraints (20 clues without
//! symmetry, hundreds of guesses), and what it draws is not uniform: see
//! [below](crate#what-is-drawn).
//!
//! ```
//! use sudoku_generator::{PatternSymmetry, PuzzleRequest, seeded_rng};
//! use sudoku_mrv::{Mrv, Solver};
//!
//! let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn).with_clues(26..=28);
//! let puzzle = request.generate(&Mrv, &mut seeded_rng(2026, 0))?;
//! assert!(Mrv.is_proper(&puzzle.board));
//! assert!((26..=28).contains(&puzzle.board.clue_count()));
//! assert!(PatternSymmetry::HalfTurn.holds(&puzzle.board));
//! # Ok::<(), sudoku_generator::GenerateError>(())
//! ```
//!
//! # Stability
//! A puzzle is made from a [`PuzzleRequest`], the words that a random generator gives, and the answers of
//! a solver to questions with one right answer: is this board proper, has it a solution, how many
//! up to a thousand? Nothing else goes in unless a stop flag is raised, so that
//! - every solver that answers right gives the same puzzle, whichever solutions it finds first;
//! - the words of [`seeded_rng`] (xoshiro256\*\*, seeded by a method written down there) and what
//!   [`below`], [`shuffle`] and [`random_symmetry`] make of them do not change with the libraries
//!   that carry them;
//! - what is made of the words changes only together with [`GENERATOR_VERSION`], which goes into
//!   the seed.
//!
//! A [`PuzzleId`] is all of that in a word, from which the puzzle can be made again.
//!
//! With a wanted difficulty the choice also depends on its [`DifficultyMeasure`]: with [`Guesses`] it is as
//! stable as the named strategy's search. The puzzle's ID is not: it says from which attempt the
//! puzzle is, and needs no scale.
//!
//! # What is drawn
//! There are three ways to draw:
//! - [`random_grid`]: grids, without bias. Each of the 6,670,903,752,021,072,936,960 is equally
//!   likely.
//! - [`PuzzleRequest::generate`]: puzzles, the fast way. Taking clues away from the full grid down to a
//!   minimal puzzle is what most generators do. It favours puzzles of few clues, and puzzles of the
//!   same number of clues unevenly: its minimal puzzles without symmetry have 24.4 clues on
//!   average, those of a fair draw from all minimal puzzles about 26.6 (Denis Berthier, "Unbiased
//!   statistics of a CSP", 2009). A number of clues that is asked for of minimal puzzles changes
//!   nothing about that: puzzles are drawn and kept if they fit. Puzzles on a [`Pattern`] or around
//!   given clues have a bias that nobody knows; the grid around given clues is drawn evenly if
//!   [their solutions](PuzzleRequest::with_solutions) are handed over.
//! - [`Weighted::draw`]: minimal puzzles without symmetry, each with the weight that makes up for
//!   that bias exactly, between numbers of clues and within each.

mod difficulty;
mod draw;
mod feasibility;
mod grid;
#[cfg(feature = "logic")]
mod human;
mod id;
mod order;
mod pattern;
mod redundant;
mod removal;
mod request;
mod search;
mod unavoidable;
mod wanted;
mod weighted;

pub use difficulty::{Conditions, Difficulty, DifficultyMeasure, Guesses, RatedWithin};
pub use draw::{
    GENERATOR_VERSION, random_symmetry, seeded_rng, shuffle, uniform_below, uniform_below_u128,
};
pub use feasibility::InfeasibleRequestError;
pub use grid::random_grid;
#[cfg(feature = "logic")]
pub use human::TechniqueDifficulty;
pub use id::{PuzzleId, PuzzleIdError};
pub use pattern::{Pattern, PatternError, PatternSymmetry, PatternSymmetryError};
pub use rand::Rng;
pub use redundant::{conflicting_clues, is_redundant};
pub use request::{IntoRange, Minimality, PuzzleRequest};
pub use search::{AttemptsExhaustedError, GenerateError, GeneratedPuzzle};
#[cfg(feature = "logic")]
pub use wanted::WantedSteps;
pub use wanted::{WantedDifficulty, WantedDifficultyError};
pub use weighted::Weighted;
