//! The batch engine of AVX-512: one 16-bit lane for each of 32 boards.
//!
//! ```text
//!              lane 0   lane 1   lane 2   ...   lane 31
//!   row r1c1   board 0  board 1  board 7  ...   board 40   a vector: the candidates of cell r1c1
//!   row r1c2   board 0  board 1  board 7  ...   board 40
//!   ...
//!   row r9c9   board 0  board 1  board 7  ...   board 40   81 vectors
//! ```

mod choose;
pub(crate) mod engine;
mod sweep;
pub(crate) mod vector;
