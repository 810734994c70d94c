//! Marks of a step on a drawing: houses, cells, candidates and links.

use sudoku_core::{Cell, Digit, House};

use crate::claim::Claim;

/// The marks of a step on a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The houses that the step uses.
    pub houses: Vec<House>,
    /// The sets of cells that the step uses.
    pub groups: Vec<Vec<Cell>>,
    /// The marked candidates, each once.
    pub candidates: Vec<(Cell, Digit, Role)>,
    /// The links between claims.
    pub links: Vec<MarkedLink>,
}

/// The role of a candidate in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Role {
    /// Returns the role's name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Placed => "placed",
            Self::True => "true",
            Self::False => "false",
        }
    }
}

/// A link between two claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedLink {
    /// The claim at the start.
    pub from: Claim,
    /// The claim at the end.
    pub to: Claim,
    /// True if at least one of the two candidates is right (strong link), false if at most one is
    /// (weak link).
    pub is_strong: bool,
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
