//! XY-Wing and XYZ-Wing: a pivot and two cells of two candidates that see it.

use std::ops::ControlFlow;

use super::{Search, Technique};
use crate::state::{
    Cells, PEERS, PEERS_ASCENDING, PEERS_BY_HOUSE, SetSize, cell, cells_of, digit, digits,
};
use crate::step::{Effect, Evidence, Step, StepName};

/// In which order the cells come that a cell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerOrder {
    /// In the order of their numbers.
    Ascending,
    /// First the box, then the row, then the column.
    ByHouse,
}

impl PeerOrder {
    /// The cells that the cell sees.
    pub(super) fn of(self, at: usize) -> &'static [u8; 20] {
        match self {
            Self::Ascending => &PEERS_ASCENDING[at],
            Self::ByHouse => &PEERS_BY_HOUSE[at],
        }
    }
}

/// Wings: a pivot of two candidates (XY) or three (XYZ), and two cells of two that see it; the
/// three have three digits. Whatever sees all cells with the digit that the two cells share loses
/// that digit.
pub struct XyWings {
    /// Whether the pivot has all three digits.
    pub is_xyz: bool,
    /// In which order the wings of a pivot come.
    pub order: PeerOrder,
}

impl Technique for XyWings {
    fn names(&self) -> &'static [StepName] {
        if self.is_xyz { &[StepName::XyzWing] } else { &[StepName::XyWing] }
    }

    fn find(&self, Search { state, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let pivot_size = if self.is_xyz { 3 } else { 2 };
        let pairs: Cells =
            (0..81).filter(|&at| state.sets[at].size() == 2).fold(0, |cells, at| cells | 1 << at);
        for pivot in 0..81 {
            let whole = state.sets[pivot];
            if whole.size() != pivot_size || (PEERS[pivot] & pairs).size() < 2 {
                continue;
            }
            let wings = || {
                self.order
                    .of(pivot)
                    .iter()
                    .map(|&at| usize::from(at))
                    .filter(|at| pairs >> at & 1 == 1)
            };
            for first in wings() {
                let one = state.sets[first];
                if (whole & !one).size() != 1 {
                    continue;
                }
                for second in wings() {
                    let other = state.sets[second];
                    let shared = whole & one & other;
                    if (whole | one | other).size() != 3 || shared.size() != u32::from(self.is_xyz)
                    {
                        continue;
                    }
                    let value = (one & other).trailing_zeros() as usize;
                    let seen = PEERS[first] & PEERS[second] & !(1 << pivot);
                    let seen = if self.is_xyz { seen & PEERS[pivot] } else { seen };
                    let removed = state.cells[value] & seen;
                    if removed != 0 {
                        let parts = cells_of(removed).map(|at| (cell(at), digits(1 << value)));
                        sink.take(Step {
                            name: if self.is_xyz { StepName::XyzWing } else { StepName::XyWing },
                            effect: Effect::eliminate(parts),
                            evidence: Evidence::Wing {
                                pivot: cell(pivot),
                                wings: vec![cell(first), cell(second)],
                                digit: digit(value),
                            },
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
