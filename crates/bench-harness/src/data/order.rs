//! Seeded random orders of the puzzles.
//!
//! A puzzle's time depends on what ran before it, through caches and branch predictors, so every
//! pass takes the puzzles in a new order, and all strategies of a pass take them in the same one.
//! The order follows from the seed alone, on every machine and with every release of the random
//! number libraries: seeding and shuffling are the generator crate's, whose methods are written down
//! there; it changes with the generator's version, of which every measurement has the commit.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sudoku_generator::{seeded, shuffle};

/// In which order a pass takes the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// A new random order for each pass
    Shuffled,
    /// The order of the list, pass after pass: what a branch predictor learns from it shows
    Listed,
    /// The order of the list from its end
    Reversed,
}

impl Order {
    /// The numbers `0..count` in this order; a random one is that with this number of those that
    /// belong to the seed.
    #[must_use]
    pub fn of(self, count: usize, seed: u64, number: u64) -> Vec<u32> {
        match self {
            Self::Shuffled => shuffled(count, seed, number),
            Self::Listed => (0..u32::MAX).take(count).collect(),
            Self::Reversed => {
                let mut order = Self::Listed.of(count, seed, number);
                order.reverse();
                order
            }
        }
    }
}

/// The numbers `0..count` in the random order with this number of those that belong to the seed.
///
/// A set has fewer than 2^32 puzzles: no memory holds more of them.
#[must_use]
pub fn shuffled(count: usize, seed: u64, number: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::MAX).take(count).collect();
    shuffle(&mut seeded(seed, number), &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_holds_every_number_once() {
        for count in [0, 1, 2, 9, 1000] {
            let mut order = shuffled(count, 1, 2);
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..count as u32));
        }
    }

    #[test]
    fn an_order_changes_only_with_the_generators_version() {
        assert_eq!(shuffled(10, 7, 1), [6, 4, 9, 7, 3, 8, 1, 2, 5, 0]);
    }

    #[test]
    fn lists_run_from_either_end() {
        assert_eq!(Order::Listed.of(4, 1, 1), [0, 1, 2, 3]);
        assert_eq!(Order::Reversed.of(4, 1, 1), [3, 2, 1, 0]);
        assert_eq!(Order::Shuffled.of(9, 1, 1), shuffled(9, 1, 1));
    }

    #[test]
    fn seed_and_number_matter() {
        let order = shuffled(50, 5, 5);
        assert_ne!(shuffled(50, 6, 5), order);
        assert_ne!(shuffled(50, 5, 6), order);
    }

    #[test]
    fn places_are_uniform() {
        // Each of the 6 orders of three numbers is expected 1000 times; 5 standard deviations are
        // about 145.
        let mut counts = std::collections::HashMap::new();
        for pass in 0..6000 {
            *counts.entry(shuffled(3, 0, pass)).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (count - 1000).abs() < 145), "{counts:?}");
    }
}
