//! Sums of two or three cells that hold different digits.

use crate::digit_sets::AllowedSets;
use crate::domain::{ALL, bits, is_single};

/// For each set of digits, the set of their complements to 10.
static COMPLEMENTS: [u16; 512] = {
    let mut sets = [0; 512];
    let mut set = 1;
    while set < 512 {
        sets[set] = sets[set & (set - 1)] | 256 >> set.trailing_zeros();
        set += 1;
    }
    sets
};

/// Returns the digits that have this sum with one of these digits. The sum is at most 45.
#[inline(always)]
pub(crate) fn complements(digits: u16, sum: usize) -> u16 {
    let tens = u64::from(COMPLEMENTS[usize::from(digits) & 511]);
    (tens << (sum & 63) >> 10) as u16 & ALL
}

/// Returns the digit that is half of this sum, if there is one.
#[inline(always)]
pub(crate) const fn half(sum: usize) -> u16 {
    // The bit of half the sum becomes the bit of the digit. The sum 0 has no digit.
    if sum.is_multiple_of(2) { (1 << ((sum / 2) & 15)) >> 1 & ALL } else { 0 }
}

/// Returns the digits of two cells with different digits that have this sum.
#[inline(always)]
pub(crate) fn pair_with_sum(first: u16, second: u16, sum: usize) -> Supported {
    let first = first & complements(second, sum) & !half(sum);
    let second = second & complements(first, sum);
    // All pairs have the same two digits if there is one pair, or one and its reverse.
    let both = first | second;
    let is_same = is_single(first) || first == second && first.count_ones() == 2;
    Supported { digits: [first, second, 0, 0], common: if is_same { both } else { 0 } }
}

/// The digits of each cell that are part of an allowed sum, and those that are part of every one.
pub(crate) struct Supported {
    pub(crate) digits: [u16; 4],
    pub(crate) common: u16,
}

impl Supported {
    const NONE: Self = Self { digits: [0; 4], common: ALL };

    /// Puts a cell before some others. `others` returns their supported digits, given the digit of
    /// the cell, counted from 0.
    #[inline(always)]
    fn with_first(first: u16, others: impl Fn(u8) -> Self) -> Self {
        let mut supported = Self::NONE;
        for bit in bits(first.into()) {
            let rest = others(bit);
            if rest.digits[0] != 0 {
                supported.digits[0] |= 1 << bit;
                for at in 0..3 {
                    supported.digits[at + 1] |= rest.digits[at];
                }
                supported.common &= 1 << bit | rest.common;
            }
        }
        supported
    }
}

/// Returns the digits of three cells with different digits that have this sum.
#[inline(always)]
pub(crate) fn triple_with_sum(masks: [u16; 3], sum: usize) -> Supported {
    Supported::with_first(masks[0], |bit| {
        let Some(rest) = sum.checked_sub(usize::from(bit) + 1) else { return Supported::NONE };
        let others = !(1 << bit);
        pair_with_sum(masks[1] & others, masks[2] & others, rest)
    })
}

/// Returns the digits of four cells with different digits that have this sum.
#[inline(always)]
pub(crate) fn four_with_sum(masks: [u16; 4], sum: usize) -> Supported {
    Supported::with_first(masks[0], |bit| {
        let Some(rest) = sum.checked_sub(usize::from(bit) + 1) else { return Supported::NONE };
        triple_with_sum([1, 2, 3].map(|at| masks[at] & !(1 << bit)), rest)
    })
}

/// Returns the sums of two cells with different digits, as bits.
#[inline(always)]
pub(crate) fn pair_sums(first: u16, second: u16) -> u64 {
    bits(first.into()).fold(0, |sums, bit| sums | u64::from(second & !(1 << bit)) << (bit + 2))
}

/// Returns the sums of three cells with different digits, as bits.
#[inline(always)]
pub(crate) fn triple_sums(first: u16, second: u16, third: u16) -> u64 {
    bits(first.into()).fold(0, |sums, bit| {
        let others = !(1u16 << bit);
        sums | pair_sums(second & others, third & others) << (bit + 1)
    })
}

/// Returns the digits of two cells with different digits whose sum is an allowed one.
#[inline(always)]
pub(crate) fn pair(first: u16, second: u16, allowed: u64) -> Supported {
    Supported::with_first(first, |bit| {
        let others = (allowed >> (bit + 2)) as u16 & second & !(1 << bit);
        let common = if is_single(others) { others } else { 0 };
        Supported { digits: [others, 0, 0, 0], common }
    })
}

/// Returns the digits of three cells with different digits whose sum is an allowed one.
#[inline(always)]
pub(crate) fn triple(masks: [u16; 3], allowed: u64) -> Supported {
    Supported::with_first(masks[0], |bit| {
        let others = !(1 << bit);
        pair(masks[1] & others, masks[2] & others, allowed >> (bit + 1))
    })
}

/// Returns the digits of two cells with different digits that form an allowed set with the fixed
/// digits.
#[inline(always)]
pub(crate) fn pair_in_sets(first: u16, second: u16, fixed: u16, sets: &AllowedSets) -> Supported {
    Supported::with_first(first, |bit| {
        let others = second & sets.last[usize::from(fixed | 1 << bit) & 511];
        let common = if is_single(others) { others } else { 0 };
        Supported { digits: [others, 0, 0, 0], common }
    })
}

/// Returns the digits of three cells with different digits that form an allowed set with the fixed
/// digits.
#[inline(always)]
pub(crate) fn triple_in_sets(masks: [u16; 3], fixed: u16, sets: &AllowedSets) -> Supported {
    Supported::with_first(masks[0], |bit| {
        let others = !(1 << bit);
        pair_in_sets(masks[1] & others, masks[2] & others, fixed | 1 << bit, sets)
    })
}

/// Returns the digits of four cells with different digits that form an allowed set with the fixed
/// digits.
#[inline(always)]
pub(crate) fn four_in_sets(masks: [u16; 4], fixed: u16, sets: &AllowedSets) -> Supported {
    Supported::with_first(masks[0], |bit| {
        let others = [1, 2, 3].map(|at| masks[at] & !(1 << bit));
        triple_in_sets(others, fixed | 1 << bit, sets)
    })
}
