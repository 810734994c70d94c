//! The techniques of HoDoKu 2.3.
//!
//! HoDoKu searches differently from the other programs: many techniques collect all steps and sort
//! them, singles come from queues that each change fills, and nets follow singles on such a board.
//! So it has its own implementations.

mod blossom;
mod colors;
mod fish;
mod kinds;
mod merge_sort;
mod placed;
mod rectangles;
mod sets;
mod simple_chains;
mod single_digit;
mod sink;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod wings;

pub use kinds::HodokuTechnique;
pub use sink::HodokuOptions;
