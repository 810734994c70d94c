//! Death blossom: a cell each of whose candidates takes a digit from an almost locked set.
//!
//! ```text
//!         c1     c5
//!   r1    7*    {2 7}       stem r5c5; petals r5c1 (takes 1) and r1c5 (takes 2)
//!   r5   {1 7}  {1 2}       whichever digit the stem holds, one petal is 7: r1c1 loses 7 (*)
//! ```

use std::ops::ControlFlow;

use super::sets::{AlmostLockedSet, almost_locked_sets};
use super::sink::{HodokuSink, Removals, View, common_peers, group, report};
use crate::state::{Cells, bits, digit_set};
use crate::step::{CellGroup, Evidence, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A cell each of whose candidates is linked to an almost locked set.
    pub const DEATH_BLOSSOM: Self = Self::new("death blossom", TechniqueGroup::AlmostLockedSets);
}

/// The maximum number of sets that are tried for a cell and a digit.
const MOST: usize = 100;

/// Finds death blossoms: whichever digit the cell holds, one set becomes locked, so a digit that
/// all sets have is in one of them.
pub(crate) fn death_blossom(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(view, false);
    for stem in (0..81).filter(|&cell| view.state.sets[cell] != 0) {
        let sees = |set: &&AlmostLockedSet, digit: usize| set.seen[digit] >> stem & 1 == 1;
        let petals: Vec<(usize, Vec<&AlmostLockedSet>)> = bits(view.state.sets[stem])
            .map(|digit| (digit, sets.iter().filter(|set| sees(set, digit)).take(MOST).collect()))
            .collect();
        if petals.iter().all(|(_, sets)| !sets.is_empty()) {
            let mut search = BlossomSearch { view, stem, chosen: Vec::new(), cells: 0 };
            search.add_petal(&petals, 0x1ff, sink)?;
        }
    }
    ControlFlow::Continue(())
}

struct BlossomSearch<'a> {
    view: View<'a>,
    stem: usize,
    /// The digits of the stem so far, with their sets.
    chosen: Vec<(usize, &'a AlmostLockedSet)>,
    /// The cells of these sets.
    cells: Cells,
}

impl<'a> BlossomSearch<'a> {
    fn add_petal(
        &mut self,
        rest: &[(usize, Vec<&'a AlmostLockedSet>)],
        common: u16,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        let Some(((digit, sets), rest)) = rest.split_first() else {
            return self.check(common, sink);
        };
        for &set in sets {
            let overlaps = set.cells & self.cells != 0 && !self.view.options.overlapping_sets;
            if overlaps || set.set & common == 0 {
                continue;
            }
            let cells = self.cells;
            self.chosen.push((*digit, set));
            self.cells |= set.cells;
            self.add_petal(rest, common & set.set, sink)?;
            self.cells = cells;
            self.chosen.pop();
        }
        ControlFlow::Continue(())
    }

    fn check(&self, common: u16, sink: &mut HodokuSink) -> ControlFlow<()> {
        let mut removals = Removals::default();
        for digit in bits(common & !self.view.state.sets[self.stem]) {
            let places = self.chosen.iter().fold(0, |all, (_, set)| all | set.places[digit]);
            let seen = common_peers(places) & !self.cells & !(1 << self.stem);
            removals.add_cells(seen & self.view.state.cells[digit], digit);
        }
        report(sink, StepName::DEATH_BLOSSOM, &removals, || {
            let stem = group(1 << self.stem, self.view.state.sets[self.stem]);
            let petals = self.chosen.iter().map(|(_, set)| group(set.cells, set.set));
            Evidence::AlmostLocked {
                sets: std::iter::once(stem).chain(petals).collect::<Vec<CellGroup>>(),
                commons: self.chosen.iter().map(|&(digit, _)| digit_set(1 << digit)).collect(),
            }
        })
    }
}
