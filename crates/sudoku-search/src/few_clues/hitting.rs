//! The enumeration of the sets of cells of a band that hit all known sets.

use std::ops::{ControlFlow, Range};

use super::sets::{BAND, Part, places};
use crate::run::Flow;

/// The answer to chosen cells.
pub(super) enum Verdict {
    /// No known set is missed.
    Enough,
    /// The chosen cells miss this set.
    Missed(Part),
    /// No other cells of the band help.
    Hopeless,
}

/// The receiver of an enumeration.
pub(super) trait Visitor {
    /// Checks cells that hit all listed sets. `left` other cells may be chosen.
    fn check(&mut self, chosen: Part, left: usize) -> Flow<Verdict>;

    /// Takes chosen cells of the wanted number.
    fn take(&mut self, chosen: Part) -> Flow;
}

/// An enumeration of sets of cells. Each level of the recursion has its own list of sets that the
/// chosen cells miss, at the end of `lists`.
#[derive(Default)]
pub(super) struct Hitting {
    lists: Vec<Part>,
}

impl Hitting {
    /// Passes every choice of `count` of the open cells that hits all sets to the visitor, once.
    pub(super) fn run(
        &mut self,
        sets: impl IntoIterator<Item = Part>,
        open: Part,
        count: usize,
        visitor: &mut dyn Visitor,
    ) -> Flow {
        self.lists.clear();
        self.lists.extend(sets);
        self.choose(0, 0, open, count, visitor)
    }

    /// `open` cells may be chosen. The list of this level begins at `start`.
    fn choose(
        &mut self,
        start: usize,
        chosen: Part,
        open: Part,
        left: usize,
        visitor: &mut dyn Visitor,
    ) -> Flow {
        if self.lists.len() == start {
            match visitor.check(chosen, left)? {
                Verdict::Enough => return fill(chosen, open, left, visitor),
                Verdict::Hopeless => return ControlFlow::Continue(()),
                Verdict::Missed(_) if left == 0 => return ControlFlow::Continue(()),
                Verdict::Missed(set) => self.lists.push(set),
            }
        }
        let Some(smallest) = self.smallest(start, open, left) else {
            return ControlFlow::Continue(());
        };
        let end = self.lists.len();
        if left == 1 {
            let common = self.lists[start..].iter().fold(open, |common, set| common & set);
            return one_of(chosen, common, visitor);
        }
        let mut open = open;
        for place in places(smallest) {
            let cell = 1 << place;
            open &= !cell;
            if left == 2 {
                // Nearly all sets of cells end here, so no list is made.
                if let Some(common) = common(&self.lists[start..], place, open) {
                    one_of(chosen | cell, common, visitor)?;
                    continue;
                }
            }
            self.list_missed(start..end, cell);
            self.choose(end, chosen | cell, open, left - 1, visitor)?;
            self.lists.truncate(end);
        }
        ControlFlow::Continue(())
    }

    /// Adds a list of the sets in a range of the lists that do not have a cell.
    fn list_missed(&mut self, range: Range<usize>, cell: Part) {
        let mut len = range.end;
        self.lists.resize(len + range.len(), 0);
        let (sets, missed) = self.lists.split_at_mut(len);
        // Without a branch for each set, this is several times as fast.
        let mut count = 0;
        for &set in &sets[range] {
            missed[count] = set;
            count += usize::from(set & cell == 0);
        }
        len += count;
        self.lists.truncate(len);
    }

    /// Returns the open cells of the set that has the fewest of them. Returns `None` if more than
    /// `left` sets have no open cell in common: that number of cells cannot hit them all.
    fn smallest(&self, start: usize, open: Part, left: usize) -> Option<Part> {
        let sets = &self.lists[start..];
        let (mut used, mut disjoint) = (0, 0);
        for set in sets {
            let set = set & open;
            if set & used == 0 {
                used |= set;
                disjoint += 1;
                if disjoint > left || set == 0 {
                    return None;
                }
            }
        }
        // A set has at most 27 cells, so its size fits above its cells. The compiler makes vector
        // code of this loop.
        let sized = sets.iter().map(|set| (set & open).count_ones() << 27 | set & open);
        Some(sized.fold(u32::MAX, Part::min) & BAND)
    }
}

/// Returns the open cells that are in each set without the cell at this place. Returns `None` if
/// each set has the cell.
fn common(sets: &[Part], place: usize, open: Part) -> Option<Part> {
    let (mut common, mut missed) = (open, 0);
    for sets in sets.chunks(32) {
        // The compiler makes vector code of this loop.
        for set in sets {
            let hit = (set >> place & 1).wrapping_neg();
            common &= set | hit;
            missed |= !hit;
        }
        if common == 0 {
            break;
        }
    }
    (missed != 0).then_some(common)
}

/// Passes the chosen cells with each of these cells to the visitor, if it is enough.
fn one_of(chosen: Part, mut cells: Part, visitor: &mut dyn Visitor) -> Flow {
    while cells != 0 {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        match visitor.check(chosen | cell, 0)? {
            Verdict::Enough => visitor.take(chosen | cell)?,
            Verdict::Missed(set) => cells &= set,
            Verdict::Hopeless => {}
        }
    }
    ControlFlow::Continue(())
}

/// Passes the chosen cells with each choice of `left` open cells to the visitor.
fn fill(chosen: Part, open: Part, left: usize, visitor: &mut dyn Visitor) -> Flow {
    if left == 0 {
        return visitor.take(chosen);
    }
    let mut open = open;
    for place in places(open) {
        open &= !(1 << place);
        fill(chosen | 1 << place, open, left - 1, visitor)?;
    }
    ControlFlow::Continue(())
}
