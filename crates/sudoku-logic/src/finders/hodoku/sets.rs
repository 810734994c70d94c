//! Almost locked sets: cells of a house with one digit more than cells, and the digits that join
//! them.
//!
//! ```text
//!   row 1:   c1    c2 c3   c4     c5 c6   c7     c8    c9
//!           {1 3}  .  .   {3 5}   .  .   {1 2}  {2 3}  .
//!            set A                         set B
//!
//!   The sets share 1, and its places see each other, so only one set can hold it (the restricted
//!   common digit). The other set is locked and holds 3. Cells that see all 3s of both sets lose 3:
//!   r1c4 (ALS-XZ).
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, common_peers, group, report};
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, SetSize, bits, cells_of, digit_set, ones};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// Two almost locked sets with a restricted common digit.
    pub const ALS_XZ: Self = Self::new("ALS-XZ", TechniqueGroup::AlmostLockedSets);
    /// Three almost locked sets with two restricted common digits.
    pub const ALS_XY_WING: Self = Self::new("ALS-XY-Wing", TechniqueGroup::AlmostLockedSets);
    /// A chain of almost locked sets.
    pub const ALS_CHAIN: Self = Self::new("ALS chain", TechniqueGroup::AlmostLockedSets);
}

/// Cells of a house with one digit more than cells.
#[derive(Clone, Copy)]
pub(crate) struct AlmostLockedSet {
    pub(crate) cells: Cells,
    pub(crate) set: u16,
    /// The places of each digit in the set, and the places elsewhere that see them all.
    pub(crate) places: [Cells; 9],
    pub(crate) seen: [Cells; 9],
}

/// Returns the sets of rows, then of columns, then of boxes; each once.
pub(crate) fn almost_locked_sets(view: View<'_>, only_larger: bool) -> Vec<AlmostLockedSet> {
    let sets = &view.state.sets;
    let mut found: Vec<AlmostLockedSet> = Vec::new();
    for (number, house) in HOUSE_CELLS.iter().enumerate() {
        let blank: Vec<usize> =
            house.iter().map(|&c| usize::from(c)).filter(|&cell| sets[cell] != 0).collect();
        for_each_subset(&blank, sets, 0, 0, &mut |cells: Cells, set: u16| {
            let size = cells.size();
            let is_larger = !only_larger || size > 1;
            // Cells of two houses are found in the first.
            let is_new = || HOUSE_SETS[..number].iter().all(|earlier| cells & !earlier != 0);
            if size <= 8 && set.size() == size + 1 && is_larger && is_new() {
                let mut locked = AlmostLockedSet { cells, set, places: [0; 9], seen: [0; 9] };
                for digit in bits(set) {
                    let all = view.state.cells[digit];
                    locked.places[digit] = cells & all;
                    locked.seen[digit] = common_peers(cells & all) & all & !cells;
                }
                found.push(locked);
            }
        });
    }
    found
}

/// Visits all subsets of the cells, each before its extensions.
fn for_each_subset(
    cells: &[usize],
    sets: &[u16; 81],
    chosen: Cells,
    set: u16,
    look: &mut impl FnMut(Cells, u16),
) {
    for (index, &cell) in cells.iter().enumerate() {
        let (chosen, set) = (chosen | 1 << cell, set | sets[cell]);
        look(chosen, set);
        for_each_subset(&cells[index + 1..], sets, chosen, set, look);
    }
}

/// Two sets with one or two restricted common digits, which only one of the sets can hold: all its
/// places in both sets see each other.
#[derive(Clone, Copy)]
struct Common {
    one: usize,
    two: usize,
    /// The first common digit, and the second if there is one.
    first: usize,
    second: Option<usize>,
}

impl Common {
    fn digits(&self) -> u16 {
        1 << self.first | self.second.map_or(0, |digit| 1 << digit)
    }
}

/// Returns the pairs of sets with common digits, ordered by the first set, then by the second.
fn commons(view: View<'_>, sets: &[AlmostLockedSet]) -> Vec<Common> {
    let options = view.options;
    let partners = Partners::of(view, sets);
    let mut found = Vec::new();
    for (one, a) in sets.iter().enumerate() {
        let start = if options.sets_in_both_directions { 0 } else { one + 1 };
        for two in partners.of_set(a).filter(|&two| two >= start && two != one) {
            let b = &sets[two];
            let shared = a.cells & b.cells;
            if shared != 0 && !options.overlapping_sets {
                continue;
            }
            let mut restricted = bits(a.set & b.set).filter(|&digit| {
                let places = a.places[digit] | b.places[digit];
                let around = |set: &AlmostLockedSet| set.seen[digit] | set.places[digit];
                places & shared == 0 && places & !(around(a) & around(b)) == 0
            });
            if let Some(first) = restricted.next() {
                found.push(Common { one, two, first, second: restricted.last() });
            }
        }
    }
    found
}

/// For each digit, the sets that have it at all, and those that have it in each cell. Sets are bits
/// of a number.
struct Partners {
    cells: [Cells; 9],
    words: usize,
    /// For each digit, first the sets that have it, then those that have it in each cell.
    having: Vec<u64>,
}

impl Partners {
    fn of(view: View<'_>, sets: &[AlmostLockedSet]) -> Self {
        let words = sets.len().div_ceil(64);
        let cells = view.state.cells;
        let mut partners = Self { cells, words, having: vec![0; 9 * 82 * words] };
        for (number, set) in sets.iter().enumerate() {
            for digit in bits(set.set) {
                for row in
                    std::iter::once(0).chain(cells_of(set.places[digit]).map(|cell| cell + 1))
                {
                    let start = (digit * 82 + row) * words;
                    partners.having[start + number / 64] |= 1 << (number % 64);
                }
            }
        }
        partners
    }

    /// Enumerates the sets that share a digit with this set whose places all see each other, in
    /// ascending order.
    fn of_set(&self, set: &AlmostLockedSet) -> impl Iterator<Item = usize> + use<> {
        let mut all = vec![0; self.words];
        let row = |digit: usize, row: usize| {
            &self.having[(digit * 82 + row) * self.words..][..self.words]
        };
        let mut some = all.clone();
        for digit in bits(set.set).filter(|&digit| set.seen[digit] != 0) {
            some.copy_from_slice(row(digit, 0));
            for cell in cells_of(self.cells[digit] & !set.seen[digit]) {
                some.iter_mut().zip(row(digit, cell + 1)).for_each(|(some, bar)| *some &= !bar);
            }
            all.iter_mut().zip(&some).for_each(|(all, some)| *all |= some);
        }
        let words = all.into_iter().enumerate();
        words.flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }
}

/// Adds the cells that see all places of a digit in both sets as eliminations, except for the
/// barred digits.
fn outer_removals(a: &AlmostLockedSet, b: &AlmostLockedSet, barred: u16, removals: &mut Removals) {
    for digit in bits(a.set & b.set & !barred) {
        removals.add_cells(a.seen[digit] & b.seen[digit], digit);
    }
}

/// Finds two sets with a restricted common digit.
pub(crate) fn als_xz(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(view, false);
    for common in commons(view, &sets) {
        if common.one > common.two {
            continue;
        }
        let (a, b) = (&sets[common.one], &sets[common.two]);
        let mut removals = Removals::default();
        for digit in bits(common.digits()) {
            outer_removals(a, b, 1 << digit, &mut removals);
        }
        if common.second.is_some() {
            // If there are two common digits, each set is locked without them.
            for (own, other) in [(a, b), (b, a)] {
                for digit in bits(own.set & !common.digits()) {
                    removals.add_cells(own.seen[digit] & !other.cells, digit);
                }
            }
        }
        report(sink, StepName::ALS_XZ, &removals, || evidence(&[a, b], &[common.digits()]))?;
    }
    ControlFlow::Continue(())
}

/// Finds two sets that each share a restricted common digit with another set.
pub(crate) fn als_xy_wing(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(view, false);
    let commons = commons(view, &sets);
    // The pairs that contain each set.
    let mut pairs: Vec<Vec<usize>> = vec![Vec::new(); sets.len()];
    for (at, common) in commons.iter().enumerate() {
        pairs[common.one].push(at);
        pairs[common.two].push(at);
    }
    for (at, left) in commons.iter().enumerate() {
        let later = |set: usize| {
            let list = &pairs[set];
            list[list.partition_point(|&other| other <= at)..].iter().copied()
        };
        let mut others: Vec<usize> = later(left.one).chain(later(left.two)).collect();
        others.sort_unstable();
        others.dedup();
        for right in others.into_iter().map(|other| &commons[other]) {
            let is_same = left.first == right.first;
            if left.second.is_none() && right.second.is_none() && is_same {
                continue;
            }
            // The set in the middle; two pairs of the same sets have none.
            let ends = [
                (left.one == right.one, left.two, right.two, left.one),
                (left.one == right.two, left.two, right.one, left.one),
                (left.two == right.one, left.one, right.two, left.two),
                (left.two == right.two, left.one, right.one, left.two),
            ];
            if !ends.iter().any(|&(meets, a, b, _)| meets && a != b) {
                continue;
            }
            let Some(&(_, a, b, c)) = ends.iter().rev().find(|&&(meets, ..)| meets) else {
                continue;
            };
            let [a, b, c] = [a, b, c].map(|index| &sets[index]);
            let union = a.cells | b.cells;
            let overlaps = a.cells & b.cells != 0 && !view.options.overlapping_sets;
            if overlaps || union == a.cells || union == b.cells {
                continue;
            }
            let mut removals = Removals::default();
            outer_removals(a, b, left.digits() | right.digits(), &mut removals);
            report(sink, StepName::ALS_XY_WING, &removals, || {
                evidence(&[a, c, b], &[left.digits(), right.digits()])
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn evidence(sets: &[&AlmostLockedSet], commons: &[u16]) -> Evidence {
    Evidence::AlmostLocked {
        sets: sets.iter().map(|set| group(set.cells, set.set)).collect(),
        commons: commons.iter().map(|&set| digit_set(set)).collect(),
    }
}

/// Finds chains of four or more sets, each with a restricted common digit with the next.
pub(crate) fn als_chain(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(view, false);
    let commons = commons(view, &sets);
    let mut search = AlsChainSearch {
        view,
        sets: &sets,
        commons: &commons,
        used: vec![false; sets.len()],
        path: Vec::new(),
        found: Vec::new(),
        known: Vec::new(),
    };
    for start in 0..sets.len() {
        search.used[start] = true;
        search.extend(start, start)?;
        search.used[start] = false;
    }
    let mut found = search.found;
    let rank = |found: &AlsChainFinding| (-(found.removals.len() as i32), found.removals.rank());
    sort_by(&mut found, |one, other| rank(one).cmp(&rank(other)));
    for found in found {
        report(sink, StepName::ALS_CHAIN, &found.removals, || {
            let members: Vec<&AlmostLockedSet> =
                found.sets.iter().map(|&index| &sets[index]).collect();
            evidence(&members, &found.links)
        })?;
    }
    ControlFlow::Continue(())
}

/// A chain of sets with eliminations.
struct AlsChainFinding {
    removals: Removals,
    sets: Vec<usize>,
    /// The digits that join each set with the next.
    links: Vec<u16>,
    /// The total number of cells.
    size: u32,
}

struct AlsChainSearch<'a> {
    view: View<'a>,
    sets: &'a [AlmostLockedSet],
    commons: &'a [Common],
    used: Vec<bool>,
    /// The pairs of the chain so far, with the digits that join.
    path: Vec<(Common, Joint)>,
    found: Vec<AlsChainFinding>,
    /// The indices in `found`, ordered by effect.
    known: Vec<usize>,
}

/// The digits of a pair that join two sets of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    First,
    Second,
    Both,
}

impl AlsChainSearch<'_> {
    fn extend(&mut self, start: usize, last: usize) -> ControlFlow<()> {
        self.view.poll()?;
        let from = self.commons.partition_point(|common| common.one < last);
        for at in from..self.commons.len() {
            let common = self.commons[at];
            if common.one != last || self.path.len() >= self.view.options.longest_set_chain {
                break;
            }
            if self.used[common.two] {
                continue;
            }
            let joints: &[Joint] = match self.path.last() {
                None if common.second.is_some() => &[Joint::First, Joint::Second],
                None => &[Joint::First],
                Some(&(before, joint)) => match joint_after(before, joint, common) {
                    None => &[],
                    Some(Joint::First) => &[Joint::First],
                    Some(Joint::Second) => &[Joint::Second],
                    Some(Joint::Both) => &[Joint::Both],
                },
            };
            for &joint in joints {
                self.path.push((common, joint));
                self.used[common.two] = true;
                if self.path.len() >= 3 {
                    self.check(start, common.two);
                }
                self.extend(start, common.two)?;
                self.used[common.two] = false;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&mut self, start: usize, end: usize) {
        let links: Vec<u16> =
            self.path.iter().map(|&(common, joint)| joined(common, joint)).collect();
        let barred = links[0] | links[links.len() - 1];
        let mut removals = Removals::default();
        outer_removals(&self.sets[start], &self.sets[end], barred, &mut removals);
        if removals.is_empty() {
            return;
        }
        let sets: Vec<usize> =
            std::iter::once(start).chain(self.path.iter().map(|&(common, _)| common.two)).collect();
        let size = sets.iter().map(|&index| self.sets[index].cells.size()).sum();
        let found = AlsChainFinding { removals, sets, links, size };
        if self.view.options.one_for_each_effect {
            let order = |&at: &usize| self.found[at].removals.cmp(&found.removals);
            match self.known.binary_search_by(order).map(|place| self.known[place]) {
                Ok(at) if self.found[at].size <= size => return,
                Ok(at) => {
                    self.found[at] = found;
                    return;
                }
                Err(place) => self.known.insert(place, self.found.len()),
            }
        }
        self.found.push(found);
    }
}

fn joined(common: Common, joint: Joint) -> u16 {
    match (joint, common.second) {
        (Joint::Second, Some(second)) => 1 << second,
        (Joint::Both, _) => common.digits(),
        _ => 1 << common.first,
    }
}

/// Returns the digits that join the next pair: those that do not join the previous pair.
///
/// If both digits of a pair join, only the first is used.
fn joint_after(before: Common, joint: Joint, next: Common) -> Option<Joint> {
    let taken = match (joint, before.second) {
        (Joint::Second, Some(second)) => second,
        _ => before.first,
    };
    match next.second {
        None if next.first == taken => None,
        None => Some(Joint::First),
        Some(second) if second == taken => Some(Joint::First),
        Some(_) if next.first == taken => Some(Joint::Second),
        Some(_) => Some(Joint::Both),
    }
}
