//! Marks of a step on a drawing: houses, cells, candidates and links.

use serde::Serialize;
use sudoku_core::{Cell, Digit, House};

use crate::claim::Claim;

/// The marks of a step on a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The houses that the step uses.
    pub(crate) houses: Vec<House>,
    /// The sets of cells that the step uses.
    pub(crate) groups: Vec<Vec<Cell>>,
    /// The marked candidates, each once.
    pub(crate) candidates: Vec<(Cell, Digit, Role)>,
    /// The links between claims.
    pub(crate) links: Vec<MarkedLink>,
}

/// The role of a candidate in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Role {
    /// The candidate is eliminated.
    Out,
    /// The candidate is placed.
    Placed,
    /// The candidate is part of the pattern, or right if the chain's assumption is right.
    True,
    /// The candidate is a fin, an exception, or wrong if the chain's assumption is right.
    False,
}

/// A link between two claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MarkedLink {
    /// The claim at the start.
    pub(crate) from: Claim,
    /// The claim at the end.
    pub(crate) to: Claim,
    /// True if at least one of the two candidates is right (strong link), false if at most one is
    /// (weak link).
    pub(crate) is_strong: bool,
}

impl Marks {
    /// Marks a candidate, unless it has a role already.
    pub(crate) fn add(&mut self, cell: Cell, digit: Digit, role: Role) {
        if !self.candidates.iter().any(|&(at, value, _)| (at, value) == (cell, digit)) {
            self.candidates.push((cell, digit, role));
        }
    }

    /// Marks the candidates of a claim.
    pub(crate) fn add_claim(&mut self, claim: &Claim) {
        let role = if claim.is_on { Role::True } else { Role::False };
        for &cell in &claim.cells {
            self.add(cell, claim.digit, role);
        }
    }

    /// Marks a house once.
    pub(crate) fn add_house(&mut self, house: House) {
        if !self.houses.contains(&house) {
            self.houses.push(house);
        }
    }

    /// Marks a link once.
    pub(crate) fn add_link(&mut self, from: &Claim, to: &Claim) {
        let link =
            MarkedLink { from: from.clone(), to: to.clone(), is_strong: !from.is_on && to.is_on };
        if !self.links.contains(&link) {
            self.links.push(link);
        }
    }
}
