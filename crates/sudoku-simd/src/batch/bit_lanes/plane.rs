//! The trait for vectors of the batch engine: bits of 256 boards with logic operations.

use crate::digits::SolvedCells;

/// The number of boards that are searched side by side. Their planes fit into the first-level
/// cache.
pub(crate) const LANES: usize = 256;

/// A set of lanes, or a plane in memory: lane `l` is bit `l % 64` of word `l / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct LaneSet(pub(crate) [u64; LANES / 64]);

impl LaneSet {
    pub(crate) const ZERO: Self = Self([0; LANES / 64]);
    pub(crate) const ALL: Self = Self([u64::MAX; LANES / 64]);

    /// Returns the lanes that are in both sets.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Returns the lanes that are in either set.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Returns the lanes that are not in the other set.
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

    /// Returns the number of lanes in the set.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64 % (LANES / 64)] |= 1 << (lane % 64);
    }

    #[inline(always)]
    pub(crate) fn contains(self, lane: usize) -> bool {
        self.0[lane / 64 % (LANES / 64)] >> (lane % 64) & 1 != 0
    }

    /// Returns the lanes, the lowest first.
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

/// One bit of each of 256 boards, with logic operations. A value of such a type proves that the
/// processor has the instructions.
pub(crate) trait Plane: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    /// Returns the same word for all lanes.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Returns `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Shifts each 64-bit word towards its higher bits.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Shifts each 64-bit word towards its lower bits.
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

    /// Returns the bits that are set in at least two of the three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// Returns `self | (b & c)`.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// Returns `self | (b & !c)`.
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// Returns `self & !(b & c)`.
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// Returns `self & !(b | c)`.
    #[inline(always)]
    fn and_not_either(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// Returns `a` where this has a one, and `b` elsewhere.
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        b.xor(self.and(a.xor(b)))
    }

    /// Exchanges bits in each word: the bits of `a` that are `BITS` above the mask with the bits of
    /// `b` under the mask.
    #[inline(always)]
    fn exchange<const BITS: i32>(a: Self, b: Self, mask: Self) -> (Self, Self) {
        let both = a.shift_right::<BITS>().xor(b).and(mask);
        (a.xor(both.shift_left::<BITS>()), b.xor(both))
    }

    fn load(proof: Self::Proof, words: &LaneSet) -> Self;
    fn store(self) -> LaneSet;

    /// Returns the set of cells for each digit, with 0 for blanks. Cell `c` is bit `c`.
    fn read(proof: Self::Proof, digits: &[u8; 81]) -> [u128; 10];
    /// Returns the digits of a grid, given the set of cells of each digit.
    fn write(proof: Self::Proof, cells: &[u128; 9]) -> SolvedCells;
}
