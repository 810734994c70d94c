//! NEON, which every 64-bit ARM processor has: the four bands of the portable engine in a register.
//!
//! The tests run under emulation, which shows that the results are right. The speed is not
//! measured: `docs/notes/guess-rules.md` derives it from the model of the processors in LLVM.
#![allow(unsafe_code)]

use core::arch::aarch64::*;

use crate::arch::portable::bands::FourBands;

/// Wraps the result of instructions that do not touch memory.
macro_rules! register {
    ($of:expr) => {
        // SAFETY: this file is compiled only where the compiler may use NEON.
        Register(unsafe { $of })
    };
}

/// Four bands in a register of 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Register(uint32x4_t);

impl Register {
    /// Reorders the bands. The order is given for their bytes.
    #[inline(always)]
    fn permute(self, order: &'static [u8; 16]) -> Self {
        // SAFETY: this file is compiled only if the compiler may use NEON. The load reads the 16
        // bytes of the order.
        let bytes = unsafe { vqtbl1q_u8(vreinterpretq_u8_u32(self.0), vld1q_u8(order.as_ptr())) };
        register!(vreinterpretq_u32_u8(bytes))
    }
}

/// The orders of bands for [`FourBands`], as bytes.
static NEXT_BAND: [u8; 16] = [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7];
static PREVIOUS_BAND: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11];

impl FourBands for Register {
    #[inline(always)]
    fn splat(band: u32) -> Self {
        register!(vdupq_n_u32(band))
    }

    #[inline(always)]
    fn load(bands: [u32; 4]) -> Self {
        // SAFETY: this file is compiled only if the compiler may use NEON. The load reads the four
        // bands.
        Self(unsafe { vld1q_u32(bands.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        let mut bands = [0; 4];
        // SAFETY: this file is compiled only if the compiler may use NEON. The store writes the
        // four bands.
        unsafe { vst1q_u32(bands.as_mut_ptr(), self.0) };
        bands
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        register!(vandq_u32(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        register!(vorrq_u32(self.0, other.0))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        register!(vbicq_u32(self.0, other.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        register!(vaddq_u32(self.0, other.0))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        register!(vsubq_u32(self.0, other.0))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        register!(vshlq_n_u32::<BITS>(self.0))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        register!(vshrq_n_u32::<BITS>(self.0))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        // SAFETY: this file is compiled only where the compiler may use NEON.
        unsafe { vmaxvq_u32(veorq_u32(self.0, other.0)) == 0 }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        self.permute(&NEXT_BAND)
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        self.permute(&PREVIOUS_BAND)
    }
}
