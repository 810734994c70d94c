//! Random draws by methods that are written down here, so that no release of a library changes
//! them.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use sudoku_core::{Relabeling, Symmetry};

/// The version of everything between the seed and the puzzle.
///
/// It goes up with every change after which a seed gives another puzzle than before.
pub const GENERATOR_VERSION: u64 = 2;

/// The random generator for the puzzle with this number of a series: xoshiro256\*\* (Blackman and
/// Vigna, 2018).
///
/// Puzzles of a series are drawn independently, so that any of them can be made again without the
/// others, in any order and on any thread.
///
/// The seeding, where `mix` is the output function of SplitMix64 (Steele, Lea and Flood, 2014): `x`
/// starts at 0, and becomes `mix(x ^ word)` for the words [`GENERATOR_VERSION`], `seed` and `index`
/// in turn. The four words of the state are then the next four numbers of the SplitMix64 sequence
/// at `x`. Within a series no two indices give the same state.
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

/// SplitMix64's output function: a bijection that spreads every bit over all.
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A number from 0 to `bound - 1`, each equally likely; 0 if the bound is 0.
///
/// Lemire's method (2019): the upper half of `next_u64() * bound` is the number, and the word is
/// drawn again if the lower half is less than 2⁶⁴ mod `bound`.
pub fn uniform_below<R: Rng + ?Sized>(rng: &mut R, bound: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let lower = product as u64;
        // The remainder is below the bound, which saves most draws the division.
        if lower >= bound || lower >= bound.wrapping_neg().checked_rem(bound).unwrap_or(0) {
            return (product >> 64) as u64;
        }
    }
}

/// The same for a bound that may need more than 64 bits, by another method: of two words, the first
/// above the second, as many upper bits as the bound less one has are the number, and both are
/// drawn again if it is not below the bound.
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

/// Puts the items into random order, each order equally likely.
///
/// Fisher and Yates' method in Durstenfeld's form (1964): for each place from the last down to the
/// second, the item there is swapped with the one at `uniform_below(place + 1)`.
pub fn shuffle<R: Rng + ?Sized, T>(rng: &mut R, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        items.swap(place, uniform_below(rng, place as u64 + 1) as usize);
    }
}

/// A geometric symmetry and a relabeling, each pair equally likely.
///
/// They are those with the numbers [`below`]`(Symmetry::COUNT)` and then
/// [`below`]`(Relabeling::COUNT)`.
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
    // Every number below the count has one.
    (symmetry.unwrap_or_default(), relabeling.unwrap_or_default())
}
