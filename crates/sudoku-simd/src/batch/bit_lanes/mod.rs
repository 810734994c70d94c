//! The batch engine of AVX2: one bit for each of 256 boards.
//!
//! ```text
//!                    bit 0    bit 1    bit 2    ...   bit 255
//!   r1c1 may be 1    board 0  board 1  board 7  ...   board 312   a plane: a bit of each board
//!   r1c1 may be 2    board 0  board 1  board 7  ...   board 312
//!   ...
//!   r9c9 may be 9    board 0  board 1  board 7  ...   board 312   729 planes
//! ```
//!
//! A candidate is a bit, and the Sudoku rules on candidates are formulas of *and*, *or* and *not*.
//! One operation on a plane evaluates them for all boards. So the engine needs only logic
//! operations, which a processor does at the full width of its registers. Moving one board out of
//! 729 planes or into them is slow, so this is done for many boards at a time ([`record`]).

mod choose;
pub(crate) mod engine;
pub(crate) mod pass;
pub(crate) mod plane;
pub(crate) mod record;
