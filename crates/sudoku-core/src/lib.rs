//! The Sudoku board model, its text forms, and the contract that solving strategies keep.
//!
//! A [`Board`] is 81 cells that are blank or hold a digit, a [`Grid`] is a complete one, and a
//! [`Solver`] finds the grids that extend a board, within [`Limits`], and reports exactly what it
//! did. Every strategy is a crate of its own that needs only this one, so that strategies can be
//! compared, tested and swapped without their callers noticing. The weak spot: the model is the
//! classic 9×9 puzzle and nothing else, on purpose; no size, shape or variant is a parameter.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Meter, Report, Solver};
//!
//! /// A strategy in twenty lines: the first blank, every candidate.
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
//! let solution = Simple.first_solution(&puzzle).expect("it has one");
//! assert!(solution.is_valid() && solution.extends(&puzzle));
//! assert!(Simple.is_proper(&puzzle));
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```

mod arrays;
mod board;
pub mod box_art;
mod bytes;
mod candidates;
mod cell;
mod digit;
mod grid_text;
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
pub use solver::{BatchLengthError, Ending, EndingError, Limits, Meter, Outcome, Report, Solver};
pub use symmetry::{Relabeling, Symmetry};
pub use text::{ReadError, ReadErrorKind};
