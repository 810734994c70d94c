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
