//! Hints: the next digits of a variant, with reasons that a person can follow.

mod conditions;
mod reason;

use sudoku_core::{Board, Cell, DigitSet};

use self::conditions::{Conditions, NamedHouse, Use};
pub use self::reason::{HintHouse, HintReason, HintStep, KnownSum, Single, VariantHint};
use crate::domain::{ALL, Masks, bits, is_single};
use crate::ruled::Ruled;

/// The next digits of a variant, one after the other, as far as simple reasons go.
///
/// A hint begins with the candidates that the digits on the board leave in the cells that see them.
/// Its steps are locked candidates, or naked and hidden subsets of at most four cells, or they use
/// one rule each, the 45 rule, or the known sums in a house. Conditions on few cells are tried
/// first, so another hint may need fewer steps.
///
/// ```
/// use sudoku_variants::{Hints, Ruled, Rules};
///
/// let rules: Rules = "cage 4 r1c1 r1c2\ndigits 1 r4c1".parse()?;
/// let hints = Hints::new(&Ruled::new(&rules)?);
/// let digits: Vec<String> = hints.map(|hint| format!("{}={}", hint.cell, hint.digit)).collect();
/// assert_eq!(digits, ["r4c1=1", "r1c1=3", "r1c2=1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hints {
    conditions: Conditions,
    board: Board,
}

impl Hints {
    /// Makes the hints of a puzzle with its clues and any digits in their place. The digits have to
    /// be right.
    #[must_use]
    pub fn new(puzzle: &Ruled) -> Self {
        let rules = puzzle.rules();
        Self { conditions: Conditions::of(rules), board: rules.board }
    }

    /// Returns the digits on the board: the clues, and the digits of the hints so far.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the candidates that the digits leave in the cells that see them.
    fn start(&self) -> Masks {
        let mut masks: Masks = core::array::from_fn(|cell| if cell < 81 { ALL } else { 0 });
        for (cell, digit) in self.board.clues() {
            let mask = DigitSet::from(digit).bits();
            bits(self.conditions.peers[cell.index()])
                .for_each(|peer| masks[usize::from(peer)] &= !mask);
            masks[cell.index()] = mask;
        }
        masks
    }

    /// Returns true if the digit of the cell follows from these candidates.
    fn is_single(&self, masks: &Masks, single: &Single, cell: u8, digit: u16) -> bool {
        let Single::Hidden(house) = single else { return masks[usize::from(cell)] == digit };
        let is_hidden = |cells: &[u8; 9]| {
            cells.iter().all(|&it| (masks[usize::from(it)] & digit != 0) == (it == cell))
        };
        let mut houses = self.conditions.houses.iter();
        houses.any(|it| it.name == *house && it.cells.contains(&cell) && is_hidden(&it.cells))
    }

    /// Finds a digit that is the only one of a cell, or that has only one place in a house.
    fn find_single(&self, masks: &Masks) -> Option<(Single, u8, u16)> {
        let is_blank =
            |&cell: &u8| Cell::new(cell.into()).is_some_and(|cell| self.board.get(cell).is_none());
        for NamedHouse { name, cells, .. } in &self.conditions.houses {
            let (mut once, mut more) = (0, 0);
            for &cell in cells {
                more |= once & masks[usize::from(cell)];
                once |= masks[usize::from(cell)];
            }
            let hidden = |cell: &u8| masks[usize::from(*cell)] & once & !more != 0;
            if let Some(cell) = cells.iter().copied().filter(is_blank).find(hidden) {
                let digits = masks[usize::from(cell)] & !more;
                return Some((Single::Hidden(name.clone()), cell, digits & digits.wrapping_neg()));
            }
        }
        let naked = |cell: &u8| is_single(masks[usize::from(*cell)]);
        let cell = (0..81).filter(is_blank).find(naked)?;
        Some((Single::Naked, cell, masks[usize::from(cell)]))
    }

    /// Returns the candidates after these steps.
    fn replay(&self, uses: &[Use]) -> Masks {
        uses.iter()
            .fold(self.start(), |masks, &it| self.conditions.apply(it, &masks).unwrap_or(masks))
    }
}

/// Finds the next digit and puts it on the board. Ends if the board is full, or if nothing follows
/// by simple reasons.
impl Iterator for Hints {
    type Item = VariantHint;

    fn next(&mut self) -> Option<VariantHint> {
        let mut masks = self.start();
        let mut uses: Vec<Use> = Vec::new();
        let (single, cell, mask) = loop {
            if let Some(single) = self.find_single(&masks) {
                break single;
            }
            let step = |it: Use| Some((it, self.conditions.apply(it, &masks)?));
            let (next, after) = self.conditions.uses().find_map(step)?;
            uses.push(next);
            masks = after;
        };
        // A step without which the digit follows, too, is left out.
        for at in (0..uses.len()).rev() {
            let mut fewer = uses.clone();
            fewer.remove(at);
            if self.is_single(&self.replay(&fewer), &single, cell, mask) {
                uses = fewer;
            }
        }
        let mut masks = self.start();
        let mut steps = Vec::new();
        for it in uses {
            if let Some(after) = self.conditions.apply(it, &masks) {
                steps.push(self.conditions.step(it, &masks, &after));
                masks = after;
            }
        }
        let cell = Cell::new(cell.into())?;
        let digit = DigitSet::from_bits(mask)?.iter().next()?;
        self.board.set(cell, Some(digit));
        Some(VariantHint { steps, single, cell, digit })
    }
}
