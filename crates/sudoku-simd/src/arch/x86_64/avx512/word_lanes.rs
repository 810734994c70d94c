//! Batches with AVX-512: 32 boards in 16-bit lanes.
//!
//! The unsafe code is sound for this reason: a value of [`Boards32`] is made only with an
//! [`Avx512`], and only `Avx512::detected` makes those.

use core::arch::x86_64::*;

use sudoku_core::Limits;

use super::proof::Avx512;
use crate::batch::queue::Batch;
use crate::batch::word_lanes::engine::run;
use crate::batch::word_lanes::vector::{CANDIDATES, Row, Rows, Vector, WordRecord};
use crate::digits::SolvedCells;

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn run_avx512(proof: Avx512, limits: &Limits<'_>, batch: &mut Batch<'_>) {
    run::<Boards32>(proof, limits, batch);
}

/// 32 boards, one lane each.
#[derive(Clone, Copy)]
pub(crate) struct Boards32(__m512i);

impl Vector for Boards32 {
    type Proof = Avx512;

    #[inline(always)]
    fn splat(_: Avx512, value: u16) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_set1_epi16(value as i16)) }
    }
    #[inline(always)]
    fn load(_: Avx512, row: &Row) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_load_si512((&raw const row.0).cast())) }
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { _mm512_store_si512((&raw mut row.0).cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_and_si512(self.0, o.0)) }
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_or_si512(self.0, o.0)) }
    }
    #[inline(always)]
    fn and_not(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_andnot_si512(o.0, self.0)) }
    }
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_add_epi16(self.0, o.0)) }
    }
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_sub_epi16(self.0, o.0)) }
    }
    #[inline(always)]
    fn min(self, o: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_min_epu16(self.0, o.0)) }
    }
    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_popcnt_epi16(self.0)) }
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0))) }
    }

    #[inline(always)]
    fn pick_at_most(self, bound: Self, a: Self, b: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_mask_mov_epi16(b.0, _mm512_cmple_epu16_mask(self.0, bound.0), a.0)) }
    }
    #[inline(always)]
    fn if_meets(self, o: Self, value: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_maskz_mov_epi16(_mm512_test_epi16_mask(self.0, o.0), value.0)) }
    }
    #[inline(always)]
    fn equals(self, o: Self) -> u32 {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, o.0) }
    }
    #[inline(always)]
    fn single(self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe {
            let less = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            Self(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less), self.0))
        }
    }
    #[inline(always)]
    fn close(self, asserted: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe {
            let three =
                _mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(asserted.0), _mm512_set1_epi16(3));
            Self(_mm512_mask_mov_epi16(self.0, three, asserted.0))
        }
    }
    #[inline(always)]
    fn narrow(self, hidden: Self, allowed: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe {
            let meets = _mm512_test_epi16_mask(self.0, hidden.0);
            Self(_mm512_and_si512(self.0, _mm512_mask_mov_epi16(allowed.0, meets, hidden.0)))
        }
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_ternarylogic_epi64::<0xfe>(self.0, b.0, c.0)) }
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_ternarylogic_epi64::<0x80>(self.0, b.0, c.0)) }
    }
    #[inline(always)]
    fn without(self, b: Self, c: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_ternarylogic_epi64::<0x10>(self.0, b.0, c.0)) }
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        // SAFETY: the `Boards32` or the proof guarantees the instructions.
        unsafe { Self(_mm512_ternarylogic_epi64::<0xe8>(self.0, b.0, c.0)) }
    }

    #[inline(always)]
    fn save(_: Avx512, rows: &Rows, mut lanes: u32, records: &mut [WordRecord]) {
        assert!(records.len() > 32);
        // SAFETY: the `Boards32` or the proof guarantees the instructions. Rows up to 83 of the 88
        // are read, and the 192 bytes of records are written. Both are aligned for this. Lanes are
        // below 32, or 32 if a group is not full, and there are more records than that.
        unsafe {
            while lanes != 0 {
                let group = _pdep_u32(0xff, lanes);
                lanes &= !group;
                let iota = iota();
                // In word q, the lane of the group's board q. Then the same in each word of
                // quadword q.
                let from = _mm512_maskz_compress_epi16(group, iota);
                let from = _mm512_cvtepu16_epi64(_mm512_castsi512_si128(from));
                let from = _mm512_shuffle_epi8(
                    from,
                    _mm512_broadcast_i32x4(_mm_setr_epi8(
                        0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8,
                    )),
                );
                let from = _mm512_add_epi8(_mm512_add_epi8(from, from), _mm512_set1_epi16(0x0100));
                for part in 0..3 {
                    let mut v = [_mm512_setzero_si512(); 8];
                    let count = if part == 2 { 5 } else { 8 };
                    for k in 0..count {
                        let r = 32 * part + 4 * k;
                        let a = _mm512_load_si512((&raw const rows[r].0).cast());
                        let b = _mm512_load_si512((&raw const rows[r + 1].0).cast());
                        let c = _mm512_load_si512((&raw const rows[r + 2].0).cast());
                        let d = _mm512_load_si512((&raw const rows[r + 3].0).cast());
                        let x = _mm512_permutexvar_epi8(from, a);
                        let x = _mm512_mask_permutexvar_epi8(x, 0x0c0c_0c0c_0c0c_0c0c, from, b);
                        let x = _mm512_mask_permutexvar_epi8(x, 0x3030_3030_3030_3030, from, c);
                        v[k] = _mm512_mask_permutexvar_epi8(x, 0xc0c0_c0c0_c0c0_c0c0, from, d);
                    }
                    let t = transpose(v);
                    let mut members = group;
                    for q in 0..8 {
                        let lane = members.trailing_zeros() as usize;
                        members &= members.wrapping_sub(1);
                        _mm512_store_si512(
                            records.as_mut_ptr().add(lane).cast::<__m512i>().add(part).cast(),
                            t[q],
                        );
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn restore(_: Avx512, rows: &mut Rows, mut lanes: u32, records: &[WordRecord]) {
        assert!(records.len() >= 32);
        // SAFETY: the `Boards32` or the proof guarantees the instructions. Rows up to 83 of the 88
        // are written, and the 192 bytes of records are read. Both are aligned for this. Lanes are
        // below 32, and there are at least as many records.
        unsafe {
            while lanes != 0 {
                let group = _pdep_u32(0xff, lanes);
                lanes &= !group;
                let rows = std::hint::black_box(&mut *rows);
                // In word l, eight times the position of lane l in the group, and that plus one.
                let place = _mm512_maskz_expand_epi16(group, iota());
                let at =
                    _mm512_add_epi16(_mm512_slli_epi16::<3>(place), _mm512_slli_epi16::<11>(place));
                let at0 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0100));
                let at1 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0302));
                let at2 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0504));
                let at3 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0706));
                let both = _pdep_u64(u64::from(group), 0x5555_5555_5555_5555);
                let both = both | both << 1;
                for part in 0..3 {
                    let mut v = [_mm512_setzero_si512(); 8];
                    let mut members = group;
                    for q in 0..8 {
                        // With fewer than eight boards, record 0 fills the other places. It is not
                        // used.
                        let lane = members.trailing_zeros() as usize & 31;
                        v[q] = _mm512_load_si512(
                            records.as_ptr().add(lane).cast::<__m512i>().add(part).cast(),
                        );
                        members &= members.wrapping_sub(1);
                    }
                    let t = transpose(v);
                    let count = if part == 2 { 5 } else { 8 };
                    for k in 0..count {
                        let r = 32 * part + 4 * k;
                        set(&mut rows[r], both, at0, t[k]);
                        set(&mut rows[r + 1], both, at1, t[k]);
                        set(&mut rows[r + 2], both, at2, t[k]);
                        set(&mut rows[r + 3], both, at3, t[k]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn read(_: Avx512, digits: &[u8; 81], record: &mut WordRecord) {
        // SAFETY: the `Boards32` or the proof guarantees the instructions. The loads stay within
        // the 81 digits, and the stores write the record's 192 bytes, which are aligned for this.
        unsafe {
            let table = _mm512_loadu_si512((&raw const CANDIDATES).cast());
            let from = digits.as_ptr();
            let to = record.0.as_mut_ptr().cast::<__m512i>();
            let a = _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.cast()));
            let b = _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.add(32).cast()));
            let c = _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(0x1ffff, from.add(64).cast()));
            _mm512_store_si512(to.cast(), _mm512_permutexvar_epi16(a, table));
            _mm512_store_si512(to.add(1).cast(), _mm512_permutexvar_epi16(b, table));
            _mm512_store_si512(to.add(2).cast(), _mm512_maskz_permutexvar_epi16(0x1ffff, c, table));
        }
    }

    #[inline(always)]
    fn write(_: Avx512, record: &WordRecord) -> SolvedCells {
        let mut digits = SolvedCells([0; 96]);
        // SAFETY: the `Boards32` or the proof guarantees the instructions. Reads the record's 192
        // bytes and writes the 96 bytes of `digits`. Both are aligned for this.
        unsafe {
            let from = record.0.as_ptr().cast::<__m512i>();
            let to = digits.0.as_mut_ptr();
            let a = digits_of(_mm512_load_si512(from.cast()));
            let b = digits_of(_mm512_load_si512(from.add(1).cast()));
            let c = digits_of(_mm512_load_si512(from.add(2).cast()));
            _mm256_store_si256(to.cast(), a);
            _mm256_store_si256(to.add(32).cast(), b);
            _mm256_store_si256(to.add(64).cast(), c);
        }
        digits
    }
}

#[inline(always)]
unsafe fn digits_of(cells: __m512i) -> __m256i {
    // SAFETY: the `Boards32` or the proof guarantees the instructions.
    unsafe {
        let less = _mm512_add_epi16(cells, _mm512_set1_epi16(-1));
        let below = _mm512_popcnt_epi16(_mm512_andnot_si512(cells, less));
        _mm512_cvtepi16_epi8(_mm512_add_epi16(below, _mm512_set1_epi16(1)))
    }
}

#[inline(always)]
unsafe fn iota() -> __m512i {
    static IOTA: [u16; 32] = {
        let mut iota = [0; 32];
        let mut lane = 0;
        while lane < 32 {
            iota[lane] = lane as u16;
            lane += 1;
        }
        iota
    };
    // SAFETY: reads the 64 bytes of a static. The caller has a `Boards32`.
    unsafe { _mm512_loadu_si512((&raw const IOTA).cast()) }
}

#[inline(always)]
unsafe fn set(row: &mut Row, lanes: u64, from: __m512i, pieces: __m512i) {
    // SAFETY: the `Boards32` or the proof guarantees the instructions.
    unsafe {
        let to = (&raw mut row.0).cast();
        let old = _mm512_load_si512(to);
        _mm512_store_si512(
            (&raw mut row.0).cast(),
            _mm512_mask_permutexvar_epi8(old, lanes, from, pieces),
        );
    }
}

/// Transposes eight by eight quadwords.
#[inline(always)]
unsafe fn transpose(v: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: the `Boards32` or the proof guarantees the instructions.
    unsafe {
        let (a0, a1) = (_mm512_unpacklo_epi64(v[0], v[1]), _mm512_unpackhi_epi64(v[0], v[1]));
        let (a2, a3) = (_mm512_unpacklo_epi64(v[2], v[3]), _mm512_unpackhi_epi64(v[2], v[3]));
        let (a4, a5) = (_mm512_unpacklo_epi64(v[4], v[5]), _mm512_unpackhi_epi64(v[4], v[5]));
        let (a6, a7) = (_mm512_unpacklo_epi64(v[6], v[7]), _mm512_unpackhi_epi64(v[6], v[7]));
        // Quarters of 128 bits: a0 holds columns 0 2 4 6 of rows 0 and 1, a1 the odd columns.
        let (b0, b2) = (_mm512_shuffle_i64x2::<0x88>(a0, a2), _mm512_shuffle_i64x2::<0xdd>(a0, a2));
        let (b1, b3) = (_mm512_shuffle_i64x2::<0x88>(a1, a3), _mm512_shuffle_i64x2::<0xdd>(a1, a3));
        let (b4, b6) = (_mm512_shuffle_i64x2::<0x88>(a4, a6), _mm512_shuffle_i64x2::<0xdd>(a4, a6));
        let (b5, b7) = (_mm512_shuffle_i64x2::<0x88>(a5, a7), _mm512_shuffle_i64x2::<0xdd>(a5, a7));
        // b0: columns 0 and 4 of rows 0-1, then of rows 2-3; b2: columns 2 and 6.
        [
            _mm512_shuffle_i64x2::<0x88>(b0, b4),
            _mm512_shuffle_i64x2::<0x88>(b1, b5),
            _mm512_shuffle_i64x2::<0x88>(b2, b6),
            _mm512_shuffle_i64x2::<0x88>(b3, b7),
            _mm512_shuffle_i64x2::<0xdd>(b0, b4),
            _mm512_shuffle_i64x2::<0xdd>(b1, b5),
            _mm512_shuffle_i64x2::<0xdd>(b2, b6),
            _mm512_shuffle_i64x2::<0xdd>(b3, b7),
        ]
    }
}
