//! AVX2: a board in nine registers, and batches of 256 boards, one bit each.
//!
//! The unsafe code is sound for this reason: a value of [`Ymm`] is made only with an [`Avx2`], and
//! only [`detected`](Avx2::detected) makes those. Each method below has a value of one of the two
//! types, so the processor has the instructions.
#![allow(unsafe_code)]

mod bit_lanes;
mod proof;

use core::arch::x86_64::*;
use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use crate::arch::InstructionSet;
use crate::batch::queue::Batch;
use crate::board::narrow::{Board9, Boxes, EVERY_BOX, Narrow};
use crate::board::propagation::propagate;
use crate::board::search::explore;
use crate::digits::SolvedCells;
use crate::puzzle::Start;

pub(crate) use proof::Avx2;

impl InstructionSet for Avx2 {
    const BATCH_FROM: usize = 512;

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
        // SAFETY: `Avx2::detected` has found the features that the function enables.
        unsafe { explore_avx2::<GRIDS, IN_DEPTH>(self, start, meter, guesses) }
    }

    #[inline]
    fn propagate(self, cells: &mut [u16; 81]) -> Option<u128> {
        // SAFETY: `Avx2::detected` has found the features that the function enables.
        unsafe { propagate_avx2(self, cells) }
    }

    #[inline]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        // SAFETY: `Avx2::detected` has found the features that the function enables.
        unsafe { bit_lanes::run_avx2(self, limits, batch) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn propagate_avx2(proof: Avx2, cells: &mut [u16; 81]) -> Option<u128> {
    propagate(Board9::<Ymm>(proof), cells)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn explore_avx2<const GRIDS: bool, const IN_DEPTH: bool>(
    proof: Avx2,
    start: Start<'_>,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    explore::<_, GRIDS, IN_DEPTH>(Board9::<Ymm>(proof), start, meter, guesses)
}

/// 16 lanes in one register.
#[derive(Clone, Copy)]
pub(crate) struct Ymm(__m256i);

/// Selects the 64-bit words 1, 2, 0, and the unused one: the next bands.
const NEXT_BAND: i32 = 0b11_00_10_01;
/// Selects bands 2, 0, 1, and the unused one: the previous bands.
const PREVIOUS_BAND: i32 = 0b11_01_00_10;

/// A byte order for shuffles.
#[repr(C, align(32))]
struct ByteOrder([u8; 32]);

impl ByteOrder {
    /// Makes an order that takes each 16-bit lane of a group of four from its position in `lanes`.
    const fn of_lanes(lanes: [u8; 4]) -> Self {
        let mut bytes = [0; 32];
        let mut at = 0;
        while at < 32 {
            let lane = lanes[at % 8 / 2];
            bytes[at] = (at % 16 / 8 * 8) as u8 + 2 * lane + (at % 2) as u8;
            at += 1;
        }
        Self(bytes)
    }

    /// Loads the order into a register. The compiler must not know the order, because it would turn
    /// each shuffle with a known order into two.
    #[inline(always)]
    unsafe fn opaque(&'static self) -> __m256i {
        // SAFETY: reads the 32 bytes, which are aligned to 32. The caller has a `Ymm`.
        unsafe { core::ptr::read_volatile((&raw const self.0).cast::<__m256i>()) }
    }
}

static NEXT_STACK: ByteOrder = ByteOrder::of_lanes([1, 2, 0, 3]);
static PREVIOUS_STACK: ByteOrder = ByteOrder::of_lanes([2, 0, 1, 3]);

// A `Ymm` or the proof exists only if `Avx2::detected` found the features.
impl Narrow for Ymm {
    type Proof = Avx2;

    #[inline(always)]
    fn load(_: Avx2, lanes: &Boxes) -> Self {
        // SAFETY: reads the 32 bytes of `lanes`, which are aligned to 32.
        unsafe { Self(_mm256_load_si256((&raw const lanes.0).cast())) }
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let mut lanes = Boxes([[0; 4]; 4]);
        // SAFETY: writes the 32 bytes of `lanes`, which are aligned to 32.
        unsafe { _mm256_store_si256((&raw mut lanes.0).cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_permute4x64_epi64::<NEXT_BAND>(self.0)) }
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_permute4x64_epi64::<PREVIOUS_BAND>(self.0)) }
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions. Reads a static.
        unsafe { Self(_mm256_shuffle_epi8(self.0, NEXT_STACK.opaque())) }
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions. Reads a static.
        unsafe { Self(_mm256_shuffle_epi8(self.0, PREVIOUS_STACK.opaque())) }
    }

    #[inline(always)]
    fn without_lowest_one(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe {
            let less = _mm256_add_epi16(self.0, _mm256_set1_epi16(-1));
            Self(_mm256_and_si256(self.0, less))
        }
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe { Self(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) }
    }

    #[inline(always)]
    fn count_ones_by_lane(self) -> Self {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe {
            let of_nibble = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi16(15);
            let low = _mm256_and_si256(self.0, nibble);
            let middle = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble);
            let ones = _mm256_add_epi16(
                _mm256_shuffle_epi8(of_nibble, low),
                _mm256_shuffle_epi8(of_nibble, middle),
            );
            Self(_mm256_add_epi16(ones, _mm256_srli_epi16::<8>(self.0)))
        }
    }

    #[inline(always)]
    fn has_zero_lane(x: &[Self; 9]) -> bool {
        // SAFETY: nine `Ymm` guarantee the instructions. The load reads the 32 aligned bytes of
        // `EVERY_BOX`.
        unsafe {
            let least = |a: Self, b: Self| Self(_mm256_min_epu16(a.0, b.0));
            let a = least(least(x[0], x[1]), least(x[2], x[3]));
            let b = least(least(x[4], x[5]), least(x[6], x[7]));
            let least = least(least(a, b), x[8]);
            let zeros = _mm256_cmpeq_epi16(least.0, _mm256_setzero_si256());
            let boxes = _mm256_load_si256((&raw const EVERY_BOX.0).cast());
            _mm256_testz_si256(zeros, boxes) == 0
        }
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        // SAFETY: the `Ymm` or the proof guarantees the instructions.
        unsafe {
            let differs = _mm256_xor_si256(self.0, other.0);
            _mm256_testz_si256(differs, differs) == 1
        }
    }

    #[inline(always)]
    fn read(_: Avx2, digits: &[u8; 81]) -> [Self; 9] {
        // SAFETY: each load reads the 16 bytes from `27 * band + 9 * row` on. They end at 81 at the
        // latest, because the last row is read from 65 on.
        unsafe {
            // The first two columns of the boxes as words, then their third column.
            let two = _mm_setr_epi8(0, -1, 3, -1, 6, -1, -1, -1, 1, -1, 4, -1, 7, -1, -1, -1);
            let third = _mm_setr_epi8(2, -1, 5, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
            let from = digits.as_ptr();
            let mut cells = [Self(_mm256_setzero_si256()); 9];
            for row in 0..3 {
                let a = _mm_loadu_si128(from.add(9 * row).cast());
                let b = _mm_loadu_si128(from.add(27 + 9 * row).cast());
                let c = if row == 2 {
                    _mm_srli_si128::<7>(_mm_loadu_si128(from.add(65).cast()))
                } else {
                    _mm_loadu_si128(from.add(54 + 9 * row).cast())
                };
                let (a2, b2, c2) =
                    (_mm_shuffle_epi8(a, two), _mm_shuffle_epi8(b, two), _mm_shuffle_epi8(c, two));
                let (a1, b1, c1) = (
                    _mm_shuffle_epi8(a, third),
                    _mm_shuffle_epi8(b, third),
                    _mm_shuffle_epi8(c, third),
                );
                cells[3 * row] =
                    candidates(_mm256_set_m128i(_mm_move_epi64(c2), _mm_unpacklo_epi64(a2, b2)));
                cells[3 * row + 1] = candidates(_mm256_set_m128i(
                    _mm_srli_si128::<8>(c2),
                    _mm_unpackhi_epi64(a2, b2),
                ));
                cells[3 * row + 2] = candidates(_mm256_set_m128i(c1, _mm_unpacklo_epi64(a1, b1)));
            }
            cells
        }
    }

    #[inline(always)]
    fn write(cells: &[Self; 9]) -> SolvedCells {
        let mut bytes = SolvedCells([0; 96]);
        // SAFETY: each store writes 16 of the 96 bytes, which are aligned to 64.
        unsafe {
            let order = _mm256_setr_epi8(
                0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1, //
                0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1,
            );
            let mut rows = [_mm_setzero_si128(); 9];
            for row in 0..3 {
                let (a, b, c) = (
                    digits(cells[3 * row]),
                    digits(cells[3 * row + 1]),
                    digits(cells[3 * row + 2]),
                );
                let two = _mm256_or_si256(a, _mm256_slli_epi16::<8>(b));
                let outer = _mm256_shuffle_epi8(_mm256_unpacklo_epi64(two, c), order);
                let inner = _mm256_shuffle_epi8(_mm256_unpackhi_epi64(two, c), order);
                rows[row] = _mm256_castsi256_si128(outer);
                rows[3 + row] = _mm256_castsi256_si128(inner);
                rows[6 + row] = _mm256_extracti128_si256::<1>(outer);
            }
            // Rows are combined in registers, because data written in pieces cannot be read soon in
            // other pieces.
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8] = rows;
            let parts = [
                _mm_or_si128(r0, _mm_slli_si128::<9>(r1)),
                _mm_or_si128(
                    _mm_or_si128(_mm_srli_si128::<7>(r1), _mm_slli_si128::<2>(r2)),
                    _mm_slli_si128::<11>(r3),
                ),
                _mm_or_si128(
                    _mm_or_si128(_mm_srli_si128::<5>(r3), _mm_slli_si128::<4>(r4)),
                    _mm_slli_si128::<13>(r5),
                ),
                _mm_or_si128(
                    _mm_or_si128(_mm_srli_si128::<3>(r5), _mm_slli_si128::<6>(r6)),
                    _mm_slli_si128::<15>(r7),
                ),
                _mm_or_si128(_mm_srli_si128::<1>(r7), _mm_slli_si128::<8>(r8)),
                _mm_srli_si128::<8>(r8),
            ];
            let to = bytes.0.as_mut_ptr();
            for part in 0..6 {
                _mm_store_si128(to.add(16 * part).cast(), parts[part]);
            }
        }
        bytes
    }
}

/// Returns the candidates of cells, given their digits in 16-bit lanes.
#[inline(always)]
unsafe fn candidates(digits: __m256i) -> Ymm {
    // SAFETY: the caller has an `Avx2`; the load reads the 32 aligned bytes of `EVERY_BOX`.
    unsafe {
        let low = _mm256_setr_epi8(
            -1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, //
            -1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0,
        );
        let high = _mm256_setr_epi8(
            1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, //
            1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
        );
        // An index with its highest bit set looks up a zero.
        let at_low = _mm256_or_si256(digits, _mm256_set1_epi16(i16::MIN));
        let at_high = _mm256_or_si256(_mm256_slli_epi16::<8>(digits), _mm256_set1_epi16(0x80));
        let all =
            _mm256_or_si256(_mm256_shuffle_epi8(low, at_low), _mm256_shuffle_epi8(high, at_high));
        Ymm(_mm256_and_si256(all, _mm256_load_si256((&raw const EVERY_BOX.0).cast())))
    }
}

/// Returns the digits of cells that have one candidate each, in 16-bit lanes.
#[inline(always)]
unsafe fn digits(cells: Ymm) -> __m256i {
    // SAFETY: the caller has a `Ymm`.
    unsafe {
        let low = _mm256_setr_epi8(
            0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, //
            0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
        );
        let middle = _mm256_setr_epi8(
            0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, //
            0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0,
        );
        let nibble = _mm256_set1_epi16(15);
        let at_low = _mm256_and_si256(cells.0, nibble);
        let at_middle = _mm256_and_si256(_mm256_srli_epi16::<4>(cells.0), nibble);
        let nine = _mm256_srli_epi16::<8>(cells.0);
        let nine = _mm256_or_si256(nine, _mm256_slli_epi16::<3>(nine));
        let low_eight = _mm256_or_si256(
            _mm256_shuffle_epi8(low, at_low),
            _mm256_shuffle_epi8(middle, at_middle),
        );
        _mm256_or_si256(low_eight, nine)
    }
}
