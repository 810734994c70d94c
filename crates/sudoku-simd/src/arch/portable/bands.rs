//! The trait for vectors of 128 bits in the portable engine: four bands of 32 bits.

/// Four bands: the first, the second, the third, and the first again.
///
/// A band has a field of ten bits for each of its three boxes, the first stack in the lowest bits.
/// Its last two bits are zero.
pub(crate) trait FourBands: Copy {
    fn splat(band: u32) -> Self;
    fn load(bands: [u32; 4]) -> Self;
    fn store(self) -> [u32; 4];

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    /// Adds the bands. A carry out of a band may be lost or added to the next band.
    fn add(self, other: Self) -> Self;
    /// Subtracts the bands. No band may be less than the other's.
    fn sub(self, other: Self) -> Self;
    /// Shifts each band left, with zeros coming in.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Shifts each band right, with zeros coming in.
    fn shift_right<const BITS: i32>(self) -> Self;
    fn equals(self, other: Self) -> bool;

    fn next_band(self) -> Self;
    fn previous_band(self) -> Self;

    #[inline(always)]
    fn next_stack(self) -> Self {
        let from_first = self.shift_left::<20>().and(Self::splat(STACKS[2]));
        self.shift_right::<10>().or(from_first)
    }

    #[inline(always)]
    fn previous_stack(self) -> Self {
        let up = self.shift_left::<10>().and(Self::splat(STACKS[1] | STACKS[2]));
        self.shift_right::<20>().or(up)
    }

    /// Returns the union of the next stack and the previous one.
    #[inline(always)]
    fn other_stacks(self) -> Self {
        let up = self.shift_left::<10>().or(self.shift_left::<20>());
        let down = self.shift_right::<10>().or(self.shift_right::<20>());
        down.or(up.and(Self::splat(STACKS[1] | STACKS[2])))
    }
}

/// The fields of the first, the second and the third stack.
const STACKS: [u32; 3] = [0x3ff, 0x3ff << 10, 0x3ff << 20];
