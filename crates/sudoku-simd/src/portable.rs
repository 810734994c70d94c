//! The layout of nine vectors without vector instructions: a word of 64 bits holds a band's boxes.

use crate::chutes::Settled;
use crate::narrow::{ALL, Boxes, Narrow, settle};

/// A lane of 16 bits for each box: a word for each band, a field of it for each stack, the highest
/// field zero.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 3]);

/// Bit 0 of each field.
const LOW: u64 = 0x0001_0001_0001;
/// Bit 15 of each field.
const HIGH: u64 = LOW << 15;

macro_rules! each {
    ($a:expr, $b:expr, $of:expr) => {
        Words([$of($a.0[0], $b.0[0]), $of($a.0[1], $b.0[1]), $of($a.0[2], $b.0[2])])
    };
    ($a:expr, $of:expr) => {
        Words([$of($a.0[0]), $of($a.0[1]), $of($a.0[2])])
    };
}

impl Narrow for Words {
    type Proof = ();

    #[inline(always)]
    fn load((): (), lanes: &Boxes) -> Self {
        let word = |[a, b, c, _]: [u16; 4]| u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32;
        Self([word(lanes.0[0]), word(lanes.0[1]), word(lanes.0[2])])
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let lanes = |word: u64| [word as u16, (word >> 16) as u16, (word >> 32) as u16, 0];
        Boxes([lanes(self.0[0]), lanes(self.0[1]), lanes(self.0[2]), [0; 4]])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(self, other, |a: u64, b: u64| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(self, other, |a: u64, b: u64| a | b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each!(self, other, |a: u64, b: u64| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // Nine cells of nine bits do not carry out of a field.
        each!(self, other, |a: u64, b: u64| a.wrapping_add(b))
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self([self.0[1], self.0[2], self.0[0]])
    }

    #[inline(always)]
    fn last_band(self) -> Self {
        Self([self.0[2], self.0[0], self.0[1]])
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        each!(self, |a: u64| a >> 16 | (a << 32 & 0xffff_0000_0000))
    }

    #[inline(always)]
    fn last_stack(self) -> Self {
        each!(self, |a: u64| (a << 16 & 0xffff_ffff_0000) | a >> 32)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        // The high bits keep a field that is zero from borrowing.
        each!(self, |a: u64| a & ((a | HIGH) - LOW))
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        // Bit 9 of the fields that are zero, spread over the nine below it.
        each!(self, |a: u64| {
            let zero = !(a + (LOW * 0x1ff)) & LOW << 9;
            zero - (zero >> 9)
        })
    }

    // Apart from the search, which would take registers that a pass needs.
    #[inline(never)]
    fn settle(x: &mut [Self; 9], all: Self, two: bool) -> Settled {
        settle(x, all, two)
    }

    #[inline(always)]
    fn both(self, other: Self) -> Self {
        // Bit 9 says that a field has digits; bit 9 of a sum carries what the digits add.
        each!(self, other, |a: u64, b: u64| {
            let full = LOW * 0x1ff;
            (a + full) & (b + full) & LOW << 9
        })
    }

    #[inline(always)]
    fn has_zero(self) -> bool {
        let every =
            (self.0[0] + LOW * 0x1ff) & (self.0[1] + LOW * 0x1ff) & (self.0[2] + LOW * 0x1ff);
        every & LOW << 9 != LOW << 9
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }
}

const _: () = assert!(ALL == 0x1ff);
