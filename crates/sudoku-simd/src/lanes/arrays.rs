//! Vectors that are arrays, for every processor: the compiler makes vector instructions of their loops,
//! as far as the processor that it compiles for has them.

use super::vector::{Record, Rows, Vector};

/// `N` lanes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Array<const N: usize>([u16; N]);

impl<const N: usize> AsRef<[u16]> for Array<N> {
    #[inline(always)]
    fn as_ref(&self) -> &[u16] {
        &self.0
    }
}
impl<const N: usize> AsMut<[u16]> for Array<N> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u16] {
        &mut self.0
    }
}

macro_rules! each {
    ($lane:ident => $value:expr) => {{
        let mut result = [0u16; N];
        let mut $lane = 0;
        while $lane < N {
            result[$lane] = $value;
            $lane += 1;
        }
        Array(result)
    }};
}

impl<const N: usize> Vector for Array<N> {
    type Proof = ();
    type Row = Self;
    const LANES: usize = N;
    const FEW: u32 = N as u32 / 3;
    const ENOUGH: u32 = N as u32 / 3;
    const ZEROS: Self = Self([0; N]);

    #[inline(always)]
    fn splat((): (), value: u16) -> Self {
        Self([value; N])
    }

    #[inline(always)]
    fn load((): (), row: &Self) -> Self {
        *row
    }

    #[inline(always)]
    fn store(self, row: &mut Self) {
        *row = self;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(l => self.0[l] & other.0[l])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(l => self.0[l] | other.0[l])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each!(l => self.0[l] & !other.0[l])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        each!(l => self.0[l].wrapping_add(other.0[l]))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        each!(l => self.0[l].wrapping_sub(other.0[l]))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // As a saturating difference, which every vector unit has.
        each!(l => self.0[l] - self.0[l].saturating_sub(other.0[l]))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        each!(l => self.0[l].count_ones() as u16)
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        each!(l => self.0[l] & self.0[l].wrapping_neg())
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        each!(l => if self.0[l] == 0 { other.0[l] } else { self.0[l] })
    }

    #[inline(always)]
    fn pick_at_most(self, bound: Self, a: Self, b: Self) -> Self {
        each!(l => if self.0[l].saturating_sub(bound.0[l]) == 0 { a.0[l] } else { b.0[l] })
    }

    #[inline(always)]
    fn if_meets(self, other: Self, value: Self) -> Self {
        each!(l => if self.0[l] & other.0[l] == 0 { 0 } else { value.0[l] })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> u32 {
        let mut lanes = 0;
        let mut l = 0;
        while l < N {
            lanes |= u32::from(self.0[l] == other.0[l]) << l;
            l += 1;
        }
        lanes
    }

    #[inline(always)]
    fn single(self) -> Self {
        each!(l => if self.0[l] & self.0[l].wrapping_sub(1) == 0 { self.0[l] } else { 0 })
    }

    #[inline(always)]
    fn close(self, asserted: Self) -> Self {
        each!(l => {
            let one_less = asserted.0[l] & asserted.0[l].wrapping_sub(1);
            let two_less = one_less & one_less.wrapping_sub(1);
            let any = if two_less == 0 { u16::MAX } else { 0 };
            self.0[l] & (asserted.0[l] | any)
        })
    }

    #[inline(always)]
    fn narrow(self, hidden: Self, allowed: Self) -> Self {
        each!(l => {
            let only = self.0[l] & hidden.0[l];
            let any = if only == 0 { u16::MAX } else { 0 };
            self.0[l] & allowed.0[l] & (only | any)
        })
    }

    #[inline(always)]
    fn save((): (), rows: &Rows<Self>, mut lanes: u32, records: &mut [Record]) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % N;
            lanes &= lanes.wrapping_sub(1);
            for (cell, row) in records[lane].0.iter_mut().zip(rows) {
                *cell = row.0[lane];
            }
        }
    }

    #[inline(always)]
    fn restore((): (), rows: &mut Rows<Self>, mut lanes: u32, records: &[Record]) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % N;
            lanes &= lanes.wrapping_sub(1);
            for (&cell, row) in records[lane].0.iter().zip(&mut *rows) {
                row.0[lane] = cell;
            }
        }
    }
}
