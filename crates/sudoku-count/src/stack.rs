//! The possibilities of a stack: for each column split of its box in the first band, the pairs of
//! column splits of its two other boxes.

use std::ops::Range;

use crate::clues::{Boxes, fitting_triples};
use crate::splits::{Partition, Relabeling, Renaming, SPLITS, Split, SplitSet, TABLES};

/// A stack of three boxes.
///
/// A *state* is a set of splits of its first box that differ only in the order of columns that are
/// blank in the two other bands. The two other boxes cannot distinguish these splits.
pub(crate) struct Stack {
    /// A split of each state.
    pub(crate) splits: Vec<Split>,
    /// The partition of each state.
    pub(crate) partitions: Vec<Partition>,
    /// For each state, the number of its orders that the clues of the first band permit.
    pub(crate) orders: Vec<u8>,
    /// The columns that are blank in the two other bands.
    blank: Vec<usize>,
    /// The splits of its box that the clues of the first band permit.
    first: SplitSet,
    /// The state of each split, or [`NONE`](Self::NONE).
    state_of: Vec<u16>,
    /// The index of the first pair of each state, and the end.
    starts: Vec<u32>,
    /// The splits of the second and of the third box, one state after the other.
    pairs: Vec<(Split, Split)>,
    /// The partitions of these splits.
    pair_partitions: Vec<(Partition, Partition)>,
}

impl Stack {
    pub(crate) const NONE: u16 = u16::MAX;

    /// Makes the stack with this number.
    ///
    /// - `lower`: the splits that the clues of the two lower bands permit in all boxes
    /// - `first`: the splits that the clues of the first band permit
    /// - `blank`: true for the columns without clues in the lower bands
    pub(crate) fn new(number: usize, lower: &Boxes, first: &SplitSet, blank: [bool; 9]) -> Self {
        let tables = &*TABLES;
        let blank: Vec<usize> = (0..3).filter(|column| blank[3 * number + column]).collect();
        let mut stack = Self {
            splits: Vec::new(),
            partitions: Vec::new(),
            orders: Vec::new(),
            blank: Vec::new(),
            first: *first,
            state_of: vec![Self::NONE; SPLITS],
            starts: vec![0],
            pairs: Vec::new(),
            pair_partitions: Vec::new(),
        };
        // The state's own split has the parts of blank columns in ascending order.
        for split in lower[0][number].iter() {
            let mut parts = tables.parts[usize::from(split)];
            sort_at(&mut parts, &blank);
            let own = usize::from(tables.find(parts));
            if stack.state_of[own] == Self::NONE {
                stack.state_of[own] = stack.splits.len() as u16;
                stack.splits.push(own as Split);
                stack.partitions.push(tables.partition[own]);
                stack.orders.push(0);
            }
            let state = stack.state_of[own];
            stack.state_of[usize::from(split)] = state;
            stack.orders[usize::from(state)] += u8::from(first.contains(split));
        }
        let mut of_state = vec![Vec::new(); stack.splits.len()];
        let mut own = SplitSet::EMPTY;
        stack.splits.iter().for_each(|&split| own.insert(split));
        fitting_triples([&own, &lower[1][number], &lower[2][number]], |[a, b, c]| {
            of_state[usize::from(stack.state_of[usize::from(a)])].push((b, c));
        });
        stack.blank = blank;
        for pairs in of_state {
            stack.pairs.extend(pairs);
            stack.starts.push(stack.pairs.len() as u32);
        }
        let partition = |split: Split| tables.partition[usize::from(split)];
        let partitions = stack.pairs.iter().map(|&(b, c)| (partition(b), partition(c)));
        stack.pair_partitions = partitions.collect();
        stack
    }

    /// Returns a split of one of the stack's boxes with its columns in the permitted order with
    /// this number. The split of the first box determines the permitted orders.
    pub(crate) fn ordered(&self, split: Split, first: Split, number: u64) -> Option<Split> {
        let order = (0..[1, 1, 2, 6][self.blank.len()])
            .filter(|&order| self.first.contains(TABLES.reordered(first, &self.blank, order)))
            .nth(number as usize)?;
        Some(TABLES.reordered(split, &self.blank, order))
    }

    pub(crate) fn states(&self) -> usize {
        self.splits.len()
    }

    /// Returns the splits of the second and third box that fit the state's own split of the first.
    pub(crate) fn pairs(&self, state: u16) -> &[(Split, Split)] {
        &self.pairs[self.range(state)]
    }

    /// Returns the partitions of these splits.
    pub(crate) fn partitions_of(&self, state: u16) -> &[(Partition, Partition)] {
        &self.pair_partitions[self.range(state)]
    }

    /// Returns the partitions of all pairs in other numbers, separate for the second and the third
    /// box.
    pub(crate) fn renumbered(&self, [second, third]: [&[u16]; 2]) -> Vec<(u16, u16)> {
        let renumbered =
            |&(b, c): &(Partition, Partition)| (second[usize::from(b)], third[usize::from(c)]);
        self.pair_partitions.iter().map(renumbered).collect()
    }

    /// Returns the possible partitions of this band's box. A partition may be repeated.
    pub(crate) fn needed(&self, band: usize) -> Vec<Partition> {
        match band {
            0 => self.partitions.clone(),
            1 => self.pair_partitions.iter().map(|&(second, _)| second).collect(),
            _ => self.pair_partitions.iter().map(|&(_, third)| third).collect(),
        }
    }

    /// Returns the range of the state's pairs among all pairs.
    pub(crate) fn range(&self, state: u16) -> Range<usize> {
        let state = usize::from(state);
        self.starts[state] as usize..self.starts[state + 1] as usize
    }

    /// Returns the number of pairs of all states.
    pub(crate) fn all_pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the image of the state under a relabeling of digits that are not clues of the lower
    /// bands.
    pub(crate) fn renamed(&self, state: u16, relabeling: &Relabeling) -> u16 {
        let split = TABLES.renamed(self.splits[usize::from(state)], relabeling);
        self.state_of[usize::from(split)]
    }

    /// Returns the image of the state under a prepared relabeling.
    pub(crate) fn renamed_by(&self, state: u16, renaming: &Renaming) -> u16 {
        let split = TABLES.renamed_by(self.splits[usize::from(state)], renaming);
        self.state_of[usize::from(split)]
    }
}

/// Sorts the parts at these positions.
pub(crate) fn sort_at(parts: &mut [u16; 3], places: &[usize]) {
    match *places {
        [a, b] if parts[a] > parts[b] => parts.swap(a, b),
        [_, _, _] => parts.sort_unstable(),
        _ => {}
    }
}
