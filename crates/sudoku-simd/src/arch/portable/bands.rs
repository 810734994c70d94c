//! What the portable path asks of 128 bits: four bands of 32.

/// Four bands: the first, the second, the third, and the first again.
///
/// A band has a field of ten bits for each of its three boxes, the lowest for the first stack; its
/// last two bits are zero.
pub(crate) trait FourBands: Copy {
    fn splat(band: u32) -> Self;
    fn load(bands: [u32; 4]) -> Self;
    fn store(self) -> [u32; 4];

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    /// A sum. What a band has too much for 32 bits may be lost, or be added to the next band.
    fn add(self, other: Self) -> Self;
    /// A difference, of bands that are no less than the other's.
    fn sub(self, other: Self) -> Self;
    /// Each band shifted left, with zeros coming in.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Each band shifted right, with zeros coming in.
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

    /// What the next stack has, and the previous one.
    #[inline(always)]
    fn other_stacks(self) -> Self {
        let up = self.shift_left::<10>().or(self.shift_left::<20>());
        let down = self.shift_right::<10>().or(self.shift_right::<20>());
        down.or(up.and(Self::splat(STACKS[1] | STACKS[2])))
    }
}

/// The fields of the first, the second and the third stack.
const STACKS: [u32; 3] = [0x3ff, 0x3ff << 10, 0x3ff << 20];
