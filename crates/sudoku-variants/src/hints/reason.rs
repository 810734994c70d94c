//! The parts of a hint.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_rules::Rule;

/// The next digit of a variant, and the steps that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantHint {
    /// The eliminations that leave the single, in their order. The hint needs each of them.
    pub steps: Vec<HintStep>,
    /// The reason why the digit follows from the remaining candidates.
    pub single: Single,
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The reason for the digit of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Single {
    /// The digit is the only candidate of the cell.
    Naked,
    /// The cell is the only place for the digit in this house.
    Hidden(HintHouse),
}

/// Nine cells that hold each digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintHouse {
    /// A row, column or box.
    Classic(House),
    /// The cells of this rule, or one of its houses.
    Rule(Rule),
}

/// Cells with a known sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSum {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum of their digits.
    pub total: i32,
}

/// Candidates that a rule eliminates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintStep {
    /// The reason.
    pub reason: HintReason,
    /// The eliminated candidates, in the order of the cells.
    pub eliminations: Vec<(Cell, DigitSet)>,
}

/// The reason for a step of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintReason {
    /// With these digits, the cells of the rule cannot obey it.
    Rule(Rule),
    /// The cells of the rule hold one of these digit sets.
    Combinations {
        /// The rule.
        rule: Rule,
        /// The possible sets, at most four.
        sets: Vec<DigitSet>,
    },
    /// The cells of the rule need these digits, so other cells that see all of their places lose
    /// them.
    Needed {
        /// The rule.
        rule: Rule,
        /// The digits.
        digits: DigitSet,
    },
    /// The digit has places in these cells only, so other cells that see all of them lose it.
    Locked {
        /// The house.
        house: HintHouse,
        /// The digit.
        digit: Digit,
        /// Its places in the house.
        cells: Vec<Cell>,
    },
    /// A naked or hidden subset: these cells hold these digits, and there are as many cells as
    /// digits.
    Subset {
        /// The house.
        house: HintHouse,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: DigitSet,
        /// True if the digits have no other place in the house, so the cells lose other
        /// candidates. False if the cells have no other candidate, so cells that see all places of
        /// such a digit lose it.
        is_hidden: bool,
    },
    /// The 45 rule: the digits of the added cells minus those of the subtracted ones have a known
    /// sum, because the digits of each house add up to 45.
    Houses {
        /// The houses, which do not overlap.
        houses: Vec<House>,
        /// The known sums that nearly cover them.
        sums: Vec<KnownSum>,
        /// The cells that are added.
        plus: Vec<Cell>,
        /// The cells that are subtracted.
        minus: Vec<Cell>,
        /// The sum.
        total: i32,
        /// The digits that the added cells need, if the step uses them: other cells that see all of
        /// their places lose them. Otherwise empty.
        needed: DigitSet,
    },
    /// The house holds each digit once, and some of its cells have known sums.
    HouseSums {
        /// The house.
        house: HintHouse,
        /// The known sums.
        sums: Vec<KnownSum>,
    },
}
