//! XY-Wing and XYZ-Wing: a pivot and two cells with two candidates that see it.
//!
//! ```text
//!         c1     c2     c3    c4 c5 c6   c7     c8   c9
//!   r1   {1 2}   3*     3*    .  .  .   {1 3}   .    .       pivot r1c1, wings r1c7 and r3c2
//!   r2    .      .      .     .  .  .    .      .    .
//!   r3    .     {2 3}   .     .  .  .    3*     3*   3*
//!
//!   XY-Wing:   if the pivot is 1, then r1c7 is 3; if it is 2, then r3c2 is 3.
//!              Cells that see both wings lose 3 (*).
//!   XYZ-Wing:  the pivot has the 3 as well, so a cell must see the pivot too.
//! ```

use std::ops::ControlFlow;

use crate::finders::{Search, Technique};
use crate::state::{
    Cells, PEERS, PEERS_ASCENDING, PEERS_BY_HOUSE, SetSize, cell_at, cells_of, digit_at, digit_set,
};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A cell of two candidates and two that each share one with it.
    pub const XY_WING: Self = Self::new("XY-Wing", TechniqueGroup::Wings);
    /// A cell of three candidates and two that share two of them.
    pub const XYZ_WING: Self = Self::new("XYZ-Wing", TechniqueGroup::Wings);
}

/// The order in which the peers of a cell are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerOrder {
    /// Ascending order of the cells.
    Ascending,
    /// The peers in the box first, then those in the row, then those in the column.
    ByHouse,
}

impl PeerOrder {
    /// Returns the peers of the cell.
    pub(super) fn of(self, cell: usize) -> &'static [u8; 20] {
        match self {
            Self::Ascending => &PEERS_ASCENDING[cell],
            Self::ByHouse => &PEERS_BY_HOUSE[cell],
        }
    }
}

/// Wings: a pivot with two candidates (XY) or three (XYZ), and two cells with two candidates that
/// see it; the three cells have three digits in total. A cell that sees all cells with the common
/// digit of the two wings loses that digit.
#[derive(Clone, Copy, Debug)]
pub struct XyWings {
    /// True if the pivot has all three digits.
    pub is_xyz: bool,
    /// The order in which the wings of a pivot are tried.
    pub order: PeerOrder,
}

impl Technique for XyWings {
    fn names(&self) -> &'static [StepName] {
        if self.is_xyz { &[StepName::XYZ_WING] } else { &[StepName::XY_WING] }
    }

    fn find(&self, Search { state, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let pivot_size = if self.is_xyz { 3 } else { 2 };
        let pairs: Cells = (0..81)
            .filter(|&cell| state.sets[cell].size() == 2)
            .fold(0, |cells, cell| cells | 1 << cell);
        for pivot in 0..81 {
            let whole = state.sets[pivot];
            if whole.size() != pivot_size || (PEERS[pivot] & pairs).size() < 2 {
                continue;
            }
            let wings = || {
                self.order
                    .of(pivot)
                    .iter()
                    .map(|&cell| usize::from(cell))
                    .filter(|cell| pairs >> cell & 1 == 1)
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
                    let digit = (one & other).trailing_zeros() as usize;
                    let seen = PEERS[first] & PEERS[second] & !(1 << pivot);
                    let seen = if self.is_xyz { seen & PEERS[pivot] } else { seen };
                    let removed = state.cells[digit] & seen;
                    if removed != 0 {
                        let parts =
                            cells_of(removed).map(|cell| (cell_at(cell), digit_set(1 << digit)));
                        sink.take(Step {
                            name: if self.is_xyz { StepName::XYZ_WING } else { StepName::XY_WING },
                            effect: Effect::eliminate(parts),
                            evidence: Evidence::Wing {
                                pivot: cell_at(pivot),
                                wings: vec![cell_at(first), cell_at(second)],
                                digit: digit_at(digit),
                            },
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
