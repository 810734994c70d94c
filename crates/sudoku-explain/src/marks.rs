//! What a drawing shows of a step: houses, cells, candidates and links.

use sudoku_core::{Cell, Digit, House};

use crate::claim::Claim;

/// What to mark on a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The houses that matter.
    pub houses: Vec<House>,
    /// The sets of cells that belong together.
    pub groups: Vec<Vec<Cell>>,
    /// The candidates that matter, each once.
    pub candidates: Vec<(Cell, Digit, Role)>,
    /// The links, from claim to claim.
    pub links: Vec<MarkedLink>,
}

/// The part that a candidate plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It goes.
    Out,
    /// It is placed.
    Placed,
    /// It is part of the pattern, or right if the chain's assumption is.
    True,
    /// It is a fin, an exception, or wrong if the chain's assumption is right.
    False,
}

impl Role {
    /// The role's name in data.
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
    /// Where it starts.
    pub from: Claim,
    /// Where it ends.
    pub to: Claim,
    /// Whether one of the two candidates has to be right; else at most one is.
    pub is_strong: bool,
}

impl Marks {
    /// Marks a candidate, unless it has a role already.
    pub(crate) fn add(&mut self, cell: Cell, digit: Digit, role: Role) {
        if !self.candidates.iter().any(|&(at, value, _)| (at, value) == (cell, digit)) {
            self.candidates.push((cell, digit, role));
        }
    }

    /// Marks what a claim is about.
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
