//! Seeded random orders of the puzzles.
//!
//! A puzzle's time depends on what ran before it, through caches and branch predictors, so every
//! pass takes the puzzles in a new order, and all strategies of a pass take them in the same one.
//! The order follows from the seed alone, on every machine and with every release of the random
//! number libraries: the generators are named ones, and the shuffle is written out here, on their
//! raw output.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The numbers `0..count` in the random order that belongs to this key.
///
/// The method: the key's words are mixed by SplitMix64 into the 256 bits of state of a xoshiro256++
/// generator. Then Fisher and Yates: for `i` from `count - 1` down to 1, the number at `i` is
/// swapped with the one at a uniform place `0..=i`. A set has fewer than 2^32 puzzles: no memory
/// holds more of them.
#[must_use]
pub fn shuffled(count: usize, key: [u64; 4]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::MAX).take(count).collect();
    let mut generator = generator(key);
    for i in (1..order.len()).rev() {
        let place = below(&mut generator, i as u64 + 1);
        order.swap(i, place as usize);
    }
    order
}

fn generator(key: [u64; 4]) -> Xoshiro256PlusPlus {
    let mut state = [0; 32];
    let mut carried = 0u64;
    for (word, bytes) in key.iter().zip(state.chunks_exact_mut(8)) {
        carried = SplitMix64::from_seed((carried ^ word).to_le_bytes()).next_u64();
        bytes.copy_from_slice(&carried.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(state)
}

/// A uniform number below `bound`: the high half of the product of 64 random bits and the bound,
/// drawn again while the low half falls into the part that would favour some numbers (Lemire, 2019).
fn below(generator: &mut impl Rng, bound: u64) -> u64 {
    let uneven = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= uneven {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_holds_every_number_once() {
        for count in [0, 1, 2, 9, 1000] {
            let mut order = shuffled(count, [1, 2, 3, 4]);
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..count as u32));
        }
    }

    #[test]
    fn an_order_is_the_same_in_every_release() {
        assert_eq!(shuffled(10, [7, 0, 1, 2]), [7, 5, 0, 9, 6, 2, 8, 4, 1, 3]);
    }

    #[test]
    fn every_word_of_the_key_matters() {
        let order = shuffled(50, [5; 4]);
        for word in 0..4 {
            let mut key = [5; 4];
            key[word] = 6;
            assert_ne!(shuffled(50, key), order);
        }
    }

    #[test]
    fn places_are_uniform() {
        // Each of the 6 orders of three numbers is expected 1000 times; 5 standard deviations are
        // about 145.
        let mut counts = std::collections::HashMap::new();
        for pass in 0..6000 {
            *counts.entry(shuffled(3, [0, 0, 0, pass])).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (count - 1000).abs() < 145), "{counts:?}");
    }
}
