//! The events and the totals of a traced search.

use serde_json::{Value, json};

/// An event. Cells count from 0 and digits from 1. In a set of digits, digit `d` is bit `d - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The search looks at a blank: the digits in its row, column and box.
    Look { cell: u8, row: u16, column: u16, r#box: u16 },
    /// A digit is placed in a cell. It is a guess if the cell has another untried digit.
    Place { cell: u8, digit: u8, is_guess: bool },
    /// A cell has no untried digit left and becomes blank again.
    Erase { cell: u8 },
    /// A single is placed.
    Single { cell: u8, digit: u8 },
    /// A cell has no candidate, or is the only place of two digits.
    DeadCell { cell: u8 },
    /// A house has no place for a digit.
    DeadHouse { house: u8, digit: u8 },
    /// No single is left, so the search branches on this cell with these candidates.
    Choose { cell: u8, candidates: u16 },
    /// The search returns to the branch at this depth and restores its board.
    Return { cell: u8, depth: u8 },
    /// The board is a solution.
    Solution,
}

impl Event {
    pub(super) fn to_json(self) -> Value {
        match self {
            Self::Look { cell, row, column, r#box } => json!(["look", cell, row, column, r#box]),
            Self::Place { cell, digit, is_guess } => {
                json!(["place", cell, digit, u8::from(is_guess)])
            }
            Self::Erase { cell } => json!(["back", cell]),
            Self::Single { cell, digit } => json!(["single", cell, digit]),
            Self::DeadCell { cell } => json!(["dead", cell]),
            Self::DeadHouse { house, digit } => json!(["dead_house", house, digit]),
            Self::Choose { cell, candidates } => json!(["choose", cell, candidates]),
            Self::Return { cell, depth } => json!(["return", cell, depth]),
            Self::Solution => json!(["solution"]),
        }
    }
}

/// The totals of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) placements: u64,
    pub(super) guesses: u64,
    /// The number of backtracks.
    pub(super) retreats: u64,
    pub(super) solutions: u64,
}

impl Tally {
    /// Counts an event.
    pub(super) fn add(&mut self, event: Event) {
        match event {
            Event::Place { is_guess, .. } => {
                self.placements += 1;
                self.guesses += u64::from(is_guess);
            }
            Event::Single { .. } => self.placements += 1,
            Event::Erase { .. } | Event::DeadCell { .. } | Event::DeadHouse { .. } => {
                self.retreats += 1;
            }
            Event::Solution => self.solutions += 1,
            Event::Look { .. } | Event::Choose { .. } | Event::Return { .. } => {}
        }
    }
}
