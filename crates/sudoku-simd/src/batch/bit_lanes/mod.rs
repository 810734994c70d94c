//! A bit for each of 256 boards: the form with AVX2.
//!
//! ```text
//!                    bit 0    bit 1    bit 2    ...   bit 255
//!   r1c1 may be 1    board 0  board 1  board 7  ...   board 312   a plane: a bit of each board
//!   r1c1 may be 2    board 0  board 1  board 7  ...   board 312
//!   ...
//!   r9c9 may be 9    board 0  board 1  board 7  ...   board 312   729 planes
//! ```
//!
//! A candidate is a bit, and what the rules say of candidates are sentences of *and*, *or* and
//! *not*: one operation on a plane says it of all boards. So nothing but logic is needed to reason,
//! which a processor does as wide as its registers are. What is laborious is to take one board
//! out of 729 planes or to put one in: that is done for many boards at a time ([`record`]).

mod choose;
pub(crate) mod engine;
pub(crate) mod pass;
pub(crate) mod plane;
pub(crate) mod record;
