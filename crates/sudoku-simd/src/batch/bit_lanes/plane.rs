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

/// Eight by eight bits records around: bit `b` of byte `a` becomes bit `a` of byte `b`. (As in
/// Warren, *Hacker's Delight*, 7–3.)
#[inline(always)]
const fn transpose_8_by_8(bits: u64) -> u64 {
    let change = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    let bits = bits ^ change ^ (change << 7);
    let change = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    let bits = bits ^ change ^ (change << 14);
    let change = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ change ^ (change << 28)
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
    #[inline(always)]
    fn read(proof: Self::Proof, digits: &[u8; 81]) -> [u128; 10] {
        let _ = proof;
        // The cells that have each bit in their digit, in words of 64 cells.
        let mut words = [[0; 2]; 4];
        let (eights, rest) = digits.as_chunks();
        for (number, &eight) in eights.iter().enumerate() {
            let bits = transpose_8_by_8(u64::from_le_bytes(eight)).to_le_bytes();
            for (bit, words) in words.iter_mut().enumerate() {
                words[number / 8] |= u64::from(bits[bit]) << (8 * (number % 8));
            }
        }
        let last = u64::from(rest.first().copied().unwrap_or(0));
        let bits = [0, 1, 2, 3].map(|bit| {
            let [low, high] = words[bit];
            u128::from(low) | u128::from(high | (last >> bit & 1) << 16) << 64
        });
        // By the lower two bits, and by the upper two, of which no digit has both.
        let all = (1 << 81) - 1;
        let lower =
            [bits[0] | bits[1], !bits[0] | bits[1], bits[0] | !bits[1], !(bits[0] & bits[1])];
        let upper = [!(bits[2] | bits[3]) & all, bits[2], bits[3]];
        let mut cells = [0; 10];
        for (digit, set) in cells.iter_mut().enumerate() {
            *set = upper[digit / 4] & !lower[digit % 4];
        }
        cells
    }

    /// The digits of a grid, from the set of each digit's cells.
    #[inline(always)]
    fn write(proof: Self::Proof, cells: &[u128; 9]) -> SolvedCells {
        let _ = proof;
        let mut bits = [0; 4];
        for (digit, &set) in (1_u32..).zip(cells) {
            for (bit, having) in bits.iter_mut().enumerate() {
                *having |= if digit >> bit & 1 != 0 { set } else { 0 };
            }
        }
        let bits = bits.map(u128::to_le_bytes);
        let mut digits = SolvedCells([0; 96]);
        let (eights, _) = digits.0.as_chunks_mut();
        for (number, eight) in eights.iter_mut().enumerate() {
            let bytes = [bits[0][number], bits[1][number], bits[2][number], bits[3][number]];
            *eight = transpose_8_by_8(u64::from(u32::from_le_bytes(bytes))).to_le_bytes();
        }
        digits
    }
}
