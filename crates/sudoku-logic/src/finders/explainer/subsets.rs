//! Subsets: N cells of a house for N digits, naked or hidden.
//!
//! ```text
//!   row 1:  c1     c2     c3       c4       c5       c6       c7 c8 c9
//!          {1 2}  {1 2}  {1 5 6}  {2 5 6}  {3 4 7}  {3 4 8}   .  .  .
//!
//!   naked pair:   r1c1 and r1c2 hold 1 and 2, so r1c3 loses 1 and r1c4 loses 2
//!   hidden pair:  3 and 4 have only the places r1c5 and r1c6, so r1c5 loses 7 and r1c6 loses 8
//! ```

use std::ops::ControlFlow;

use super::bit_counts::parts_of;
use crate::finders::{ByBoard, Search, Technique};
use crate::state::{
    BOXES, COLUMNS, HOUSE_CELLS, HOUSE_SETS, ROWS, SetSize, State, bits, cell_at, digit_at,
    digit_set, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A hidden pair, and the single that follows.
    pub const DIRECT_HIDDEN_PAIR: Self =
        Self::new("direct hidden pair", TechniqueGroup::Subsets).placing();
    /// A hidden triple, and the single that follows.
    pub const DIRECT_HIDDEN_TRIPLE: Self =
        Self::new("direct hidden triple", TechniqueGroup::Subsets).placing();
    /// Two cells with two candidates.
    pub const NAKED_PAIR: Self = Self::new("naked pair", TechniqueGroup::Subsets);
    /// Three cells with three candidates.
    pub const NAKED_TRIPLE: Self = Self::new("naked triple", TechniqueGroup::Subsets);
    /// Four cells with four candidates.
    pub const NAKED_QUAD: Self = Self::new("naked quad", TechniqueGroup::Subsets);
    /// Two digits with two places.
    pub const HIDDEN_PAIR: Self = Self::new("hidden pair", TechniqueGroup::Subsets);
    /// Three digits with three places.
    pub const HIDDEN_TRIPLE: Self = Self::new("hidden triple", TechniqueGroup::Subsets);
    /// Four digits with four places.
    pub const HIDDEN_QUAD: Self = Self::new("hidden quad", TechniqueGroup::Subsets);
}

/// Enumerates the houses in the order of the search for subsets: boxes, columns, rows.
fn houses() -> impl Iterator<Item = usize> {
    [BOXES, COLUMNS, ROWS].into_iter().flat_map(|first| first..first + 9)
}

/// Naked subsets: N cells of a house with N candidates in total, each with two or more.
///
/// Houses with fewer than 2 × N blank cells are skipped: the rest of such a house is a smaller
/// hidden subset.
#[derive(Clone, Copy, Debug)]
pub struct NakedSubset {
    /// The number of cells, 2 to 4. Other sizes find nothing.
    pub size: u8,
}

impl Technique for NakedSubset {
    fn names(&self) -> &'static [StepName] {
        match self.size {
            2 => &[StepName::NAKED_PAIR],
            3 => &[StepName::NAKED_TRIPLE],
            _ => &[StepName::NAKED_QUAD],
        }
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        if !matches!(self.size, 2..=4) {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let (failed, kind) = (&mut scratch.cache.failed, ByBoard::NakedSubset(self.size));
        // A house whose cells have lost no candidates gives nothing new.
        let changed = failed.changed(kind, state);
        let mut has_found = false;
        for index in houses() {
            if u32::from(state.blanks[index]) < 2 * size || HOUSE_SETS[index] & changed == 0 {
                continue;
            }
            let sets: [u16; 9] = HOUSE_CELLS[index].map(|cell| state.sets[usize::from(cell)]);
            let mut small: u16 = 0;
            for (place, set) in sets.iter().enumerate() {
                if (2..=size).contains(&set.size()) {
                    small |= 1 << place;
                }
            }
            if small.size() < size {
                continue;
            }
            for chosen in parts_of(small, size) {
                let union = bits(chosen).fold(0, |union, place| union | sets[place]);
                if union.size() != size {
                    continue;
                }
                let others = bits(!chosen & 0x1ff).filter(|&place| sets[place] & union != 0);
                let parts: Vec<_> = others
                    .map(|place| {
                        (
                            cell_at(usize::from(HOUSE_CELLS[index][place])),
                            digit_set(sets[place] & union),
                        )
                    })
                    .collect();
                if !parts.is_empty() {
                    has_found = true;
                    sink.take(Step {
                        name: self.name(),
                        effect: Effect::eliminate(parts),
                        evidence: evidence(index, chosen, union),
                    })?;
                }
            }
        }
        if !has_found {
            failed.note_board(kind, state);
        }
        ControlFlow::Continue(())
    }
}

fn evidence(index: usize, places: u16, digits: u16) -> Evidence {
    Evidence::Subset {
        house: house_at(index),
        cells: bits(places).map(|place| cell_at(usize::from(HOUSE_CELLS[index][place]))).collect(),
        digits: digit_set(digits),
    }
}

impl NakedSubset {
    const fn name(&self) -> StepName {
        match self.size {
            2 => StepName::NAKED_PAIR,
            3 => StepName::NAKED_TRIPLE,
            _ => StepName::NAKED_QUAD,
        }
    }
}

/// Hidden subsets: N digits with N places in a house in total, each with two or more.
///
/// Houses with at most 2 × N blank cells are skipped: the rest of such a house is a naked subset.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSubset {
    /// The number of digits: 2 to 4, or 2 and 3 if it is direct. Other sizes find nothing.
    pub size: u8,
    /// True to accept a pattern only if it leaves another digit one place in the house; then the
    /// step places that digit and eliminates nothing.
    pub is_direct: bool,
}

impl Technique for HiddenSubset {
    fn names(&self) -> &'static [StepName] {
        match (self.size, self.is_direct) {
            (2, false) => &[StepName::HIDDEN_PAIR],
            (3, false) => &[StepName::HIDDEN_TRIPLE],
            (_, false) => &[StepName::HIDDEN_QUAD],
            (2, true) => &[StepName::DIRECT_HIDDEN_PAIR],
            (_, true) => &[StepName::DIRECT_HIDDEN_TRIPLE],
        }
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        if !matches!((self.size, self.is_direct), (2 | 3, _) | (4, false)) {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let kind = match self.is_direct {
            true => ByBoard::DirectHiddenSubset(self.size),
            false => ByBoard::HiddenSubset(self.size),
        };
        let failed = &mut scratch.cache.failed;
        let changed = failed.changed(kind, state);
        let mut has_found = false;
        let least = if self.is_direct { size + 1 } else { 2 * size + 1 };
        for index in houses() {
            if u32::from(state.blanks[index]) < least || HOUSE_SETS[index] & changed == 0 {
                continue;
            }
            let places: [u16; 9] = std::array::from_fn(|digit| state.places[digit][index]);
            let mut small: u16 = 0;
            for (digit, places) in places.iter().enumerate() {
                if (2..=size).contains(&places.size()) {
                    small |= 1 << digit;
                }
            }
            if small.size() < size {
                continue;
            }
            for chosen in parts_of(small, size) {
                let union = bits(chosen).fold(0, |union, digit| union | places[digit]);
                if union.size() == size {
                    let step = self.step(state, index, chosen, union);
                    has_found |= step.is_some();
                    step.map_or(ControlFlow::Continue(()), |step| sink.take(step))?;
                }
            }
        }
        if !has_found {
            failed.note_board(kind, state);
        }
        ControlFlow::Continue(())
    }
}

impl HiddenSubset {
    const fn name(&self) -> StepName {
        match (self.size, self.is_direct) {
            (2, false) => StepName::HIDDEN_PAIR,
            (3, false) => StepName::HIDDEN_TRIPLE,
            (_, false) => StepName::HIDDEN_QUAD,
            (2, true) => StepName::DIRECT_HIDDEN_PAIR,
            (_, true) => StepName::DIRECT_HIDDEN_TRIPLE,
        }
    }

    /// Returns the step that follows from N digits with N places, if any.
    fn step(&self, state: &State, index: usize, digits: u16, places: u16) -> Option<Step> {
        let cell_in = |place: usize| usize::from(HOUSE_CELLS[index][place]);
        let effect = if self.is_direct {
            // The digit had another place, but these cells take it.
            let single = bits(!digits & 0x1ff).find(|&digit| {
                let all = state.places[digit][index];
                all.size() > 1 && (all & !places).is_power_of_two()
            });
            let digit = single?;
            let left = state.places[digit][index] & !places;
            Effect::place(cell_at(cell_in(left.trailing_zeros() as usize)), digit_at(digit))
        } else {
            let others = |place| state.sets[cell_in(place)] & !digits;
            if bits(places).all(|place| others(place) == 0) {
                return None;
            }
            Effect::eliminate(
                bits(places).map(|place| (cell_at(cell_in(place)), digit_set(others(place)))),
            )
        };
        Some(Step { name: self.name(), effect, evidence: evidence(index, places, digits) })
    }
}
