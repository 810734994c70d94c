//! The parts of a puzzle that are redundant.

use core::fmt;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Cell, Limits, Report, Solver};
use sudoku_rules::{Rule, Rules};

use crate::ruled::Ruled;
use crate::weighted::Weighted;

/// The clues and rules of a proper puzzle that are redundant.
///
/// ```
/// use sudoku_variants::{Redundancy, Rules};
///
/// let clues = ".34678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let rules: Rules = format!("board {clues}\nodd r1c1\ndigits 5 r1c1").parse()?;
/// let found = Redundancy::of(&rules, None);
/// assert_eq!(found.is_minimal, Some(false));
/// assert_eq!(found.redundant.last().map(ToString::to_string), Some("digits 5 r1c1".to_owned()));
/// # Ok::<(), sudoku_variants::sudoku_rules::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// True if no part is redundant, or `None` if a search did not end.
    pub is_minimal: Option<bool>,
    /// The redundant parts: the puzzle stays proper without any one of them.
    pub redundant: Vec<PuzzlePart>,
}

/// A clue or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzlePart {
    /// The clue in this cell.
    Clue(Cell),
    /// The rule.
    Rule(Rule),
}

/// Prints the cell of the clue, or the rule as a line of text.
impl fmt::Display for PuzzlePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clue(cell) => fmt::Display::fmt(cell, f),
            Self::Rule(rule) => fmt::Display::fmt(rule, f),
        }
    }
}

/// The maximum number of nodes of each search without one clue or rule.
const MOST_NODES: u64 = 10_000;

impl Redundancy {
    /// Tests each clue and each rule of a proper puzzle by a search without it.
    ///
    /// A search ends after 10,000 nodes, or if the stop flag is raised. A rule that replaces the
    /// boxes is not tested, because the boxes would restrict the puzzle again without it.
    #[must_use]
    pub fn of(puzzle: &Rules, stop: Option<&AtomicBool>) -> Self {
        let mut limits = Limits::solutions(2).with_nodes(MOST_NODES);
        limits.stop = stop;
        let mut found = Self { is_minimal: Some(true), redundant: Vec::new() };
        for (cell, _) in puzzle.board.clues().take_while(|_| !limits.is_stopped()) {
            let mut without = puzzle.clone();
            without.board.set(cell, None);
            found.add(&without, &limits, PuzzlePart::Clue(cell));
        }
        let rules = puzzle.rules.iter().enumerate();
        for (place, rule) in rules.take_while(|_| !limits.is_stopped()) {
            let mut without = puzzle.clone();
            without.rules.remove(place);
            if without.has_boxes() == puzzle.has_boxes() {
                found.add(&without, &limits, PuzzlePart::Rule(rule.clone()));
            }
        }
        if limits.is_stopped() {
            found.leave_open();
        }
        found
    }

    /// Records whether the puzzle without a part is proper.
    fn add(&mut self, without: &Rules, limits: &Limits<'_>, part: PuzzlePart) {
        let report = Ruled::new(without).map(|puzzle| Weighted.count(&puzzle, limits));
        match report {
            Ok(report) if report.is_proper() => {
                self.is_minimal = Some(false);
                self.redundant.push(part);
            }
            Ok(Report { solutions: 2, .. }) => {}
            _ => self.leave_open(),
        }
    }

    /// Records that it is unknown whether a part is redundant.
    fn leave_open(&mut self) {
        self.is_minimal = self.is_minimal.filter(|is_minimal| !is_minimal);
    }
}
