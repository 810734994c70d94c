//! Why there is no proof of a step.

use sudoku_core::{Cell, Digit};
use sudoku_logic::StepName;

use crate::claim::Claim;
use crate::notation;

/// Why a step is not proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProofError {
    /// The step does nothing.
    NoEffect,
    /// The step takes away or places what is no candidate.
    NoCandidate(Cell, Digit),
    /// The evidence says what is not so.
    Premise(&'static str),
    /// A claim does not follow from what it is said to follow from.
    Link(Claim),
    /// What the step does to this candidate does not follow from the evidence.
    Effect(Cell, Digit),
    /// The digit was looked up in the solution, which is no proof.
    LookedUp,
    /// A step inside of a chain, or one that does a part of the step, is not proved.
    Inner(StepName, Box<ProofError>),
    /// The evidence is of a kind that is not known here.
    Unknown,
}

impl std::fmt::Display for ProofError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoEffect => f.write_str("the step does nothing"),
            Self::NoCandidate(cell, digit) => write!(f, "{digit} is no candidate of {cell}"),
            Self::Premise(what) => write!(f, "the evidence is not so: {what}"),
            Self::Link(claim) => write!(f, "{} does not follow", notation::claim(claim)),
            Self::Effect(cell, digit) => {
                write!(f, "what becomes of {digit} in {cell} does not follow")
            }
            Self::LookedUp => f.write_str("a digit that was looked up is not proved"),
            Self::Inner(name, reason) => write!(f, "in the {name} inside: {reason}"),
            Self::Unknown => f.write_str("evidence of an unknown kind"),
        }
    }
}

impl std::error::Error for ProofError {}
