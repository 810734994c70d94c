//! Unique rectangles and loops: cells that would have two solutions if none held another digit.
//!
//! A loop is a ring of cells with two digits in common. It visits each of its houses exactly twice,
//! in alternating positions. If the cells held only the two digits, these could be swapped around
//! the ring. So in a puzzle with one solution some cell of the loop holds another digit.
//!
//! ```text
//!         c1      c4
//!   r1   {1 2}   {1 2}
//!   r2   {1 2}   {1 2 7}     without the 7 the digits 1 and 2 could be swapped
//!
//!   type 1: r2c4 is the only cell with another digit, so it loses 1 and 2
//! ```

use std::ops::ControlFlow;

use super::bit_counts::{numbers_with, parts_of};
use crate::finders::{ByBoard, Search, Technique};
use crate::state::{
    BOXES, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, SetSize, State, bits, cell_at,
    cells_of, digit_at, digit_set, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName, Support};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// A unique loop of which one cell has other digits.
    pub const UNIQUE_LOOP_1: Self = Self::new("unique loop type 1", TechniqueGroup::Uniqueness);
    /// A unique loop of which some cells have one other digit, the same.
    pub const UNIQUE_LOOP_2: Self = Self::new("unique loop type 2", TechniqueGroup::Uniqueness);
    /// A unique loop whose two cells with other digits are part of a subset.
    pub const UNIQUE_LOOP_3: Self = Self::new("unique loop type 3", TechniqueGroup::Uniqueness);
    /// A unique loop in which one digit is confined to the two cells with other digits.
    pub const UNIQUE_LOOP_4: Self = Self::new("unique loop type 4", TechniqueGroup::Uniqueness);
}

/// Unique loops of any length and of the four types, ordered by type.
#[derive(Clone, Copy, Debug)]
pub struct UniqueLoops {
    /// The rule of the search for rings.
    pub rule: LoopRule,
}

/// The rule by which one of two programs searches for loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopRule {
    /// The classic rule: extra digits of cells that were tried and rejected count against the
    /// next cells of the ring, so some loops of type 2 are missed.
    Classic,
    /// The corrected rule: only the digits of the ring's own cells count. Supports start at
    /// pairs, except naked ones that are smaller than the extra digits.
    Corrected,
}

/// The maximum number of cells of a ring that visits each of its houses twice: two in each of nine
/// rows.
const LONGEST: usize = 18;

/// A ring of cells under construction.
struct Ring {
    cells: Vec<usize>,
    pair: u16,
    /// The cells that have both digits of the pair, and those of them that may be part of a ring.
    both: Cells,
    ringed: Cells,
    found: Vec<Vec<usize>>,
    rule: LoopRule,
}

impl Technique for UniqueLoops {
    fn assumes_one_solution(&self) -> bool {
        true
    }

    fn is_lowest_rating_first(&self) -> bool {
        true
    }

    fn names(&self) -> &'static [StepName] {
        &[
            StepName::UNIQUE_LOOP_1,
            StepName::UNIQUE_LOOP_2,
            StepName::UNIQUE_LOOP_3,
            StepName::UNIQUE_LOOP_4,
        ]
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let failed = &mut scratch.cache.failed;
        // A ring of a pair depends only on the cells that have both digits.
        let searched = match self.rule {
            LoopRule::Classic => ByBoard::UniqueLoops,
            LoopRule::Corrected => ByBoard::CorrectedUniqueLoops,
        };
        let before = failed.before(searched, state);
        let changed: Vec<u16> = before.map_or_else(Vec::new, |before| {
            let cells = before.iter().zip(&state.sets);
            cells.filter(|(before, now)| before != now).map(|(&before, _)| before).collect()
        });
        let is_failed =
            |pair: u16| before.is_some() && changed.iter().all(|before| pair & !before != 0);
        let mut steps: Vec<Step> = Vec::new();
        // Pairs of digits, and their cells that may be part of a ring.
        let mut known: Vec<(u16, Cells)> = Vec::new();
        // Rings that were already checked: they recur from other start cells and in the other
        // direction.
        let mut rings: Vec<(u16, Cells, Vec<usize>)> = Vec::new();
        for start in 0..81 {
            let pair = state.sets[start];
            if pair.size() != 2 {
                continue;
            }
            let both = bits(pair).fold(Cells::MAX, |all, digit| all & state.cells[digit]);
            let place = known.iter().position(|(other, _)| *other == pair);
            let place = place.unwrap_or_else(|| {
                known.push((pair, if is_failed(pair) { 0 } else { ringed(both) }));
                known.len() - 1
            });
            let may_be_ringed = &mut known[place].1;
            if *may_be_ringed >> start & 1 == 0 {
                continue;
            }
            let (cells, found, rule) = (Vec::new(), Vec::new(), self.rule);
            let mut ring = Ring { cells, pair, both, ringed: *may_be_ringed, found, rule };
            ring.grow(state, start, 2, 0, usize::MAX, [houses_of(start), 0]);
            ring.found.retain(|found| is_deadly(found));
            // If only the ring's own digits count, either each of its cells finds it or none does.
            if ring.found.is_empty() && rule == LoopRule::Corrected {
                *may_be_ringed = ringed(*may_be_ringed & !(1 << start));
            }
            for found in &ring.found {
                let cells = found.iter().fold(0, |cells, &cell| cells | 1 << cell);
                let extra = found.iter().copied().filter(|&cell| state.sets[cell].size() > 2);
                let ring = (pair, cells, extra.collect());
                if rings.contains(&ring) {
                    continue;
                }
                self.steps_of(state, pair, found, &ring.2, &mut |step| {
                    let is_known = steps.iter().any(|known| is_same(known, &step));
                    if !is_known && !step.effect.eliminations.is_empty() {
                        steps.push(step);
                    }
                });
                rings.push(ring);
            }
        }
        if rings.is_empty() {
            failed.note_board(searched, state);
        }
        sort_by(&mut steps, |one, other| one.name.cmp(&other.name));
        steps.into_iter().try_for_each(|step| sink.take(step))
    }
}

/// Returns the cells that may be part of a ring that visits each of its houses twice: each of a
/// cell's houses has another such cell.
fn ringed(cells: Cells) -> Cells {
    let mut left = cells;
    loop {
        let mut kept = left;
        for house in &HOUSE_SETS {
            let within = kept & house;
            if within & within.wrapping_sub(1) == 0 {
                kept &= !within;
            }
        }
        if kept == left {
            return left;
        }
        left = kept;
    }
}

impl Ring {
    /// Extends the ring by this cell. `allowed` is the number of cells that may still have digits
    /// outside the pair, and `others` are those digits so far. The last two cells share a house of
    /// kind `last`.
    ///
    /// `visited` holds the houses of the cells in even and in odd positions: a ring that visits a
    /// house twice in positions of the same parity is useless.
    fn grow(
        &mut self,
        state: &State,
        cell: usize,
        allowed: u8,
        others: u16,
        last: usize,
        visited: [u32; 2],
    ) {
        self.cells.push(cell);
        let mut tried = others;
        // The box, the row, the column.
        for kind in [2, 0, 1] {
            if kind == last {
                continue;
            }
            for next in cells_of(self.both & HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)]) {
                if self.cells[0] == next && self.cells.len() >= 4 {
                    self.found.push(self.cells.clone());
                    continue;
                }
                if self.cells.len() == LONGEST || self.cells.contains(&next) {
                    continue;
                }
                let set = state.sets[next];
                tried = (tried | set) & !self.pair;
                let now = match self.rule {
                    LoopRule::Classic => tried,
                    LoopRule::Corrected => (others | set) & !self.pair,
                };
                let is_pair = set == self.pair;
                let (parity, houses) = (self.cells.len() % 2, houses_of(next));
                // A cell that is part of no ring still counts as tried.
                if self.ringed >> next & 1 == 0 {
                    continue;
                }
                if visited[parity] & houses != 0 {
                    continue;
                }
                if is_pair || now.size() == 1 || allowed > 0 {
                    let mut visited = visited;
                    visited[parity] |= houses;
                    let left = if is_pair { allowed } else { allowed.saturating_sub(1) };
                    self.grow(state, next, left, now, kind, visited);
                }
            }
        }
        self.cells.pop();
    }
}

/// Returns the cell's houses as bits.
fn houses_of(cell: usize) -> u32 {
    IN_HOUSES[cell].iter().fold(0, |houses, &(house, _)| houses | 1 << house)
}

/// Returns true if each house of the ring's cells is visited by one cell in an even and one in an
/// odd position.
fn is_deadly(ring: &[usize]) -> bool {
    let mut visited = [0u32; 2];
    for (place, &cell) in ring.iter().enumerate() {
        for (index, _) in IN_HOUSES[cell] {
            if visited[place % 2] >> index & 1 == 1 {
                return false;
            }
            visited[place % 2] |= 1 << index;
        }
    }
    visited[0] == visited[1]
}

/// Returns true if the steps are equal: of the same type, loop and support.
fn is_same(one: &Step, other: &Step) -> bool {
    let Evidence::Loop { cells: first, support: one_support, .. } = &one.evidence else {
        return false;
    };
    let Evidence::Loop { cells: second, support: other_support, .. } = &other.evidence else {
        return false;
    };
    one.name == other.name
        && first.len() == second.len()
        && first.iter().all(|cell| second.contains(cell))
        && one_support == other_support
}

impl UniqueLoops {
    /// Reports the steps of a ring in which some cells have extra digits.
    fn steps_of(
        &self,
        state: &State,
        pair: u16,
        ring: &[usize],
        extra: &[usize],
        report: &mut dyn FnMut(Step),
    ) {
        let others = extra.iter().fold(0, |all, &cell| all | state.sets[cell]) & !pair;
        let of = FoundLoop { state, pair, ring, extra, others };
        match *extra {
            [] => {}
            [rescue] => {
                let effect = Effect::eliminate([(cell_at(rescue), digit_set(pair))]);
                report(of.step(StepName::UNIQUE_LOOP_1, effect, None));
            }
            [first, second] => {
                if others.size() == 1 {
                    report(of.type_2());
                } else {
                    self.type_3(&of, first, second, report);
                }
                of.type_4(first, second).into_iter().for_each(report);
            }
            [..] => report(of.type_2()),
        }
    }

    /// Reports type 3: the extra digits of two cells that share a house form a naked or a hidden
    /// subset with other cells there.
    fn type_3(
        &self,
        of: &FoundLoop<'_>,
        first: usize,
        second: usize,
        report: &mut dyn FnMut(Step),
    ) {
        let least = match self.rule {
            LoopRule::Classic => of.others.size(),
            LoopRule::Corrected => 2,
        };
        for size in least..=7 {
            for shared in shared_houses(first, second) {
                let blanks = u32::from(of.state.blanks[shared]);
                if size * 2 <= blanks && size >= of.others.size() {
                    of.naked(shared, size, first, second, report);
                }
                if size * 2 < blanks {
                    of.hidden(shared, size, first, second, report);
                }
            }
        }
    }
}

/// Enumerates the houses that contain both cells: box, row, column.
fn shared_houses(first: usize, second: usize) -> impl Iterator<Item = usize> {
    [2, 0, 1].into_iter().filter_map(move |kind| {
        let (one, other) = (IN_HOUSES[first][kind].0, IN_HOUSES[second][kind].0);
        (one == other).then_some(usize::from(one))
    })
}

/// A loop, its cells with extra digits, and these digits.
struct FoundLoop<'a> {
    state: &'a State,
    pair: u16,
    ring: &'a [usize],
    extra: &'a [usize],
    others: u16,
}

impl FoundLoop<'_> {
    fn step(&self, name: StepName, effect: Effect, support: Option<Support>) -> Step {
        let cells = |list: &[usize]| list.iter().map(|&cell| cell_at(cell)).collect();
        Step {
            name,
            effect,
            evidence: Evidence::Loop {
                cells: cells(self.ring),
                digits: digit_set(self.pair),
                extra: cells(self.extra),
                support,
            },
        }
    }

    /// Returns the step of type 2: all extra cells have the same extra digit, so cells that see
    /// them all lose it.
    fn type_2(&self) -> Step {
        let digit = self.others.trailing_zeros() as usize;
        let seen = self.extra.iter().fold(Cells::MAX, |seen, &cell| seen & PEERS[cell]);
        let removed = self.state.cells[digit.min(8)] & seen;
        let parts = cells_of(removed).map(|cell| (cell_at(cell), digit_set(1 << digit)));
        self.step(StepName::UNIQUE_LOOP_2, Effect::eliminate(parts), None)
    }

    /// Returns the step of type 4: one of the two digits is confined to the two cells, so the other
    /// is eliminated from both.
    fn type_4(&self, first: usize, second: usize) -> Option<Step> {
        let both: Cells = 1 << first | 1 << second;
        // If there are several houses, the last one is the reason.
        let bound = |digit: usize| {
            shared_houses(first, second)
                .filter(|&index| self.state.cells[digit] & !both & HOUSE_SETS[index] == 0)
                .last()
        };
        let low = self.pair.trailing_zeros() as usize;
        let high = (self.pair & (self.pair - 1)).trailing_zeros() as usize;
        let (index, locked, removed) = bound(low)
            .map(|index| (index, low, high))
            .or_else(|| bound(high).map(|index| (index, high, low)))?;
        let parts = [first, second].map(|cell| (cell_at(cell), digit_set(1 << removed)));
        let support = Support {
            house: house_at(index),
            cells: Vec::new(),
            digits: digit_at(locked).into(),
            is_hidden: true,
        };
        Some(self.step(StepName::UNIQUE_LOOP_4, Effect::eliminate(parts), Some(support)))
    }

    /// Returns the places in a house for subsets of this size: the first of the two cells, and
    /// others except the second.
    fn naked(
        &self,
        shared: usize,
        size: u32,
        first: usize,
        second: usize,
        report: &mut dyn FnMut(Step),
    ) {
        let place = |at| place_in(shared, at);
        let sets: [u16; 9] = HOUSE_CELLS[shared].map(|at| self.state.sets[usize::from(at)]);
        let common = self.others & self.state.sets[first] & self.state.sets[second];
        let without_second = 0x1ff & !(1 << place(second));
        for chosen in parts_of(without_second, size) {
            let rest = chosen & !(1 << place(first));
            if chosen == rest {
                continue;
            }
            if bits(rest).any(|at| sets[at].size() < 2) {
                continue;
            }
            let by_rest = bits(rest).fold(0, |union, at| union | sets[at]);
            let union = by_rest | self.others;
            if union.size() != size || (by_rest | common).size() != size {
                continue;
            }
            let within = rest | 1 << place(first) | 1 << place(second);
            let parts = bits(!within & 0x1ff).map(|at| {
                (cell_at(usize::from(HOUSE_CELLS[shared][at])), digit_set(sets[at] & union))
            });
            report(self.step(
                StepName::UNIQUE_LOOP_3,
                Effect::eliminate(parts),
                Some(support(shared, rest, union, false)),
            ));
        }
    }

    fn hidden(
        &self,
        shared: usize,
        size: u32,
        first: usize,
        second: usize,
        report: &mut dyn FnMut(Step),
    ) {
        let free: Vec<usize> = bits(!(self.pair | self.others) & 0x1ff).collect();
        if free.is_empty() || size as usize - 2 > free.len() {
            return;
        }
        for chosen in numbers_with(size - 2, free.len() as u32) {
            let digits = bits(chosen).fold(self.pair, |digits, at| digits | 1 << free[at]);
            let without = !(1 << place_in(shared, second));
            let mut union = 0;
            let mut is_whole = true;
            for digit in bits(digits) {
                let places = self.state.places[digit][shared] & without;
                is_whole &= places != 0;
                union |= places;
            }
            if !is_whole || union.size() != size {
                continue;
            }
            let rest = union & !(1 << place_in(shared, first));
            let parts = bits(rest).map(|at| {
                let at = usize::from(HOUSE_CELLS[shared][at]);
                (cell_at(at), digit_set(self.state.sets[at] & !digits))
            });
            report(self.step(
                StepName::UNIQUE_LOOP_3,
                Effect::eliminate(parts),
                Some(support(shared, rest, digits, true)),
            ));
        }
    }
}

fn support(index: usize, places: u16, digits: u16, is_hidden: bool) -> Support {
    Support {
        house: house_at(index),
        cells: bits(places).map(|at| cell_at(usize::from(HOUSE_CELLS[index][at]))).collect(),
        digits: digit_set(digits),
        is_hidden,
    }
}

/// Returns the cell's place in a house that contains it.
fn place_in(index: usize, cell: usize) -> u8 {
    let kind = if index >= BOXES { 2 } else { index / 9 };
    IN_HOUSES[cell][kind].1
}
