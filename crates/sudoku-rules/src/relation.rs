//! Relations between the digits of two cells.

use core::fmt;
use core::str::FromStr;

use sudoku_core::{Digit, DigitSet};

/// A relation between two digits: for each first digit, the set of second digits.
///
/// As text, a relation is 81 characters. They are nine rows of nine, a row for each first digit:
/// `1` allows the pair, `0` forbids it.
///
/// ```
/// use sudoku_rules::Relation;
///
/// let less = Relation::new(|first, second| first < second);
/// assert_eq!(less.to_string().parse(), Ok(less));
/// assert_eq!(less.converse(), Relation::new(|first, second| first > second));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation([DigitSet; 9]);

impl Relation {
    /// Makes the relation of the pairs for which the function returns true. It receives digits from
    /// 1 to 9.
    pub fn new(holds: impl Fn(u8, u8) -> bool) -> Self {
        let seconds = |first: usize| {
            Digit::all().filter(|second| holds(first as u8 + 1, second.get())).collect()
        };
        Self(core::array::from_fn(seconds))
    }

    /// Returns the second digits that the relation allows with this first digit.
    #[must_use]
    pub const fn seconds(&self, first: Digit) -> DigitSet {
        self.0[first.get() as usize - 1]
    }

    /// Returns true if the relation allows the pair.
    #[must_use]
    pub const fn allows(&self, first: Digit, second: Digit) -> bool {
        self.seconds(first).contains(second)
    }

    /// Returns the relation with the first and the second digit exchanged.
    #[must_use]
    pub fn converse(&self) -> Self {
        Self::new(|first, second| match (Digit::new(first), Digit::new(second)) {
            (Some(first), Some(second)) => self.allows(second, first),
            _ => false,
        })
    }

    /// Returns true if the relation allows no digit together with itself.
    #[must_use]
    pub fn is_irreflexive(&self) -> bool {
        Digit::all().all(|digit| !self.allows(digit, digit))
    }
}

/// Prints the 81 characters of the table.
impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for first in Digit::all() {
            for second in Digit::all() {
                f.write_str(if self.allows(first, second) { "1" } else { "0" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relation({self})")
    }
}

/// The error for a text that is not a table of 81 characters `0` and `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a relation; expected 81 characters `0` and `1`, a row of nine for each first digit")]
pub struct RelationError;

/// Reads the 81 characters of the table.
impl FromStr for Relation {
    type Err = RelationError;

    fn from_str(text: &str) -> Result<Self, RelationError> {
        let table = text.as_bytes();
        if table.len() != 81 || table.iter().any(|byte| !matches!(byte, b'0' | b'1')) {
            return Err(RelationError);
        }
        Ok(Self::new(|first, second| {
            table[9 * usize::from(first) + usize::from(second) - 10] == b'1'
        }))
    }
}
