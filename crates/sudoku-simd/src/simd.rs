//! The instructions themselves: the only module with `unsafe` code.
//!
//! What makes it sound is that a vector of one of these types can only be made with the proof that
//! the processor has the instructions, [`Avx512`] or [`Avx2`], and that only
//! [`detect`](Avx512::detect) makes proofs. Each method below needs a vector or a proof, so the
//! instructions it uses are there.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// A stack of at most `N` items that costs nothing to make.
pub(crate) struct Stack<T: Copy, const N: usize> {
    items: [MaybeUninit<T>; N],
    /// How many items there are; the items below it are initialised.
    length: usize,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { items: [const { MaybeUninit::uninit() }; N], length: 0 }
    }

    /// Puts an item on top. The caller has proved that there is room; without, this would panic.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.length].write(item);
        self.length += 1;
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.length = self.length.saturating_sub(1);
    }

    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let item = self.items.get_mut(self.length.wrapping_sub(1))?;
        // SAFETY: the index is below `length`, and every item below it was written by `push`.
        Some(unsafe { item.assume_init_mut() })
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512, batch_avx2, batch_avx512, search_avx2, search_avx512};

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::{Avx2, Avx512, batch_avx2, batch_avx512, search_avx2, search_avx512};

/// What there is on other processors: proofs that cannot be made.
#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    use std::ops::ControlFlow;

    use sudoku_core::{Ending, Limits, Meter};

    use crate::batch::Batch;

    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Avx512 {}

    impl Avx512 {
        pub(crate) const fn detect() -> Option<Self> {
            None
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Avx2 {}

    impl Avx2 {
        pub(crate) const fn detect() -> Option<Self> {
            None
        }
    }

    pub(crate) fn search_avx512<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx512,
        _: &[u8; 81],
        _: &mut Meter<'_>,
        _: &mut u64,
    ) -> ControlFlow<Ending> {
        match proof {}
    }

    pub(crate) fn search_avx2<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx2,
        _: &[u8; 81],
        _: &mut Meter<'_>,
        _: &mut u64,
    ) -> ControlFlow<Ending> {
        match proof {}
    }

    pub(crate) fn batch_avx512(proof: Avx512, _: &Limits<'_>, _: &mut Batch<'_>) {
        match proof {}
    }

    pub(crate) fn batch_avx2(proof: Avx2, _: &Limits<'_>, _: &mut Batch<'_>) {
        match proof {}
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use std::ops::ControlFlow;

    use sudoku_core::{Ending, Limits, Meter};

    use crate::batch::Batch;
    use crate::lanes::{CANDIDATES, Record, Rows, Vector, run};
    use crate::narrow::{Board9, Boxes, EVERY_BOX, Narrow, Ones, openness_at_once};
    use crate::search::{Digits, InDepth, explore};
    use crate::sliced::{Findings, Plane, Planes, Turned, Words, pass, run as slice};
    use crate::wide::{Board3, Bytes, Lanes, Places, Wide};

    /// The proof that this processor has AVX-512 with the parts that the engine uses.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx512(());

    impl Avx512 {
        pub(crate) fn detect() -> Option<Self> {
            let all = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            all.then_some(Self(()))
        }
    }

    /// Searches with the AVX-512 engine.
    pub(crate) fn search_avx512<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx512,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { explore_avx512::<GRIDS, IN_DEPTH>(proof, board, meter, guesses) }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
    )]
    fn explore_avx512<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx512,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        if IN_DEPTH {
            explore::<_, GRIDS>(InDepth(Board3::<Zmm>(proof)), board, meter, guesses)
        } else {
            explore::<_, GRIDS>(Board3::<Zmm>(proof), board, meter, guesses)
        }
    }

    /// 32 lanes in one register.
    #[derive(Clone, Copy)]
    pub(crate) struct Zmm(__m512i);

    // A `Zmm` or the proof exists only where `Avx512::detect` has found the features.
    impl Wide for Zmm {
        type Proof = Avx512;

        #[inline(always)]
        fn splat(_: Avx512, value: u16) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_set1_epi16(value as i16)) }
        }

        #[inline(always)]
        fn load(_: Avx512, lanes: &Lanes) -> Self {
            // SAFETY: reads the 64 bytes of `lanes`, which are aligned to 64.
            unsafe { Self(_mm512_load_si512((&raw const lanes.0).cast())) }
        }

        #[inline(always)]
        fn store(self) -> Lanes {
            let mut lanes = Lanes([0; 32]);
            // SAFETY: writes the 64 bytes of `lanes`, which are aligned to 64.
            unsafe { _mm512_store_si512((&raw mut lanes.0).cast(), self.0) };
            lanes
        }

        #[inline(always)]
        fn permute(self, bytes: &'static Bytes) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_permutexvar_epi8(bytes.get(), self.0)) }
        }

        #[inline(always)]
        fn permute_two(self, other: Self, bytes: &'static Bytes) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_permutex2var_epi8(self.0, bytes.get(), other.0)) }
        }

        #[inline(always)]
        fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0)) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_and_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_or_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_andnot_si512(other.0, self.0)) }
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_xor_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_add_epi16(self.0, other.0)) }
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_min_epu16(self.0, other.0)) }
        }

        #[inline(always)]
        fn ones(self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_popcnt_epi16(self.0)) }
        }

        #[inline(always)]
        fn fewer_than<const COUNT: i16>(self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe {
                Self(_mm512_add_epi16(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(-COUNT)))
            }
        }

        #[inline(always)]
        fn unless(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { Self(_mm512_sllv_epi16(self.0, other.0)) }
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe {
                Self(_mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0)))
            }
        }

        #[inline(always)]
        fn or_else(self, other: Self) -> Self {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe {
                Self(_mm512_mask_mov_epi16(other.0, _mm512_test_epi16_mask(self.0, self.0), self.0))
            }
        }

        #[inline(always)]
        fn meets(self, other: Self) -> u32 {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { _mm512_test_epi16_mask(self.0, other.0) }
        }

        #[inline(always)]
        fn zeros(self) -> u32 {
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
        }

        #[inline(always)]
        fn least_of_eight(self) -> (u16, usize) {
            let found =
                // SAFETY: a `Zmm` is here, or the proof to make one.
                unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(_mm512_castsi512_si128(self.0))) }
                    as u32;
            (found as u16, (found >> 16) as usize)
        }

        #[inline(always)]
        fn look_up(
            _: Avx512,
            digits: &[u8; 81],
            places: &'static [Bytes; 3],
            table: &Lanes,
        ) -> [Self; 3] {
            const CELLS: u32 = (1 << 27) - 1;
            // SAFETY: reads the 81 bytes of `digits`, the first 64 and, by the mask, the other 17,
            // and the 64 aligned bytes of `table`.
            unsafe {
                let from = digits.as_ptr().cast::<i8>();
                let low = _mm512_loadu_epi8(from);
                let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, from.add(64));
                let table = _mm512_load_si512((&raw const table.0).cast());
                // No closure: it would not have the features, and so would not be inlined.
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
        fn gather_bytes([a, b, c]: [Self; 3], places: &'static Places) -> Digits {
            let mut bytes = Digits([0; 96]);
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
        /// The bytes in a register. Called where a `Zmm` is at hand.
        #[inline(always)]
        unsafe fn get(&self) -> __m512i {
            // SAFETY: reads the 64 bytes, which are aligned to 64; the caller has a `Zmm`.
            unsafe { _mm512_load_si512((&raw const self.0).cast()) }
        }
    }

    /// The proof that this processor has AVX2 and what comes with it.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx2(());

    impl Avx2 {
        pub(crate) fn detect() -> Option<Self> {
            let all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            all.then_some(Self(()))
        }
    }

    /// Searches with the AVX2 engine.
    pub(crate) fn search_avx2<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx2,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { explore_avx2::<GRIDS, IN_DEPTH>(proof, board, meter, guesses) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn explore_avx2<const GRIDS: bool, const IN_DEPTH: bool>(
        proof: Avx2,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        if IN_DEPTH {
            explore::<_, GRIDS>(InDepth(Board9::<Ymm>(proof)), board, meter, guesses)
        } else {
            explore::<_, GRIDS>(Board9::<Ymm>(proof), board, meter, guesses)
        }
    }

    /// 16 lanes in one register.
    #[derive(Clone, Copy)]
    pub(crate) struct Ymm(__m256i);

    /// The order of the words of 64 bits: bands 1, 2, 0, and the unused one.
    const NEXT_BAND: i32 = 0b11_00_10_01;
    /// Bands 2, 0, 1, and the unused one.
    const LAST_BAND: i32 = 0b11_01_00_10;

    /// An order of bytes for shuffling.
    #[repr(C, align(32))]
    struct Order([u8; 32]);

    impl Order {
        /// Each lane of 16 bits in a group of four from the place that `lanes` says.
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

        /// The order in a register, unknown to the compiler, which would make two shuffles of each
        /// one whose order it knows.
        #[inline(always)]
        unsafe fn opaque(&'static self) -> __m256i {
            // SAFETY: reads the 32 bytes, which are aligned to 32; the caller has a `Ymm`.
            unsafe { core::ptr::read_volatile((&raw const self.0).cast::<__m256i>()) }
        }
    }

    static NEXT_STACK: Order = Order::of_lanes([1, 2, 0, 3]);
    static LAST_STACK: Order = Order::of_lanes([2, 0, 1, 3]);

    // A `Ymm` or the proof exists only where `Avx2::detect` has found the features.
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
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_and_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_or_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_add_epi16(self.0, other.0)) }
        }

        #[inline(always)]
        fn next_band(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_permute4x64_epi64::<NEXT_BAND>(self.0)) }
        }

        #[inline(always)]
        fn last_band(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_permute4x64_epi64::<LAST_BAND>(self.0)) }
        }

        #[inline(always)]
        fn next_stack(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one; the read is of a static.
            unsafe { Self(_mm256_shuffle_epi8(self.0, NEXT_STACK.opaque())) }
        }

        #[inline(always)]
        fn last_stack(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one; the read is of a static.
            unsafe { Self(_mm256_shuffle_epi8(self.0, LAST_STACK.opaque())) }
        }

        #[inline(always)]
        fn without_lowest(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe {
                let less = _mm256_add_epi16(self.0, _mm256_set1_epi16(-1));
                Self(_mm256_and_si256(self.0, less))
            }
        }

        #[inline(always)]
        fn zeros(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) }
        }

        #[inline(always)]
        fn openness(in_columns: [Self; 3], in_rows: [Self; 3]) -> [u32; 6] {
            openness_at_once(in_columns, in_rows)
        }

        #[inline(always)]
        fn both(self, other: Self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe { Self(_mm256_min_epu16(self.0, other.0)) }
        }

        #[inline(always)]
        fn has_zero(self) -> bool {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe {
                let zeros = _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256());
                let boxes = _mm256_load_si256((&raw const EVERY_BOX.0).cast());
                _mm256_testz_si256(zeros, boxes) == 0
            }
        }

        #[inline(always)]
        fn equals(self, other: Self) -> bool {
            // SAFETY: a `Ymm` is here, or the proof to make one.
            unsafe {
                let differs = _mm256_xor_si256(self.0, other.0);
                _mm256_testz_si256(differs, differs) == 1
            }
        }

        #[inline(always)]
        fn read(_: Avx2, digits: &[u8; 81]) -> [Self; 9] {
            // SAFETY: each load reads the 16 bytes from `27 * band + 9 * row` on, which end at 81 at
            // the latest because the last row is read from 65 on.
            unsafe {
                // The boxes' first two columns as words, then their third column.
                let two = _mm_setr_epi8(0, -1, 3, -1, 6, -1, -1, -1, 1, -1, 4, -1, 7, -1, -1, -1);
                let third =
                    _mm_setr_epi8(2, -1, 5, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
                let from = digits.as_ptr();
                let mut cells = [Self(_mm256_setzero_si256()); 9];
                let mut row = 0;
                while row < 3 {
                    let a = _mm_loadu_si128(from.add(9 * row).cast());
                    let b = _mm_loadu_si128(from.add(27 + 9 * row).cast());
                    let c = if row == 2 {
                        _mm_srli_si128::<7>(_mm_loadu_si128(from.add(65).cast()))
                    } else {
                        _mm_loadu_si128(from.add(54 + 9 * row).cast())
                    };
                    let (a2, b2, c2) = (
                        _mm_shuffle_epi8(a, two),
                        _mm_shuffle_epi8(b, two),
                        _mm_shuffle_epi8(c, two),
                    );
                    let (a1, b1, c1) = (
                        _mm_shuffle_epi8(a, third),
                        _mm_shuffle_epi8(b, third),
                        _mm_shuffle_epi8(c, third),
                    );
                    cells[3 * row] = candidates(_mm256_set_m128i(
                        _mm_move_epi64(c2),
                        _mm_unpacklo_epi64(a2, b2),
                    ));
                    cells[3 * row + 1] = candidates(_mm256_set_m128i(
                        _mm_srli_si128::<8>(c2),
                        _mm_unpackhi_epi64(a2, b2),
                    ));
                    cells[3 * row + 2] =
                        candidates(_mm256_set_m128i(c1, _mm_unpacklo_epi64(a1, b1)));
                    row += 1;
                }
                cells
            }
        }

        #[inline(always)]
        fn write(cells: &[Self; 9]) -> Digits {
            let mut bytes = Digits([0; 96]);
            // SAFETY: each store writes 16 of the 96 bytes, which are aligned to 64.
            unsafe {
                let order = _mm256_setr_epi8(
                    0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1, //
                    0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1,
                );
                let mut rows = [_mm_setzero_si128(); 9];
                let mut row = 0;
                while row < 3 {
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
                    row += 1;
                }
                // Joined in registers: what is written in pieces cannot be read soon in others.
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
                let mut part = 0;
                while part < 6 {
                    _mm_store_si128(to.add(16 * part).cast(), parts[part]);
                    part += 1;
                }
            }
            bytes
        }
    }

    impl Ones for Ymm {
        #[inline(always)]
        fn ones(self) -> Self {
            // SAFETY: a `Ymm` is here, or the proof to make one.
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
    }

    /// The candidates of cells, from their digits in lanes of 16 bits.
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
            let all = _mm256_or_si256(
                _mm256_shuffle_epi8(low, at_low),
                _mm256_shuffle_epi8(high, at_high),
            );
            Ymm(_mm256_and_si256(all, _mm256_load_si256((&raw const EVERY_BOX.0).cast())))
        }
    }

    /// The digits of cells that have one candidate each, in lanes of 16 bits.
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

    /// Searches a batch with a board in each of 32 lanes.
    pub(crate) fn batch_avx512(proof: Avx512, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { run_avx512(proof, limits, batch) }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
    )]
    fn run_avx512(proof: Avx512, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        run::<Boards32>(proof, limits, batch);
    }

    /// A row of 32 lanes in memory.
    #[derive(Clone, Copy)]
    #[repr(align(64))]
    pub(crate) struct Row32([u16; 32]);
    impl AsRef<[u16]> for Row32 {
        #[inline(always)]
        fn as_ref(&self) -> &[u16] {
            &self.0
        }
    }
    impl AsMut<[u16]> for Row32 {
        #[inline(always)]
        fn as_mut(&mut self) -> &mut [u16] {
            &mut self.0
        }
    }

    /// 32 boards, a lane each.
    #[derive(Clone, Copy)]
    pub(crate) struct Boards32(__m512i);

    impl Vector for Boards32 {
        type Proof = Avx512;
        type Row = Row32;
        const LANES: usize = 32;
        const FEW: u32 = 10;
        const ENOUGH: u32 = 10;
        const ZEROS: Row32 = Row32([0; 32]);

        #[inline(always)]
        fn splat(_: Avx512, value: u16) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_set1_epi16(value as i16)) }
        }
        #[inline(always)]
        fn load(_: Avx512, row: &Row32) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_load_si512((&raw const row.0).cast())) }
        }
        #[inline(always)]
        fn store(self, row: &mut Row32) {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { _mm512_store_si512((&raw mut row.0).cast(), self.0) }
        }
        #[inline(always)]
        fn and(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_and_si512(self.0, o.0)) }
        }
        #[inline(always)]
        fn or(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_or_si512(self.0, o.0)) }
        }
        #[inline(always)]
        fn and_not(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_andnot_si512(o.0, self.0)) }
        }
        #[inline(always)]
        fn add(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_add_epi16(self.0, o.0)) }
        }
        #[inline(always)]
        fn sub(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_sub_epi16(self.0, o.0)) }
        }
        #[inline(always)]
        fn min(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_min_epu16(self.0, o.0)) }
        }
        #[inline(always)]
        fn ones(self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_popcnt_epi16(self.0)) }
        }
        #[inline(always)]
        fn lowest(self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                Self(_mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0)))
            }
        }

        #[inline(always)]
        fn or_else(self, o: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                Self(_mm512_mask_mov_epi16(o.0, _mm512_test_epi16_mask(self.0, self.0), self.0))
            }
        }
        #[inline(always)]
        fn pick_at_most(self, bound: Self, a: Self, b: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                Self(_mm512_mask_mov_epi16(b.0, _mm512_cmple_epu16_mask(self.0, bound.0), a.0))
            }
        }
        #[inline(always)]
        fn if_meets(self, o: Self, value: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_maskz_mov_epi16(_mm512_test_epi16_mask(self.0, o.0), value.0)) }
        }
        #[inline(always)]
        fn equals(self, o: Self) -> u32 {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { _mm512_cmpeq_epi16_mask(self.0, o.0) }
        }
        #[inline(always)]
        fn single(self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                let less = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
                Self(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less), self.0))
            }
        }
        #[inline(always)]
        fn close(self, asserted: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                let three =
                    _mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(asserted.0), _mm512_set1_epi16(3));
                Self(_mm512_mask_mov_epi16(self.0, three, asserted.0))
            }
        }
        #[inline(always)]
        fn narrow(self, hidden: Self, allowed: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe {
                let meets = _mm512_test_epi16_mask(self.0, hidden.0);
                Self(_mm512_and_si512(self.0, _mm512_mask_mov_epi16(allowed.0, meets, hidden.0)))
            }
        }
        #[inline(always)]
        fn or3(self, b: Self, c: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_ternarylogic_epi64::<0xfe>(self.0, b.0, c.0)) }
        }
        #[inline(always)]
        fn and3(self, b: Self, c: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_ternarylogic_epi64::<0x80>(self.0, b.0, c.0)) }
        }
        #[inline(always)]
        fn without(self, b: Self, c: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_ternarylogic_epi64::<0x10>(self.0, b.0, c.0)) }
        }
        #[inline(always)]
        fn majority(self, b: Self, c: Self) -> Self {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            unsafe { Self(_mm512_ternarylogic_epi64::<0xe8>(self.0, b.0, c.0)) }
        }

        #[inline(always)]
        fn save(_: Avx512, rows: &Rows<Self>, mut lanes: u32, records: &mut [Record]) {
            assert!(records.len() > 32);
            // SAFETY: a `Boards32` is here, or the proof to make one.
            // Rows up to 83 of the 88 are read, and the 192 bytes of records are written, both aligned
            // for it; lanes are below 32, or 32 where a group is not full, and there are more records.
            unsafe {
                while lanes != 0 {
                    let group = _pdep_u32(0xff, lanes);
                    lanes &= !group;
                    let iota = iota();
                    // Word q: the lane of the group's board q; then in each word of quadword q.
                    let from = _mm512_maskz_compress_epi16(group, iota);
                    let from = _mm512_cvtepu16_epi64(_mm512_castsi512_si128(from));
                    let from = _mm512_shuffle_epi8(
                        from,
                        _mm512_broadcast_i32x4(_mm_setr_epi8(
                            0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8,
                        )),
                    );
                    let from =
                        _mm512_add_epi8(_mm512_add_epi8(from, from), _mm512_set1_epi16(0x0100));
                    let mut part = 0;
                    while part < 3 {
                        let mut v = [_mm512_setzero_si512(); 8];
                        let count = if part == 2 { 5 } else { 8 };
                        let mut k = 0;
                        while k < count {
                            let r = 32 * part + 4 * k;
                            let a = _mm512_load_si512((&raw const rows[r].0).cast());
                            let b = _mm512_load_si512((&raw const rows[r + 1].0).cast());
                            let c = _mm512_load_si512((&raw const rows[r + 2].0).cast());
                            let d = _mm512_load_si512((&raw const rows[r + 3].0).cast());
                            let x = _mm512_permutexvar_epi8(from, a);
                            let x = _mm512_mask_permutexvar_epi8(x, 0x0c0c_0c0c_0c0c_0c0c, from, b);
                            let x = _mm512_mask_permutexvar_epi8(x, 0x3030_3030_3030_3030, from, c);
                            v[k] = _mm512_mask_permutexvar_epi8(x, 0xc0c0_c0c0_c0c0_c0c0, from, d);
                            k += 1;
                        }
                        let t = transpose(v);
                        let mut members = group;
                        let mut q = 0;
                        while q < 8 {
                            let lane = members.trailing_zeros() as usize;
                            members &= members.wrapping_sub(1);
                            _mm512_store_si512(
                                records.as_mut_ptr().add(lane).cast::<__m512i>().add(part).cast(),
                                t[q],
                            );
                            q += 1;
                        }
                        part += 1;
                    }
                }
            }
        }

        #[inline(always)]
        fn restore(_: Avx512, rows: &mut Rows<Self>, mut lanes: u32, records: &[Record]) {
            assert!(records.len() >= 32);
            // SAFETY: a `Boards32` is here, or the proof to make one.
            // Rows up to 83 of the 88 are written, and the 192 bytes of records are read, both aligned
            // for it; lanes are below 32, and there are at least as many records.
            unsafe {
                while lanes != 0 {
                    let group = _pdep_u32(0xff, lanes);
                    lanes &= !group;
                    let rows = std::hint::black_box(&mut *rows);
                    // Word l: twice the place of lane l in the group times four, and that plus one.
                    let place = _mm512_maskz_expand_epi16(group, iota());
                    let at = _mm512_add_epi16(
                        _mm512_slli_epi16::<3>(place),
                        _mm512_slli_epi16::<11>(place),
                    );
                    let at0 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0100));
                    let at1 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0302));
                    let at2 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0504));
                    let at3 = _mm512_add_epi16(at, _mm512_set1_epi16(0x0706));
                    let both = _pdep_u64(u64::from(group), 0x5555_5555_5555_5555);
                    let both = both | both << 1;
                    let mut part = 0;
                    while part < 3 {
                        let mut v = [_mm512_setzero_si512(); 8];
                        let mut members = group;
                        let mut q = 0;
                        while q < 8 {
                            // With fewer than eight boards, record 0 is read for the rest, and not used.
                            let lane = members.trailing_zeros() as usize & 31;
                            v[q] = _mm512_load_si512(
                                records.as_ptr().add(lane).cast::<__m512i>().add(part).cast(),
                            );
                            members &= members.wrapping_sub(1);
                            q += 1;
                        }
                        let t = transpose(v);
                        let count = if part == 2 { 5 } else { 8 };
                        let mut k = 0;
                        while k < count {
                            let r = 32 * part + 4 * k;
                            set(&mut rows[r], both, at0, t[k]);
                            set(&mut rows[r + 1], both, at1, t[k]);
                            set(&mut rows[r + 2], both, at2, t[k]);
                            set(&mut rows[r + 3], both, at3, t[k]);
                            k += 1;
                        }
                        part += 1;
                    }
                }
            }
        }

        #[inline(always)]
        fn read(_: Avx512, digits: &[u8; 81], record: &mut Record) {
            // SAFETY: a `Boards32` is here, or the proof to make one.
            // The 81 digits are read without going beyond them, and the record's 192 bytes, aligned for it,
            // are written.
            unsafe {
                let table = _mm512_loadu_si512((&raw const CANDIDATES).cast());
                let from = digits.as_ptr();
                let to = record.0.as_mut_ptr().cast::<__m512i>();
                let a = _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.cast()));
                let b = _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.add(32).cast()));
                let c = _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(0x1ffff, from.add(64).cast()));
                _mm512_store_si512(to.cast(), _mm512_permutexvar_epi16(a, table));
                _mm512_store_si512(to.add(1).cast(), _mm512_permutexvar_epi16(b, table));
                _mm512_store_si512(
                    to.add(2).cast(),
                    _mm512_maskz_permutexvar_epi16(0x1ffff, c, table),
                );
            }
        }

        #[inline(always)]
        fn write(_: Avx512, record: &Record) -> Digits {
            let mut digits = Digits([0; 96]);
            // SAFETY: a `Boards32` is here, or the proof to make one.
            // The record's 192 bytes are read and the 96 of `digits` written, both aligned for it.
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
        // SAFETY: a `Boards32` is here, or the proof to make one.
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
        // SAFETY: reads the 64 bytes of a static; the caller has a `Boards32`.
        unsafe { _mm512_loadu_si512((&raw const IOTA).cast()) }
    }

    #[inline(always)]
    unsafe fn set(row: &mut Row32, lanes: u64, from: __m512i, pieces: __m512i) {
        // SAFETY: a `Boards32` is here, or the proof to make one.
        unsafe {
            let to = (&raw mut row.0).cast();
            let old = _mm512_load_si512(to);
            _mm512_store_si512(
                (&raw mut row.0).cast(),
                _mm512_mask_permutexvar_epi8(old, lanes, from, pieces),
            );
        }
    }

    /// Eight by eight quadwords.
    #[inline(always)]
    unsafe fn transpose(v: [__m512i; 8]) -> [__m512i; 8] {
        // SAFETY: a `Boards32` is here, or the proof to make one.
        unsafe {
            let (a0, a1) = (_mm512_unpacklo_epi64(v[0], v[1]), _mm512_unpackhi_epi64(v[0], v[1]));
            let (a2, a3) = (_mm512_unpacklo_epi64(v[2], v[3]), _mm512_unpackhi_epi64(v[2], v[3]));
            let (a4, a5) = (_mm512_unpacklo_epi64(v[4], v[5]), _mm512_unpackhi_epi64(v[4], v[5]));
            let (a6, a7) = (_mm512_unpacklo_epi64(v[6], v[7]), _mm512_unpackhi_epi64(v[6], v[7]));
            // Quarters of 128 bits: a0 holds columns 0 2 4 6 of rows 0 and 1, a1 the odd ones.
            let (b0, b2) =
                (_mm512_shuffle_i64x2::<0x88>(a0, a2), _mm512_shuffle_i64x2::<0xdd>(a0, a2));
            let (b1, b3) =
                (_mm512_shuffle_i64x2::<0x88>(a1, a3), _mm512_shuffle_i64x2::<0xdd>(a1, a3));
            let (b4, b6) =
                (_mm512_shuffle_i64x2::<0x88>(a4, a6), _mm512_shuffle_i64x2::<0xdd>(a4, a6));
            let (b5, b7) =
                (_mm512_shuffle_i64x2::<0x88>(a5, a7), _mm512_shuffle_i64x2::<0xdd>(a5, a7));
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

    /// Searches a batch in 256 lanes with AVX2.
    pub(crate) fn batch_avx2(proof: Avx2, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { run_avx2(proof, limits, batch) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_avx2(proof: Avx2, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        slice::<Binary>(proof, limits, batch);
    }

    /// A plane in a register of 32 bytes.
    #[derive(Clone, Copy)]
    pub(crate) struct Binary(__m256i);

    // A `Binary` or the proof exists only where `Avx2::detect` has found the features.
    impl Plane for Binary {
        type Proof = Avx2;
        #[inline(always)]
        fn splat(_: Avx2, word: u64) -> Self {
            // SAFETY: the proof is here.
            unsafe { Self(_mm256_set1_epi64x(word as i64)) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_and_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_or_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_xor_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn and_not(self, other: Self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
        }

        #[inline(always)]
        fn up<const BITS: i32>(self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_slli_epi64::<BITS>(self.0)) }
        }

        #[inline(always)]
        fn down<const BITS: i32>(self) -> Self {
            // SAFETY: a `Binary` is here.
            unsafe { Self(_mm256_srli_epi64::<BITS>(self.0)) }
        }

        const ENOUGH: u32 = 160;
        const FEW: u32 = 96;

        #[inline(always)]
        fn load(_: Avx2, words: &Words) -> Self {
            // SAFETY: the proof is here; reads the 32 bytes of `words`, which are aligned to 32.
            unsafe { Self(_mm256_load_si256((&raw const *words).cast())) }
        }

        #[inline(always)]
        fn store(self) -> Words {
            let mut words = Words::ZERO;
            // SAFETY: a `Binary` is here; writes the 32 bytes of `words`, which are aligned to 32.
            unsafe { _mm256_store_si256((&raw mut words).cast(), self.0) };
            words
        }

        #[inline(always)]
        fn read(_: Avx2, digits: &[u8; 81]) -> [u128; 10] {
            let mut cells = [0; 10];
            // SAFETY: the proof is here; the 32 bytes from 0, 32 and 49 on are within the 81.
            unsafe {
                let parts = [
                    _mm256_loadu_si256(digits.as_ptr().cast()),
                    _mm256_loadu_si256(digits.as_ptr().add(32).cast()),
                    _mm256_loadu_si256(digits.as_ptr().add(49).cast()),
                ];
                let mut digit = 0;
                while digit < 10 {
                    let value = _mm256_set1_epi8(digit as i8);
                    let a = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[0], value)) as u32;
                    let b = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[1], value)) as u32;
                    let c = _mm256_movemask_epi8(_mm256_cmpeq_epi8(parts[2], value)) as u32;
                    let low = u64::from(a) | u64::from(b) << 32;
                    cells[digit] = u128::from(low) | u128::from(c >> 15) << 64;
                    digit += 1;
                }
            }
            cells
        }

        #[inline(always)]
        fn write(_: Avx2, cells: &[u128; 9]) -> Digits {
            let mut digits = Digits([0; 96]);
            // SAFETY: the proof is here; writes the 96 bytes of `digits`, which are aligned to 64.
            unsafe {
                // Byte `i` of a part looks at bit `i` of its cells.
                let bytes = _mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                );
                let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let mut parts = [_mm256_setzero_si256(); 3];
                let mut digit = 0;
                while digit < 9 {
                    let value = _mm256_set1_epi8(digit as i8 + 1);
                    let cells = cells[digit];
                    let sets = [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
                    let mut part = 0;
                    while part < 3 {
                        let set = _mm256_set1_epi32(sets[part] as i32);
                        let set = _mm256_and_si256(_mm256_shuffle_epi8(set, bytes), bits);
                        let here = _mm256_and_si256(_mm256_cmpeq_epi8(set, bits), value);
                        parts[part] = _mm256_or_si256(parts[part], here);
                        part += 1;
                    }
                    digit += 1;
                }
                let to = digits.0.as_mut_ptr();
                _mm256_store_si256(to.cast(), parts[0]);
                _mm256_store_si256(to.add(32).cast(), parts[1]);
                _mm256_store_si256(to.add(64).cast(), parts[2]);
            }
            digits
        }

        #[inline(always)]
        fn pass<const CAREFUL: bool>(proof: Avx2, planes: &mut Planes<Self>) -> Findings<Self> {
            // SAFETY: the proof says that the processor has the features that the function enables.
            unsafe { pass_binary::<CAREFUL>(proof, planes) }
        }

        #[inline(always)]
        fn save(proof: Avx2, planes: &Planes<Self>, choose: bool, turned: &mut Turned) {
            // SAFETY: the proof says that the processor has the features that the function enables.
            unsafe { save_binary(proof, planes, choose, turned) }
        }

        #[inline(always)]
        fn restore(proof: Avx2, turned: &mut Turned, lanes: &Words, planes: &mut Planes<Self>) {
            // SAFETY: the proof says that the processor has the features that the function enables.
            unsafe { restore_binary(proof, turned, lanes, planes) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn pass_binary<const CAREFUL: bool>(
        proof: Avx2,
        planes: &mut Planes<Binary>,
    ) -> Findings<Binary> {
        pass::<Binary, CAREFUL>(proof, planes)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn save_binary(proof: Avx2, planes: &Planes<Binary>, choose: bool, turned: &mut Turned) {
        turned.save(proof, planes, choose);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn restore_binary(
        proof: Avx2,
        turned: &mut Turned,
        lanes: &Words,
        planes: &mut Planes<Binary>,
    ) {
        turned.restore(proof, lanes, planes);
    }
}
