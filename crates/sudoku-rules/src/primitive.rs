//! The primitives to which every rule compiles.

use sudoku_core::{Cell, Digit, DigitSet};

use crate::relation::Relation;

/// A part of a rule in terms that a solver understands.
///
/// Every kind of rule is a list of primitives, so a solver needs no knowledge of kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Primitive {
    /// Nine cells hold each digit once.
    House([Cell; 9]),
    /// The cells hold different digits.
    Differ(Vec<Cell>),
    /// The digits of two cells obey a relation.
    Relation {
        /// The relation.
        relation: Relation,
        /// The cell of the first digit.
        first: Cell,
        /// The cell of the second digit.
        second: Cell,
    },
    /// The digits of some cells minus the digits of other cells have a given sum. A cell that
    /// occurs twice counts twice.
    Sum {
        /// The sum.
        total: i32,
        /// The cells that are added.
        plus: Vec<Cell>,
        /// The cells that are subtracted.
        minus: Vec<Cell>,
    },
    /// The cells hold different digits, which together form one of these sets.
    Sets {
        /// The cells.
        cells: Vec<Cell>,
        /// The allowed sets.
        sets: Vec<DigitSet>,
    },
    /// The cell holds one of these digits.
    Digits {
        /// The cell.
        cell: Cell,
        /// The digits.
        digits: DigitSet,
    },
    /// The inner cells hold digits strictly between those of the two ends.
    Between {
        /// The two ends.
        ends: [Cell; 2],
        /// The inner cells.
        inner: Vec<Cell>,
    },
    /// The cells hold these digits. A digit that occurs twice is in two of the cells.
    Contains {
        /// The digits.
        digits: Vec<Digit>,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The boxes are no houses: only rows and columns hold each digit once.
    NoBoxes,
}
