//! Sums of products of small numbers, 32 side by side.
//!
//! Processors multiply 8, 16 or 32 pairs of 16-bit numbers in one instruction and add each two
//! neighbors. The compiler does not use this instruction in loops that keep the sums separate, so
//! this module calls it directly. Plain arithmetic with the same results serves other processors.
//! With 32 numbers in a row, counting is four times as fast as without.
//!
//! Most numbers fit into bytes. Then one instruction multiplies twice as many, and rows of half the
//! length stay in faster caches. Sums of such products have 16 bits, so the greatest numbers
//! determine how many are added before the sum is moved to a wider one. Finding the rows takes half
//! of the time, so two pairs of rows with the same destinations are summed at once.

#![allow(unsafe_code, reason = "instructions that a processor may lack have to be named")]

use std::ops::Range;

/// The number of values side by side.
pub(crate) const LANES: usize = 32;

/// Numbers below 2¹⁵. Their products are summed side by side, with neighbors added.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [i16; LANES]);

/// The same numbers as bytes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct ByteLanes(
    #[expect(dead_code, reason = "they are read as vectors only")] pub(crate) [u8; LANES],
);

impl Lanes {
    /// Converts the numbers to bytes. They must be below 256.
    pub(crate) fn to_bytes(self) -> ByteLanes {
        let mut bytes = [0; LANES];
        bytes.iter_mut().zip(&self.0).for_each(|(byte, &number)| *byte = number as u8);
        ByteLanes(bytes)
    }
}

/// Rows of numbers side by side.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) numbers: &'a [Lanes],
    /// The same numbers as bytes. They are meaningless where a number is above 255.
    pub(crate) bytes: &'a [ByteLanes],
    /// An upper bound of the numbers.
    pub(crate) most: i16,
}

/// The format in which rows of two sides are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As bytes. The numbers of the second side, or of the first side if `swapped`, are below 128.
    Bytes {
        swapped: bool,
    },
    Numbers,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 3] =
        [Self::Bytes { swapped: false }, Self::Bytes { swapped: true }, Self::Numbers];

    /// Returns the index in [`ALL`](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Bytes { swapped } => swapped as usize,
            Self::Numbers => 2,
        }
    }

    /// Chooses the format by the greatest number of each side.
    ///
    /// The byte instruction adds two products to a sum below 2¹⁵, and one of its operands is
    /// signed.
    pub(crate) fn of(most: [i16; 2]) -> Self {
        let [one, other] = most.map(|most| u32::from(most.unsigned_abs()));
        let fit = one.max(other) < 1 << 8 && one.min(other) < 1 << 7 && 2 * one * other < 1 << 15;
        if fit && cfg!(target_arch = "x86_64") {
            Self::Bytes { swapped: one < other }
        } else {
            Self::Numbers
        }
    }
}

/// The sums of the products of two [`Lanes`], with neighbors added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Sums(pub(crate) [i32; LANES / 2]);

/// The pairs of rows whose products are summed, one row of each side, in consecutive lists.
pub(crate) struct Pairs {
    pairs: Vec<Pair>,
    /// The number of rows of each side. All row numbers are below it.
    rows: [usize; 2],
}

/// The numbers of two rows, stored as offsets from the first rows in one word. Offsets take fewer
/// instructions to use.
#[derive(Clone, Copy)]
struct Pair(u32);

impl Pair {
    /// The offset from one row to the next, in bytes.
    const STEP: usize = size_of::<ByteLanes>();

    fn new((one, other): (u16, u16)) -> Self {
        let distance = |number: u16| u32::from(number) * Self::STEP as u32;
        Self(distance(one) | distance(other) << 16)
    }

    /// Returns the offsets of the rows from the first [`ByteLanes`], in bytes.
    fn distances(self) -> [usize; 2] {
        [self.0 & 0xffff, self.0 >> 16].map(|distance| distance as usize)
    }

    /// Returns the numbers of the rows.
    fn rows(self) -> [usize; 2] {
        self.distances().map(|distance| distance / Self::STEP)
    }
}

impl Pairs {
    /// Makes the pairs of row numbers, given the number of rows of each side. Returns `None` if a
    /// row number is too large, or if a side has too many rows.
    pub(crate) fn new(pairs: &[(u16, u16)], rows: [usize; 2]) -> Option<Self> {
        let few = rows.iter().all(|rows| rows * Pair::STEP <= 1 << 16);
        let fits =
            |&(one, other): &(u16, u16)| usize::from(one) < rows[0] && usize::from(other) < rows[1];
        let all_fit = few && pairs.iter().all(fits);
        all_fit.then(|| Self { pairs: pairs.iter().copied().map(Pair::new).collect(), rows })
    }

    fn list(&self, range: &Range<usize>) -> &[Pair] {
        &self.pairs[range.clone()]
    }

    /// For each list of pairs, adds the products of the rows of its pairs to `found`, with
    /// neighbors added. `rows` has one or two pairs of sides, which are multiplied in the same
    /// format.
    ///
    /// # Panics
    /// Panics if a side has another number of rows than [`new`](Self::new) was given, or if a list
    /// is not a range of the pairs.
    pub(crate) fn add_products(
        &self,
        lists: &[Range<usize>],
        kind: Kind,
        rows: &[[Rows<'_>; 2]],
        found: &mut [Sums],
    ) {
        // Every number is below these lengths, so the loops need no bounds checks.
        for (side, wanted) in rows.iter().flat_map(|sides| sides.iter().zip(self.rows)) {
            assert!(side.numbers.len() == wanted && side.bytes.len() == wanted);
        }
        let is_exact = |[one, other]: &[Rows<'_>; 2]| match kind {
            Kind::Bytes { .. } => Kind::of([one.most, other.most]) == kind,
            Kind::Numbers => true,
        };
        debug_assert!(rows.iter().all(is_exact), "bytes would lose a part of the numbers");
        #[cfg(target_arch = "x86_64")]
        if let Kind::Bytes { swapped } = kind
            && is_x86_feature_detected!("avx2")
        {
            for some in rows.chunks(2) {
                let lists = lists.iter().map(|list| self.list(list)).zip(&mut *found);
                // SAFETY: the processor has the instructions, and all row numbers are in range.
                unsafe {
                    match (some, swapped) {
                        (&[one, other], false) => x86_64::bytes::<2, false>(lists, [one, other]),
                        (&[one, other], true) => x86_64::bytes::<2, true>(lists, [one, other]),
                        (&[one], false) => x86_64::bytes::<1, false>(lists, [one]),
                        (&[one], true) => x86_64::bytes::<1, true>(lists, [one]),
                        _ => {}
                    }
                }
            }
            return;
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = kind;
        for sides in rows {
            let lists = lists.iter().map(|list| self.list(list)).zip(&mut *found);
            let rows = sides.map(|side| side.numbers);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx512bw") {
                // SAFETY: the processor has the instructions, and all row numbers are in range.
                unsafe { x86_64::widest(lists, rows) };
            } else if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has the instructions, and all row numbers are in range.
                unsafe { x86_64::wide(lists, rows) };
            } else {
                // SAFETY: every processor of this architecture has the instructions, and all row
                // numbers are in range.
                unsafe { x86_64::narrow(lists, rows) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            plain(lists, rows);
        }
    }
}

/// Adds the same products with plain arithmetic.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<'a, 'b>(lists: impl Iterator<Item = (&'a [Pair], &'b mut Sums)>, rows: [&[Lanes]; 2]) {
    for (list, found) in lists {
        for pair in list {
            let [one, other] = pair.rows();
            let (one, other) = (&rows[0][one].0, &rows[1][other].0);
            for (pair, found) in found.0.iter_mut().enumerate() {
                let [even, odd] = [2 * pair, 2 * pair + 1];
                *found += i32::from(one[even]) * i32::from(other[even])
                    + i32::from(one[odd]) * i32::from(other[odd]);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi32, _mm_load_si128, _mm_madd_epi16, _mm_store_si128,
        _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepu16_epi32,
        _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_setzero_si256, _mm256_store_si256, _mm512_add_epi32, _mm512_load_si512,
        _mm512_madd_epi16, _mm512_store_si512,
    };

    use super::{Lanes, Pair, Rows, Sums};

    /// Adds the products of bytes, for `N` pairs of sides.
    ///
    /// # Safety
    /// Every row number in the lists is in range for the rows of bytes.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn bytes<'a, 'b, const N: usize, const SWAPPED: bool>(
        lists: impl Iterator<Item = (&'a [Pair], &'b mut Sums)>,
        rows: [[Rows<'_>; 2]; N],
    ) {
        // The number of products, with neighbors added, that an unsigned 16-bit sum can hold.
        let most = |sides: &[Rows<'_>; 2]| {
            2 * sides.iter().map(|side| usize::from(side.most.unsigned_abs())).product::<usize>()
        };
        let at_once = 0xffff / rows.iter().map(most).max().unwrap_or(0).max(1);
        let rows = rows.map(|sides| sides.map(|side| side.bytes.as_ptr()));
        for (list, found) in lists {
            let found: *mut __m256i = (&raw mut *found).cast();
            // SAFETY: a `Sums` is as long as two vectors, and aligned to them.
            let mut sums = [0, 1].map(|half| unsafe { _mm256_load_si256(found.add(half)) });
            for some in list.chunks(at_once.max(1)) {
                let mut added = [_mm256_setzero_si256(); N];
                for pair in some {
                    let [one, other] = pair.distances();
                    for (added, sides) in added.iter_mut().zip(&rows) {
                        // SAFETY: the offsets are those of rows, and a row is as long as the vector
                        // and aligned to it.
                        let (a, b) = unsafe {
                            (
                                _mm256_load_si256(sides[0].byte_add(one).cast()),
                                _mm256_load_si256(sides[1].byte_add(other).cast()),
                            )
                        };
                        // The second operand is signed.
                        let (a, b) = if SWAPPED { (b, a) } else { (a, b) };
                        *added = _mm256_add_epi16(*added, _mm256_maddubs_epi16(a, b));
                    }
                }
                for added in added {
                    let halves =
                        [_mm256_castsi256_si128(added), _mm256_extracti128_si256::<1>(added)];
                    for (sum, half) in sums.iter_mut().zip(halves) {
                        *sum = _mm256_add_epi32(*sum, _mm256_cvtepu16_epi32(half));
                    }
                }
            }
            for half in 0..2 {
                // SAFETY: as above.
                unsafe { _mm256_store_si256(found.add(half), sums[half]) };
            }
        }
    }

    /// # Safety
    /// Every row number in the lists is in range.
    #[target_feature(enable = "avx512bw")]
    pub(super) unsafe fn widest<'a, 'b>(
        lists: impl Iterator<Item = (&'a [Pair], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        // SAFETY: a `Lanes` is as long as the vector, and aligned to it.
        let load = |lanes: &Lanes| unsafe { _mm512_load_si512((&raw const *lanes).cast()) };
        for (list, found) in lists {
            // SAFETY: a `Sums` is as long as the vector, and aligned to it.
            let mut sums = unsafe { _mm512_load_si512((&raw const *found).cast()) };
            for pair in list {
                let [a, b] = pair.rows();
                // SAFETY: the row numbers are in range.
                let (a, b) = unsafe { (one.get_unchecked(a), other.get_unchecked(b)) };
                sums = _mm512_add_epi32(sums, _mm512_madd_epi16(load(a), load(b)));
            }
            // SAFETY: as above.
            unsafe { _mm512_store_si512((&raw mut *found).cast(), sums) };
        }
    }

    /// # Safety
    /// Every row number in the lists is in range.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn wide<'a, 'b>(
        lists: impl Iterator<Item = (&'a [Pair], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        for (list, found) in lists {
            let found: *mut __m256i = (&raw mut *found).cast();
            // SAFETY: a `Sums` is as long as two vectors, and aligned to them.
            let mut sums = [0, 1].map(|half| unsafe { _mm256_load_si256(found.add(half)) });
            for pair in list {
                let [a, b] = pair.rows();
                // SAFETY: the row numbers are in range.
                let (a, b): (*const __m256i, *const __m256i) = unsafe {
                    let (a, b) = (one.get_unchecked(a), other.get_unchecked(b));
                    ((&raw const *a).cast(), (&raw const *b).cast())
                };
                for half in 0..2 {
                    // SAFETY: a `Lanes` is as long as two vectors, and aligned to them.
                    let (a, b) =
                        unsafe { (_mm256_load_si256(a.add(half)), _mm256_load_si256(b.add(half))) };
                    sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(a, b));
                }
            }
            for half in 0..2 {
                // SAFETY: as above.
                unsafe { _mm256_store_si256(found.add(half), sums[half]) };
            }
        }
    }

    /// # Safety
    /// Every row number in the lists is in range.
    #[target_feature(enable = "sse2")]
    pub(super) unsafe fn narrow<'a, 'b>(
        lists: impl Iterator<Item = (&'a [Pair], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        for (list, found) in lists {
            let found: *mut __m128i = (&raw mut *found).cast();
            // SAFETY: a `Sums` is as long as four vectors, and aligned to them.
            let mut sums = [0, 1, 2, 3].map(|part| unsafe { _mm_load_si128(found.add(part)) });
            for pair in list {
                let [a, b] = pair.rows();
                // SAFETY: the row numbers are in range.
                let (a, b): (*const __m128i, *const __m128i) = unsafe {
                    let (a, b) = (one.get_unchecked(a), other.get_unchecked(b));
                    ((&raw const *a).cast(), (&raw const *b).cast())
                };
                for part in 0..4 {
                    // SAFETY: a `Lanes` is as long as four vectors, and aligned to them.
                    let (a, b) =
                        unsafe { (_mm_load_si128(a.add(part)), _mm_load_si128(b.add(part))) };
                    sums[part] = _mm_add_epi32(sums[part], _mm_madd_epi16(a, b));
                }
            }
            for part in 0..4 {
                // SAFETY: as above.
                unsafe { _mm_store_si128(found.add(part), sums[part]) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every instruction set against plain arithmetic, with numbers up to `most` on each
    /// side and all lists of pairs of their rows.
    fn check(most: [i16; 2], number: impl Fn(usize, i16) -> i16) {
        let row = |seed: usize, most: i16| {
            Lanes(std::array::from_fn(|lane| number(seed * 37 + lane * 101, most)))
        };
        let sides: [[Vec<Lanes>; 2]; 3] = std::array::from_fn(|some| {
            [0, 1]
                .map(|side| (0..10).map(|at| row(at + 50 * side + 7 * some, most[side])).collect())
        });
        let bytes = sides.each_ref().map(|both| {
            both.each_ref()
                .map(|side| side.iter().map(|lanes| lanes.to_bytes()).collect::<Vec<_>>())
        });
        let rows: [[Rows<'_>; 2]; 3] = std::array::from_fn(|some| {
            [0, 1].map(|side| Rows {
                numbers: &sides[some][side],
                bytes: &bytes[some][side],
                most: most[side],
            })
        });
        let (mut numbers, mut lists) = (Vec::new(), Vec::new());
        for list in 0..9 {
            let start = numbers.len();
            numbers.extend((0..list * 7).map(|at| (at % 10, (at * list) % 10)));
            lists.push(start..numbers.len());
        }
        assert!(Pairs::new(&numbers, [9, 10]).is_none());
        let pairs = Pairs::new(&numbers, [10, 10]).unwrap();
        let all = || lists.iter().map(|list| pairs.list(list));
        let mut expected = [Sums([1; 16]); 9];
        for both in &sides {
            plain(all().zip(&mut expected), both.each_ref().map(Vec::as_slice));
        }
        for kind in [Kind::of(most), Kind::Numbers] {
            let mut found = [Sums([1; 16]); 9];
            pairs.add_products(&lists, kind, &rows, &mut found);
            assert_eq!(found, expected, "{kind:?} up to {most:?}");
        }
        #[cfg(target_arch = "x86_64")]
        {
            let mut found = [Sums([1; 16]); 9];
            for both in &sides {
                let rows = both.each_ref().map(Vec::as_slice);
                // SAFETY: every processor of this architecture has the instructions, and all row
                // numbers are in range.
                unsafe { x86_64::narrow(all().zip(&mut found), rows) };
            }
            assert_eq!(found, expected);
            if is_x86_feature_detected!("avx2") {
                let mut found = [Sums([1; 16]); 9];
                for both in &sides {
                    let rows = both.each_ref().map(Vec::as_slice);
                    // SAFETY: the processor has the instructions, and all row numbers are in range.
                    unsafe { x86_64::wide(all().zip(&mut found), rows) };
                }
                assert_eq!(found, expected);
            }
        }
        assert!(expected[8].0.iter().all(|&sum| sum > 1));
    }

    #[test]
    fn every_instruction_set_gives_the_same_sum() {
        // The greatest numbers that fit into bytes, on either side, and the least that do not.
        let edges = [[129, 127], [127, 129], [255, 64], [64, 255], [255, 65], [128, 128], [1, 256]];
        for most in [[288, 288], [1, 1], [36, 20], [20, 144]].into_iter().chain(edges) {
            check(most, |seed, most| seed as i16 % (most + 1));
            check(most, |_, most| most);
        }
    }

    #[test]
    fn bytes_are_used_only_for_products_that_fit() {
        if cfg!(target_arch = "x86_64") {
            for most in [[129, 127], [255, 64], [0, 0], [127, 127]] {
                assert_eq!(Kind::of(most), Kind::Bytes { swapped: false });
            }
            for most in [[127, 129], [64, 255], [0, 1]] {
                assert_eq!(Kind::of(most), Kind::Bytes { swapped: true });
            }
        }
        for most in [[255, 65], [65, 255], [128, 128], [256, 1], [1, 256], [288, 288]] {
            assert_eq!(Kind::of(most), Kind::Numbers);
        }
    }
}
