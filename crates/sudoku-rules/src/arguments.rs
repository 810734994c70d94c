//! The arguments of a rule: a value and cells.

use core::fmt;

use sudoku_core::{Cell, Digit};

use crate::relation::Relation;

/// The value of a rule, such as the sum of a cage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleValue {
    /// No value.
    None,
    /// A sum, a difference or a ratio.
    Number(i32),
    /// Digits, which may repeat in a quadruple.
    Digits(Vec<Digit>),
    /// A relation between the digits of two cells.
    Relation(Relation),
}

impl RuleValue {
    /// Returns the number, or `None` for another value.
    #[must_use]
    pub const fn number(&self) -> Option<i32> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// Returns the digits; another value has none.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        if let Self::Digits(digits) = self { digits } else { &[] }
    }
}

/// Prints the value as in a line of text.
impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Digits(digits) => digits.iter().try_for_each(|digit| write!(f, "{digit}")),
            Self::Relation(relation) => write!(f, "{relation}"),
        }
    }
}

/// The value and the cells of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arguments {
    pub(crate) value: RuleValue,
    pub(crate) cells: Vec<Cell>,
    /// The cells after the separator, for kinds that distinguish two lists.
    pub(crate) others: Vec<Cell>,
}
