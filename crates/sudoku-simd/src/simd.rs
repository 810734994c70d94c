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
pub(crate) use x86::{Avx2, Avx512, search_avx2, search_avx512};

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::{Avx2, Avx512, search_avx2, search_avx512};

/// What there is on other processors: proofs that cannot be made.
#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    use std::ops::ControlFlow;

    use sudoku_core::{Ending, Meter};

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

    pub(crate) fn search_avx512<const GRIDS: bool>(
        proof: Avx512,
        _: &[u8; 81],
        _: &mut Meter<'_>,
        _: &mut u64,
    ) -> ControlFlow<Ending> {
        match proof {}
    }

    pub(crate) fn search_avx2<const GRIDS: bool>(
        proof: Avx2,
        _: &[u8; 81],
        _: &mut Meter<'_>,
        _: &mut u64,
    ) -> ControlFlow<Ending> {
        match proof {}
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use std::ops::ControlFlow;

    use sudoku_core::{Ending, Meter};

    use crate::narrow::{Board9, Boxes, EVERY_BOX, Narrow, Ones, openness_at_once};
    use crate::search::explore;
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
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            all.then_some(Self(()))
        }
    }

    /// Searches with the AVX-512 engine.
    pub(crate) fn search_avx512<const GRIDS: bool>(
        proof: Avx512,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { explore_avx512::<GRIDS>(proof, board, meter, guesses) }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
    )]
    fn explore_avx512<const GRIDS: bool>(
        proof: Avx512,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        explore::<_, GRIDS>(Board3::<Zmm>(proof), board, meter, guesses)
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
        fn where_zero(self) -> Self {
            // Less one, only zero has the highest bit.
            // SAFETY: a `Zmm` is here, or the proof to make one.
            unsafe {
                Self(_mm512_srai_epi16::<15>(_mm512_add_epi16(self.0, _mm512_set1_epi16(-1))))
            }
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
            // SAFETY: a `Zmm` is here, or the proof to make one.
            let found =
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
        fn gather_bytes([a, b, c]: [Self; 3], places: &'static Places) -> [u8; 81] {
            let mut bytes = [0; 81];
            // SAFETY: writes the 81 bytes of `bytes`, the first 64 and, by the mask, the other 17.
            unsafe {
                let to = bytes.as_mut_ptr().cast::<i8>();
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
                _mm512_storeu_epi8(to, low);
                _mm512_mask_storeu_epi8(to.add(64), (1 << 17) - 1, high);
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
    pub(crate) fn search_avx2<const GRIDS: bool>(
        proof: Avx2,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        // SAFETY: the proof says that the processor has the features that the function enables.
        unsafe { explore_avx2::<GRIDS>(proof, board, meter, guesses) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn explore_avx2<const GRIDS: bool>(
        proof: Avx2,
        board: &[u8; 81],
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        explore::<_, GRIDS>(Board9::<Ymm>(proof), board, meter, guesses)
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
        fn write(cells: &[Self; 9]) -> [u8; 81] {
            let mut bytes = [0; 96];
            // SAFETY: each store writes the 16 bytes from `27 * band + 9 * row` on, at most up to
            // 72 + 16, which is within the 96.
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
                // In order: each store leaves seven bytes behind its row for the next to overwrite.
                let to = bytes.as_mut_ptr();
                let mut row = 0;
                while row < 9 {
                    _mm_storeu_si128(to.add(9 * row).cast(), rows[row]);
                    row += 1;
                }
            }
            let mut digits = [0; 81];
            digits.copy_from_slice(&bytes[..81]);
            digits
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
}
