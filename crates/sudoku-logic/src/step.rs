//! A step of a solution: what it does, by which technique, and why, as data.

use std::fmt;

use sudoku_core::{Cell, Digit, DigitSet, House};

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
        let mut eliminations: Vec<(Cell, DigitSet)> = parts.into_iter().collect();
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

/// Declares the patterns with their names.
macro_rules! patterns {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// What a step's pattern is called.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum StepName { $($(#[$doc])* $variant,)* }

        impl StepName {
            /// Every pattern.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, as players use it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

patterns! {
    /// The last blank cell of a house.
    LastCell = "last cell",
    /// The only place of a digit in a house.
    HiddenSingle = "hidden single",
    /// The only candidate of a cell.
    NakedSingle = "naked single",
    /// A digit of a box that is bound to a line, and the single that follows.
    DirectPointing = "direct pointing",
    /// A digit of a line that is bound to a box, and the single that follows.
    DirectClaiming = "direct claiming",
    /// A hidden pair, and the single that follows.
    DirectHiddenPair = "direct hidden pair",
    /// A hidden triple, and the single that follows.
    DirectHiddenTriple = "direct hidden triple",
    /// A digit of a box that is bound to a line.
    Pointing = "pointing",
    /// A digit of a line that is bound to a box.
    Claiming = "claiming",
    /// Two cells with two candidates.
    NakedPair = "naked pair",
    /// Three cells with three candidates.
    NakedTriple = "naked triple",
    /// Four cells with four candidates.
    NakedQuad = "naked quad",
    /// Two digits with two places.
    HiddenPair = "hidden pair",
    /// Three digits with three places.
    HiddenTriple = "hidden triple",
    /// Four digits with four places.
    HiddenQuad = "hidden quad",
    /// A digit of two lines in two crossing lines.
    XWing = "X-Wing",
    /// A digit of three lines in three crossing lines.
    Swordfish = "Swordfish",
    /// A digit of four lines in four crossing lines.
    Jellyfish = "Jellyfish",
    /// A cell of two candidates and two that each share one with it.
    XyWing = "XY-Wing",
    /// A cell of three candidates and two that share two of them.
    XyzWing = "XYZ-Wing",
    /// Two strong links in parallel lines.
    Skyscraper = "skyscraper",
    /// A strong link in a row and one in a column.
    TwoStringKite = "2-string kite",
    /// Two strong links, one of them in a box.
    TwoStrongLinks = "2 strong links",
    /// Three strong links.
    ThreeStrongLinks = "3 strong links",
    /// Four strong links.
    FourStrongLinks = "4 strong links",
    /// Strong links in a ring.
    StrongLinkRing = "ring of strong links",
    /// Three cells of four digits, and a cell of two.
    WxyzWing = "WXYZ-Wing",
    /// Four cells of five digits, and a cell of two.
    VwxyzWing = "VWXYZ-Wing",
    /// Five cells of six digits, and a cell of two.
    UvwxyzWing = "UVWXYZ-Wing",
    /// Six cells of seven digits, and a cell of two.
    TuvwxyzWing = "TUVWXYZ-Wing",
    /// A unique loop of which one cell has other digits.
    UniqueLoop1 = "unique loop type 1",
    /// A unique loop of which some cells have one other digit, the same.
    UniqueLoop2 = "unique loop type 2",
    /// A unique loop whose two cells with other digits are part of a subset.
    UniqueLoop3 = "unique loop type 3",
    /// A unique loop of which one digit is bound to the two cells with other digits.
    UniqueLoop4 = "unique loop type 4",
    /// A bivalue universal grave but for one cell.
    BivalueGrave1 = "BUG type 1",
    /// A bivalue universal grave but for one digit in several cells.
    BivalueGrave2 = "BUG type 2",
    /// A bivalue universal grave but for digits that are part of a subset.
    BivalueGrave3 = "BUG type 3",
    /// A bivalue universal grave but for two cells to which a digit of it is bound.
    BivalueGrave4 = "BUG type 4",
    /// Two cells whose combinations are excluded.
    AlignedPairExclusion = "aligned pair exclusion",
    /// Three cells whose combinations are excluded.
    AlignedTripleExclusion = "aligned triple exclusion",
    /// A ring of links within one digit, on and off in turn.
    BidirectionalXCycle = "bidirectional X-cycle",
    /// A ring of cells of two candidates.
    BidirectionalYCycle = "bidirectional Y-cycle",
    /// A ring of links within digits and cells.
    BidirectionalCycle = "bidirectional cycle",
    /// A chain within one digit whose assumption leads to its opposite.
    ForcingXChain = "forcing X-chain",
    /// A chain whose assumption leads to its opposite.
    ForcingChain = "forcing chain",
    /// A contradiction within one digit, with candidates gone that the assumption turned off.
    NishioChains = "Nishio forcing chains",
    /// Chains from all candidates of a cell.
    CellForcingChains = "cell forcing chains",
    /// Chains from all places of a digit in a house.
    HouseForcingChains = "house forcing chains",
    /// A contradiction, with candidates gone that the assumption turned off.
    DynamicContradictionChains = "dynamic contradiction forcing chains",
    /// Chains from a candidate right and wrong, with candidates gone that were turned off.
    DynamicDoubleChains = "dynamic double forcing chains",
    /// Chains from a cell, with candidates gone that were turned off.
    DynamicCellChains = "dynamic cell forcing chains",
    /// Chains from a house, with candidates gone that were turned off.
    DynamicHouseChains = "dynamic house forcing chains",
}

impl StepName {
    /// Whether it is a hidden pair, triple or quad.
    pub(crate) const fn is_hidden_subset(self) -> bool {
        matches!(self, Self::HiddenPair | Self::HiddenTriple | Self::HiddenQuad)
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
    pub cause: Cause,
    /// What it follows from, as places in the list of links.
    pub parents: Vec<usize>,
}

/// Why a link of a chain holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
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
