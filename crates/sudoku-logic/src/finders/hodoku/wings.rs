//! W-, XY- and XYZ-Wings in this scale's order.
//!
//! ```text
//!         c1     c3   c7
//!   r1   {1 2}   .    2*        W-Wing: column 3 has the digit 1 in r2c3 and r6c3 only.
//!   r2    .      1    .         r2c3 sees r1c1, and r6c3 sees r6c7, so one of both is not 1 but 2.
//!   r6    2*     1   {1 2}      Cells that see both lose 2 (*).
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, node, report};
use crate::state::{PEERS, SetSize, bits, cell_at, cells_of, digit_at, digit_set};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// All cells but one have two candidates, and without the third there would be two solutions.
    pub const BUG_PLUS_ONE: Self =
        Self::new("bivalue universal grave + 1", TechniqueGroup::Uniqueness);
    /// Two cells with the same two candidates, joined by a strong link in one of them.
    pub const W_WING: Self = Self::new("W-Wing", TechniqueGroup::Wings);
}

/// Finds W-Wings: two cells with the same two candidates, joined by a strong link in one of them.
pub(crate) fn w_wings(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let state = view.state;
    for one in (0..81).filter(|&cell| state.sets[cell].size() == 2) {
        let set = state.sets[one];
        for two in (one + 1..81).filter(|&cell| state.sets[cell] == set) {
            let low = set.trailing_zeros() as usize;
            let high = 15 - set.leading_zeros() as usize;
            for (gone, link) in [(low, high), (high, low)] {
                let seen = state.cells[gone] & PEERS[one] & PEERS[two];
                if seen != 0 {
                    bridges(view, one, two, gone, link, &Removals::of(gone, seen), sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Enumerates the houses whose two places of the digit each see one of the cells.
fn bridges(
    view: View<'_>,
    one: usize,
    two: usize,
    gone: usize,
    link: usize,
    removals: &Removals,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    for house in (0..27).filter(|&house| view.count(house, link) == 2) {
        let places = view.state.cells[link] & crate::state::HOUSE_SETS[house];
        let (mut near, mut far) = (None, None);
        for cell in cells_of(places & !(1 << one) & !(1 << two)) {
            if PEERS[cell] >> one & 1 == 1 {
                near = Some(cell);
            } else if PEERS[cell] >> two & 1 == 1 {
                far = Some(cell);
            }
        }
        let (Some(near), Some(far)) = (near, far) else { continue };
        report(sink, StepName::W_WING, removals, || Evidence::Alternating {
            nodes: vec![
                node(one, gone, false),
                node(one, link, true),
                node(near, link, false),
                node(far, link, true),
                node(two, link, false),
                node(two, gone, true),
            ],
        })?;
    }
    ControlFlow::Continue(())
}

/// Finds XY-Wings and XYZ-Wings: a pivot with two or three candidates and two cells with two
/// candidates that it sees, with three digits in total.
pub(crate) fn xy_wings(view: View<'_>, is_xyz: bool, sink: &mut HodokuSink) -> ControlFlow<()> {
    let state = view.state;
    let of_size = |size| (0..81).filter(move |&c| state.sets[c].size() == size);
    let twos: Vec<usize> = of_size(2).collect();
    let firsts: Vec<usize> = of_size(if is_xyz { 3 } else { 2 }).collect();
    for (index, &first) in firsts.iter().enumerate() {
        let from = if is_xyz { 0 } else { index + 1 };
        for (second_at, &second) in twos.iter().enumerate().skip(from) {
            let pair = state.sets[first] | state.sets[second];
            if pair.size() != 3 {
                continue;
            }
            for &third in &twos[second_at + 1..] {
                let sets = [first, second, third].map(|cell| state.sets[cell]);
                if (pair | sets[2]).size() != 3
                    || sets[0] == sets[1]
                    || sets[1] == sets[2]
                    || sets[2] == sets[0]
                {
                    continue;
                }
                // Each of the three cells may be the pivot, but in an XYZ-Wing only the largest.
                let tries =
                    [[first, second, third], [second, first, third], [third, second, first]];
                for [pivot, left, right] in tries.into_iter().take(if is_xyz { 1 } else { 3 }) {
                    wing(view, is_xyz, [pivot, left, right], sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn wing(
    view: View<'_>,
    is_xyz: bool,
    [pivot, left, right]: [usize; 3],
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let state = view.state;
    let common = state.sets[left] & state.sets[right];
    if PEERS[pivot] >> left & PEERS[pivot] >> right & 1 == 0 || !common.is_power_of_two() {
        return ControlFlow::Continue(());
    }
    let digit = common.trailing_zeros() as usize;
    let mut gone = state.cells[digit] & PEERS[left] & PEERS[right];
    if is_xyz {
        gone &= PEERS[pivot];
    }
    let name = if is_xyz { StepName::XYZ_WING } else { StepName::XY_WING };
    report(sink, name, &Removals::of(digit, gone), || Evidence::Wing {
        pivot: cell_at(pivot),
        wings: vec![cell_at(left), cell_at(right)],
        digit: digit_at(digit),
    })
}

/// Finds a bivalue universal grave + 1: all cells have two candidates except one with three, and
/// every digit has two places in each house except one digit in the houses of that cell.
pub(crate) fn bug_plus_one(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let state = view.state;
    let mut odd = (0..81).filter(|&cell| !matches!(state.sets[cell].size(), 0 | 2));
    let (Some(cell), None) = (odd.next(), odd.next()) else { return ControlFlow::Continue(()) };
    if state.sets[cell].size() != 3 {
        return ControlFlow::Continue(());
    }
    let mut found = None;
    for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
        match view.count(house, digit) {
            0 | 2 => {}
            3 if crate::state::IN_HOUSES[cell][house / 9].0 == house as u8
                && found.is_none_or(|other| other == digit) =>
            {
                found = Some(digit);
            }
            _ => return ControlFlow::Continue(()),
        }
    }
    let Some(digit) = found else { return ControlFlow::Continue(()) };
    let houses = crate::state::IN_HOUSES[cell].map(|(house, _)| usize::from(house));
    if state.sets[cell] >> digit & 1 == 0 || houses.iter().any(|&h| view.count(h, digit) != 3) {
        return ControlFlow::Continue(());
    }
    let mut removals = Removals::default();
    bits(state.sets[cell] & !(1 << digit)).for_each(|other| removals.add(cell, other));
    report(sink, StepName::BUG_PLUS_ONE, &removals, || Evidence::Grave {
        extra: vec![(cell_at(cell), digit_set(1 << digit))],
        support: None,
    })
}
