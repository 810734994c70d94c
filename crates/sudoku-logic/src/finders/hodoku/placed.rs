//! All singles on a board, by definition. (A solution path uses the queues instead.)
//!
//! ```text
//!   row 1:  c1 {5 8}  c2 {5}  c3 {5 7 8}, all others filled
//!   naked single:   r1c2 has one candidate, so it is 5
//!   hidden single:  7 has one place in row 1, so r1c3 is 7
//!   full house:     a house with one blank cell
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View};
use crate::state::{
    Cells, HOUSE_CELLS, SetSize, State, bits, cell_at, cells_of, digit_at, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;
use crate::track::Track;

impl StepName {
    /// A digit of the solution, found by search and not by logic.
    pub const BRUTE_FORCE: Self =
        Self::new("brute force", TechniqueGroup::Ungrouped).placing().can_end();
}

/// Makes a step that places a digit.
pub(crate) fn single(name: StepName, cell: usize, digit: usize, index: Option<usize>) -> Step {
    Step {
        name,
        effect: Effect::place(cell_at(cell), digit_at(digit)),
        evidence: Evidence::Single { house: index.map(house_at) },
    }
}

/// Finds the last blank cells of houses.
pub(crate) fn full_houses(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    in_houses(view, sink, StepName::LAST_CELL, |state, house| state.blanks[house] == 1)
}

/// Finds digits with one place in a house.
pub(crate) fn hidden_singles(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    in_houses(view, sink, StepName::HIDDEN_SINGLE, |_, _| true)
}

/// Finds cells with one candidate.
pub(crate) fn naked_singles(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for (cell, set) in view.state.sets.iter().enumerate().filter(|(_, set)| set.is_power_of_two()) {
        let digit = set.trailing_zeros() as usize;
        sink.take(single(StepName::NAKED_SINGLE, cell, digit, None), Removals::default())?;
    }
    ControlFlow::Continue(())
}

/// Reports each cell once, with the first house that fits.
fn in_houses(
    view: View<'_>,
    sink: &mut HodokuSink,
    name: StepName,
    fits: impl Fn(&State, usize) -> bool,
) -> ControlFlow<()> {
    let mut seen: Cells = 0;
    for house in (0..27).filter(|&house| fits(view.state, house)) {
        for digit in 0..9 {
            let places = view.state.places[digit][house];
            for place in bits(places).filter(|_| places.is_power_of_two()) {
                let cell = usize::from(HOUSE_CELLS[house][place]);
                if seen >> cell & 1 == 0 {
                    seen |= 1 << cell;
                    sink.take(single(name, cell, digit, Some(house)), Removals::default())?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the step that places the digit of the solution in the middle one of the blank cells.
pub(crate) fn brute_force(state: &State, solution: &[u8; 81]) -> Option<Step> {
    let blank = (0..81).filter(|&cell| state.values[cell] == 0);
    let blank = blank.fold(0, |cells: Cells, cell| cells | 1 << cell);
    let cell = cells_of(blank).nth(blank.size() as usize / 2)?;
    Some(Step {
        name: StepName::BRUTE_FORCE,
        effect: Effect::place(cell_at(cell), digit_at(usize::from(solution[cell]))),
        evidence: Evidence::Solution,
    })
}

/// Takes the next last cell of a house from the queues.
pub(crate) fn next_full_house(track: &mut Track) -> Option<Step> {
    let (cell, digit, house) = track.full_house()?;
    Some(single(StepName::LAST_CELL, cell, digit, Some(house)))
}

/// Takes the next naked single from the queues.
pub(crate) fn next_naked_single(track: &mut Track) -> Option<Step> {
    let (cell, digit) = track.next_naked()?;
    Some(single(StepName::NAKED_SINGLE, cell, digit, None))
}

/// Takes the next hidden single from the queues.
pub(crate) fn next_hidden_single(track: &mut Track) -> Option<Step> {
    let (cell, digit, house) = track.next_hidden()?;
    Some(single(StepName::HIDDEN_SINGLE, cell, digit, Some(house)))
}
