//! Steps of a solution as data: the technique, the effect and the evidence.

use std::fmt;

use sudoku_core::{Cell, Digit, DigitSet, House};

pub use crate::step_name::StepName;

/// A step that a technique found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// The name of the pattern.
    pub name: StepName,
    /// The effect of the step on a board.
    pub effect: Effect,
    /// The evidence for the effect.
    pub evidence: Evidence,
}

/// The effect of a step: a placement, eliminations, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Effect {
    /// The placement: a cell and its digit.
    pub placement: Option<(Cell, Digit)>,
    /// The eliminated candidates, in the order of the cells. Eliminations that follow from the
    /// placement are not listed.
    pub eliminations: Vec<(Cell, DigitSet)>,
}

impl Effect {
    /// Makes the effect of placing a digit.
    #[must_use]
    pub const fn place(cell: Cell, digit: Digit) -> Self {
        Self { placement: Some((cell, digit)), eliminations: Vec::new() }
    }

    /// Makes the effect of eliminating candidates; those of a cell may be in several parts and in
    /// any order.
    #[must_use]
    pub fn eliminate(parts: impl IntoIterator<Item = (Cell, DigitSet)>) -> Self {
        let mut effect = Self::default();
        parts.into_iter().for_each(|(cell, digits)| effect.add(cell, digits));
        effect
    }

    /// Adds eliminations of a cell. It is a separate function so that it is compiled once, not for
    /// each iterator type.
    fn add(&mut self, cell: Cell, digits: DigitSet) {
        let parts = &mut self.eliminations;
        match parts.binary_search_by_key(&cell, |&(other, _)| other) {
            Ok(at) => parts[at].1 |= digits,
            Err(at) if !digits.is_empty() => parts.insert(at, (cell, digits)),
            Err(_) => {}
        }
    }

    /// Returns the number of eliminated candidates.
    #[must_use]
    pub fn elimination_count(&self) -> usize {
        self.eliminations.iter().map(|(_, digits)| digits.len()).sum()
    }
}

/// Prints the effect in players' notation: `r4c6=7 r4c6<>3 r5c1<>12`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if let Some((cell, digit)) = self.placement {
            write!(f, "{cell}={digit}")?;
            gap = " ";
        }
        for (cell, digits) in &self.eliminations {
            write!(f, "{gap}{cell}<>{digits}")?;
            gap = " ";
        }
        Ok(())
    }
}

/// The evidence of a step, from which a drawing, a sentence and a check can be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Evidence {
    /// A single: the house in which the digit has one place, or `None` for the only candidate of a
    /// cell.
    Single {
        /// The house.
        house: Option<House>,
    },
    /// Locked candidates: all places of the digit in one house are also in another.
    Locked {
        /// The digit.
        digit: Digit,
        /// The places of the digit.
        cells: Vec<Cell>,
        /// The house in which the digit has no other place.
        base: House,
        /// The house that loses its other places of the digit.
        cover: House,
    },
    /// A subset: N cells of a house that hold N digits, naked or hidden.
    Subset {
        /// The house.
        house: House,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: DigitSet,
    },
    /// A fish: all places of the digit in the base houses are in the cover houses.
    Fish {
        /// The digit.
        digit: Digit,
        /// The houses that need the digit.
        base: Vec<House>,
        /// The houses that cover all its places in the base except the fins.
        cover: Vec<House>,
        /// The fins: the places in the base that no cover house holds, and the places in two base
        /// houses, which a cover house may hold.
        fins: Vec<Cell>,
    },
    /// A Kraken fish: a fish, and chains from each of its fins and from each of its places in one
    /// cover house to the same conclusion. Either a fin holds the digit, or each cover house has it
    /// at a place of the fish.
    Kraken {
        /// The digit.
        digit: Digit,
        /// The houses that need the digit.
        base: Vec<House>,
        /// The houses that cover all its places in the base except the fins.
        cover: Vec<House>,
        /// The places in the base that no cover house holds.
        fins: Vec<Cell>,
        /// The cover house whose places start chains.
        house: House,
        /// The chains, each from its assumption to the conclusion; each node follows from the
        /// previous one.
        chains: Vec<Vec<ChainNode>>,
    },
    /// A wing: the pivot, the wings, and the digit that one of them holds.
    Wing {
        /// The cell that sees the wings.
        pivot: Cell,
        /// The cells of the wings.
        wings: Vec<Cell>,
        /// The digit that cells lose that see all its places.
        digit: Digit,
    },
    /// A chain of strong links of a digit, each of which shares a house with the next.
    StrongLinks {
        /// The digit.
        digit: Digit,
        /// The links, with their sides in the order of the chain.
        links: Vec<StrongLink>,
        /// The house that the first and the last side share, if any.
        ring: Option<House>,
        /// The number of grouped links, and the houses of the links: 0 for a box, 1 for a line, 2
        /// for a crossing line.
        shape: String,
    },
    /// A wing named by letters, such as a WXYZ-Wing.
    LetterWing {
        /// The cells, which all see each other.
        cells: Vec<Cell>,
        /// The cell with two candidates.
        pair: Cell,
        /// The digit that is in the cells or in the pair.
        digit: Digit,
        /// True if every digit of the cells is confined to its places there.
        is_double: bool,
        /// The highest number of candidates of one of the cells.
        largest: usize,
    },
    /// A unique loop.
    Loop {
        /// The ring of cells.
        cells: Vec<Cell>,
        /// The two digits that all of them have.
        digits: DigitSet,
        /// The cells with other digits.
        extra: Vec<Cell>,
        /// The pattern that those are part of, in types 3 and 4.
        support: Option<Support>,
    },
    /// A bivalue universal grave.
    Grave {
        /// The candidates outside the grave.
        extra: Vec<(Cell, DigitSet)>,
        /// The pattern that those are part of, in types 3 and 4.
        support: Option<Support>,
    },
    /// An aligned exclusion.
    Aligned {
        /// The cells whose combinations are excluded.
        base: Vec<Cell>,
        /// The cells that see all of them and exclude combinations.
        excluders: Vec<Cell>,
    },
    /// Chains of implications.
    Chains {
        /// The kind of their assumptions and links.
        kind: ChainKind,
        /// The number of nodes of all chains, including nested ones. The nodes of a cycle count
        /// once. The length that a rating depends on is this number minus 2.
        complexity: usize,
        /// The chains. They all end in the same conclusion, or together in a contradiction. A cycle
        /// has two: the ring in both directions.
        branches: Vec<Branch>,
    },
    /// An alternating chain, which starts with the claim to be disproved; each node follows from
    /// the previous one.
    Alternating {
        /// The nodes; a loop ends in its first cell.
        nodes: Vec<ChainNode>,
    },
    /// Chains from one assumption to a contradiction, or from each of several assumptions, one of
    /// which holds, to the same conclusion.
    Forcing {
        /// The chains, each from its assumption to the conclusion. Each node follows from the nodes
        /// before it, but a node in between may be missing.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Colored groups of cells of a digit: either all cells of a color hold it, or all of the
    /// opposite color.
    Colors {
        /// The digit.
        digit: Digit,
        /// The cells of each color; a color and its opposite are adjacent.
        colors: Vec<Vec<Cell>>,
    },
    /// Almost locked sets: sets of cells, each with a few digits more than cells, joined by digits
    /// that only one of two sets can hold.
    AlmostLocked {
        /// The sets.
        sets: Vec<CellGroup>,
        /// The digits that join a set with the next, or the first with the others.
        commons: Vec<DigitSet>,
    },
    /// The templates of a digit: all ways to place it nine times.
    Templates {
        /// The digit.
        digit: Digit,
    },
    /// Several patterns, each of which gives a part of the effect.
    Several {
        /// The patterns.
        parts: Vec<Step>,
    },
    /// The solution was looked up.
    Solution,
}

/// A node of a chain: the digit is in one of the cells, or in none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChainNode {
    /// The cells, one or a group of a house.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: Digit,
    /// True if the digit is in one of the cells, false if in none.
    pub is_on: bool,
    /// The almost locked set whose only places of the digit these cells are. It loses the digit and
    /// so holds all its others.
    pub set: Option<CellGroup>,
}

/// A set of cells of a house with their digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellGroup {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The union of their candidates.
    pub digits: DigitSet,
}

/// The kind of chains: their assumptions and their links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ChainKind {
    /// A ring of links within one digit.
    DigitCycle,
    /// A ring of cells with two candidates.
    CellCycle,
    /// A ring of both kinds of links.
    MixedCycle,
    /// A chain within one digit, from an assumption to its opposite.
    DigitChain,
    /// A chain of both kinds of links, from an assumption to its opposite.
    MixedChain,
    /// Two chains from one assumption to a contradiction: a candidate would be both on and off.
    Contradiction,
    /// Two chains, from a candidate on and from the same candidate off.
    Double,
    /// Chains from every candidate of the cell.
    Cell(Cell),
    /// Chains from every place of the digit in the house.
    House(House, Digit),
}

/// A chain: its nodes in reading order, from the assumption to the conclusion, each with the link
/// that leads to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Branch {
    /// The nodes, each with the link that leads to it. The first is the assumption. Each comes
    /// after those that it follows from; the last is the conclusion.
    pub links: Vec<Implication>,
}

/// A node of a chain, with the link that leads to it: a candidate is right or wrong.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Implication {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// True if the cell holds the digit.
    pub is_on: bool,
    /// The reason.
    pub cause: LinkReason,
    /// The nodes that it follows from, as indices in the list of the branch.
    pub parents: Vec<usize>,
}

/// The reason why a link of a chain holds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum LinkReason {
    /// The link is an assumption.
    Assumption,
    /// The cell holds exactly one digit.
    Cell,
    /// The house holds the digit exactly once.
    House(House),
    /// A step on the board that the chain has reached.
    Step(Box<Step>),
}

/// A strong link: a house whose places of a digit lie on two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StrongLink {
    /// The house.
    pub house: House,
    /// True if there are more than two places.
    pub is_grouped: bool,
    /// The two sides.
    pub sides: [Vec<Cell>; 2],
}

/// The pattern that the cells with extra digits of a loop or a grave are part of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Support {
    /// The house that they share.
    pub house: House,
    /// The other cells of a subset.
    pub cells: Vec<Cell>,
    /// The subset's digits, or the digit that is confined to the cells.
    pub digits: DigitSet,
    /// True if the subset is hidden.
    pub is_hidden: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_sorted_and_names_each_cell_once() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let set = |digits: &str| digits.parse::<DigitSet>().unwrap();
        let mut effect = Effect::eliminate([
            (cell("r5c1"), set("2")),
            (cell("r4c6"), set("3")),
            (cell("r5c1"), set("1")),
            (cell("r9c9"), set("")),
        ]);
        effect.placement = Some((cell("r4c6"), Digit::new(7).unwrap()));
        assert_eq!(effect.to_string(), "r4c6=7 r4c6<>3 r5c1<>12");
    }
}
