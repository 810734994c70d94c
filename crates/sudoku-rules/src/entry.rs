//! The entry of a kind of rule in the table of kinds.

use core::ops::RangeInclusive;

use sudoku_core::{Board, Cell};

use crate::arguments::{Arguments, RuleValue};
use crate::primitive::Primitive;

/// A kind of rule: its name, its arguments and its meaning.
pub(crate) struct KindEntry {
    /// The first word of a line.
    pub(crate) name: &'static str,
    /// A short description.
    pub(crate) about: &'static str,
    pub(crate) form: Form,
    pub(crate) meaning: Meaning,
}

/// The arguments that a kind takes.
pub(crate) struct Form {
    pub(crate) value: ValueForm,
    /// The allowed numbers of cells.
    pub(crate) cells: RangeInclusive<usize>,
    /// The allowed numbers of cells after the separator.
    pub(crate) others: RangeInclusive<usize>,
    /// True if a cell may occur more than once.
    pub(crate) repeats: bool,
    /// True if there must be as many cells after the separator as before it.
    pub(crate) is_paired: bool,
}

/// The value that a kind takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueForm {
    None,
    /// A number in this range.
    Number(i32, i32),
    /// The sum of the digits of all cells, or no value.
    OptionalSum,
    /// The sum of the digits of all cells.
    Sum,
    /// Different digits.
    Set,
    /// Up to four digits, which may repeat.
    Digits,
    Relation,
}

impl Form {
    /// The form of a rule about the whole board.
    pub(crate) const GLOBAL: Self = Self::line(0, 0);

    /// The form of a rule with this number of cells.
    pub(crate) const fn line(min: usize, max: usize) -> Self {
        Self {
            value: ValueForm::None,
            cells: min..=max,
            others: 0..=0,
            repeats: false,
            is_paired: false,
        }
    }

    /// The same form with a value.
    pub(crate) const fn with(self, value: ValueForm) -> Self {
        Self { value, ..self }
    }
}

/// The meaning of a kind.
pub(crate) enum Meaning {
    /// Groups of nine cells, each of which holds every digit once.
    Houses(fn(&Arguments) -> Vec<[Cell; 9]>),
    /// Pairs of cells whose digits obey a relation. The words describe a pair that breaks it.
    Pairs {
        pairs: fn(&Arguments) -> Vec<(Cell, Cell)>,
        holds: fn(&RuleValue, u8, u8) -> bool,
        words: &'static str,
    },
    /// A condition on the digit of each cell. The words describe a digit that breaks it.
    Each { holds: fn(&RuleValue, u8) -> bool, words: &'static str },
    /// Any other meaning. The check uses only the definition of the rule, not its primitives.
    Other {
        find: fn(&Arguments, &Board) -> Option<Violation>,
        primitives: fn(&Arguments) -> Vec<Primitive>,
    },
}

/// The cells that break a rule, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The cells that break the rule together.
    pub cells: Vec<Cell>,
    /// The reason in words, such as `r1c1 (5) and r1c2 (5) hold the same digit`.
    pub reason: String,
}

impl core::fmt::Display for Violation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&self.reason)
    }
}
