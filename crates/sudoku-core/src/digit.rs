//! Digits, and sets of them.

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitOr, Not};

/// A digit from 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this value, or `None` unless it is 1 to 9.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 9 => Some(Self(value)),
            _ => None,
        }
    }

    /// The nine digits in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=9).filter_map(Self::new)
    }

    /// The digit's value, 1 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of digits, such as the candidates of a cell.
///
/// One machine word: digit `d` is bit `d - 1`, the upper seven bits are zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// The set without digits.
    pub const EMPTY: Self = Self(0);
    /// The set of all nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// The set whose bits these are (digit `d` is bit `d - 1`), or `None` if a higher bit is set.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// A set from bits that the caller knows to be no more than nine.
    pub(crate) const fn from_checked(bits: u16) -> Self {
        Self(bits)
    }

    /// The set as bits: digit `d` is bit `d - 1`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many digits the set has, 0 to 9.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no digit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the digit is in the set.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & Self::only(digit).0 != 0
    }

    /// The set of this digit alone.
    #[must_use]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << (digit.get() - 1))
    }

    /// The set with this digit added.
    #[must_use]
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | Self::only(digit).0)
    }

    /// The set with this digit taken out.
    #[must_use]
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !Self::only(digit).0)
    }

    /// The digits of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let digit = Digit::new(rest.trailing_zeros() as u8 + 1)?;
            rest &= rest - 1;
            Some(digit)
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The digits that are not in the set.
impl Not for DigitSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
