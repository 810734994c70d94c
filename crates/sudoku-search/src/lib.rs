//! `sudoku-search` is a library that finds Sudoku puzzles near a puzzle: its neighborhood, the
//! minimal puzzles within it, and the puzzles of a few clues in a grid. It also measures the
//! difficulty of a puzzle.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use sudoku_core::{Board, Limits};
//! use sudoku_mrv::Mrv;
//! use sudoku_search::{FormSet, Neighborhood};
//!
//! let puzzle: Board =
//!     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
//!         .parse()?;
//! let mut forms = FormSet::new();
//! forms.insert(&puzzle);
//! // Remove one clue and add one clue.
//! let report = Neighborhood::new(1, 1).search(&Mrv, &puzzle, &Limits::ALL, &mut |neighbor| {
//!     forms.insert(neighbor);
//!     ControlFlow::Continue(())
//! })?;
//! // All three neighbors are equal up to symmetry.
//! assert_eq!((report.solutions, forms.len()), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Neighborhood`] finds all proper puzzles that result from a puzzle by removing n clues and
//! adding m others. People who collect hard puzzles call this a {-n+m} search.
//! [`minimal_puzzles`] finds all minimal puzzles whose clues are among the clues of a puzzle.
//! [`puzzles_of_clues`] finds all puzzles with a number of clues, such as 17, in a grid.
//! [`FormSet`] finds duplicates up to symmetry, and [`FormMap`] keeps values for boards in little
//! memory.
//!
//! [`backdoor_size`] and [`trial_depth`] measure the difficulty of a puzzle for a search.
//! [`Measure`] has them by name. [`difficulty_estimate`] estimates the difficulty in less than a
//! millisecond.
//!
//! The results are exact. Every puzzle is found once, in an order that does not depend on the
//! solver.
//!
//! # Limits
//! The searches take [`Limits`] and return a [`Report`], as a [`Solver`] does. In both, puzzles
//! take the place of solutions. Searches of the solver, one for each board, take the place of
//! nodes.
//!
//! # How it works
//! After the removal of n clues, a puzzle has some number of solutions. A proper puzzle results
//! from added clues exactly if one of these solutions has all of them.
//!
//! If the puzzle has few solutions, the search lists them. For one added clue, it notes for every
//! candidate (a cell with a digit) if none, one or several solutions have it. For several added
//! clues, it stores a bit for every candidate and solution. The solutions with a set of clues are
//! then an intersection of bit sets.
//!
//! Without a few clues, a puzzle of 17 clues has millions of solutions, and nearly all candidates
//! are in several of them. So the search lists only the first hundreds of solutions, which
//! decides most candidates. For each candidate that is left, it asks the solver for two solutions
//! with this candidate. Candidates that no known solution has come first, because their solutions
//! are new, and decide other candidates.
//!
//! # Limitations
//! The time grows fast with the number of clues that change: see [`Neighborhood`]. It also grows
//! fast with the number of clues of the puzzles in a grid: see [`puzzles_of_clues`].

#![warn(missing_debug_implementations)]

mod additions;
mod bits;
mod error;
mod few_clues;
mod forms;
mod measures;
mod minimals;
mod neighborhood;
mod run;

#[cfg(doc)]
use sudoku_core::{Limits, Report, Solver};

pub use crate::error::SearchError;
pub use crate::few_clues::puzzles_of_clues;
pub use crate::forms::{FormMap, FormSet};
pub use crate::measures::{Measure, backdoor_size, difficulty_estimate, trial_depth};
pub use crate::minimals::minimal_puzzles;
pub use crate::neighborhood::Neighborhood;
