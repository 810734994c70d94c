//! Sums of products of small numbers, sixteen side by side.
//!
//! Processors multiply eight or sixteen pairs of 16-bit numbers in one instruction and add each two
//! neighbours. The compiler does not find it in loops that keep the sums apart, so it is named
//! here; the plain arithmetic beside it says the same, and serves processors without it. With 32
//! numbers in a row counting is four times as fast as without.

#![allow(unsafe_code, reason = "instructions that a processor may lack have to be named")]

/// Sixteen numbers below 2¹⁵ whose products, neighbours added, are summed up side by side.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [i16; 16]);

/// Of which rows, and of which of the other rows, products are summed up.
pub(crate) type Pairs = [(u16, u16)];

/// Adds for each list of pairs the products of the rows they name, each two neighbours together.
///
/// A row of either side has `N` times sixteen numbers.
pub(crate) fn products<const N: usize>(
    lists: &[&Pairs],
    rows: [&[Lanes]; 2],
    found: &mut [[[i32; 8]; N]],
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        unsafe { x86_64::wide(lists, rows, found) };
    } else {
        // SAFETY: every processor of this architecture has the instructions.
        unsafe { x86_64::narrow(lists, rows, found) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    plain(lists, rows, found);
}

/// The same by arithmetic alone.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<const N: usize>(lists: &[&Pairs], rows: [&[Lanes]; 2], found: &mut [[[i32; 8]; N]]) {
    let rows = rows.map(|rows| rows.as_chunks::<N>().0);
    for (list, found) in lists.iter().zip(found) {
        for &(one, other) in *list {
            let (one, other) = (&rows[0][usize::from(one)], &rows[1][usize::from(other)]);
            for lanes in 0..N {
                for pair in 0..8 {
                    let product = |lane: usize| {
                        i32::from(one[lanes].0[lane]) * i32::from(other[lanes].0[lane])
                    };
                    found[lanes][pair] += product(2 * pair) + product(2 * pair + 1);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi32, _mm_load_si128, _mm_loadu_si128, _mm_madd_epi16,
        _mm_storeu_si128, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_storeu_si256,
    };

    use super::{Lanes, Pairs};

    #[target_feature(enable = "avx2")]
    pub(super) fn wide<const N: usize>(
        lists: &[&Pairs],
        rows: [&[Lanes]; 2],
        found: &mut [[[i32; 8]; N]],
    ) {
        // SAFETY: a `Lanes` is as long as the vector, and aligned to it.
        let load = |lanes: &Lanes| unsafe { _mm256_load_si256((&raw const *lanes).cast()) };
        let rows = rows.map(|rows| rows.as_chunks::<N>().0);
        for (list, found) in lists.iter().zip(found) {
            // SAFETY: eight sums are as long as the vector, and need no alignment here.
            let mut sums: [__m256i; N] = found
                .each_ref()
                .map(|sums| unsafe { _mm256_loadu_si256((&raw const *sums).cast()) });
            for &(one, other) in *list {
                let (one, other) = (&rows[0][usize::from(one)], &rows[1][usize::from(other)]);
                for lanes in 0..N {
                    let products = _mm256_madd_epi16(load(&one[lanes]), load(&other[lanes]));
                    sums[lanes] = _mm256_add_epi32(sums[lanes], products);
                }
            }
            for (found, sums) in found.iter_mut().zip(sums) {
                // SAFETY: eight sums are as long as the vector, and need no alignment here.
                unsafe { _mm256_storeu_si256((&raw mut *found).cast(), sums) };
            }
        }
    }

    #[target_feature(enable = "sse2")]
    pub(super) fn narrow<const N: usize>(
        lists: &[&Pairs],
        rows: [&[Lanes]; 2],
        found: &mut [[[i32; 8]; N]],
    ) {
        // SAFETY: a half of a `Lanes` is as long as the vector, and aligned to it.
        let load = |lanes: &Lanes, half: usize| unsafe {
            _mm_load_si128((&raw const lanes.0.as_chunks::<8>().0[half]).cast())
        };
        let rows = rows.map(|rows| rows.as_chunks::<N>().0);
        for (list, found) in lists.iter().zip(found) {
            let mut sums: [[__m128i; 2]; N] = found.each_ref().map(|sums| {
                let halves = sums.as_chunks::<4>().0;
                // SAFETY: four sums are as long as the vector, and need no alignment here.
                [0, 1].map(|half| unsafe { _mm_loadu_si128((&raw const halves[half]).cast()) })
            });
            for &(one, other) in *list {
                let (one, other) = (&rows[0][usize::from(one)], &rows[1][usize::from(other)]);
                for lanes in 0..N {
                    for half in 0..2 {
                        let products =
                            _mm_madd_epi16(load(&one[lanes], half), load(&other[lanes], half));
                        sums[lanes][half] = _mm_add_epi32(sums[lanes][half], products);
                    }
                }
            }
            for (found, sums) in found.iter_mut().zip(sums) {
                for (found, sums) in found.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                    // SAFETY: four sums are as long as the vector, and need no alignment here.
                    unsafe { _mm_storeu_si128((&raw mut *found).cast(), sums) };
                }
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
            [0, 1].map(|side| (0..20).map(|at| row(at + 50 * side)).collect());
        let rows = rows.each_ref().map(Vec::as_slice);
        let lists: Vec<Vec<(u16, u16)>> = (0..9)
            .map(|list| (0..list * 7).map(|at| (at % 10, (at * list) % 10)).collect())
            .collect();
        let lists: Vec<&Pairs> = lists.iter().map(Vec::as_slice).collect();
        let mut expected = [[[1; 8]; 2]; 9];
        plain(&lists, rows, &mut expected);
        let mut found = [[[1; 8]; 2]; 9];
        products(&lists, rows, &mut found);
        assert_eq!(found, expected);
        #[cfg(target_arch = "x86_64")]
        {
            let mut found = [[[1; 8]; 2]; 9];
            // SAFETY: every processor of this architecture has the instructions.
            unsafe { x86_64::narrow(&lists, rows, &mut found) };
            assert_eq!(found, expected);
        }
        assert!(expected[8].as_flattened().iter().all(|&sum| sum > 1));
    }
}
