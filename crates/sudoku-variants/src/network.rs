//! The compiled form of a puzzle: its peers, relations and propagators.

use crate::digit_sets::AllowedSets;
use crate::domain::{Masks, PropagatorSet, bits};

/// Cells that hold different digits, as a part of a sum.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) is_minus: bool,
    pub(crate) cells: Vec<u8>,
}

/// A sum of groups, some of them with a minus sign.
#[derive(Clone, Debug)]
pub(crate) struct GroupSum {
    pub(crate) total: i32,
    /// The cells of the groups with a plus sign, then those of the others.
    pub(crate) cells: Vec<u8>,
    /// The number of cells with a plus sign.
    pub(crate) added: usize,
    /// The end of each group in the list of cells.
    ends: Vec<usize>,
}

impl GroupSum {
    pub(crate) fn new(total: i32, mut groups: Vec<Group>) -> Self {
        groups.sort_by_key(|group| group.is_minus);
        let added = groups.iter().filter(|group| !group.is_minus);
        let added = added.map(|group| group.cells.len()).sum();
        let mut cells = Vec::new();
        let mut ends = Vec::new();
        for group in groups {
            cells.extend(group.cells);
            ends.push(cells.len());
        }
        Self { total, cells, added, ends }
    }

    pub(crate) const fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns for each group whether it has a minus sign, and its cells.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (bool, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let from = core::mem::replace(&mut start, end);
            (from >= self.added, &self.cells[from..end])
        })
    }
}

/// A condition on several cells, which removes candidates from them.
#[derive(Clone, Debug)]
pub(crate) enum Propagator {
    /// Nine cells that hold each digit once.
    House([u8; 9]),
    /// Two lists of cells that hold the same digits.
    SameDigits { first: Vec<u8>, second: Vec<u8> },
    /// The cells of one group have this sum.
    Sum { total: usize, cells: Vec<u8> },
    /// The groups have this sum, some of them with a minus sign.
    Groups(GroupSum),
    /// The cells hold different digits, which form one of these sets.
    Sets { cells: Vec<u8>, sets: Box<AllowedSets> },
    /// The cells of a house in an order in which the sums of the first ones are known: after so
    /// many cells, the digits have this sum.
    HouseSums { cells: [u8; 9], sums: Vec<(usize, usize)> },
    /// The inner cells hold digits strictly between those of the ends.
    Between { ends: [u8; 2], inner: Vec<u8> },
    /// Each digit is in at least so many of the cells.
    Contains { counts: [u8; 9], cells: Vec<u8> },
}

impl Propagator {
    /// Returns true if a second run right after the first would change nothing.
    pub(crate) const fn is_exact(&self) -> bool {
        matches!(self, Self::Sum { .. } | Self::Sets { .. } | Self::HouseSums { .. })
    }

    /// Calls the function with each list of cells.
    pub(crate) fn for_each_cell(&self, mut each: impl FnMut(u8)) {
        match self {
            Self::House(cells) | Self::HouseSums { cells, .. } => {
                cells.iter().copied().for_each(each);
            }
            Self::Sum { cells, .. } | Self::Sets { cells, .. } | Self::Contains { cells, .. } => {
                cells.iter().copied().for_each(each);
            }
            Self::SameDigits { first, second } => {
                first.iter().chain(second).copied().for_each(each);
            }
            Self::Groups(sum) => sum.cells.iter().copied().for_each(each),
            Self::Between { ends, inner } => {
                ends.iter().chain(inner).copied().for_each(&mut each);
            }
        }
    }
}

/// A list of cells for each cell.
#[derive(Clone, Debug)]
pub(crate) struct CellLists {
    cells: Vec<u8>,
    /// The start of each list and the place of its first cell from 64 on. At the end, the end of
    /// the last list.
    places: [u16; 163],
}

impl CellLists {
    pub(crate) fn new(sets: &[u128; 81]) -> Self {
        let (mut cells, mut places) = (Vec::new(), [0; 163]);
        for (set, ends) in sets.iter().zip(places[1..].as_chunks_mut::<2>().0) {
            for (end, half) in ends.iter_mut().zip([set & u128::from(u64::MAX), set >> 64 << 64]) {
                cells.extend(bits(half));
                *end = cells.len() as u16;
            }
        }
        Self { cells, places }
    }

    /// Returns the cells of a list below 64, and its other cells.
    #[inline(always)]
    pub(crate) fn of(&self, cell: usize) -> [&[u8]; 2] {
        let [start, middle, end] = [0, 1, 2].map(|at| usize::from(self.places[2 * cell + at]));
        [&self.cells[start..middle], &self.cells[middle..end]]
    }
}

/// The changes of the weights at failures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learning {
    /// The weight that the guessed cell gains at a failure.
    pub(crate) guessed: u32,
    /// The weight that the last fixed cell gains at a failure.
    pub(crate) last_fixed: u32,
    /// The number of failures after which the weights of cells halve, and those of digits fall to a
    /// quarter.
    pub(crate) half_life: u32,
}

/// Everything that the search needs to know about a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// The candidates before the search.
    pub(crate) start: Masks,
    /// For each cell, the cells that hold another digit.
    pub(crate) peers: [u128; 81],
    /// The same cells as lists.
    pub(crate) peer_lists: CellLists,
    /// For each cell, the peers that share no classic house with it.
    pub(crate) other_peers: CellLists,
    /// For each cell, the related cells with the number of the table.
    pub(crate) relations: Vec<Vec<(u8, u16)>>,
    /// The cells with related cells.
    pub(crate) related: u128,
    /// For each table and each set of candidates of the first cell, the digits of the second cell.
    pub(crate) tables: Vec<[u16; 512]>,
    pub(crate) propagators: Vec<Propagator>,
    /// The number of propagators that run before the pass over the classic houses.
    pub(crate) early: usize,
    /// The propagators that also run in a long search.
    pub(crate) lasting: PropagatorSet,
    /// The number of words of a set of these propagators.
    pub(crate) words: usize,
    /// For each cell, the propagators to run after a change.
    pub(crate) watchers: Vec<PropagatorSet>,
    /// True if only candidates and the classic houses restrict the digits.
    pub(crate) is_classic: bool,
    /// True if the 27 classic houses are searched in one pass.
    pub(crate) has_boxes: bool,
    /// The classic houses and those of the rules.
    pub(crate) houses: Vec<[u8; 9]>,
    /// The weight of each cell at the start of the search.
    pub(crate) weights: [u32; 81],
    /// The changes of the weights during the search.
    pub(crate) learning: Learning,
}
