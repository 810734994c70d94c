//! Sums of two or three cells that hold different digits.

use crate::domain::{ALL, bits, is_single};

/// The digits of each cell that are part of an allowed sum, and those that are part of every one.
pub(crate) struct Supported {
    pub(crate) digits: [u16; 3],
    pub(crate) common: u16,
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
    let mut supported = Supported { digits: [0; 3], common: ALL };
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
    let mut supported = Supported { digits: [0; 3], common: ALL };
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
