//! The unavoidable sets that the last band has to hit.

use super::sets::{Part, places};

/// Unavoidable sets that the clues of the first band miss: their parts in the second band and in
/// the last one.
pub(super) struct Later {
    last: Vec<Part>,
    /// For each cell of the second band, the sets that have it, 64 in a word.
    hit_by: [Vec<u64>; 27],
}

/// The maximum number of sets.
const MOST: usize = 12 * 64;

impl Later {
    pub(super) fn new() -> Self {
        Self { last: Vec::new(), hit_by: [const { Vec::new() }; 27] }
    }

    pub(super) fn clear(&mut self) {
        self.last.clear();
        for words in &mut self.hit_by {
            words.clear();
        }
    }

    /// Adds a set. Returns false if there are too many.
    pub(super) fn push(&mut self, second: Part, last: Part) -> bool {
        let (word, bit) = (self.last.len() / 64, self.last.len() % 64);
        if self.last.len() == MOST {
            return false;
        }
        if bit == 0 {
            for words in &mut self.hit_by {
                words.push(0);
            }
        }
        self.last.push(last);
        for place in places(second) {
            self.hit_by[place][word] |= 1 << bit;
        }
        true
    }

    /// Lists the parts in the last band of the sets that these clues of the second band miss.
    /// Returns false if they cannot be hit by `left` clues.
    pub(super) fn missed(&self, second: Part, left: usize, missed: &mut Vec<Part>) -> bool {
        missed.clear();
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
