//! AVX-512: a board in three registers, and batches in 16-bit lanes.
//!
//! The unsafe code is sound for this reason: a value of [`Zmm`] is made only with an [`Avx512`],
//! and only [`detected`](Avx512::detected) makes those. Each method below has a value of one of the
//! two types, so the processor has the instructions.
#![allow(unsafe_code)]

mod proof;
mod word_lanes;

use core::arch::x86_64::*;
use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use crate::arch::InstructionSet;
use crate::batch::queue::Batch;
use crate::board::propagation::propagate;
use crate::board::search::explore;
use crate::board::wide::{Board3, Bytes, CellLanes, Places, Wide};
use crate::digits::SolvedCells;
use crate::puzzle::Start;

pub(crate) use proof::Avx512;

impl InstructionSet for Avx512 {
    const BATCH_FROM: usize = 128;

    fn detect() -> Option<Self> {
        Self::detected()
    }

    #[inline]
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: `Avx512::detected` has found the features that the function enables.
        unsafe { explore_avx512::<GRIDS, IN_DEPTH>(self, start, meter, guesses) }
    }

    #[inline]
    fn propagate(self, cells: &mut [u16; 81]) -> Option<u128> {
        // SAFETY: `Avx512::detected` has found the features that the function enables.
        unsafe { propagate_avx512(self, cells) }
    }

    #[inline]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        // SAFETY: `Avx512::detected` has found the features that the function enables.
        unsafe { word_lanes::run_avx512(self, limits, batch) }
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
)]
fn propagate_avx512(proof: Avx512, cells: &mut [u16; 81]) -> Option<u128> {
    propagate(Board3::<Zmm>(proof), cells)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
)]
fn explore_avx512<const GRIDS: bool, const IN_DEPTH: bool>(
    proof: Avx512,
    start: Start<'_>,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    explore::<_, GRIDS, IN_DEPTH>(Board3::<Zmm>(proof), start, meter, guesses)
}

/// 32 lanes in one register.
#[derive(Clone, Copy)]
pub(crate) struct Zmm(__m512i);

// A `Zmm` or the proof exists only if `Avx512::detected` found the features.
impl Wide for Zmm {
    type Proof = Avx512;

    #[inline(always)]
    fn splat(_: Avx512, value: u16) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_set1_epi16(value as i16)) }
    }

    #[inline(always)]
    fn load(_: Avx512, lanes: &CellLanes) -> Self {
        // SAFETY: reads the 64 bytes of `lanes`, which are aligned to 64.
        unsafe { Self(_mm512_load_si512((&raw const lanes.0).cast())) }
    }

    #[inline(always)]
    fn store(self) -> CellLanes {
        let mut lanes = CellLanes([0; 32]);
        // SAFETY: writes the 64 bytes of `lanes`, which are aligned to 64.
        unsafe { _mm512_store_si512((&raw mut lanes.0).cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn permute_bytes(self, bytes: &'static Bytes) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_permutexvar_epi8(bytes.get(), self.0)) }
    }

    #[inline(always)]
    fn permute_bytes_of_two(self, other: Self, bytes: &'static Bytes) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_permutex2var_epi8(self.0, bytes.get(), other.0)) }
    }

    #[inline(always)]
    fn ternary_logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_subs_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_min_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    fn count_ones_by_lane(self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_popcnt_epi16(self.0)) }
    }

    #[inline(always)]
    fn mask_fewer_ones_than<const COUNT: i16>(self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_add_epi16(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(-COUNT))) }
    }

    #[inline(always)]
    fn shift_left_by_lane(self, other: Self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_sllv_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn lowest_one(self) -> Self {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { Self(_mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0))) }
    }

    #[inline(always)]
    fn lanes_in_common(self, other: Self) -> u32 {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { _mm512_test_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        // SAFETY: the `Zmm` or the proof guarantees the instructions.
        unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn least_of_first_eight(self) -> (u16, usize) {
        let found =
            // SAFETY: the `Zmm` or the proof guarantees the instructions.
            unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(_mm512_castsi512_si128(self.0))) }
                as u32;
        (found as u16, (found >> 16) as usize)
    }

    #[inline(always)]
    fn look_up(
        _: Avx512,
        digits: &[u8; 81],
        places: &'static [Bytes; 3],
        table: &CellLanes,
    ) -> [Self; 3] {
        const CELLS: u32 = (1 << 27) - 1;
        // SAFETY: reads the 81 bytes of `digits`: the first 64 and, by the mask, the other 17. Also
        // reads the 64 aligned bytes of `table`.
        unsafe {
            let from = digits.as_ptr().cast::<i8>();
            let low = _mm512_loadu_epi8(from);
            let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, from.add(64));
            let table = _mm512_load_si512((&raw const table.0).cast());
            // Not a closure: it would not have the features, and so could not be inlined.
            let even = 0x5555_5555_5555_5555;
            let a = _mm512_maskz_permutex2var_epi8(even, low, places[0].get(), high);
            let b = _mm512_maskz_permutex2var_epi8(even, low, places[1].get(), high);
            let c = _mm512_maskz_permutex2var_epi8(even, low, places[2].get(), high);
            [
                Self(_mm512_maskz_permutexvar_epi16(CELLS, a, table)),
                Self(_mm512_maskz_permutexvar_epi16(CELLS, b, table)),
                Self(_mm512_maskz_permutexvar_epi16(CELLS, c, table)),
            ]
        }
    }

    #[inline(always)]
    fn gather_bytes([a, b, c]: [Self; 3], places: &'static Places) -> SolvedCells {
        let mut bytes = SolvedCells([0; 96]);
        // SAFETY: writes the 96 bytes of `bytes`, which are aligned to 64.
        unsafe {
            let to = bytes.0.as_mut_ptr();
            let low = _mm512_mask_permutexvar_epi8(
                _mm512_permutex2var_epi8(a.0, places.of_two[0].get(), b.0),
                places.third[0],
                places.of_third[0].get(),
                c.0,
            );
            let high = _mm512_mask_permutexvar_epi8(
                _mm512_permutex2var_epi8(a.0, places.of_two[1].get(), b.0),
                places.third[1],
                places.of_third[1].get(),
                c.0,
            );
            _mm512_store_si512(to.cast(), low);
            _mm256_store_si256(to.add(64).cast(), _mm512_castsi512_si256(high));
        }
        bytes
    }
}

impl Bytes {
    /// Loads the bytes into a register. The caller must have a `Zmm`.
    #[inline(always)]
    unsafe fn get(&self) -> __m512i {
        // SAFETY: reads the 64 bytes, which are aligned to 64. The caller has a `Zmm`.
        unsafe { _mm512_load_si512((&raw const self.0).cast()) }
    }
}
