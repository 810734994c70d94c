//! A step of a solution: what it does, by which technique, and why, as data.

use std::fmt;

use sudoku_core::{Cell, Digit, DigitSet, House};

pub use crate::step_name::StepName;

/// A step that a technique found.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the pattern is called.
    pub name: StepName,
    /// What the step does to a board.
    pub effect: Effect,
    /// What it rests on.
    pub evidence: Evidence,
}

/// What a step does: a digit is placed, candidates are taken away, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The cell that is decided, and its digit.
    pub placement: Option<(Cell, Digit)>,
    /// The candidates that go, in the order of the cells. Those that follow from the placement are
    /// not among them.
    pub eliminations: Vec<(Cell, DigitSet)>,
}

impl Effect {
    /// A digit is placed, and nothing else.
    #[must_use]
    pub const fn place(cell: Cell, digit: Digit) -> Self {
        Self { placement: Some((cell, digit)), eliminations: Vec::new() }
    }

    /// Candidates go; those of a cell may come in several parts and any order.
    #[must_use]
    pub fn eliminate(parts: impl IntoIterator<Item = (Cell, DigitSet)>) -> Self {
        Self::joined(parts.into_iter().collect())
    }

    /// Compiled once, and not again for each kind of parts.
    fn joined(mut eliminations: Vec<(Cell, DigitSet)>) -> Self {
        eliminations.sort_by_key(|&(cell, _)| cell);
        eliminations.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                first.1 |= later.1;
            }
            is_same
        });
        eliminations.retain(|(_, digits)| !digits.is_empty());
        Self { placement: None, eliminations }
    }
}

/// As players write it: `r4c6=7 r4c6<>3 r5c1<>12`.
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

/// What a step rests on, as data from which a drawing, a sentence and a check can be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evidence {
    /// A single: the house in which the digit has one place, or none for the only candidate.
    Single {
        /// The house.
        house: Option<House>,
    },
    /// Locked candidates: all places of the digit in one house are in the other too.
    Locked {
        /// The digit.
        digit: Digit,
        /// Its places.
        cells: Vec<Cell>,
        /// The house that has no other place.
        base: House,
        /// The house that loses its other places.
        cover: House,
    },
    /// A set of cells of a house that takes up as many digits, naked or hidden.
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
        /// The houses that need it.
        base: Vec<House>,
        /// The houses that hold all its places there.
        cover: Vec<House>,
        /// Places in the base that no cover house holds.
        fins: Vec<Cell>,
    },
    /// A fish, and chains from each of its fins and from each of its places in a cover house to the
    /// same: a fin holds the digit, or each cover house has it at a place of the fish.
    Kraken {
        /// The digit.
        digit: Digit,
        /// The houses that need it.
        base: Vec<House>,
        /// The houses that hold all its places there, but for the fins.
        cover: Vec<House>,
        /// Places in the base that no cover house holds.
        fins: Vec<Cell>,
        /// The cover house from whose places chains go.
        house: House,
        /// Each from its assumption to what follows; each node follows from the one before.
        chains: Vec<Vec<ChainNode>>,
    },
    /// A wing: the pivot, the wings, and the digit that one of them holds.
    Wing {
        /// The cell that sees the wings.
        pivot: Cell,
        /// The others.
        wings: Vec<Cell>,
        /// The digit that goes from whatever sees them.
        digit: Digit,
    },
    /// Strong links of a digit, each of which shares a house with the next.
    StrongLinks {
        /// The digit.
        digit: Digit,
        /// The links, with the sides in the order in which they are followed.
        links: Vec<StrongLink>,
        /// The house that the first and the last side share, if they do.
        ring: Option<House>,
        /// How many links are grouped, and of what houses they are: 0 for a box, 1 for a line, 2
        /// for a crossing line.
        shape: String,
    },
    /// A wing of letters.
    LetterWing {
        /// The cells that all see each other.
        cells: Vec<Cell>,
        /// The cell of two candidates.
        pair: Cell,
        /// The digit that is in the cells or in the pair.
        digit: Digit,
        /// Whether every digit of the cells is bound to its places there.
        is_double: bool,
        /// The most candidates that one of the cells has.
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
        /// What those are part of, in types 3 and 4.
        support: Option<Support>,
    },
    /// A bivalue universal grave.
    Grave {
        /// The candidates beyond the grave.
        extra: Vec<(Cell, DigitSet)>,
        /// What those are part of, in types 3 and 4.
        support: Option<Support>,
    },
    /// An aligned exclusion.
    Aligned {
        /// The cells whose combinations are excluded.
        base: Vec<Cell>,
        /// The cells that see all of them, and exclude combinations.
        excluders: Vec<Cell>,
    },
    /// Chains of implications.
    Chains {
        /// What they start from.
        kind: ChainKind,
        /// How many links all of them have, and the chains inside of them.
        complexity: usize,
        /// The chains. They end in the same conclusion, or in the halves of a contradiction.
        branches: Vec<Branch>,
    },
    /// A chain that begins with what is to be disproved; each node follows from the one before.
    Alternating {
        /// The nodes; a loop ends in the cell it began with.
        nodes: Vec<ChainNode>,
    },
    /// Chains from one assumption into a contradiction, or from each of several assumptions, one of
    /// which holds, to the same.
    Forcing {
        /// Each from its assumption to what follows; each node follows from those before it, though
        /// a node in between may be missing.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Groups of cells of a digit, of which each second holds.
    Colors {
        /// The digit.
        digit: Digit,
        /// The cells of each color; a color and its opposite follow each other.
        colors: Vec<Vec<Cell>>,
    },
    /// Sets of cells, each with a few digits more than cells, joined by digits that can be in one
    /// of two sets only.
    AlmostLocked {
        /// The sets.
        sets: Vec<CellGroup>,
        /// The digits that join a set with the next, or the first with the others.
        commons: Vec<DigitSet>,
    },
    /// All ways to place the digit.
    Templates {
        /// The digit.
        digit: Digit,
    },
    /// Several patterns, each of which does a part.
    Several {
        /// The patterns.
        parts: Vec<Step>,
    },
    /// The solution was looked up.
    Solution,
}

/// A node of a chain: the digit is in one of the cells, or in none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainNode {
    /// The cells, one or a group of a house.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: Digit,
    /// Whether the digit is in one of them.
    pub is_on: bool,
    /// The almost locked set whose only places of the digit these are: it loses the digit, and so
    /// holds all of its others.
    pub set: Option<CellGroup>,
}

/// Cells of a house and the digits they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGroup {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their candidates together.
    pub digits: DigitSet,
}

/// What chains start from, and of what links they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChainKind {
    /// A ring of links within one digit.
    DigitCycle,
    /// A ring of cells of two candidates.
    CellCycle,
    /// A ring of both kinds of links.
    MixedCycle,
    /// A chain within one digit, from an assumption to its opposite.
    DigitChain,
    /// A chain of both kinds of links, from an assumption to its opposite.
    MixedChain,
    /// Two chains from one assumption to a candidate that would be on and off.
    Contradiction,
    /// Chains from a candidate on and from the same off.
    Double,
    /// Chains from every candidate of the cell.
    Cell(Cell),
    /// Chains from every place of the digit in the house.
    House(House, Digit),
}

/// A chain: links in an order in which it can be read, from the assumption to the conclusion.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The links. Each comes after those that it follows from; the last is the conclusion.
    pub links: Vec<Implication>,
}

/// A link of a chain: a candidate is right, or is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Implication {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the cell holds the digit.
    pub is_on: bool,
    /// Why.
    pub cause: LinkReason,
    /// What it follows from, as places in the list of links.
    pub parents: Vec<usize>,
}

/// Why a link of a chain holds.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkReason {
    /// It is assumed.
    Assumption,
    /// The cell holds one digit.
    Cell,
    /// The house holds the digit once.
    House(House),
    /// A step, on the board that the chain has come to.
    Step(Box<Step>),
}

/// A house whose places of a digit lie on two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongLink {
    /// The house.
    pub house: House,
    /// Whether it has more than two places.
    pub is_grouped: bool,
    /// The two sides.
    pub sides: [Vec<Cell>; 2],
}

/// What the cells with further digits of a loop or a grave are part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// The house that they share.
    pub house: House,
    /// The other cells of a subset.
    pub cells: Vec<Cell>,
    /// The subset's digits, or the digit that is bound to the cells.
    pub digits: DigitSet,
    /// Whether the subset is hidden.
    pub is_hidden: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_in_order_and_says_each_cell_once() {
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
