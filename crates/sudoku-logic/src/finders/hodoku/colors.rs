//! Simple and multi-colors: the strong links of a digit, and the two colors of each group.
//!
//! ```text
//!         c1   c2       c8
//!   r1    a ─────────── b        strong links of one digit in row 1, column 8 and row 7:
//!   r2    .    x        .        all a hold the digit, or all b
//!   r7    .    b ────── a
//!
//!   trap: x sees an a (box 1) and a b (column 2), so it loses the digit
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, cell_list, report};
use crate::state::{Cells, HOUSE_SETS, IN_HOUSES, PEERS, cells_of, digit_at};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A place of a digit that sees both colors of its strong links.
    pub const SIMPLE_COLORS_TRAP: Self = Self::new("simple colors trap", TechniqueGroup::Coloring);
    /// A color with two cells that see each other.
    pub const SIMPLE_COLORS_WRAP: Self = Self::new("simple colors wrap", TechniqueGroup::Coloring);
    /// A place of a digit that sees the opposites of two colors that see each other.
    pub const MULTI_COLORS_1: Self = Self::new("multi-colors 1", TechniqueGroup::Coloring);
    /// A color that sees both colors of another group.
    pub const MULTI_COLORS_2: Self = Self::new("multi-colors 2", TechniqueGroup::Coloring);
}

/// The two colors of a group of strong links, one of which is right.
type Pair = [Cells; 2];

/// Finds simple colors: a color with two cells that see each other, or places that see both colors.
pub(crate) fn simple(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for digit in view.removable_digits() {
        for pair in color(view, digit) {
            let mut wrapped = Removals::default();
            for cells in pair.into_iter().filter(|&cells| sees(cells, cells)) {
                wrapped.add_cells(cells, digit);
            }
            let trapped = Removals::of(digit, trap(view, digit, pair[0], pair[1]));
            for (name, removals) in
                [(StepName::SIMPLE_COLORS_WRAP, wrapped), (StepName::SIMPLE_COLORS_TRAP, trapped)]
            {
                report(sink, name, &removals, || evidence(digit, &[pair]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds multi-colors in two groups: a color of one that sees both of the other, or colors that see
/// each other.
pub(crate) fn multi(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for digit in view.removable_digits() {
        let pairs = color(view, digit);
        for (index, &one) in pairs.iter().enumerate() {
            for &two in pairs.iter().enumerate().filter(|&(at, _)| at != index).map(|(_, p)| p) {
                let sees_both = |&cells: &Cells| sees(cells, two[0]) && sees(cells, two[1]);
                let mut removals = Removals::default();
                for cells in one.into_iter().filter(sees_both) {
                    removals.add_cells(cells, digit);
                }
                report(sink, StepName::MULTI_COLORS_2, &removals, || evidence(digit, &[one, two]))?;
                let mut removals = Removals::default();
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if sees(one[a], two[b]) {
                        removals.add_cells(trap(view, digit, one[1 - a], two[1 - b]), digit);
                    }
                }
                report(sink, StepName::MULTI_COLORS_1, &removals, || evidence(digit, &[one, two]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns true if a cell of one set sees a cell of the other.
fn sees(cells: Cells, others: Cells) -> bool {
    cells_of(cells).any(|cell| PEERS[cell] & others != 0)
}

/// Returns the places of the digit that see both sets.
fn trap(view: View<'_>, digit: usize, one: Cells, two: Cells) -> Cells {
    let seen = |cells: Cells| cells_of(cells).fold(0, |all, cell| all | PEERS[cell]);
    view.state.cells[digit] & seen(one) & seen(two)
}

/// Returns the groups of strong links with their alternating colors, starting at the first cell.
///
/// A link is followed from the cell that was reached first; a cell keeps its first color.
fn color(view: View<'_>, digit: usize) -> Vec<Pair> {
    fn spread(view: View<'_>, digit: usize, rest: &mut Cells, pair: &mut Pair, at: (usize, usize)) {
        let (cell, side) = at;
        if *rest >> cell & 1 == 0 {
            return;
        }
        pair[side] |= 1 << cell;
        *rest &= !(1 << cell);
        for (house, _) in IN_HOUSES[cell] {
            if view.count(usize::from(house), digit) == 2 {
                let places = view.state.cells[digit] & HOUSE_SETS[usize::from(house)];
                let other = (places & !(1 << cell)).trailing_zeros() as usize;
                spread(view, digit, rest, pair, (other, 1 - side));
            }
        }
    }
    let is_linked = |&cell: &usize| {
        IN_HOUSES[cell].iter().any(|&(house, _)| view.count(usize::from(house), digit) == 2)
    };
    let linked = cells_of(view.state.cells[digit]).filter(is_linked);
    let mut rest: Cells = linked.fold(0, |all, cell| all | 1 << cell);
    let mut pairs = Vec::new();
    while rest != 0 {
        let mut pair = [0; 2];
        let first = rest.trailing_zeros() as usize;
        spread(view, digit, &mut rest, &mut pair, (first, 0));
        pairs.push(pair);
    }
    pairs
}

fn evidence(digit: usize, pairs: &[Pair]) -> Evidence {
    let colors = pairs.iter().flatten().map(|&cells| cell_list(cells)).collect();
    Evidence::Colors { digit: digit_at(digit), colors }
}
