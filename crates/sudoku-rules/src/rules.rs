//! The rules of a puzzle, with its clues.

use core::fmt;

use sudoku_core::{Board, Cell, Grid};

use crate::entry::Violation;
use crate::primitive::Primitive;
use crate::rule::Rule;

/// A puzzle: the clues, and the rules besides those of classic Sudoku.
///
/// ```
/// use sudoku_rules::Rules;
///
/// let rules: Rules = "
///     ## Anti-knight Sudoku with one thermometer
///     anti-knight
///     thermometer r1c1 r1c2 r1c3
/// ".parse()?;
/// assert_eq!(rules.rules.len(), 2);
/// assert_eq!(rules.to_string().parse(), Ok(rules));
/// # Ok::<(), sudoku_rules::RulesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The clues.
    pub board: Board,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// A rule that a board or a grid breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The rule, or `None` for the rules of classic Sudoku.
    pub rule: Option<Box<Rule>>,
    /// The cells and the reason.
    pub violation: Violation,
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.violation),
            None => fmt::Display::fmt(&self.violation, f),
        }
    }
}

impl core::error::Error for BrokenRule {}

impl Rules {
    /// Returns the first rule that the digits of the board break, or `None`.
    ///
    /// The classic rules come first. The check of a rule uses its definition only.
    #[must_use]
    pub fn find_broken(&self, board: &Board) -> Option<BrokenRule> {
        let has_boxes = self.has_boxes();
        let is_rule =
            |house: sudoku_core::House| has_boxes || house.kind() != sudoku_core::HouseKind::Box;
        if !board.is_consistent()
            && let Some(pair) = board.contradictions().find(|pair| is_rule(pair.house))
        {
            let violation =
                Violation { cells: vec![pair.first, pair.second], reason: pair.to_string() };
            return Some(BrokenRule { rule: None, violation });
        }
        self.rules.iter().find_map(|rule| {
            let violation = rule.find_violation(board)?;
            Some(BrokenRule { rule: Some(Box::new(rule.clone())), violation })
        })
    }

    /// Checks that the grid has the clues and obeys every rule.
    ///
    /// # Errors
    /// Fails on the first clue that the grid lacks, or on the first rule that it breaks.
    pub fn check(&self, grid: &Grid) -> Result<(), BrokenRule> {
        let board = grid.as_board();
        let mut clues = self.board.clues();
        let lost = clues.find(|&(cell, digit)| board.get(cell) != Some(digit));
        let broken = lost.map(|(cell, digit)| BrokenRule {
            rule: None,
            violation: Violation {
                cells: vec![cell],
                reason: format!("{cell} does not hold the clue {digit}"),
            },
        });
        broken.or_else(|| self.find_broken(board)).map_or(Ok(()), Err)
    }

    /// Returns false if a rule says that the boxes are no houses.
    #[must_use]
    pub fn has_boxes(&self) -> bool {
        !self.rules.iter().any(|rule| rule.primitives().contains(&Primitive::NoBoxes))
    }

    /// Returns the cells that the rules mention, without those of the whole board.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let is_used = |cell: &Cell| {
            self.rules.iter().any(|it| it.cells().contains(cell) || it.others().contains(cell))
        };
        Cell::all().filter(is_used).collect()
    }
}
