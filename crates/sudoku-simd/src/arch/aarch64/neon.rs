//! NEON: a board in nine pairs of registers, and batches of 256 boards, a bit each.
//!
//! What makes the unsafe code sound: a value of [`BandPairs`] or [`PlanePair`] can only be made
//! with a [`Neon`], and only [`detect`](InstructionSet::detect) makes those. Each method below has
//! one of them in hand, so the processor has the instructions that it uses.
//!
//! It was tested under emulation, which tells right from wrong but not fast from slow: nobody has
//! measured this path yet.
#![allow(unsafe_code)]

use core::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;
use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use crate::arch::InstructionSet;
use crate::arch::features::bit_lanes_with_features;
use crate::batch::bit_lanes::engine::run;
use crate::batch::bit_lanes::plane::{LaneSet, Plane};
use crate::batch::queue::Batch;
use crate::board::narrow::{Board9, Boxes, Narrow};
use crate::board::search::explore;
use crate::puzzle::Start;

/// The proof that this processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl InstructionSet for Neon {
    // As on the portable path: there is no measurement that would say better.
    const BATCH_FROM: usize = 384;

    fn detect() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    #[inline]
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: `Neon::detect` has found the feature that the function enables.
        unsafe { explore_neon::<GRIDS, IN_DEPTH>(self, start, meter, guesses) }
    }

    #[inline]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        // SAFETY: `Neon::detect` has found the feature that the function enables.
        unsafe { run_neon(self, limits, batch) }
    }
}

#[target_feature(enable = "neon")]
fn explore_neon<const GRIDS: bool, const IN_DEPTH: bool>(
    proof: Neon,
    start: Start<'_>,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    explore::<_, GRIDS, IN_DEPTH>(Board9::<BandPairs>(proof), start, meter, guesses)
}

#[target_feature(enable = "neon")]
fn run_neon(proof: Neon, limits: &Limits<'_>, batch: &mut Batch<'_>) {
    run::<PlanePair>(proof, limits, batch);
}

/// One instruction on both registers of pairs.
macro_rules! on_both {
    ($instruction:path, $pair:ident) => {
        // SAFETY: a pair is here, so `Neon::detect` has found the instructions.
        unsafe { Self($instruction($pair.0), $instruction($pair.1)) }
    };
    ($instruction:path, $a:ident, $b:ident) => {
        // SAFETY: pairs are here, so `Neon::detect` has found the instructions.
        unsafe { Self($instruction($a.0, $b.0), $instruction($a.1, $b.1)) }
    };
}

/// Four lanes for each band: the first two bands in one register, the third and once more the first
/// in the other. So the bands from the next or the previous one on are either a register that is
/// there already, or the middle of both.
#[derive(Clone, Copy)]
pub(crate) struct BandPairs(uint16x8_t, uint16x8_t);

impl BandPairs {
    /// The second band and the third.
    #[inline(always)]
    fn middle(self) -> uint16x8_t {
        // SAFETY: a pair is here, so `Neon::detect` has found the instruction.
        unsafe { vextq_u16::<4>(self.0, self.1) }
    }

    /// The lanes of each band in another order, given for their bytes.
    #[inline(always)]
    fn permute_in_bands(self, order: &'static [u8; 16]) -> Self {
        // SAFETY: a pair is here, so `Neon::detect` has found the instructions; reads the 16 bytes
        // of the order.
        unsafe {
            let order = vld1q_u8(order.as_ptr());
            let a = vqtbl1q_u8(vreinterpretq_u8_u16(self.0), order);
            let b = vqtbl1q_u8(vreinterpretq_u8_u16(self.1), order);
            Self(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))
        }
    }
}

/// Of each band lanes 1, 2, 0 and the unused one, as bytes.
static NEXT_STACK: [u8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
/// Of each band lanes 2, 0, 1 and the unused one, as bytes.
static PREVIOUS_STACK: [u8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];

/// All ones in the unused lane of each band.
const UNUSED: u64 = 0xffff << 48;

impl Narrow for BandPairs {
    type Proof = Neon;

    #[inline(always)]
    fn load(_: Neon, lanes: &Boxes) -> Self {
        let from = lanes.0.as_flattened().as_ptr();
        // SAFETY: the proof is here; reads the first eight of the 16 lanes, and the other eight.
        unsafe {
            let (a, b) = (vld1q_u16(from), vld1q_u16(from.add(8)));
            Self(a, vcombine_u16(vget_low_u16(b), vget_low_u16(a)))
        }
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let mut lanes = Boxes([[0; 4]; 4]);
        let to = lanes.0.as_flattened_mut().as_mut_ptr();
        // SAFETY: a pair is here; writes the first eight of the 16 lanes, and the other eight.
        unsafe {
            vst1q_u16(to, self.0);
            vst1q_u16(to.add(8), self.1);
        }
        lanes
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        on_both!(vandq_u16, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        on_both!(vorrq_u16, self, other)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        on_both!(vbicq_u16, self, other)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        on_both!(vaddq_u16, self, other)
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self(self.middle(), self.0)
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self(self.1, self.middle())
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        self.permute_in_bands(&NEXT_STACK)
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        self.permute_in_bands(&PREVIOUS_STACK)
    }

    #[inline(always)]
    fn without_lowest_one(self) -> Self {
        // SAFETY: a pair is here, so `Neon::detect` has found the instructions.
        let less = unsafe {
            let one = vdupq_n_u16(1);
            Self(vsubq_u16(self.0, one), vsubq_u16(self.1, one))
        };
        self.and(less)
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        on_both!(vceqzq_u16, self)
    }

    #[inline(always)]
    fn count_ones_by_lane(self) -> Self {
        // SAFETY: a pair is here, so `Neon::detect` has found the instructions.
        unsafe {
            let (a, b) = (vreinterpretq_u8_u16(self.0), vreinterpretq_u8_u16(self.1));
            Self(vpaddlq_u8(vcntq_u8(a)), vpaddlq_u8(vcntq_u8(b)))
        }
    }

    #[inline(always)]
    fn has_zero_lane(x: &[Self; 9]) -> bool {
        let least = |a: Self, b: Self| on_both!(vminq_u16, a, b);
        let a = least(least(x[0], x[1]), least(x[2], x[3]));
        let b = least(least(x[4], x[5]), least(x[6], x[7]));
        let least = least(least(a, b), x[8]);
        // SAFETY: pairs are here, so `Neon::detect` has found the instructions.
        unsafe {
            let unused = vreinterpretq_u16_u64(vdupq_n_u64(UNUSED));
            vminvq_u16(vorrq_u16(vminq_u16(least.0, least.1), unused)) == 0
        }
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        // SAFETY: pairs are here, so `Neon::detect` has found the instructions.
        unsafe {
            let differs = vorrq_u16(veorq_u16(self.0, other.0), veorq_u16(self.1, other.1));
            vmaxvq_u16(differs) == 0
        }
    }
}

/// A plane in two registers.
#[derive(Clone, Copy)]
pub(crate) struct PlanePair(uint64x2_t, uint64x2_t);

impl Plane for PlanePair {
    type Proof = Neon;

    #[inline(always)]
    fn splat(_: Neon, word: u64) -> Self {
        // SAFETY: the proof is here.
        unsafe { Self(vdupq_n_u64(word), vdupq_n_u64(word)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        on_both!(vandq_u64, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        on_both!(vorrq_u64, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        on_both!(veorq_u64, self, other)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        on_both!(vbicq_u64, self, other)
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        on_both!(vshlq_n_u64::<BITS>, self)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        on_both!(vshrq_n_u64::<BITS>, self)
    }

    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        // SAFETY: pairs are here, so `Neon::detect` has found the instructions.
        unsafe { Self(vbslq_u64(self.0, a.0, b.0), vbslq_u64(self.1, a.1, b.1)) }
    }

    #[inline(always)]
    fn load(_: Neon, words: &LaneSet) -> Self {
        let from = words.0.as_ptr();
        // SAFETY: the proof is here; reads the first two of the four words, and the other two.
        unsafe { Self(vld1q_u64(from), vld1q_u64(from.add(2))) }
    }

    #[inline(always)]
    fn store(self) -> LaneSet {
        let mut words = LaneSet::ZERO;
        let to = words.0.as_mut_ptr();
        // SAFETY: a pair is here; writes the first two of the four words, and the other two.
        unsafe {
            vst1q_u64(to, self.0);
            vst1q_u64(to.add(2), self.1);
        }
        words
    }
}

bit_lanes_with_features!("neon", Neon, PlanePair { ENOUGH: 160, FEW: 96 });
