//! SSE2, which every x86-64 processor has: the four bands of the portable engine in a register.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use crate::arch::portable::bands::FourBands;

/// Wraps the result of instructions that do not touch memory.
macro_rules! xmm {
    ($of:expr) => {
        // SAFETY: SSE2 is part of x86-64, and this file is compiled only for x86-64.
        unsafe { Xmm($of) }
    };
}

/// Four bands in a register of 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

/// The orders of bands for [`FourBands`].
const NEXT_BAND: i32 = 0b01_00_10_01;
const PREVIOUS_BAND: i32 = 0b10_01_11_10;

impl FourBands for Xmm {
    #[inline(always)]
    fn splat(band: u32) -> Self {
        xmm!(_mm_set1_epi32(band as i32))
    }

    #[inline(always)]
    fn load(bands: [u32; 4]) -> Self {
        let [a, b, c, d] = bands.map(|band| band as i32);
        xmm!(_mm_setr_epi32(a, b, c, d))
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        // SAFETY: SSE2 is part of x86-64, and this file is compiled only for x86-64.
        let [low, high] = unsafe {
            let high = _mm_unpackhi_epi64(self.0, self.0);
            [_mm_cvtsi128_si64(self.0), _mm_cvtsi128_si64(high)].map(i64::cast_unsigned)
        };
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        xmm!(_mm_and_si128(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        xmm!(_mm_or_si128(self.0, other.0))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        xmm!(_mm_andnot_si128(other.0, self.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        xmm!(_mm_add_epi32(self.0, other.0))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        xmm!(_mm_sub_epi32(self.0, other.0))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        xmm!(_mm_slli_epi32::<BITS>(self.0))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        xmm!(_mm_srli_epi32::<BITS>(self.0))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        // SAFETY: SSE2 is part of x86-64, and this file is compiled only for x86-64.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(self.0, other.0)) == 0xffff }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        xmm!(_mm_shuffle_epi32::<NEXT_BAND>(self.0))
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        xmm!(_mm_shuffle_epi32::<PREVIOUS_BAND>(self.0))
    }
}
