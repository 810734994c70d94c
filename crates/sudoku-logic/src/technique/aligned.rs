//! Aligned exclusion: combinations of two or three cells' digits that others do not allow.

use std::ops::ControlFlow;

use super::wings::PeerOrder;
use super::{Scratch, StepSink, Technique};
use crate::rating::Rule;
use crate::state::{Cells, PEERS, State, bits, cell, cells_of, digits};
use crate::step::{Effect, Evidence, Step, StepName};

/// Two or three cells whose digits exclude each other by cells that see all of them.
///
/// A combination is excluded if it has a digit twice in cells that see each other, or all digits of
/// a cell that sees them all and has two candidates or up to as many as there are cells. A digit in
/// no combination that is left goes. At least two such cells have to see all.
pub struct AlignedExclusion {
    /// How many cells, 2 or 3.
    pub size: u8,
    /// In which order the cells come that a cell sees.
    pub order: PeerOrder,
}

impl Technique for AlignedExclusion {
    fn find(
        &self,
        state: &State,
        _rule: &Rule,
        _scratch: &mut Scratch,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let of_sizes = |sizes: std::ops::RangeInclusive<u32>| -> Cells {
            let has_size = |&at: &usize| sizes.contains(&state.sets[at].count_ones());
            (0..81).filter(has_size).fold(0, |cells, at| cells | 1 << at)
        };
        let singles = of_sizes(1..=1);
        let small = of_sizes(2..=u32::from(self.size));
        // Cells that see a single wait until it is placed.
        let is_base = |&at: &usize| {
            state.sets[at].count_ones() >= 2 && PEERS[at] & singles == 0 && PEERS[at] & small != 0
        };
        let bases: Vec<usize> = (0..81).filter(is_base).collect();
        let base_set = bases.iter().fold(0, |cells: Cells, &at| cells | 1 << at);
        for (count, &second) in bases.iter().enumerate() {
            for &first in &bases[..count] {
                let common = PEERS[first] & PEERS[second] & small;
                if common.count_ones() < 2 {
                    continue;
                }
                if self.size == 2 {
                    check(state, &[first, second], common, sink)?;
                    continue;
                }
                let tail = small & base_set & !(1 << first | 1 << second);
                let mut seen = 0;
                for owner in [first, second] {
                    for &third in self.order.of(owner) {
                        let third = usize::from(third);
                        let bit: Cells = 1 << third;
                        if tail & bit == 0 || seen & bit != 0 {
                            continue;
                        }
                        seen |= bit;
                        let common = common & PEERS[third];
                        if common.count_ones() >= 2 {
                            check(state, &[first, second, third], common, sink)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Reports the digits of the cells that are in no combination, if there are any.
fn check(state: &State, base: &[usize], common: Cells, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let union = base.iter().fold(0, |union, &at| union | state.sets[at]);
    let mut locks = [0u16; 20];
    let mut count = 0;
    for at in cells_of(common) {
        // Its digits could be the whole of a combination.
        if state.sets[at] & !union == 0 {
            locks[count] = state.sets[at];
            count += 1;
        }
    }
    let locks = &locks[..count];
    if count == 0 {
        return ControlFlow::Continue(());
    }
    let mut allowed = [0u16; 3];
    combine(state, base, &mut [0; 3], 0, locks, &mut allowed);
    let removed = |place: usize| state.sets[base[place]] & !allowed[place];
    if (0..base.len()).all(|place| removed(place) == 0) {
        return ControlFlow::Continue(());
    }
    let parts = (0..base.len()).map(|place| (cell(base[place]), digits(removed(place))));
    sink.take(Step {
        name: if base.len() == 2 {
            StepName::AlignedPairExclusion
        } else {
            StepName::AlignedTripleExclusion
        },
        effect: Effect::eliminate(parts),
        evidence: Evidence::Aligned {
            base: base.iter().map(|&at| cell(at)).collect(),
            excluders: cells_of(common).map(cell).collect(),
        },
    })
}

/// Marks the digits of the combinations that are left.
fn combine(
    state: &State,
    base: &[usize],
    chosen: &mut [u16; 3],
    depth: usize,
    locks: &[u16],
    allowed: &mut [u16; 3],
) {
    if depth == base.len() {
        let all = chosen[0] | chosen[1] | chosen[2];
        if locks.iter().all(|lock| lock & !all != 0) {
            for (place, set) in allowed.iter_mut().enumerate() {
                *set |= chosen[place];
            }
        }
        return;
    }
    for value in bits(state.sets[base[depth]]) {
        let clashes = (0..depth).any(|earlier| {
            chosen[earlier] == 1 << value && PEERS[base[depth]] >> base[earlier] & 1 == 1
        });
        if !clashes {
            chosen[depth] = 1 << value;
            combine(state, base, chosen, depth + 1, locks, allowed);
        }
    }
    chosen[depth] = 0;
}
