//! The lines of a proof under construction, shared by all families of patterns.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{State, Step};

use crate::board::eliminated;
use crate::error::ProofError;
use crate::marks::{Marks, Role};
use crate::proof::{Because, Line, Phrase};

/// A proof under construction.
pub(super) struct Story<'a> {
    pub(super) state: &'a State,
    pub(super) step: &'a Step,
    pub(super) lines: Vec<Line>,
    pub(super) marks: Marks,
    /// The steps that lines rest on: the line, the board that the chain has reached, and the step.
    pub(super) inner: Vec<(usize, State, Step)>,
    level: usize,
}

impl<'a> Story<'a> {
    /// Starts a proof without lines, with the effect marked.
    pub(super) fn new(state: &'a State, step: &'a Step) -> Self {
        let mut marks = Marks::default();
        for (cell, digit) in eliminated(&step.effect) {
            marks.add(cell, digit, Role::Out);
        }
        if let Some((cell, digit)) = step.effect.placement {
            marks.add(cell, digit, Role::Placed);
        }
        Self { state, step, lines: Vec::new(), marks, inner: Vec::new(), level: 0 }
    }

    /// Adds a line that follows from no other.
    pub(super) fn say(&mut self, phrase: Phrase) -> usize {
        self.say_from(phrase, Vec::new())
    }

    /// Adds a line that follows from others.
    pub(super) fn say_from(&mut self, phrase: Phrase, mut from: Vec<usize>) -> usize {
        from.sort_unstable();
        from.dedup();
        self.lines.push(Line { phrase, from, level: self.level, inner: None });
        self.lines.len() - 1
    }

    /// Returns the last line as the origin of a conclusion.
    pub(super) fn last(&self) -> Vec<usize> {
        self.lines.len().checked_sub(1).into_iter().collect()
    }

    /// Sets the nesting depth of the following lines.
    pub(super) fn set_level(&mut self, level: usize) {
        self.level = level;
    }

    /// Returns the candidates that the step eliminates.
    pub(super) fn eliminated(&self) -> Vec<(Cell, Digit)> {
        eliminated(&self.step.effect)
    }

    /// Writes the reasons of the eliminations, one line per reason.
    ///
    /// It is not generic, so that it is compiled once.
    pub(super) fn conclude(
        &mut self,
        from: &[usize],
        why: &dyn Fn(Cell, Digit) -> Option<Because>,
    ) -> Result<(), ProofError> {
        let mut said: Vec<(Because, DigitSet, Vec<Cell>)> = Vec::new();
        let mut by_cell: Vec<(Because, Cell, DigitSet)> = Vec::new();
        for (cell, digit) in self.eliminated() {
            let because = why(cell, digit).ok_or(ProofError::Effect(cell, digit))?;
            match by_cell.iter_mut().find(|entry| entry.0 == because && entry.1 == cell) {
                Some(entry) => entry.2 |= DigitSet::only(digit),
                None => by_cell.push((because, cell, DigitSet::only(digit))),
            }
        }
        for (because, cell, digits) in by_cell {
            match said.iter_mut().find(|entry| entry.0 == because && entry.1 == digits) {
                Some(entry) => entry.2.push(cell),
                None => said.push((because, digits, vec![cell])),
            }
        }
        for (because, digits, cells) in said {
            self.say_from(Phrase::Gone(cells, digits, because), from.to_vec());
        }
        Ok(())
    }
}

/// Returns an error if the condition does not hold.
pub(super) fn premise(holds: bool, what: &'static str) -> Result<(), ProofError> {
    if holds { Ok(()) } else { Err(ProofError::Premise(what)) }
}
