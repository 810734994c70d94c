//! Seeded random orders of the puzzles.
//!
//! A puzzle's time depends on what ran before it, through caches and branch predictors, so every
//! pass takes the puzzles in a new order, and all strategies of a pass take them in the same one.
//! The order follows from the seed alone, on every machine and with every release of the random
//! number libraries: seeding and shuffling are the generator crate's, whose methods are written
//! down there; it changes with the generator's version, of which every measurement has the commit.

use serde::{Deserialize, Serialize};
use sudoku_generator::{seeded_rng, shuffle};

/// In which order a pass takes the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// A new random order for each pass.
    Shuffled,
    /// The order of the list, pass after pass: what a branch predictor learns from it shows.
    Listed,
    /// The order of the list from its end.
    Reversed,
}

impl Order {
    /// Every order.
    pub const ALL: &[Self] = &[Self::Shuffled, Self::Listed, Self::Reversed];

    /// The numbers `0..count` in this order; a random one is that with this number of those that
    /// belong to the seed.
    pub fn of(self, count: usize, seed: u64, number: u64) -> Vec<u32> {
        match self {
            Self::Shuffled => shuffled(count, seed, number),
            Self::Listed => (0..u32::MAX).take(count).collect(),
            Self::Reversed => Self::Listed.of(count, seed, number).into_iter().rev().collect(),
        }
    }
}

/// The numbers `0..count` in the random order with this number of those that belong to the seed.
///
/// A set has fewer than 2^32 puzzles: no memory holds more of them.
pub fn shuffled(count: usize, seed: u64, number: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::MAX).take(count).collect();
    shuffle(&mut seeded_rng(seed, number), &mut order);
    order
}
