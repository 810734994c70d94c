//! Singles: a digit with one place in a house, a cell with one candidate.
//!
//! ```text
//!   row 1:  c1 c2 c3   c4 c5 c6   c7    c8     c9
//!           1  2  3    4  5  6    7    {8 9}  {9}
//!
//!   hidden single:  the only place of the digit 8 in row 1 is r1c8
//!   naked single:   the only candidate of r1c9 is 9
//! ```

use std::ops::ControlFlow;

use crate::finders::{Search, Technique};
use crate::state::{BOXES, COLUMNS, HOUSE_CELLS, ROWS, cell_at, digit_at, house_at};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// The last blank cell of a house.
    pub const LAST_CELL: Self = Self::new("last cell", TechniqueGroup::Singles).placing().can_end();
    /// The only place of a digit in a house.
    pub const HIDDEN_SINGLE: Self =
        Self::new("hidden single", TechniqueGroup::Singles).placing().can_end();
    /// The only candidate of a cell.
    pub const NAKED_SINGLE: Self =
        Self::new("naked single", TechniqueGroup::Singles).placing().can_end();
}

/// Hidden singles: first in the houses with one blank cell, then in the others, each time in the
/// order boxes, columns, rows.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSingles;

impl Technique for HiddenSingles {
    fn names(&self) -> &'static [StepName] {
        &[StepName::LAST_CELL, StepName::HIDDEN_SINGLE]
    }

    fn find(&self, Search { state, sink, .. }: Search<'_>) -> ControlFlow<()> {
        for is_last in [true, false] {
            let name = if is_last { StepName::LAST_CELL } else { StepName::HIDDEN_SINGLE };
            for first in [BOXES, COLUMNS, ROWS] {
                for index in first..first + 9 {
                    let blanks = state.blanks[index];
                    if blanks == 0 || (blanks == 1) != is_last {
                        continue;
                    }
                    for digit in 0..9 {
                        let places = state.places[digit][index];
                        if places.is_power_of_two() {
                            let cell = HOUSE_CELLS[index][places.trailing_zeros() as usize];
                            sink.take(Step {
                                name,
                                effect: Effect::place(cell_at(usize::from(cell)), digit_at(digit)),
                                evidence: Evidence::Single { house: Some(house_at(index)) },
                            })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Naked singles, row by row.
#[derive(Clone, Copy, Debug)]
pub struct NakedSingles;

impl Technique for NakedSingles {
    fn names(&self) -> &'static [StepName] {
        &[StepName::NAKED_SINGLE]
    }

    fn find(&self, Search { state, sink, .. }: Search<'_>) -> ControlFlow<()> {
        for (index, set) in state.sets.iter().enumerate() {
            if set.is_power_of_two() {
                let digit = digit_at(set.trailing_zeros() as usize);
                sink.take(Step {
                    name: StepName::NAKED_SINGLE,
                    effect: Effect::place(cell_at(index), digit),
                    evidence: Evidence::Single { house: None },
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}
