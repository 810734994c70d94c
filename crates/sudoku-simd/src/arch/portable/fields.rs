//! The boxes of a board in fields of ten bits.

use super::bands::FourBands;
use crate::board::narrow::{ALL, Boxes, Narrow, settle};
use crate::guess::Settled;

const _: () = assert!(ALL == 0x1ff);

/// A field of ten bits for each box. The highest bit is zero.
#[derive(Clone, Copy)]
pub(super) struct Fields<B>(B);

/// The lowest bit of each field of a band.
pub(super) const LOW: u32 = 0x0010_0401;
/// All digits in each field.
const FULL: u32 = LOW * 0x1ff;
/// The highest bit of each field. No digit uses it.
const GUARD: u32 = LOW << 9;

impl<B: FourBands> Fields<B> {
    /// Returns all digits in the fields whose bit of [`GUARD`] is set.
    #[inline(always)]
    fn spread(guards: B) -> Self {
        Self(guards.sub(guards.shift_right::<9>()))
    }
}

impl<B: FourBands> Narrow for Fields<B> {
    type Proof = ();

    #[inline(always)]
    fn load((): (), lanes: &Boxes) -> Self {
        let band = |lanes: [u16; 4]| {
            let [a, b, c, _] = lanes.map(|lane| u32::from(lane & ALL));
            a | b << 10 | c << 20
        };
        let [first, second, third, _] = lanes.0.map(band);
        Self(B::load([first, second, third, first]))
    }

    #[inline(always)]
    fn store(self) -> Boxes {
        let [first, second, third, _] = self.0.store();
        let lanes = |band: u32| [band, band >> 10, band >> 20, 0].map(|lane| lane as u16 & 0x3ff);
        Boxes([lanes(first), lanes(second), lanes(third), [0; 4]])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0.and_not(other.0))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self(self.0.next_band())
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self(self.0.previous_band())
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        Self(self.0.next_stack())
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        Self(self.0.previous_stack())
    }

    #[inline(always)]
    fn other_stacks(self) -> Self {
        Self(self.0.other_stacks())
    }

    #[inline(always)]
    fn without_lowest_one(self) -> Self {
        // Subtracts one from each field. The guard bit is set, so zero does not borrow.
        Self(self.0.and(self.0.add(B::splat(FULL))))
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        let guard = B::splat(GUARD);
        Self::spread(guard.sub(self.0).and(guard))
    }

    #[inline(always)]
    fn count_ones_by_lane(self) -> Self {
        // Counts pairs of bits, then groups of four. The ninth bit is a pair of its own.
        let of = |fields: u32| B::splat(LOW * fields);
        let pairs = self.0.sub(self.0.shift_right::<1>().and(of(0x155)));
        let fours = pairs.and(of(0x33)).add(pairs.shift_right::<2>().and(of(0x33)));
        let ninth = pairs.shift_right::<8>().and(of(1));
        Self(fours.add(fours.shift_right::<4>()).add(ninth).and(of(0xf)))
    }

    // Not inlined into the search, which would occupy registers that a pass needs.
    #[inline(never)]
    fn settle((): (), x: &mut [Self; 9], two: bool) -> Settled {
        settle((), x, two)
    }

    #[inline(always)]
    fn has_zero_lane(x: &[Self; 9]) -> bool {
        let guard = B::splat(GUARD);
        let mut guards = guard;
        for cells in x {
            guards = guards.and(cells.0.add(B::splat(FULL)));
        }
        !guards.equals(guard)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0.equals(other.0)
    }
}
