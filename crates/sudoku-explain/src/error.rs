//! The errors of proofs.

use sudoku_core::{Cell, Digit};
use sudoku_logic::StepName;

use crate::claim::Claim;
use crate::notation;

/// The reason why the evidence of a step does not prove it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProofError {
    /// The step has no effect.
    NoEffect,
    /// The step eliminates or places a digit that is not a candidate of the cell.
    NoCandidate(Cell, Digit),
    /// The evidence does not meet a condition, which is given in words.
    Premise(&'static str),
    /// A claim does not follow from the claims that the evidence names.
    Link(Claim),
    /// The step's effect on this candidate does not follow from the evidence.
    Effect(Cell, Digit),
    /// The digit was looked up in the solution, so it has no proof.
    LookedUp,
    /// A step inside a chain, or a partial step, is not proved.
    Inner(StepName, Box<ProofError>),
    /// The evidence is of an unknown kind.
    Unknown,
}

impl std::fmt::Display for ProofError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoEffect => f.write_str("the step has no effect"),
            Self::NoCandidate(cell, digit) => write!(f, "{digit} is not a candidate of {cell}"),
            Self::Premise(condition) => {
                write!(f, "the evidence does not meet the condition: {condition}")
            }
            Self::Link(claim) => {
                write!(f, "{} does not follow from the evidence", notation::claim(claim))
            }
            Self::Effect(cell, digit) => {
                write!(f, "the effect on {digit} in {cell} does not follow from the evidence")
            }
            Self::LookedUp => {
                f.write_str("a digit that was looked up in the solution has no proof")
            }
            Self::Inner(name, reason) => write!(f, "in the inner step {name}: {reason}"),
            Self::Unknown => f.write_str("the evidence is of an unknown kind"),
        }
    }
}

impl std::error::Error for ProofError {}
