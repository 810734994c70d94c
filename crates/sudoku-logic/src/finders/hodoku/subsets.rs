//! Locked candidates and subsets, in this scale's order: boxes, rows, columns.
//!
//! ```text
//!         c1     c2     c3   c4 c5 c6
//!   r1   {1 2}  {1 2}   .    1* .  .       locked pair: both cells are in row 1 and in box 1,
//!   r2    .      2*     .    .  .  .       so both houses lose 1 and 2 (*)
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, cell_list, report};
use crate::finders::{ByDigit, FailedSearches};
use crate::state::{BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, ROWS, SetSize};
use crate::state::{bits, cell_at, cells_of, digit_at, digit_set, house_at};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A naked pair in the intersection of a box and a line, which eliminates in both.
    pub const LOCKED_PAIR: Self = Self::new("locked pair", TechniqueGroup::Subsets);
    /// A naked triple in the intersection of a box and a line, which eliminates in both.
    pub const LOCKED_TRIPLE: Self = Self::new("locked triple", TechniqueGroup::Subsets);
}

/// Finds digits of a box that are confined to a line, or digits of a line that are confined to a
/// box.
pub(crate) fn locked_candidates(
    view: View<'_>,
    is_pointing: bool,
    failed: &mut FailedSearches,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let mut failed = failed.of(ByDigit::HodokuLocked(is_pointing), view.state);
    // A digit with unchanged places gives nothing new.
    let digits = failed.changed_digits();
    let mut found = 0;
    let first = if is_pointing { BOXES } else { ROWS };
    for base in first..if is_pointing { 27 } else { BOXES } {
        for digit in bits(digits).filter(|&digit| matches!(view.count(base, digit), 2 | 3)) {
            let cells = view.state.cells[digit] & HOUSE_SETS[base];
            let kinds: &[usize] = if is_pointing { &[0, 1] } else { &[2] };
            let cell = cells.trailing_zeros() as usize;
            let cover = kinds.iter().map(|&kind| usize::from(IN_HOUSES[cell][kind].0)).find(|&h| {
                cells & !HOUSE_SETS[h] == 0 && view.state.cells[digit] & HOUSE_SETS[h] != cells
            });
            let Some(cover) = cover else { continue };
            let gone = view.state.cells[digit] & HOUSE_SETS[cover] & !cells;
            found |= u16::from(gone != 0) << digit;
            let name = if is_pointing { StepName::POINTING } else { StepName::CLAIMING };
            report(sink, name, &Removals::of(digit, gone), || Evidence::Locked {
                digit: digit_at(digit),
                cells: cell_list(cells),
                base: house_at(base),
                cover: house_at(cover),
            })?;
        }
    }
    failed.note_all(digits & !found);
    ControlFlow::Continue(())
}

/// Finds naked subsets: N cells of a house with N digits in total.
///
/// Subsets of two or three cells that eliminate candidates both in the box and in the line are
/// locked and have steps of their own: `is_locked` selects the wanted ones, and `None` accepts
/// both. Only houses with changed cells are searched.
pub(crate) fn naked(
    view: View<'_>,
    size: u32,
    is_locked: Option<bool>,
    changed: Cells,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let kinds: &[usize] = if is_locked == Some(true) { &[BOXES] } else { &[BOXES, ROWS, COLUMNS] };
    let houses = kinds.iter().flat_map(|&first| first..first + 9);
    for base in houses.filter(|&base| HOUSE_SETS[base] & changed != 0) {
        let sets = HOUSE_CELLS[base].map(|cell| view.state.sets[usize::from(cell)]);
        for_each_subset(&sets, size, &mut |chosen, union| {
            let cells = bits(chosen).fold(0, |all, place| all | 1 << HOUSE_CELLS[base][place]);
            report_naked(view, size, is_locked, base, cells, union, sink)
        })?;
    }
    ControlFlow::Continue(())
}

fn report_naked(
    view: View<'_>,
    size: u32,
    wanted: Option<bool>,
    base: usize,
    cells: Cells,
    union: u16,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let cell = cells.trailing_zeros() as usize;
    let houses = IN_HOUSES[cell].map(|(house, _)| usize::from(house));
    let shared = houses.map(|house| cells & !HOUSE_SETS[house] == 0);
    let mut removals = Removals::default();
    let mut acts = 0;
    for (kind, &house) in houses.iter().enumerate().filter(|&(kind, _)| shared[kind]) {
        let gone = bits(union).fold(0, |all, digit| all | view.state.cells[digit]);
        let gone = gone & HOUSE_SETS[house] & !cells;
        cells_of(gone).for_each(|cell| removals.add_digits(cell, view.state.sets[cell] & union));
        // In a line only eliminations outside the box count.
        let counts = if kind == 2 { gone } else { gone & !HOUSE_SETS[houses[2]] };
        acts += usize::from(counts != 0);
    }
    sink.has_met_any |= !removals.is_empty();
    let is_locked = size < 4 && acts > 1 && shared[2] && (shared[0] || shared[1]);
    if wanted.is_some_and(|wanted| wanted != is_locked) {
        return ControlFlow::Continue(());
    }
    let name = match (size, is_locked) {
        (2, true) => StepName::LOCKED_PAIR,
        (2, false) => StepName::NAKED_PAIR,
        (3, true) => StepName::LOCKED_TRIPLE,
        (3, false) => StepName::NAKED_TRIPLE,
        _ => StepName::NAKED_QUAD,
    };
    report(sink, name, &removals, || Evidence::Subset {
        house: house_at(base),
        cells: cell_list(cells),
        digits: digit_set(union),
    })
}

/// Finds hidden subsets: N digits of a house with N places in total.
pub(crate) fn hidden(
    view: View<'_>,
    size: u32,
    changed: Cells,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    for base in [BOXES, ROWS, COLUMNS].into_iter().flat_map(|first| first..first + 9) {
        if u32::from(view.state.blanks[base]) <= size || HOUSE_SETS[base] & changed == 0 {
            continue;
        }
        let places: [u16; 9] = std::array::from_fn(|digit| view.state.places[digit][base]);
        for_each_subset(&places, size, &mut |set, union| {
            let mut removals = Removals::default();
            let mut cells = Vec::new();
            for place in bits(union) {
                let cell = usize::from(HOUSE_CELLS[base][place]);
                cells.push(cell_at(cell));
                removals.add_digits(cell, view.state.sets[cell] & !set);
            }
            let name = match size {
                2 => StepName::HIDDEN_PAIR,
                3 => StepName::HIDDEN_TRIPLE,
                _ => StepName::HIDDEN_QUAD,
            };
            let evidence =
                || Evidence::Subset { house: house_at(base), cells, digits: digit_set(set) };
            report(sink, name, &removals, evidence)
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits the choices of N out of nine sets whose union has N elements, in lexicographic order,
/// with the union.
fn for_each_subset(
    sets: &[u16; 9],
    size: u32,
    look: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn extend(
        sets: &[u16; 9],
        size: u32,
        mut rest: u16,
        chosen: u16,
        union: u16,
        look: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let missing = size - chosen.size();
        if missing == 0 {
            return if union.size() == size {
                look(chosen, union)
            } else {
                ControlFlow::Continue(())
            };
        }
        while rest.size() >= missing {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            let union = union | sets[at as usize];
            if union.size() <= size {
                extend(sets, size, rest, chosen | 1 << at, union, look)?;
            }
        }
        ControlFlow::Continue(())
    }
    let fits = |&at: &usize| (1..=size).contains(&sets[at].size());
    let few = (0..9).filter(fits).fold(0, |few, at| few | 1 << at);
    extend(sets, size, few, 0, 0, look)
}
