//! Tests the random draws word by word against their documentation.

use std::convert::Infallible;

use rand::TryRng;
use sudoku_core::{Relabeling, Symmetry};
use sudoku_generator::{Rng, random_symmetry, seeded_rng, shuffle, uniform_below};

/// A random generator that repeats the given words.
struct Words(Vec<u64>, usize);

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.1 += 1;
        Ok(self.0[(self.1 - 1) % self.0.len()])
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0);
        Ok(())
    }
}

/// A reference implementation: xoshiro256** as its authors publish it, seeded as the documentation
/// of `seeded_rng` describes.
fn reference(seed: u64, index: u64) -> impl FnMut() -> u64 {
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    };
    let mut x = mix(mix(mix(2) ^ seed) ^ index);
    let mut s = [0; 4];
    for word in &mut s {
        x = x.wrapping_add(0x9e3779b97f4a7c15);
        *word = mix(x);
    }
    move || {
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }
}

#[test]
fn seeded_gives_the_words_of_the_documented_method() {
    for (seed, index) in [(0, 0), (2026, 0), (2026, 1), (u64::MAX, u64::MAX)] {
        let (mut rng, mut next) = (seeded_rng(seed, index), reference(seed, index));
        for _ in 0..100 {
            assert_eq!(rng.next_u64(), next());
        }
    }
}

#[test]
fn indices_and_seeds_give_different_words() {
    let first: std::collections::HashSet<u64> = (0..100)
        .flat_map(|seed| (0..100).map(move |index| seeded_rng(seed, index).next_u64()))
        .collect();
    assert_eq!(first.len(), 10_000);
}

#[test]
fn below_takes_the_upper_half_and_rejects_words_that_would_cause_a_bias() {
    // 2⁶⁴ mod 3 = 1, so only the word 0, whose product has a lower half of 0, is rejected.
    let mut words = Words(vec![0, u64::MAX], 0);
    assert_eq!(uniform_below(&mut words, 3), 2);
    assert_eq!(words.1, 2, "the word 0 is drawn again");
    assert_eq!(uniform_below(&mut Words(vec![1], 0), 3), 0);
    assert_eq!(uniform_below(&mut Words(vec![1 << 63], 0), 4), 2);
    assert_eq!(uniform_below(&mut Words(vec![7], 0), 1), 0);
    assert_eq!(uniform_below(&mut Words(vec![7], 0), 0), 0);
    assert_eq!(uniform_below(&mut Words(vec![u64::MAX], 0), u64::MAX), u64::MAX - 1);
}

#[test]
fn below_is_even() {
    let mut rng = seeded_rng(3, 0);
    let mut counts = [0; 7];
    for _ in 0..70_000 {
        counts[uniform_below(&mut rng, 7) as usize] += 1;
    }
    // The standard deviation is 93.
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
}

#[test]
fn shuffle_swaps_from_the_last_place_to_the_first() {
    // If every draw is the largest possible, nothing moves. If every draw is 0, all items move up
    // by one.
    let mut items = [1, 2, 3, 4];
    shuffle(&mut Words(vec![u64::MAX], 0), &mut items);
    assert_eq!(items, [1, 2, 3, 4]);
    shuffle(&mut Words(vec![1], 0), &mut items);
    assert_eq!(items, [2, 3, 4, 1]);
}

#[test]
fn shuffle_makes_every_order_equally_likely() {
    let mut rng = seeded_rng(4, 0);
    let mut counts = std::collections::HashMap::<[u8; 4], u32>::new();
    for _ in 0..24_000 {
        let mut items = [1, 2, 3, 4];
        shuffle(&mut rng, &mut items);
        *counts.entry(items).or_default() += 1;
    }
    assert_eq!(counts.len(), 24);
    // The standard deviation is 31.
    assert!(counts.values().all(|count| (860..1_140).contains(count)), "{counts:?}");
}

#[test]
fn random_symmetry_takes_a_word_for_the_symmetry_and_one_for_the_relabeling() {
    // One number is in the middle of its range, with a little more so that no word is rejected. The
    // other is the last.
    let (half, last) = (1 << 63 | 1 << 40, u64::MAX);
    let expected = Symmetry::nth(Symmetry::COUNT / 2).zip(Relabeling::nth(Relabeling::COUNT - 1));
    assert_eq!(Some(random_symmetry(&mut Words(vec![half, last], 0))), expected);
    let expected = Symmetry::nth(Symmetry::COUNT - 1).zip(Relabeling::nth(Relabeling::COUNT / 2));
    assert_eq!(Some(random_symmetry(&mut Words(vec![last, half], 0))), expected);
}
