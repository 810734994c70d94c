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

/// Enumerates the same candidates with the reason: within the digit, first those of the first house
/// of the order, then the others of the second house, and so on.
pub(crate) fn weak_links(
    own: Candidate,
    set: u16,
    cells: Cells,
    order: HouseOrder,
) -> impl Iterator<Item = (Candidate, Cause)> {
    let (cell, digit) = own.cell_and_digit();
    let in_cell = bits(set & !(1 << digit)).map(move |other| Candidate::new(cell, other));
    let mut rest = cells & PEERS[cell];
    let in_houses = order.into_iter().flat_map(move |kind| {
        let within = rest & HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)];
        rest &= !within;
        let cause = Cause::of_house_kind(kind);
        cells_of(within).map(move |other| (Candidate::new(other, digit), cause))
    });
    in_cell.map(|other| (other, Cause::Cell)).chain(in_houses)
}

/// Enumerates the candidates that this one turns on when it is off: the last other one of its cell,
/// then the last other place of its digit in each house. A candidate in two of the houses may come
/// twice.
pub(crate) fn strong_links(
    own: Candidate,
    state: &State,
    order: HouseOrder,
) -> impl Iterator<Item = (Candidate, Cause)> {
    let (cell, digit) = own.cell_and_digit();
    let others = state.sets[cell] & !(1 << digit);
    let in_cell = others.is_power_of_two().then(|| {
        let other = others.trailing_zeros() as usize;
        (Candidate::new(cell, other), Cause::Cell)
    });
    let in_houses = order.into_iter().filter_map(move |kind| {
        let (house, place) = IN_HOUSES[cell][kind];
        let others = state.places[digit][usize::from(house)] & !(1 << place);
        others.is_power_of_two().then(|| {
            let other = HOUSE_CELLS[usize::from(house)][others.trailing_zeros() as usize];
            (Candidate::new(other.into(), digit), Cause::of_house_kind(kind))
        })
    });
    in_cell.into_iter().chain(in_houses)
}
