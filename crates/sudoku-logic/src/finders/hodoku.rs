//! The techniques of HoDoKu 2.3.
//!
//! HoDoKu searches differently from the other programs: many techniques collect all steps and sort
//! them, singles come from queues that each change fills, and nets follow singles on such a board.
//! So it has its own implementations.

pub(crate) mod blossom;
pub(crate) mod colors;
pub(crate) mod fish;
pub(crate) mod placed;
pub(crate) mod rectangles;
pub(crate) mod sets;
pub(crate) mod simple_chains;
pub(crate) mod single_digit;
pub(crate) mod sink;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod tables;
pub(crate) mod templates;
mod tim_sort;
pub(crate) mod wings;

pub use sink::HodokuOptions;
