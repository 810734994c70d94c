//! What the families of patterns have in common: the lines that they write, and the error.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{State, Step, StepName};

use crate::board::eliminated;
use crate::claim::Claim;
use crate::marks::{Marks, Role};
use crate::proof::{Because, Line, Phrase, Proof};

/// Proves a step on a board.
pub(super) type Prove = fn(&State, &Step) -> Result<Proof, Unproved>;

/// Why a step is not proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unproved {
    /// The step takes away or places what is no candidate.
    NoCandidate(Cell, Digit),
    /// The evidence says what is not so.
    Premise(&'static str),
    /// A claim does not follow from what it is said to follow from.
    Link(Claim),
    /// What the step does to this candidate does not follow from the evidence.
    Effect(Cell, Digit),
    /// A step inside of a chain is not proved.
    Inner(StepName, Box<Unproved>),
    /// The evidence is of a kind that is not known here.
    Unknown,
}

impl std::fmt::Display for Unproved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoCandidate(cell, digit) => write!(f, "{digit} is no candidate of {cell}"),
            Self::Premise(what) => write!(f, "the evidence is not so: {what}"),
            Self::Link(claim) => {
                let sign = if claim.is_on { "=" } else { "<>" };
                let cells = crate::notation::cells(&claim.cells);
                write!(f, "{cells}{sign}{} does not follow", claim.digit)
            }
            Self::Effect(cell, digit) => {
                write!(f, "what becomes of {digit} in {cell} does not follow")
            }
            Self::Inner(name, reason) => write!(f, "in the {name} inside: {reason}"),
            Self::Unknown => f.write_str("evidence of an unknown kind"),
        }
    }
}

impl std::error::Error for Unproved {}

/// What is being written.
pub(super) struct Story<'a> {
    pub(super) state: &'a State,
    pub(super) step: &'a Step,
    pub(super) lines: Vec<Line>,
    pub(super) marks: Marks,
    level: usize,
    /// How a step inside of a chain is proved.
    prove: Prove,
}

impl<'a> Story<'a> {
    /// A story without lines, with the effect marked.
    pub(super) fn new(state: &'a State, step: &'a Step, prove: Prove) -> Self {
        let mut marks = Marks::default();
        for (cell, digit) in eliminated(&step.effect) {
            marks.add(cell, digit, Role::Out);
        }
        if let Some((cell, digit)) = step.effect.placement {
            marks.add(cell, digit, Role::Placed);
        }
        Self { state, step, lines: Vec::new(), marks, level: 0, prove }
    }

    /// Proves a step inside of a chain.
    pub(super) fn prove_inner(&self, state: &State, step: &Step) -> Result<Proof, Unproved> {
        (self.prove)(state, step).map_err(|reason| Unproved::Inner(step.name, Box::new(reason)))
    }

    /// Adds a line that stands for itself.
    pub(super) fn say(&mut self, phrase: Phrase) -> usize {
        self.say_from(phrase, Vec::new())
    }

    /// Adds a line that follows from others.
    pub(super) fn say_from(&mut self, phrase: Phrase, from: Vec<usize>) -> usize {
        self.lines.push(Line { phrase, from, level: self.level, inner: None });
        self.lines.len() - 1
    }

    /// Makes the lines to come stand below an assumption, or not.
    pub(super) fn set_level(&mut self, level: usize) {
        self.level = level;
    }

    /// What the step takes away.
    pub(super) fn eliminated(&self) -> Vec<(Cell, Digit)> {
        eliminated(&self.step.effect)
    }

    /// Says why candidates go: those with the same reason in one line.
    pub(super) fn conclude(
        &mut self,
        from: &[usize],
        why: impl Fn(Cell, Digit) -> Option<Because>,
    ) -> Result<(), Unproved> {
        let mut said: Vec<(Because, DigitSet, Vec<Cell>)> = Vec::new();
        let mut by_cell: Vec<(Because, Cell, DigitSet)> = Vec::new();
        for (cell, digit) in self.eliminated() {
            let because = why(cell, digit).ok_or(Unproved::Effect(cell, digit))?;
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

/// An error if the premise is not so.
pub(super) fn premise(holds: bool, what: &'static str) -> Result<(), Unproved> {
    if holds { Ok(()) } else { Err(Unproved::Premise(what)) }
}
