//! The two kinds of links of a candidate: weak ones, which turn candidates off, and strong ones,
//! which turn candidates on.
//!
//! ```text
//!   r1c1 {1 2}, and row 1 has two places of the digit 1: r1c1 and r1c5
//!     weak:    1r1c1 on  → 2r1c1 off (cell),  1r1c5 off (row)
//!     strong:  1r1c1 off → 2r1c1 on  (cell),  1r1c5 on  (row)
//! ```
//!
//! The programs search houses in different orders, so the order is an argument.

use super::Candidate;
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};

/// The reason of a link: a house or a cell that both candidates share, or a reason outside of the
/// graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Both candidates have the digit, and their cells are in one row.
    Row,
    /// Both candidates have the digit, and their cells are in one column.
    Column,
    /// Both candidates have the digit, and their cells are in one box.
    Box,
    /// Both candidates are in one cell.
    Cell,
    /// The literal is the assumption of a chain.
    Assumption,
    /// Another technique turned the candidate off.
    OtherTechnique,
}

impl Cause {
    /// Returns the cause for the kind of house with this index in a cell's list of houses.
    pub(crate) const fn of_house_kind(kind: usize) -> Self {
        match kind {
            0 => Self::Row,
            1 => Self::Column,
            _ => Self::Box,
        }
    }

    /// Returns the house of the cell that is the cause, if a house is.
    pub(crate) fn house_of(self, cell: usize) -> Option<usize> {
        let kind = match self {
            Self::Row => 0,
            Self::Column => 1,
            Self::Box => 2,
            Self::Cell | Self::Assumption | Self::OtherTechnique => return None,
        };
        Some(usize::from(IN_HOUSES[cell][kind].0))
    }
}

/// An order of the houses of a cell, as indices of [`IN_HOUSES`].
pub(crate) type HouseOrder = [usize; 3];

/// Enumerates the candidates that this one excludes: those of its cell with a digit of `set`, then
/// those of its digit in `cells`.
pub(crate) fn excluded(own: Candidate, set: u16, cells: Cells) -> impl Iterator<Item = Candidate> {
    let (cell, digit) = own.cell_and_digit();
    let in_cell = bits(set & !(1 << digit)).map(move |other| Candidate::new(cell, other));
    in_cell.chain(cells_of(cells & PEERS[cell]).map(move |other| Candidate::new(other, digit)))
}

/// Visits the same candidates with the reason: within the digit, first those of the first house of
/// the order, then the others of the second house, and so on.
///
/// It is a loop and not an iterator, because a chain of iterators takes more instructions.
#[inline]
pub(crate) fn for_each_weak_link(
    own: Candidate,
    set: u16,
    cells: Cells,
    order: HouseOrder,
    mut visit: impl FnMut(Candidate, Cause),
) {
    let (cell, digit) = own.cell_and_digit();
    for other in bits(set & !(1 << digit)) {
        visit(Candidate::new(cell, other), Cause::Cell);
    }
    let mut rest = cells & PEERS[cell];
    for kind in order {
        if rest == 0 {
            return;
        }
        let within = HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)];
        for other in cells_of(rest & within) {
            visit(Candidate::new(other, digit), Cause::of_house_kind(kind));
        }
        rest &= !within;
    }
}

/// Visits the candidates that this one turns on when it is off: the last other one of its cell,
/// then the last other place of its digit in each house. A candidate in two of the houses may come
/// twice.
#[inline]
pub(crate) fn for_each_strong_link(
    own: Candidate,
    state: &State,
    order: HouseOrder,
    mut visit: impl FnMut(Candidate, Cause),
) {
    let (cell, digit) = own.cell_and_digit();
    let others = state.sets[cell] & !(1 << digit);
    if others.is_power_of_two() {
        visit(Candidate::new(cell, others.trailing_zeros() as usize), Cause::Cell);
    }
    for kind in order {
        let (house, place) = IN_HOUSES[cell][kind];
        let others = state.places[digit][usize::from(house)] & !(1 << place);
        if others.is_power_of_two() {
            let other = HOUSE_CELLS[usize::from(house)][others.trailing_zeros() as usize];
            visit(Candidate::new(other.into(), digit), Cause::of_house_kind(kind));
        }
    }
}
