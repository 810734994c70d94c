//! What the batch engine asks of a vector: bits of 256 boards and the operations of logic.

use crate::digits::SolvedCells;

/// How many boards are searched side by side: the planes of these fit into the processor's nearest
/// cache.
pub(crate) const LANES: usize = 256;

/// A set of lanes, or a plane in memory: lane `l` is bit `l % 64` of word `l / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct LaneSet(pub(crate) [u64; LANES / 64]);

impl LaneSet {
    pub(crate) const ZERO: Self = Self([0; LANES / 64]);
    pub(crate) const ALL: Self = Self([u64::MAX; LANES / 64]);

    /// The lanes that are in both.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The lanes that are in either.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The lanes that are not in the other.
    #[inline(always)]
    pub(crate) fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = self;
        for (a, b) in result.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        result
    }

    /// How many lanes are in it.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64 % (LANES / 64)] |= 1 << (lane % 64);
    }

    /// The lanes, the lowest first.
    #[inline(always)]
    pub(crate) fn lanes(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                let lane = 64 * number + word.trailing_zeros() as usize % 64;
                let any = word != 0;
                word &= word.wrapping_sub(1);
                any.then_some(lane)
            })
        })
    }
}

/// One bit of each of 256 boards, and the operations of logic on them. A value of such a type
/// proves that the processor has what it needs.
pub(crate) trait Plane: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    /// The same word for all lanes.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// This without the other.
    fn and_not(self, other: Self) -> Self;
    /// Each word moved towards its higher bits.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Each word moved towards its lower bits.
    fn shift_right<const BITS: i32>(self) -> Self;

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// What two of the three have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// This, and what both others have.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// This, and what `b` has and `c` has not.
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// This without what both others have.
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// This without what either of the others has.
    #[inline(always)]
    fn and_not_either(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// This without what `b` has and `c` has not.
    #[inline(always)]
    fn and_not_without(self, b: Self, c: Self) -> Self {
        self.and_not(b.and_not(c))
    }

    /// `a` where this has a one, `b` elsewhere.
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        b.xor(self.and(a.xor(b)))
    }

    /// Exchanges, in each word, the bits of `a` that are `BITS` above those of the mask with the
    /// bits of `b` under the mask.
    #[inline(always)]
    fn exchange<const BITS: i32>(a: Self, b: Self, mask: Self) -> (Self, Self) {
        let both = a.shift_right::<BITS>().xor(b).and(mask);
        (a.xor(both.shift_left::<BITS>()), b.xor(both))
    }

    fn load(proof: Self::Proof, words: &LaneSet) -> Self;
    fn store(self) -> LaneSet;

    /// For each digit, 0 for blanks, the set of its cells: cell `c` is bit `c`.
    fn read(proof: Self::Proof, digits: &[u8; 81]) -> [u128; 10];
    /// The digits of a grid, from the set of each digit's cells.
    fn write(proof: Self::Proof, cells: &[u128; 9]) -> SolvedCells;
}
