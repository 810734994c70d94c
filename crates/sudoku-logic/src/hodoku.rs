//! What HoDoKu 2.3 looks for.
//!
//! It differs from the other programs in how it looks: many techniques collect all they find and
//! sort it, singles come from queues that are fed by each change, and nets follow singles on such a
//! board. So it has finders of its own.

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
