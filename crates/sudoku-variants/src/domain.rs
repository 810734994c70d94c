//! The candidates of all cells, and the queue of work that their changes cause.

use crate::digit_sets::DigitSets;

/// The candidates of each cell as bits. The places after the 81 cells stay 0, so that vectors of 16
/// cells can be read from any cell.
pub(crate) type Masks = [u16; 128];

/// All nine digits.
pub(crate) const ALL: u16 = 511;

/// The number of words of a set of propagators.
pub(crate) const WORDS: usize = 8;

/// A set of propagators by their numbers.
pub(crate) type PropagatorSet = [u64; WORDS];

/// The digit sets that the first cells of a list can use, for each number of cells.
pub(crate) type Reach = [DigitSets; 10];

/// The number of lists of cells for which [`Queue::reach`] has room.
pub(crate) const REACHES: usize = 3;

/// The work that is left, notes for the search, and memory for propagators.
#[derive(Debug)]
pub(crate) struct Queue {
    /// The cells that changed since their watchers were notified.
    pub(crate) changed: u128,
    /// The cells that changed since the last pass over the classic houses.
    pub(crate) fresh: u128,
    pub(crate) due: PropagatorSet,
    /// The propagators that run after changes.
    pub(crate) active: PropagatorSet,
    /// The cell that became fixed last.
    pub(crate) last_fixed: u8,
    /// Memory that each propagator may use. It is here because clearing it for each call is slow.
    pub(crate) reach: [Reach; REACHES],
}

impl Queue {
    pub(crate) const fn new() -> Self {
        Self {
            changed: 0,
            fresh: 0,
            due: [0; WORDS],
            active: [u64::MAX; WORDS],
            last_fixed: 0,
            reach: [[DigitSets::NONE; 10]; REACHES],
        }
    }

    pub(crate) const fn clear(&mut self) {
        self.changed = 0;
        self.fresh = 0;
        self.due = [0; WORDS];
    }
}

/// The candidates of a branch, with the queue of the search.
pub(crate) struct Domain<'a> {
    pub(crate) masks: &'a mut Masks,
    pub(crate) queue: &'a mut Queue,
}

impl Domain<'_> {
    #[inline(always)]
    pub(crate) fn get(&self, cell: u8) -> u16 {
        self.masks[usize::from(cell & 127)]
    }

    /// Keeps only these candidates. Fails if none is left.
    #[inline(always)]
    pub(crate) fn keep(&mut self, cell: u8, digits: u16) -> Option<()> {
        let place = usize::from(cell & 127);
        let (old, new) = (self.masks[place], self.masks[place] & digits);
        if new != old {
            if new == 0 {
                return None;
            }
            self.masks[place] = new;
            self.queue.changed |= 1 << cell;
        }
        Some(())
    }

    /// Keeps only these candidates in each of the cells.
    #[inline(always)]
    pub(crate) fn keep_all(&mut self, cells: &[u8], digits: u16) -> Option<()> {
        cells.iter().try_for_each(|&cell| self.keep(cell, digits))
    }

    /// Returns the union of the candidates.
    #[inline(always)]
    pub(crate) fn union(&self, cells: &[u8]) -> u16 {
        cells.iter().fold(0, |union, &cell| union | self.get(cell))
    }
}

/// Returns true if the set has at most one digit.
#[inline(always)]
pub(crate) const fn is_single(mask: u16) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

/// Returns the smallest digit of a set that is not empty.
#[inline(always)]
pub(crate) const fn lowest(mask: u16) -> i32 {
    mask.trailing_zeros() as i32 + 1
}

/// Returns the largest digit of a set that is not empty.
#[inline(always)]
pub(crate) const fn highest(mask: u16) -> i32 {
    16 - mask.leading_zeros() as i32
}

/// Returns the numbers of the bits, in ascending order.
#[inline(always)]
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}
