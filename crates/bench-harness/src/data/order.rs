//! Orders of the puzzles in a pass.
//!
//! A puzzle's time depends on the puzzles before it, through caches and branch predictors. So every
//! pass has a new random order, and all strategies use the same order in a pass. The order depends
//! only on the seed, on every machine: the crate `sudoku-generator` implements and documents
//! seeding and shuffling. It can change with that crate's version, and every measurement records
//! the commit.

use sudoku_generator::{seeded_rng, shuffle};

/// Returns the numbers `0..count` in a random order. `number` selects one of the seed's orders.
///
/// A set has fewer than 2^32 puzzles, because more do not fit into memory.
pub fn shuffled(count: usize, seed: u64, number: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::MAX).take(count).collect();
    shuffle(&mut seeded_rng(seed, number), &mut order);
    order
}
