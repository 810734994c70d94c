//! Marks of a step on a drawing: houses, cells, candidates and links.

use serde::Serialize;
use sudoku_core::{Cell, Digit, House};

use crate::claim::Claim;

/// The marks of a step on a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The kind of the pattern.
    pub(crate) kind: Kind,
    /// The houses that the step uses. If there are covers, they are the base houses.
    pub(crate) houses: Vec<House>,
    /// The cover houses of a fish or of locked candidates.
    pub(crate) covers: Vec<House>,
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
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
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

/// The kind of a pattern. It gives the marks of a drawing their meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Singles, locked candidates, subsets, templates.
    #[default]
    Pattern,
    Fish,
    /// A Kraken fish.
    Kraken,
    Wing,
    /// Almost locked sets.
    Sets,
    /// Sue de Coq.
    Crossing,
    Colors,
    /// Uniqueness patterns.
    Deadly,
    /// Aligned exclusions.
    Aligned,
    /// Chains and nets.
    Chain,
}

/// A mark of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Mark {
    /// A house that the step uses.
    House,
    /// A base house.
    Base,
    /// A cover house.
    Cover,
    /// A set of cells.
    Set,
    /// A candidate with the role [`Role::True`].
    True,
    /// A candidate with the role [`Role::False`].
    False,
    /// A candidate with the role [`Role::Out`].
    Out,
    /// A candidate with the role [`Role::Placed`].
    Placed,
    /// A strong link.
    Strong,
    /// A weak link.
    Weak,
}

impl From<Role> for Mark {
    fn from(role: Role) -> Self {
        match role {
            Role::Out => Self::Out,
            Role::Placed => Self::Placed,
            Role::True => Self::True,
            Role::False => Self::False,
        }
    }
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

    /// Marks a cover house once.
    pub(crate) fn add_cover(&mut self, house: House) {
        if !self.covers.contains(&house) {
            self.covers.push(house);
        }
    }

    /// Returns the marks that a drawing has, in the order of its legend.
    pub(crate) fn used(&self) -> Vec<Mark> {
        let has = |role: Role| self.candidates.iter().any(|&(_, _, other)| other == role);
        let links = |is_strong: bool| self.links.iter().any(|link| link.is_strong == is_strong);
        let houses = !self.houses.is_empty();
        let all = [
            (Mark::House, houses && self.covers.is_empty()),
            (Mark::Base, houses && !self.covers.is_empty()),
            (Mark::Cover, !self.covers.is_empty()),
            (Mark::Set, !self.groups.is_empty()),
            (Mark::True, has(Role::True)),
            (Mark::False, has(Role::False)),
            (Mark::Strong, links(true)),
            (Mark::Weak, links(false)),
            (Mark::Out, has(Role::Out)),
            (Mark::Placed, has(Role::Placed)),
        ];
        all.into_iter().filter_map(|(mark, is_used)| is_used.then_some(mark)).collect()
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
