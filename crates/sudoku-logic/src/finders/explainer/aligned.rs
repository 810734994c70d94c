//! Aligned exclusion: combinations of two or three cells' digits that other cells exclude.
//!
//! ```text
//!   base: r1c1 {1 2 3}, r1c2 {2 4}      cells that see both: r1c7 {1 2}, r3c3 {1 4}
//!
//!   r1c1=1 r1c2=2  leaves no digit for r1c7
//!   r1c1=1 r1c2=4  leaves no digit for r3c3
//!   So r1c1 is not 1.
//! ```

use std::ops::ControlFlow;

use super::wings::PeerOrder;
use crate::finders::{ByBoard, Search, StepSink, Technique};
use crate::state::{Cells, PEERS, SetSize, State, bits, cell_at, cells_of, digit_set};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// Two cells whose combinations are excluded.
    pub const ALIGNED_PAIR_EXCLUSION: Self =
        Self::new("aligned pair exclusion", TechniqueGroup::AlmostLockedSets);
    /// Three cells whose combinations are excluded.
    pub const ALIGNED_TRIPLE_EXCLUSION: Self =
        Self::new("aligned triple exclusion", TechniqueGroup::AlmostLockedSets);
}

/// Aligned pair or triple exclusion: combinations of two or three cells' digits are excluded by
/// cells that see all of them.
///
/// A combination is excluded if it repeats a digit in cells that see each other. It is also
/// excluded if it uses all candidates of a cell that sees all base cells; such a cell has at least
/// two candidates and at most as many as there are base cells. A digit that is in no remaining
/// combination is eliminated. At least two excluding cells are required.
#[derive(Clone, Copy, Debug)]
pub struct AlignedExclusion {
    /// The number of cells, 2 or 3. Other sizes find nothing.
    pub size: u8,
    /// The order in which the peers of a cell are tried.
    pub order: PeerOrder,
}

impl Technique for AlignedExclusion {
    fn names(&self) -> &'static [StepName] {
        match self.size {
            2 => &[StepName::ALIGNED_PAIR_EXCLUSION],
            _ => &[StepName::ALIGNED_TRIPLE_EXCLUSION],
        }
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        if !matches!(self.size, 2 | 3) {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let kind = ByBoard::Aligned(self.size);
        let failed = &mut scratch.cache.failed;
        let (small, base_set) = bases(&state.sets, size);
        // A new pattern has a cell that lost candidates, or could not be a base before.
        let changed = failed.changed(kind, state);
        let bases_before = failed.before(kind, state).map_or(0, |before| bases(before, size).1);
        let new_bases = base_set & (changed | !bases_before);
        let mut check = Check { state, changed, has_found: false, sink };
        let list: Vec<usize> = cells_of(base_set).collect();
        for (count, &second) in list.iter().enumerate() {
            for &first in &list[..count] {
                let common = PEERS[first] & PEERS[second] & small;
                if common.size() < 2 {
                    continue;
                }
                let both: Cells = 1 << first | 1 << second;
                let is_new = new_bases & both != 0;
                if self.size == 2 {
                    check.check(&[first, second], common, is_new)?;
                    continue;
                }
                let mut tail = small & base_set & !both;
                if !is_new && common & changed == 0 {
                    tail &= new_bases;
                }
                // The third cell must see two excluding cells as well.
                let (mut once, mut twice) = (0, 0);
                for cell in cells_of(common) {
                    twice |= once & PEERS[cell];
                    once |= PEERS[cell];
                }
                tail &= twice;
                for owner in [first, second] {
                    let mut near = tail & PEERS[owner];
                    tail &= !near;
                    for &third in self.order.of(owner) {
                        if near == 0 {
                            break;
                        }
                        let third = usize::from(third);
                        let bit: Cells = 1 << third;
                        if near & bit != 0 {
                            near &= !bit;
                            let is_new = is_new || new_bases & bit != 0;
                            let common = common & PEERS[third];
                            check.check(&[first, second, third], common, is_new)?;
                        }
                    }
                }
            }
        }
        if !check.has_found {
            failed.note_board(kind, state);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the cells with at most `size` candidates, and the cells that may be part of a base: a
/// cell that sees a single waits until the single is placed.
fn bases(sets: &[u16; 81], size: u32) -> (Cells, Cells) {
    let of_sizes = |sizes: std::ops::RangeInclusive<u32>| -> Cells {
        let has_size = |&cell: &usize| sizes.contains(&sets[cell].size());
        (0..81).filter(has_size).fold(0, |cells, cell| cells | 1 << cell)
    };
    let (singles, small) = (of_sizes(1..=1), of_sizes(2..=size));
    let is_base = |&cell: &usize| PEERS[cell] & singles == 0 && PEERS[cell] & small != 0;
    (small, cells_of(of_sizes(2..=9)).filter(is_base).fold(0, |cells, cell| cells | 1 << cell))
}

/// The check of bases.
struct Check<'a> {
    state: &'a State,
    /// The cells that lost candidates since the last search without a result.
    changed: Cells,
    has_found: bool,
    sink: &'a mut dyn StepSink,
}

impl Check<'_> {
    /// Checks a base, if one of its cells or a cell that sees all of it has changed.
    fn check(&mut self, base: &[usize], common: Cells, is_new: bool) -> ControlFlow<()> {
        if !is_new && common & self.changed == 0 {
            return ControlFlow::Continue(());
        }
        let Some(step) = exclusion(self.state, base, common) else {
            return ControlFlow::Continue(());
        };
        self.has_found = true;
        self.sink.take(step)
    }
}

/// Returns the step that eliminates the digits that are in no combination, if there are any.
fn exclusion(state: &State, base: &[usize], common: Cells) -> Option<Step> {
    let union = base.iter().fold(0, |union, &cell| union | state.sets[cell]);
    let mut locks = [0u16; 20];
    let mut count = 0;
    for cell in cells_of(common) {
        // Its digits could be the whole of a combination.
        if state.sets[cell] & !union == 0 {
            locks[count] = state.sets[cell];
            count += 1;
        }
    }
    let locks = &locks[..count];
    if count == 0 {
        return None;
    }
    if let [first, second] = *base
        && !excludes_pair(state.sets[first], state.sets[second], locks)
    {
        return None;
    }
    let sets: [u16; 3] = std::array::from_fn(|place| {
        // A third cell that is not there has one digit, which clashes with nothing.
        base.get(place).map_or(1 << 9, |&cell| state.sets[cell])
    });
    let sees = |one: usize, other: usize| match (base.get(one), base.get(other)) {
        (Some(&one), Some(&other)) => PEERS[one] >> other & 1 == 1,
        _ => false,
    };
    let allowed = allowed(sets, [sees(0, 1), sees(0, 2), sees(1, 2)], locks);
    let removed = |place: usize| state.sets[base[place]] & !allowed[place];
    if (0..base.len()).all(|place| removed(place) == 0) {
        return None;
    }
    let parts = (0..base.len()).map(|place| (cell_at(base[place]), digit_set(removed(place))));
    Some(Step {
        name: if base.len() == 2 {
            StepName::ALIGNED_PAIR_EXCLUSION
        } else {
            StepName::ALIGNED_TRIPLE_EXCLUSION
        },
        effect: Effect::eliminate(parts),
        evidence: Evidence::Aligned {
            base: base.iter().map(|&cell| cell_at(cell)).collect(),
            excluders: cells_of(common).map(cell_at).collect(),
        },
    })
}

/// Returns true if these excluded pairs leave a digit of one of the two sets without a different
/// partner in the other set. For most bases they do not.
fn excludes_pair(first: u16, second: u16, pairs: &[u16]) -> bool {
    let excludes = |digit: usize, others: u16| {
        let without = pairs.iter().filter(|&pair| pair >> digit & 1 == 1);
        without.fold(others & !(1 << digit), |others, pair| others & !pair) == 0
    };
    let in_pairs = pairs.iter().fold(0, |all, pair| all | pair);
    bits(first & in_pairs).any(|digit| excludes(digit, second))
        || bits(second & in_pairs).any(|digit| excludes(digit, first))
}

/// Returns the digits in the remaining combinations of three sets. `differ` tells which sets must
/// have different digits: first and second, first and third, second and third.
fn allowed(sets: [u16; 3], differ: [bool; 3], locks: &[u16]) -> [u16; 3] {
    let mut allowed = [0; 3];
    let without = |set: u16, bit: u16, is_out: bool| if is_out { set & !bit } else { set };
    for first in bits(sets[0]).map(|digit| 1 << digit) {
        for second in bits(without(sets[1], first, differ[0])).map(|digit| 1 << digit) {
            let third = without(without(sets[2], first, differ[1]), second, differ[2]);
            let mut left = third;
            for lock in locks {
                let rest = lock & !(first | second);
                if rest == 0 {
                    left = 0;
                } else if rest.is_power_of_two() {
                    left &= !rest;
                }
            }
            if left != 0 {
                allowed = [allowed[0] | first, allowed[1] | second, allowed[2] | left];
                // All digits of the second and third are allowed; only the first may lack some.
                if allowed[1..] == sets[1..] {
                    break;
                }
            }
        }
    }
    allowed
}
