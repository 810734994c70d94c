//! The unavoidable sets that the last band has to hit.

use super::sets::{Part, disjoint, places};

/// Unavoidable sets that the clues of the first band miss: their parts in the second band and in
/// the last one.
pub(super) struct Later {
    second: Vec<Part>,
    last: Vec<Part>,
    /// For each cell of the second band, the sets that have it, 64 in a word. The words of the
    /// last sets are made when they are used.
    hit_by: [Vec<u64>; 27],
    /// The number of sets in these words.
    indexed: usize,
}

/// The maximum number of sets.
const MOST: usize = 12 * 64;

impl Later {
    pub(super) fn new() -> Self {
        let hit_by = [const { Vec::new() }; 27];
        Self { second: Vec::new(), last: Vec::new(), hit_by, indexed: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.second.clear();
        self.last.clear();
        self.indexed = 0;
    }

    /// Adds a set. Returns false if there are too many.
    pub(super) fn push(&mut self, second: Part, last: Part) -> bool {
        if self.last.len() == MOST {
            return false;
        }
        self.second.push(second);
        self.last.push(last);
        true
    }

    /// Returns a lower bound of the number of clues of the last band, for any clues of the second
    /// band.
    pub(super) fn least(&self) -> usize {
        let sets = self.second.iter().zip(&self.last);
        disjoint(sets.filter(|(second, _)| **second == 0).map(|(_, last)| *last))
    }

    /// Makes the words of the sets.
    fn index(&mut self) {
        if self.indexed == 0 {
            self.hit_by.iter_mut().for_each(Vec::clear);
        }
        for words in &mut self.hit_by {
            words.resize(self.last.len().div_ceil(64), 0);
        }
        for (number, &second) in self.second.iter().enumerate().skip(self.indexed) {
            for place in places(second) {
                self.hit_by[place][number / 64] |= 1 << (number % 64);
            }
        }
        self.indexed = self.last.len();
    }

    /// Lists the parts in the last band of the sets that these clues of the second band miss.
    /// Returns false if they cannot be hit by `left` clues.
    pub(super) fn missed(&mut self, second: Part, left: usize, missed: &mut Vec<Part>) -> bool {
        missed.clear();
        if self.indexed < self.last.len() {
            self.index();
        }
        let (mut used, mut disjoint) = (0, 0);
        for (word, lasts) in self.last.chunks(64).enumerate() {
            let hit = places(second).fold(0, |hit, place| hit | self.hit_by[place][word]);
            let mut alive = !hit & u64::MAX >> (64 - lasts.len());
            while alive != 0 {
                let last = lasts[alive.trailing_zeros() as usize];
                alive &= alive - 1;
                missed.push(last);
                if last & used == 0 {
                    used |= last;
                    disjoint += 1;
                    if disjoint > left {
                        return false;
                    }
                }
            }
        }
        true
    }
}
