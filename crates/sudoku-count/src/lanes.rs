//! Sums of products of small numbers, 32 side by side.
//!
//! Processors multiply eight, sixteen or 32 pairs of 16-bit numbers in one instruction and add each
//! two neighbours. The compiler does not find it in loops that keep the sums apart, so it is named
//! here; the plain arithmetic beside it says the same, and serves processors without it. With 32
//! numbers in a row counting is four times as fast as without.

#![allow(unsafe_code, reason = "instructions that a processor may lack have to be named")]

use std::ops::Range;

/// How many numbers stand side by side.
pub(crate) const LANES: usize = 32;

/// Numbers below 2¹⁵ whose products, neighbours added, are summed up side by side.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [i16; LANES]);

/// The sums of the products of two [`Lanes`], neighbours added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Sums(pub(crate) [i32; LANES / 2]);

/// Of which row of one side, and of which of the other, products can be summed up: in lists one
/// after the other.
pub(crate) struct Pairs {
    pairs: Vec<(u16, u16)>,
    /// The rows that each side has: no number is as large.
    rows: [usize; 2],
}

impl Pairs {
    /// The pairs of numbers of rows, given how many rows each side has; `None` if a number is as
    /// large as that.
    pub(crate) fn new(pairs: Vec<(u16, u16)>, rows: [usize; 2]) -> Option<Self> {
        let fits =
            |&(one, other): &(u16, u16)| usize::from(one) < rows[0] && usize::from(other) < rows[1];
        pairs.iter().all(fits).then_some(Self { pairs, rows })
    }

    pub(crate) fn list(&self, range: &Range<usize>) -> &[(u16, u16)] {
        &self.pairs[range.clone()]
    }

    /// Adds for each list of pairs the products of the rows they name, each two neighbours
    /// together.
    ///
    /// # Panics
    /// If a side does not have as many rows as was said, or a list is not among the pairs.
    pub(crate) fn add_products(
        &self,
        lists: &[Range<usize>],
        rows: [&[Lanes]; 2],
        found: &mut [Sums],
    ) {
        // Every number is below these lengths, so the loops need not ask again.
        assert!(rows[0].len() == self.rows[0] && rows[1].len() == self.rows[1]);
        let lists = lists.iter().map(|list| self.list(list)).zip(found);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has the instructions, and the numbers of rows are in range.
            unsafe { x86_64::widest(lists, rows) };
        } else if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions, and the numbers of rows are in range.
            unsafe { x86_64::wide(lists, rows) };
        } else {
            // SAFETY: every processor of this architecture has the instructions, and the numbers of
            // rows are in range.
            unsafe { x86_64::narrow(lists, rows) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        plain(lists, rows);
    }
}

/// The same by arithmetic alone.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<'a, 'b>(
    lists: impl Iterator<Item = (&'a [(u16, u16)], &'b mut Sums)>,
    rows: [&[Lanes]; 2],
) {
    for (list, found) in lists {
        for &(one, other) in list {
            let (one, other) = (&rows[0][usize::from(one)].0, &rows[1][usize::from(other)].0);
            for (pair, found) in found.0.iter_mut().enumerate() {
                let product = |lane: usize| i32::from(one[lane]) * i32::from(other[lane]);
                *found += product(2 * pair) + product(2 * pair + 1);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi32, _mm_load_si128, _mm_madd_epi16, _mm_store_si128,
        _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_store_si256,
        _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_store_si512,
    };

    use super::{Lanes, Sums};

    /// # Safety
    /// Every number in the lists is that of a row.
    #[target_feature(enable = "avx512bw")]
    pub(super) unsafe fn widest<'a, 'b>(
        lists: impl Iterator<Item = (&'a [(u16, u16)], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        // SAFETY: a `Lanes` is as long as the vector, and aligned to it.
        let load = |lanes: &Lanes| unsafe { _mm512_load_si512((&raw const *lanes).cast()) };
        for (list, found) in lists {
            // SAFETY: a `Sums` is as long as the vector, and aligned to it.
            let mut sums = unsafe { _mm512_load_si512((&raw const *found).cast()) };
            for &(a, b) in list {
                // SAFETY: they are numbers of rows.
                let (a, b) = unsafe {
                    (one.get_unchecked(usize::from(a)), other.get_unchecked(usize::from(b)))
                };
                sums = _mm512_add_epi32(sums, _mm512_madd_epi16(load(a), load(b)));
            }
            // SAFETY: as above.
            unsafe { _mm512_store_si512((&raw mut *found).cast(), sums) };
        }
    }

    /// # Safety
    /// Every number in the lists is that of a row.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn wide<'a, 'b>(
        lists: impl Iterator<Item = (&'a [(u16, u16)], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        for (list, found) in lists {
            let found: *mut __m256i = (&raw mut *found).cast();
            // SAFETY: a `Sums` is as long as two vectors, and aligned to them.
            let mut sums = [0, 1].map(|half| unsafe { _mm256_load_si256(found.add(half)) });
            for &(a, b) in list {
                // SAFETY: they are numbers of rows.
                let (a, b): (*const __m256i, *const __m256i) = unsafe {
                    let (a, b) =
                        (one.get_unchecked(usize::from(a)), other.get_unchecked(usize::from(b)));
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
    /// Every number in the lists is that of a row.
    #[target_feature(enable = "sse2")]
    pub(super) unsafe fn narrow<'a, 'b>(
        lists: impl Iterator<Item = (&'a [(u16, u16)], &'b mut Sums)>,
        [one, other]: [&[Lanes]; 2],
    ) {
        for (list, found) in lists {
            let found: *mut __m128i = (&raw mut *found).cast();
            // SAFETY: a `Sums` is as long as four vectors, and aligned to them.
            let mut sums = [0, 1, 2, 3].map(|part| unsafe { _mm_load_si128(found.add(part)) });
            for &(a, b) in list {
                // SAFETY: they are numbers of rows.
                let (a, b): (*const __m128i, *const __m128i) = unsafe {
                    let (a, b) =
                        (one.get_unchecked(usize::from(a)), other.get_unchecked(usize::from(b)));
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

    #[test]
    fn every_instruction_set_sums_up_the_same() {
        let row =
            |seed: usize| Lanes(std::array::from_fn(|lane| (seed * 37 + lane * 101) as i16 % 289));
        let rows: [Vec<Lanes>; 2] =
            [0, 1].map(|side| (0..10).map(|at| row(at + 50 * side)).collect());
        let rows = rows.each_ref().map(Vec::as_slice);
        let (mut numbers, mut lists) = (Vec::new(), Vec::new());
        for list in 0..9 {
            let start = numbers.len();
            numbers.extend((0..list * 7).map(|at| (at % 10, (at * list) % 10)));
            lists.push(start..numbers.len());
        }
        assert!(Pairs::new(numbers.clone(), [9, 10]).is_none());
        let pairs = Pairs::new(numbers, [10, 10]).unwrap();
        let all = || lists.iter().map(|list| pairs.list(list));
        let mut expected = [Sums([1; 16]); 9];
        plain(all().zip(&mut expected), rows);
        let mut found = [Sums([1; 16]); 9];
        pairs.add_products(&lists, rows, &mut found);
        assert_eq!(found, expected);
        #[cfg(target_arch = "x86_64")]
        {
            let mut found = [Sums([1; 16]); 9];
            // SAFETY: every processor of this architecture has the instructions, and there are as
            // many rows as the numbers say.
            unsafe { x86_64::narrow(all().zip(&mut found), rows) };
            assert_eq!(found, expected);
            if is_x86_feature_detected!("avx2") {
                let mut found = [Sums([1; 16]); 9];
                // SAFETY: the processor has the instructions; the rest as above.
                unsafe { x86_64::wide(all().zip(&mut found), rows) };
                assert_eq!(found, expected);
            }
        }
        assert!(expected[8].0.iter().all(|&sum| sum > 1));
    }
}
