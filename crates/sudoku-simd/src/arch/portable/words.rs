//! The four bands of the portable engine in two words, for every processor.
//!
//! The first band is stored twice. So a rotation by one band gives a word that already exists and
//! the word between both.

use super::bands::FourBands;

/// Two words, of two bands each.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 2]);

impl Words {
    #[inline(always)]
    fn map(self, of: impl Fn(u64) -> u64) -> Self {
        Self([of(self.0[0]), of(self.0[1])])
    }

    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    /// Returns bands 1 and 2.
    #[inline(always)]
    fn between(self) -> u64 {
        self.0[0] >> 32 | self.0[1] << 32
    }
}

/// Returns a mask with the band in both halves of a word.
const fn both(band: u32) -> u64 {
    band as u64 * 0x1_0000_0001
}

impl FourBands for Words {
    #[inline(always)]
    fn splat(band: u32) -> Self {
        Self([both(band); 2])
    }

    #[inline(always)]
    fn load(bands: [u32; 4]) -> Self {
        let [a, b, c, d] = bands.map(u64::from);
        Self([a | b << 32, c | d << 32])
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        let [a, b] = self.0;
        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        self.map(|a| a << BITS & both(u32::MAX << BITS))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        self.map(|a| a >> BITS & both(u32::MAX >> BITS))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self([self.between(), self.0[0]])
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self([self.0[1], self.between()])
    }
}
