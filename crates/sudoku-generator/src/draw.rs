//! Random draws by documented methods, so that library updates cannot change them.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use sudoku_core::{Relabeling, Symmetry};

/// The version of the method that turns a seed into a puzzle.
///
/// It increases with every change after which a seed gives a different puzzle.
pub const GENERATOR_VERSION: u64 = 2;

/// Returns the random generator for the puzzle with this index in the series of a seed:
/// xoshiro256\*\* (Blackman and Vigna, 2018).
///
/// The puzzles of a series are drawn independently, so each can be made without the others, in any
/// order and on any thread.
///
/// The state is seeded as follows, where `mix` is the output function of SplitMix64 (Steele, Lea
/// and Flood, 2014): `x` starts at 0 and becomes `mix(x ^ word)` for the words
/// [`GENERATOR_VERSION`], `seed` and `index` in turn. The four words of the state are the next four
/// numbers of the SplitMix64 sequence at `x`. Within a series no two indices give the same state.
#[must_use]
pub fn seeded_rng(seed: u64, index: u64) -> Xoshiro256StarStar {
    let mut state =
        [GENERATOR_VERSION, seed, index].into_iter().fold(0, |state, word| mix(state ^ word));
    let mut bytes = [0; 32];
    for word in bytes.chunks_exact_mut(8) {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word.copy_from_slice(&mix(state).to_le_bytes());
    }
    Xoshiro256StarStar::from_seed(bytes)
}

/// Applies SplitMix64's output function: a bijection in which every input bit affects all output
/// bits.
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Draws a number from 0 to `bound - 1`, each equally likely. Returns 0 if the bound is 0.
///
/// It uses Lemire's method (2019): the number is the upper half of `next_u64() * bound`, and the
/// word is drawn again if the lower half is less than 2⁶⁴ mod `bound`.
pub fn uniform_below<R: Rng + ?Sized>(rng: &mut R, bound: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let lower = product as u64;
        // The remainder is less than the bound, so most draws need no division.
        if lower >= bound || lower >= bound.wrapping_neg().checked_rem(bound).unwrap_or(0) {
            return (product >> 64) as u64;
        }
    }
}

/// Draws a number from 0 to `bound - 1`, each equally likely, for bounds of more than 64 bits.
///
/// It uses rejection sampling: two words, the first as the upper half, are shifted right to the bit
/// length of `bound - 1`. Both are drawn again if the result is not below the bound.
pub fn uniform_below_u128<R: Rng + ?Sized>(rng: &mut R, bound: u128) -> u128 {
    let unused = bound.saturating_sub(1).leading_zeros();
    loop {
        let words = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let number = words.checked_shr(unused).unwrap_or(0);
        if number < bound.max(1) {
            return number;
        }
    }
}

/// Shuffles the items, each order equally likely.
///
/// It uses the Fisher–Yates shuffle in Durstenfeld's version (1964): for each index from the last
/// down to 1, the item there is swapped with the one at `uniform_below(index + 1)`.
pub fn shuffle<R: Rng + ?Sized, T>(rng: &mut R, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        items.swap(place, uniform_below(rng, place as u64 + 1) as usize);
    }
}

/// Draws a geometric symmetry and a relabeling, each pair equally likely.
///
/// They are those with the numbers [`uniform_below`]`(Symmetry::COUNT)` and then
/// [`uniform_below`]`(Relabeling::COUNT)`.
///
/// ```
/// use sudoku_generator::{random_grid, random_symmetry, seeded_rng};
///
/// let rng = &mut seeded_rng(1, 0);
/// let grid = random_grid(rng);
/// let (symmetry, relabeling) = random_symmetry(rng);
/// assert!(relabeling.apply_to_grid(&symmetry.apply_to_grid(&grid)).is_valid());
/// ```
pub fn random_symmetry<R: Rng + ?Sized>(rng: &mut R) -> (Symmetry, Relabeling) {
    let symmetry = Symmetry::nth(uniform_below(rng, Symmetry::COUNT.into()) as u32);
    let relabeling = Relabeling::nth(uniform_below(rng, Relabeling::COUNT.into()) as u32);
    // Every number below the count is valid, so the defaults are never used.
    (symmetry.unwrap_or_default(), relabeling.unwrap_or_default())
}
