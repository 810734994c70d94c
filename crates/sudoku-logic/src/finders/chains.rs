//! Chains: implications of a candidate being right or wrong.
//!
//! A candidate is *on* if its cell holds it, and *off* otherwise. An on candidate turns off the
//! others in its cell and those of its digit that it sees. An off candidate turns on the last other
//! one of its cell, or of its digit in a house. A conclusion that follows from each of several
//! assumptions, one of which holds, is true. An assumption that leads to a contradiction is false.

mod hint;
mod implications;
mod multiple;
mod nested;
mod space;
mod statics;

pub use multiple::{Implications, Nesting};
pub use nested::ImplicationChains;
pub use statics::CyclesAndChains;

pub(crate) use space::NestedSpace;
