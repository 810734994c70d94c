//! `sudoku-core` is a model of 9×9 Sudoku boards with the trait [`Solver`] for solving strategies.
//!
//! ```
//! use sudoku_core::Board;
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! assert_eq!(puzzle.candidates("r1c3".parse()?).to_string(), "124");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Board`] has 81 cells, each blank or holding a digit, and a [`Grid`] has no blanks.
//! [`Candidates`] adds pencil marks. A [`Solver`] finds the grids that extend a board, within
//! [`Limits`], and returns a [`Report`] with exact counters.
//!
//! Every strategy is a separate crate that depends on this one. So you can compare, test and
//! exchange strategies without changing the code that calls them. If you only want to solve
//! puzzles, use the crate `sudoku-engines`.
//!
//! # A strategy in 20 lines
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Meter, Report, Solver};
//!
//! /// A strategy that fills the first blank with every candidate.
//! struct Simple;
//!
//! fn fill(board: &mut Board, meter: &mut Meter) -> ControlFlow<Ending> {
//!     let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
//!         return board.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
//!     };
//!     for digit in board.candidates(cell) {
//!         meter.node()?;
//!         board.set(cell, Some(digit));
//!         fill(board, meter)?;
//!     }
//!     board.set(cell, None);
//!     ControlFlow::Continue(())
//! }
//!
//! impl Solver for Simple {
//!     fn search(
//!         &self,
//!         board: &Board,
//!         limits: &Limits<'_>,
//!         found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
//!     ) -> Report {
//!         Meter::run(limits, found, |meter| {
//!             if board.is_consistent() {
//!                 fill(&mut board.clone(), meter)?;
//!             }
//!             ControlFlow::Continue(())
//!         })
//!     }
//! }
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let solution = Simple.first_solution(&puzzle).expect("the puzzle has a solution");
//! assert!(solution.is_valid() && solution.extends(&puzzle));
//! assert!(Simple.is_proper(&puzzle));
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! # Limitations
//! The model is the classic 9×9 puzzle. Other sizes, shapes and variants are not supported.

#![warn(missing_debug_implementations)]

mod access;
mod arrays;
mod board;
pub mod box_art;
mod bytes;
mod candidates;
mod cell;
mod digit;
mod grid_text;
mod observer;
#[cfg(feature = "serde")]
mod serde_impls;
mod solver;
mod symmetry;
mod text;

pub use board::{Board, BoardError, Contradiction, Grid};
pub use bytes::BytesError;
pub use candidates::{Candidates, CandidatesError};
pub use cell::{Cell, CellError, House, HouseError, HouseKind, HouseKindError};
pub use digit::{Digit, DigitError, DigitSet, Digits};
pub use grid_text::GridError;
pub use observer::{ObservableSolver, Observer, SearchStep};
pub use solver::{Ending, EndingError, Limits, Meter, Outcome, PuzzleBatch, Report, Solver};
pub use symmetry::{Relabeling, Symmetry};
pub use text::{ReadError, ReadErrorKind};
