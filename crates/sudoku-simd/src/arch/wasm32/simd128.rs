//! The vectors of WebAssembly: the four bands of the portable engine in one vector.
//!
//! A browser without vectors cannot load a module that uses them. So no detection is necessary, and
//! the instructions are safe.

use core::arch::wasm32::*;

use crate::arch::portable::bands::FourBands;

/// Four bands in a vector of 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(v128);

impl FourBands for Simd128 {
    #[inline(always)]
    fn splat(band: u32) -> Self {
        Self(u32x4_splat(band))
    }

    #[inline(always)]
    fn load([a, b, c, d]: [u32; 4]) -> Self {
        Self(u32x4(a, b, c, d))
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        let of = self.0;
        [
            u32x4_extract_lane::<0>(of),
            u32x4_extract_lane::<1>(of),
            u32x4_extract_lane::<2>(of),
            u32x4_extract_lane::<3>(of),
        ]
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(v128_andnot(self.0, other.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(u32x4_add(self.0, other.0))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(u32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        Self(u32x4_shl(self.0, BITS.cast_unsigned()))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        Self(u32x4_shr(self.0, BITS.cast_unsigned()))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        !v128_any_true(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self(u32x4_shuffle::<1, 2, 4, 5>(self.0, self.0))
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self(u32x4_shuffle::<2, 3, 5, 6>(self.0, self.0))
    }
}
