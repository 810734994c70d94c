//! Claims about a digit and some cells.

use serde::Serialize;
use sudoku_core::{Cell, Digit};

/// A claim about a digit: one of the cells holds it, or none of them does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: Digit,
    /// True if one of the cells holds the digit, false if none does.
    pub is_on: bool,
}

impl Claim {
    /// Makes the claim that the cell holds the digit.
    pub(crate) fn on(cell: Cell, digit: Digit) -> Self {
        Self { cells: vec![cell], digit, is_on: true }
    }

    /// Makes the claim that the cell does not hold the digit.
    pub(crate) fn off(cell: Cell, digit: Digit) -> Self {
        Self { cells: vec![cell], digit, is_on: false }
    }

    /// Makes the claim that one of the cells holds the digit, or that none does.
    pub(crate) fn of(cells: &[Cell], digit: Digit, is_on: bool) -> Self {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        Self { cells, digit, is_on }
    }

    /// Returns the negation of this claim.
    pub(crate) fn opposite(&self) -> Self {
        Self { is_on: !self.is_on, ..self.clone() }
    }
}

/// A claim as serde data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClaimData {
    /// The cells.
    pub cells: Vec<u8>,
    /// The digit.
    pub digit: u8,
    /// True if one of the cells holds the digit, false if none does.
    pub on: bool,
}

impl From<&Claim> for ClaimData {
    fn from(claim: &Claim) -> Self {
        Self { cells: numbers(&claim.cells), digit: claim.digit.get(), on: claim.is_on }
    }
}

/// Returns the numbers of cells.
pub(crate) fn numbers(cells: &[Cell]) -> Vec<u8> {
    cells.iter().map(|cell| cell.index() as u8).collect()
}

/// A claim about one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellClaim {
    pub(crate) cell: Cell,
    pub(crate) digit: Digit,
    /// True if the cell holds the digit.
    pub(crate) is_on: bool,
}

impl CellClaim {
    /// The number of claims.
    pub(crate) const COUNT: usize = 2 * 9 * 81;

    /// Returns the number of the claim, below [`COUNT`](Self::COUNT).
    pub(crate) const fn index(self) -> usize {
        (self.cell.index() * 9 + self.digit.get() as usize - 1) * 2 + self.is_on as usize
    }

    pub(crate) const fn new(cell: Cell, digit: Digit, is_on: bool) -> Self {
        Self { cell, digit, is_on }
    }

    pub(crate) const fn opposite(self) -> Self {
        Self { is_on: !self.is_on, ..self }
    }
}

impl From<CellClaim> for Claim {
    fn from(CellClaim { cell, digit, is_on }: CellClaim) -> Self {
        Self { cells: vec![cell], digit, is_on }
    }
}
