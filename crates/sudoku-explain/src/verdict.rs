//! The check of a claimed step: of its effect, its technique and its evidence.

use sudoku_core::Grid;
use sudoku_logic::{Evidence, State, Step, StepName};

use crate::board::eliminated;
use crate::error::ProofError;
use crate::explanation::check;

/// The result of the check of a claimed step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepVerdict {
    /// The evidence proves the effect, and is a pattern of the technique.
    Proved,
    /// The effect agrees with the solution, but the evidence does not prove it.
    Right(ProofError),
    /// The effect contradicts the solution or the board.
    Wrong(ProofError),
}

/// Checks a claimed step on its board.
///
/// The effect is compared with the solution, and the evidence with the technique and the effect.
/// The technique is checked for singles, subsets and basic fish, whose evidence tells it. For
/// others the evidence alone must prove the effect.
#[must_use]
pub fn judge(state: &State, step: &Step, solution: &Grid) -> StepVerdict {
    let gone = eliminated(&step.effect);
    let placed = step.effect.placement;
    if gone.is_empty() && placed.is_none() {
        return StepVerdict::Wrong(ProofError::NoEffect);
    }
    let is_right = |cell, digit| solution.as_board().get(cell) == Some(digit);
    for &(cell, digit) in gone.iter().chain(&placed) {
        if !state.has(cell, digit) {
            return StepVerdict::Wrong(ProofError::NoCandidate(cell, digit));
        }
    }
    let wrong = gone.iter().find(|&&(cell, digit)| is_right(cell, digit));
    let wrong = wrong.or(placed.as_ref().filter(|&&(cell, digit)| !is_right(cell, digit)));
    if let Some(&(cell, digit)) = wrong {
        return StepVerdict::Wrong(ProofError::Effect(cell, digit));
    }
    if !is_named(step) {
        let words = "the pattern is one of the technique";
        return StepVerdict::Right(ProofError::Premise(words));
    }
    match check(state, step) {
        Ok(()) => StepVerdict::Proved,
        Err(reason) => StepVerdict::Right(reason),
    }
}

/// Returns true unless the evidence is of another technique than the step names.
fn is_named(step: &Step) -> bool {
    let is_single = match step.name {
        StepName::NakedSingle => Some(true),
        StepName::HiddenSingle | StepName::LastCell => Some(false),
        _ => None,
    };
    let name = step.name.name().to_lowercase();
    let size = |words: &[&str]| words.iter().position(|word| name.contains(word));
    match &step.evidence {
        Evidence::Single { house } => is_single == Some(house.is_none()),
        _ if is_single.is_some() => false,
        Evidence::Subset { cells, .. } => {
            size(&["pair", "triple", "quad"]).is_some_and(|size| size + 2 == cells.len())
        }
        Evidence::Fish { base, .. } => {
            let fish = ["x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
            size(&fish).is_none_or(|size| size + 2 == base.len())
        }
        _ => true,
    }
}

impl StepVerdict {
    /// Returns the name of the verdict: `proved`, `right` or `wrong`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Right(_) => "right",
            Self::Wrong(_) => "wrong",
        }
    }

    /// Returns the reason why the step is not proved.
    #[must_use]
    pub const fn reason(&self) -> Option<&ProofError> {
        match self {
            Self::Proved => None,
            Self::Right(reason) | Self::Wrong(reason) => Some(reason),
        }
    }
}
