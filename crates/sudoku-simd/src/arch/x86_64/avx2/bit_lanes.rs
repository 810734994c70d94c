//! Batches with AVX2: 256 boards, one bit each.
//!
//! The unsafe code is sound for this reason: a value of [`Plane256`] is made only with an [`Avx2`],
//! and only `Avx2::detected` makes those. Each method below has a value of one of the two types.

use core::arch::x86_64::*;

use sudoku_core::Limits;

use super::proof::Avx2;
use crate::batch::bit_lanes::engine::{BitLanes, run};
use crate::batch::bit_lanes::pass::{PassFindings, Planes, pass};
use crate::batch::bit_lanes::plane::{LaneSet, Plane};
use crate::batch::bit_lanes::record::TransposedRecords;
use crate::batch::queue::Batch;
use crate::digits::SolvedCells;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run_avx2(proof: Avx2, limits: &Limits<'_>, batch: &mut Batch<'_>) {
    run::<Plane256>(proof, limits, batch);
}

/// A plane in a register of 32 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Plane256(__m256i);

// A `Plane256` or the proof exists only if `Avx2::detected` found the features.
impl Plane for Plane256 {
    type Proof = Avx2;

    #[inline(always)]
    fn splat(_: Avx2, word: u64) -> Self {
        // SAFETY: the proof guarantees the instructions.
        unsafe { Self(_mm256_set1_epi64x(word as i64)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_slli_epi64::<BITS>(self.0)) }
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Self {
        // SAFETY: the `Plane256` guarantees the instructions.
        unsafe { Self(_mm256_srli_epi64::<BITS>(self.0)) }
    }

    #[inline(always)]
    fn load(_: Avx2, words: &LaneSet) -> Self {
        // SAFETY: the proof guarantees the instructions. Reads the 32 bytes of `words`, which are
        // aligned to 32.
        unsafe { Self(_mm256_load_si256((&raw const *words).cast())) }
    }

    #[inline(always)]
    fn store(self) -> LaneSet {
        let mut words = LaneSet::ZERO;
        // SAFETY: the `Plane256` guarantees the instructions. Writes the 32 bytes of `words`, which
        // are aligned to 32.
        unsafe { _mm256_store_si256((&raw mut words).cast(), self.0) };
        words
    }

    #[inline(always)]
    fn read(_: Avx2, digits: &[u8; 81]) -> [u128; 10] {
        let mut cells = [0; 10];
        // SAFETY: the proof guarantees the instructions. The 32 bytes from 0, 32 and 49 on are
        // within the 81.
        unsafe {
            let parts = [
                _mm256_loadu_si256(digits.as_ptr().cast()),
                _mm256_loadu_si256(digits.as_ptr().add(32).cast()),
                _mm256_loadu_si256(digits.as_ptr().add(49).cast()),
            ];
            for digit in 0..10 {
                let value = _mm256_set1_epi8(digit as i8);
                let a = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[0], value)) as u32;
                let b = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[1], value)) as u32;
                let c = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[2], value)) as u32;
                let low = u64::from(a) | u64::from(b) << 32;
                cells[digit] = u128::from(low) | u128::from(c >> 15) << 64;
            }
        }
        cells
    }

    #[inline(always)]
    fn write(_: Avx2, cells: &[u128; 9]) -> SolvedCells {
        let mut digits = SolvedCells([0; 96]);
        // SAFETY: the proof guarantees the instructions. Writes the 96 bytes of `digits`, which
        // are aligned to 64.
        unsafe {
            // Byte `i` of a part tests bit `i` of its cells.
            let bytes = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let mut parts = [_mm256_setzero_si256(); 3];
            for digit in 0..9 {
                let value = _mm256_set1_epi8(digit as i8 + 1);
                let cells = cells[digit];
                let sets = [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
                for part in 0..3 {
                    let set = _mm256_set1_epi32(sets[part] as i32);
                    let set = _mm256_and_si256(_mm256_shuffle_epi8(set, bytes), bits);
                    let here = _mm256_and_si256(_mm256_cmpeq_epi8(set, bits), value);
                    parts[part] = _mm256_or_si256(parts[part], here);
                }
            }
            let to = digits.0.as_mut_ptr();
            _mm256_store_si256(to.cast(), parts[0]);
            _mm256_store_si256(to.add(32).cast(), parts[1]);
            _mm256_store_si256(to.add(64).cast(), parts[2]);
        }
        digits
    }
}

impl BitLanes for Plane256 {
    #[inline(always)]
    fn pass<const CAREFUL: bool>(proof: Avx2, planes: &mut Planes<Self>) -> PassFindings<Self> {
        // SAFETY: the proof guarantees the instructions.
        unsafe { pass_planes::<CAREFUL>(proof, planes) }
    }

    #[inline(always)]
    fn save(proof: Avx2, planes: &Planes<Self>, choose: bool, records: &mut TransposedRecords) {
        // SAFETY: the proof guarantees the instructions.
        unsafe { save_planes(proof, planes, choose, records) }
    }

    #[inline(always)]
    fn restore(
        proof: Avx2,
        records: &mut TransposedRecords,
        lanes: &LaneSet,
        planes: &mut Planes<Self>,
    ) {
        // SAFETY: the proof guarantees the instructions.
        unsafe { restore_planes(proof, records, lanes, planes) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn pass_planes<const CAREFUL: bool>(
    proof: Avx2,
    planes: &mut Planes<Plane256>,
) -> PassFindings<Plane256> {
    pass::<_, CAREFUL>(proof, planes)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn save_planes(
    proof: Avx2,
    planes: &Planes<Plane256>,
    choose: bool,
    records: &mut TransposedRecords,
) {
    records.save(proof, planes, choose);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn restore_planes(
    proof: Avx2,
    records: &mut TransposedRecords,
    lanes: &LaneSet,
    planes: &mut Planes<Plane256>,
) {
    records.restore(proof, lanes, planes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::bit_lanes::plane::LANES;
    use crate::batch::bit_lanes::record::{BitRecord, RECORD, REST};

    #[test]
    fn records_go_into_their_lanes_and_come_out_again() {
        let Some(proof) = Avx2::detected() else { return };
        // Pseudorandom words of low quality.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut word = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut record = || {
            let mut record = BitRecord([0; RECORD]);
            record.0.fill_with(&mut word);
            record.0[RECORD - 1] &= (1 << REST) - 1;
            record
        };
        let first: Vec<BitRecord> = (0..LANES).map(|_| record()).collect();
        let second: Vec<BitRecord> = (0..LANES).map(|_| record()).collect();
        let mut planes = Planes::<Plane256>::empty(proof);
        let mut transposed = TransposedRecords::new();
        let mut some = LaneSet::ZERO;
        (0..LANES).filter(|lane| lane % 3 == 1).for_each(|lane| some.insert(lane));
        for (records, lanes) in [(&first, &LaneSet::ALL), (&second, &some)] {
            for (lane, record) in records.iter().enumerate() {
                transposed.set(lane, record);
            }
            Plane256::restore(proof, &mut transposed, lanes, &mut planes);
        }
        Plane256::save(proof, &planes, false, &mut transposed);
        for lane in 0..LANES {
            let expected = if lane % 3 == 1 { second[lane] } else { first[lane] };
            assert_eq!(transposed.get(lane).0, expected.0, "lane {lane}");
        }
    }

    #[test]
    fn digits_survive_a_record() {
        let Some(proof) = Avx2::detected() else { return };
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let digits: Vec<u8> = grid.bytes().map(|digit| digit - b'0').collect();
        let Ok(digits) = <[u8; 81]>::try_from(digits) else { panic!("not 81") };
        assert_eq!(
            BitRecord::read::<Plane256>(proof, &digits).write::<Plane256>(proof).0[..81],
            digits
        );
        let mut blank = digits;
        blank[40] = 0;
        let mut records = TransposedRecords::new();
        records.set(3, &BitRecord::read::<Plane256>(proof, &blank));
        for digit in (1..=9).filter(|&digit| digit != usize::from(digits[40])) {
            records.take(3, digit - 1, 1 << 40);
        }
        assert_eq!(records.get(3).write::<Plane256>(proof).0[..81], digits);
    }
}
