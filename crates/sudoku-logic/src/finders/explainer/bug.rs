//! Bivalue universal grave: a board that would have two solutions without a few candidates.
//!
//! If every blank cell had two candidates, and every missing digit two places in each house, the
//! puzzle would have no solution or several. So at least one of the candidates outside this pattern
//! is right.
//!
//! ```text
//!   All blank cells have two candidates, except r5c5 with {1 2 7}. Row 5, column 5 and box 5 have
//!   three places of the digit 7, and every other digit has two places in each house.
//!
//!   type 1: without 7 in r5c5 the board would be a grave, so r5c5 loses 1 and 2
//! ```

use std::ops::ControlFlow;

use super::bit_counts::numbers_with;
use super::wings::PeerOrder;
use crate::finders::{Search, StepSink, Technique};
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, ROWS, SetSize, State, bits,
    cell_at, cells_of, digit_set, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName, Support};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A bivalue universal grave except for one cell.
    pub const BIVALUE_GRAVE_1: Self = Self::new("BUG type 1", TechniqueGroup::Uniqueness);
    /// A bivalue universal grave except for one digit in several cells.
    pub const BIVALUE_GRAVE_2: Self = Self::new("BUG type 2", TechniqueGroup::Uniqueness);
    /// A bivalue universal grave except for digits that are part of a subset.
    pub const BIVALUE_GRAVE_3: Self = Self::new("BUG type 3", TechniqueGroup::Uniqueness);
    /// A bivalue universal grave except for two cells to which one of its digits is confined.
    pub const BIVALUE_GRAVE_4: Self = Self::new("BUG type 4", TechniqueGroup::Uniqueness);
}

/// Bivalue universal graves of the four types.
#[derive(Clone, Copy, Debug)]
pub struct BivalueGrave {
    /// True to also use cells that no house determines alone, as long as only one digit is
    /// concerned, and to search supports by size first instead of by house.
    pub is_corrected: bool,
}

/// The candidates outside a grave.
struct Beyond {
    /// The cells with extra digits, in the order in which they were found.
    cells: Vec<usize>,
    /// The extra digits of each of these cells.
    values: Vec<u16>,
    /// The union of the extra digits.
    all: u16,
    /// The cells that see all of these cells.
    seen: Cells,
    /// The state without the extra digits.
    rest: State,
}

impl Beyond {
    fn add(&mut self, cell: usize, digit: usize) {
        match self.cells.iter().position(|&known| known == cell) {
            Some(place) => self.values[place] |= 1 << digit,
            None => {
                self.cells.push(cell);
                self.values.push(1 << digit);
            }
        }
        self.rest.remove(cell, digit);
        self.seen &= PEERS[cell];
        for &known in &self.cells {
            self.seen &= !(1 << known);
        }
    }

    fn is_of_no_type(&self) -> bool {
        self.cells.len() > 1 && self.all.size() > 1 && self.seen == 0
    }
}

impl Technique for BivalueGrave {
    fn assumes_one_solution(&self) -> bool {
        true
    }

    fn names(&self) -> &'static [StepName] {
        &[
            StepName::BIVALUE_GRAVE_1,
            StepName::BIVALUE_GRAVE_2,
            StepName::BIVALUE_GRAVE_3,
            StepName::BIVALUE_GRAVE_4,
        ]
    }

    fn find(&self, Search { state, sink, .. }: Search<'_>) -> ControlFlow<()> {
        // Without a cell of three or more candidates there are no candidates outside the grave.
        if state.sets.iter().all(|set| set.size() <= 2) {
            return ControlFlow::Continue(());
        }
        let Some(beyond) = self.beyond(state) else { return ControlFlow::Continue(()) };
        let is_grave = (0..81)
            .all(|cell| beyond.rest.values[cell] != 0 || beyond.rest.sets[cell].size() == 2)
            && beyond.rest.places.iter().flatten().all(|places| matches!(places.size(), 0 | 2));
        if !is_grave {
            return ControlFlow::Continue(());
        }
        if let [only] = *beyond.cells {
            let effect =
                Effect::eliminate([(cell_at(only), digit_set(state.sets[only] & !beyond.all))]);
            return sink.take(step(StepName::BIVALUE_GRAVE_1, effect, &beyond, None));
        }
        if beyond.all.size() == 1 {
            let digit = beyond.all.trailing_zeros() as usize;
            let removed = state.cells[digit] & beyond.seen;
            if removed != 0 {
                let parts = cells_of(removed).map(|cell| (cell_at(cell), digit_set(beyond.all)));
                let effect = Effect::eliminate(parts);
                sink.take(step(StepName::BIVALUE_GRAVE_2, effect, &beyond, None))?;
            }
            return type_4(state, &beyond, sink);
        }
        if beyond.cells.is_empty() || beyond.seen == 0 {
            return ControlFlow::Continue(());
        }
        type_4(state, &beyond, sink)?;
        self.type_3(state, &beyond, sink)
    }
}

impl BivalueGrave {
    /// Returns the candidates outside a grave, if there may be one.
    fn beyond(&self, state: &State) -> Option<Beyond> {
        let mut beyond = Beyond {
            cells: Vec::new(),
            values: Vec::new(),
            all: 0,
            seen: Cells::MAX,
            rest: *state,
        };
        // The cells of three and more candidates in houses with too many or too few places for a
        // digit, and that digit, as long as it is one.
        let mut unclear: Cells = 0;
        let mut only: Option<usize> = None;
        let mut is_one = true;
        for first in [BOXES, ROWS, COLUMNS] {
            for index in first..first + 9 {
                for digit in 0..9 {
                    let places = state.places[digit][index];
                    if matches!(places.size(), 0 | 2) {
                        continue;
                    }
                    let large = bits(places)
                        .map(|place| usize::from(HOUSE_CELLS[index][place]))
                        .filter(|&cell| state.sets[cell].size() >= 3)
                        .fold(0, |large: Cells, cell| large | 1 << cell);
                    if large == 0 {
                        return None;
                    }
                    is_one &= only.is_none_or(|only| only == digit);
                    only.get_or_insert(digit);
                    unclear |= large;
                    if large.is_power_of_two() {
                        beyond.all |= 1 << digit;
                        beyond.add(large.trailing_zeros() as usize, digit);
                        if beyond.is_of_no_type() {
                            return None;
                        }
                    }
                }
            }
        }
        if self.is_corrected
            && is_one
            && let Some(digit) = only
        {
            for cell in
                cells_of(unclear).filter(|cell| !beyond.cells.contains(cell)).collect::<Vec<_>>()
            {
                beyond.add(cell, digit);
                if beyond.is_of_no_type() {
                    return None;
                }
            }
        }
        Some(beyond)
    }

    /// Finds type 3: the extra digits of cells that share a house form a naked subset with other
    /// cells there.
    fn type_3(&self, state: &State, beyond: &Beyond, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let shared: Vec<usize> = shared_houses(&beyond.cells).collect();
        if self.is_corrected {
            for size in 2..=6 {
                for &index in &shared {
                    self.naked(state, beyond, index, size, sink)?;
                }
            }
        } else {
            for &index in &shared {
                for size in 2..=6 {
                    self.naked(state, beyond, index, size, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn naked(
        &self,
        state: &State,
        beyond: &Beyond,
        index: usize,
        size: u32,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let within = beyond.seen & HOUSE_SETS[index];
        // The classic program uses the peer order of the first cell.
        let order = if self.is_corrected { PeerOrder::Ascending } else { PeerOrder::ByHouse };
        let others: Vec<usize> = order
            .of(beyond.cells[0])
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| within >> cell & 1 == 1)
            .collect();
        if others.len() < size as usize || beyond.all.size() < 2 {
            return ControlFlow::Continue(());
        }
        for chosen in numbers_with(size - 1, others.len() as u32) {
            let sets = || bits(chosen).map(|place| state.sets[others[place]]);
            let union = sets().fold(0, |union, set| union | set);
            if union.size() != size || beyond.all & !union != 0 || sets().any(|set| set.size() < 2)
            {
                continue;
            }
            let parts: Vec<_> = others
                .iter()
                .enumerate()
                .filter(|&(place, &cell)| chosen >> place & 1 == 0 && state.sets[cell] & union != 0)
                .map(|(_, &cell)| (cell_at(cell), digit_set(state.sets[cell] & union)))
                .collect();
            if !parts.is_empty() {
                let support = Support {
                    house: house_at(index),
                    cells: bits(chosen).map(|place| cell_at(others[place])).collect(),
                    digits: digit_set(union),
                    is_hidden: false,
                };
                let effect = Effect::eliminate(parts);
                sink.take(step(StepName::BIVALUE_GRAVE_3, effect, beyond, Some(support)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Enumerates the houses that contain all the cells: box, row, column.
fn shared_houses(cells: &[usize]) -> impl Iterator<Item = usize> {
    [2, 0, 1].into_iter().filter_map(move |kind| {
        let index = IN_HOUSES[*cells.first()?][kind].0;
        cells.iter().all(|&cell| IN_HOUSES[cell][kind].0 == index).then_some(usize::from(index))
    })
}

/// Finds type 4: two cells that share a house have one digit of the grave in common, which is
/// confined to them. So the other digit of the grave is eliminated from each.
fn type_4(state: &State, beyond: &Beyond, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let ([first, second], [of_first, of_second]) = (&*beyond.cells, &*beyond.values) else {
        return ControlFlow::Continue(());
    };
    let common = state.sets[*first] & state.sets[*second] & !beyond.all;
    if common.size() != 1 {
        return ControlFlow::Continue(());
    }
    for index in shared_houses(&beyond.cells) {
        let parts = [(first, of_first), (second, of_second)]
            .map(|(&cell, of)| (cell_at(cell), digit_set(state.sets[cell] & !of & !common)));
        let support = Support {
            house: house_at(index),
            cells: Vec::new(),
            digits: digit_set(common),
            is_hidden: true,
        };
        sink.take(step(
            StepName::BIVALUE_GRAVE_4,
            Effect::eliminate(parts),
            beyond,
            Some(support),
        ))?;
    }
    ControlFlow::Continue(())
}

fn step(name: StepName, effect: Effect, beyond: &Beyond, support: Option<Support>) -> Step {
    let extra = beyond.cells.iter().zip(&beyond.values);
    Step {
        name,
        effect,
        evidence: Evidence::Grave {
            extra: extra.map(|(&cell, &of)| (cell_at(cell), digit_set(of))).collect(),
            support,
        },
    }
}
