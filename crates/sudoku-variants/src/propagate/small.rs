//! Sums of two or three cells that hold different digits.

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

/// Returns the digits of three cells with different digits that have this sum.
#[inline(always)]
pub(crate) fn triple_with_sum(masks: [u16; 3], sum: usize) -> Supported {
    let mut supported = Supported { digits: [0; 4], common: ALL };
    for bit in bits(masks[0].into()) {
        let Some(rest) = sum.checked_sub(usize::from(bit) + 1) else { break };
        let digit = 1u16 << bit;
        let rest = pair_with_sum(masks[1] & !digit, masks[2] & !digit, rest);
        if rest.digits[0] != 0 {
            supported.digits[0] |= digit;
            supported.digits[1] |= rest.digits[0];
            supported.digits[2] |= rest.digits[1];
            supported.common &= digit | rest.common;
        }
    }
    supported
}

/// The digits of each cell that are part of an allowed sum, and those that are part of every one.
pub(crate) struct Supported {
    pub(crate) digits: [u16; 4],
    pub(crate) common: u16,
}

/// Returns the digits of four cells with different digits that have this sum.
#[inline(always)]
pub(crate) fn four_with_sum(masks: [u16; 4], sum: usize) -> Supported {
    let mut supported = Supported { digits: [0; 4], common: ALL };
    for bit in bits(masks[0].into()) {
        let Some(rest) = sum.checked_sub(usize::from(bit) + 1) else { break };
        let digit = 1u16 << bit;
        let rest = triple_with_sum([1, 2, 3].map(|at| masks[at] & !digit), rest);
        if rest.digits[0] != 0 {
            supported.digits[0] |= digit;
            for at in 0..3 {
                supported.digits[at + 1] |= rest.digits[at];
            }
            supported.common &= digit | rest.common;
        }
    }
    supported
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
    let mut supported = Supported { digits: [0; 4], common: ALL };
    for bit in bits(first.into()) {
        let others = (allowed >> (bit + 2)) as u16 & second & !(1 << bit);
        if others != 0 {
            supported.digits[0] |= 1 << bit;
            supported.digits[1] |= others;
            supported.common &= 1 << bit | if is_single(others) { others } else { 0 };
        }
    }
    supported
}

/// Returns the digits of three cells with different digits whose sum is an allowed one.
#[inline(always)]
pub(crate) fn triple(masks: [u16; 3], allowed: u64) -> Supported {
    let mut supported = Supported { digits: [0; 4], common: ALL };
    for bit in bits(masks[0].into()) {
        let digit = 1u16 << bit;
        let rest = pair(masks[1] & !digit, masks[2] & !digit, allowed >> (bit + 1));
        if rest.digits[0] != 0 {
            supported.digits[0] |= digit;
            supported.digits[1] |= rest.digits[0];
            supported.digits[2] |= rest.digits[1];
            supported.common &= digit | rest.common;
        }
    }
    supported
}
