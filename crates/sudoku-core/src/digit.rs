//! Digits, and sets of them.

use core::fmt;
use core::iter::FusedIterator;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use core::str::FromStr;

/// A digit from 1 to 9.
///
/// ```
/// use sudoku_core::{Digit, DigitError};
///
/// let seven = Digit::try_from(7)?;
/// assert_eq!(("7".parse(), Digit::try_from('7')), (Ok(seven), Ok(seven)));
/// assert_eq!((u8::from(seven), char::from(seven)), (7, '7'));
/// assert_eq!(Digit::try_from(10), Err(DigitError));
/// # Ok::<(), DigitError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Returns the digit with this value, or `None` unless the value is 1 to 9.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 9 => Some(Self(value)),
            _ => None,
        }
    }

    /// Returns the nine digits in ascending order.
    #[must_use]
    pub const fn all() -> Digits {
        DigitSet::ALL.iter()
    }

    /// Returns the digit's value, 1 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

/// The nine digits in ascending order, for lookups that return a reference.
pub(crate) static DIGITS: [Digit; 9] = {
    let mut digits = [Digit(NonZeroU8::MIN); 9];
    let mut index = 1;
    while index < 9 {
        digits[index] = Digit(digits[index - 1].0.saturating_add(1));
        index += 1;
    }
    digits
};

impl TryFrom<u8> for Digit {
    type Error = DigitError;

    fn try_from(value: u8) -> Result<Self, DigitError> {
        Self::new(value).ok_or(DigitError)
    }
}

/// Converts a character from `1` to `9`.
impl TryFrom<char> for Digit {
    type Error = DigitError;

    fn try_from(character: char) -> Result<Self, DigitError> {
        let value = character.to_digit(10).and_then(|value| u8::try_from(value).ok());
        value.and_then(Self::new).ok_or(DigitError)
    }
}

/// Reads one character, `1` to `9`.
impl FromStr for Digit {
    type Err = DigitError;

    fn from_str(text: &str) -> Result<Self, DigitError> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => character.try_into(),
            _ => Err(DigitError),
        }
    }
}

impl From<Digit> for u8 {
    fn from(digit: Digit) -> Self {
        digit.get()
    }
}

/// Converts the digit to its character.
impl From<Digit> for char {
    fn from(digit: Digit) -> Self {
        Self::from(b'0' + digit.get())
    }
}

/// The error for a number, a character or a text that is not a digit from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DigitError;

impl fmt::Display for DigitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a digit; expected 1 to 9")
    }
}

impl core::error::Error for DigitError {}

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
/// The set is a bit mask: digit `d` is bit `d - 1`, and the upper seven bits are zero. The
/// operators are `|` (union), `&` (intersection), `-` (difference) and `!` (complement). `Display`
/// prints the digits in ascending order, without separators.
///
/// ```
/// use sudoku_core::{Digit, DigitSet};
///
/// let odd: DigitSet = Digit::all().filter(|digit| digit.get() % 2 == 1).collect();
/// let low: DigitSet = "1234".parse()?;
/// assert_eq!((odd & low).to_string(), "13");
/// assert_eq!((odd - low).to_string(), "579");
/// for digit in !odd {
///     assert!(digit.get() % 2 == 0);
/// }
/// # Ok::<(), sudoku_core::DigitError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// The set without digits.
    pub const EMPTY: Self = Self(0);
    /// The set of all nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// Returns the set with these bits (digit `d` is bit `d - 1`), or `None` if a higher bit is
    /// set.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set with these bits. The caller ensures that only the lowest nine bits are used.
    pub(crate) const fn from_checked(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the set as bits: digit `d` is bit `d - 1`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the number of digits in the set, 0 to 9.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set has no digit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the digit is in the set.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & Self::only(digit).0 != 0
    }

    /// Returns the set with only this digit.
    #[must_use]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << (digit.get() - 1))
    }

    /// Returns the set with this digit added.
    #[must_use]
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | Self::only(digit).0)
    }

    /// Returns the set with this digit removed.
    #[must_use]
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !Self::only(digit).0)
    }

    /// Adds the digit to this set. Returns true if it was not in the set.
    ///
    /// ```
    /// use sudoku_core::{Digit, DigitSet};
    ///
    /// let (mut set, seven) = (DigitSet::EMPTY, Digit::try_from(7)?);
    /// assert_eq!((set.insert(seven), set.insert(seven)), (true, false));
    /// assert_eq!((set.remove(seven), set.remove(seven)), (true, false));
    /// # Ok::<(), sudoku_core::DigitError>(())
    /// ```
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let is_new = !self.contains(digit);
        *self = self.with(digit);
        is_new
    }

    /// Removes the digit from this set. Returns true if it was in the set.
    pub const fn remove(&mut self, digit: Digit) -> bool {
        let was_in = self.contains(digit);
        *self = self.without(digit);
        was_in
    }

    /// Returns the digits of the set in ascending order.
    #[must_use]
    pub const fn iter(self) -> Digits {
        Digits(self)
    }
}

/// The digits of a set, in ascending order from the front.
#[derive(Clone, Debug)]
pub struct Digits(DigitSet);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let rest = self.0.0;
        // An empty set has 16 trailing zeros, and 17 is not a digit.
        let digit = Digit::new(rest.trailing_zeros() as u8 + 1)?;
        self.0.0 = rest & (rest - 1);
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Digits {
    fn next_back(&mut self) -> Option<Digit> {
        let digit = Digit::new(16 - self.0.0.leading_zeros() as u8)?;
        self.0 = self.0.without(digit);
        Some(digit)
    }
}

impl ExactSizeIterator for Digits {}
impl FusedIterator for Digits {}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = Digits;

    fn into_iter(self) -> Digits {
        self.iter()
    }
}

impl Extend<Digit> for DigitSet {
    fn extend<I: IntoIterator<Item = Digit>>(&mut self, digits: I) {
        for digit in digits {
            *self = self.with(digit);
        }
    }
}

/// Converts a digit to the set with only this digit.
impl From<Digit> for DigitSet {
    fn from(digit: Digit) -> Self {
        Self::only(digit)
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

impl BitOrAssign for DigitSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for DigitSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// Returns the digits of the first set that are not in the second.
impl Sub for DigitSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for DigitSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Returns the digits that are not in the set.
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

/// Prints the digits in ascending order, without separators.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut text, len) = ([0; 9], self.len());
        for (character, digit) in text.iter_mut().zip(*self) {
            *character = b'0' + digit.get();
        }
        f.pad(core::str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
    }
}

/// Reads digits in any order, without separators. An empty text is the empty set.
impl FromStr for DigitSet {
    type Err = DigitError;

    fn from_str(text: &str) -> Result<Self, DigitError> {
        text.chars().map(Digit::try_from).collect()
    }
}
