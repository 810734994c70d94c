//! The distances between candidates along links: breadth-first search from all candidates at once.
//!
//! A search for the shortest chain can skip candidates that cannot reach the goal within the links
//! that remain. Layer N holds for each candidate the set of candidates that it reaches within N
//! steps. It is the union of the sets that the neighbors of the candidate have in layer N - 1:
//!
//! ```text
//!   A ──► B ──► C ──► D        layer 0: A {A}      B {B}      C {C}
//!                              layer 1: A {A B}    B {B C}    C {C D}
//!                              layer 2: A {A B C}  B {B C D}  C {C D}
//! ```
//!
//! A candidate whose set has stopped growing adds nothing to the next layer, so it is skipped.

use super::bit_blocks::{self, Block, EMPTY, numbers};

/// The items that are on within N steps if a given item is on. A step is two links: from an on item
/// to an off one, and from that to the next item that is on.
#[derive(Default)]
pub(super) struct LayeredDistances {
    /// The end of each item's list of the items that it turns on in one step, after an initial
    /// zero.
    starts: Vec<u32>,
    next: Vec<u16>,
    /// The set of items that turn each item off, which equals the set that it turns off.
    against: Vec<Block>,
    /// For each number of steps and each item, the set of items that are on.
    layers: Vec<Vec<Block>>,
    /// For each item, true if the last layer reaches more than the layer before.
    is_new: Vec<bool>,
    /// The number of valid layers; further ones are reusable memory.
    known: usize,
    /// True if more steps reach nothing new.
    is_settled: bool,
    /// The number of blocks of one set.
    blocks: usize,
    count: usize,
}

/// The lists of items that each item turns on, and the items that reached more in the last layer.
struct Lists<'a> {
    starts: &'a [u32],
    next: &'a [u16],
    is_new: &'a [bool],
}

impl Lists<'_> {
    /// Adds to the set of each item the sets of all items that it turns on. Returns the items whose
    /// set grew.
    fn join<const BLOCKS: usize>(&self, last: &[Block], layer: &mut Vec<Block>) -> Vec<bool> {
        let (last, _) = last.as_chunks::<BLOCKS>();
        let mut is_new = Vec::with_capacity(last.len());
        for (before, bounds) in last.iter().zip(self.starts.windows(2)) {
            let mut own = *before;
            // The other items reach nothing more than at the last update.
            for &other in &self.next[bounds[0] as usize..bounds[1] as usize] {
                let other = usize::from(other);
                if self.is_new[other] {
                    let words = own.as_flattened_mut().iter_mut();
                    words.zip(last[other].as_flattened()).for_each(|(word, more)| *word |= more);
                }
            }
            is_new.push(own != *before);
            layer.extend_from_slice(&own);
        }
        is_new
    }
}

impl LayeredDistances {
    /// Resets to this many items, none of which turns off another.
    pub(super) fn begin(&mut self, count: usize) {
        self.count = count;
        self.blocks = bit_blocks::blocks_for(count);
        self.against.clear();
        self.against.resize(count * self.blocks, EMPTY);
    }

    /// Records that one item turns off the other.
    pub(super) fn add_against(&mut self, one: u16, other: u16) {
        bit_blocks::insert(&mut self.against[usize::from(one) * self.blocks..], other);
    }

    /// Clears the records of items that turn on others.
    pub(super) fn start(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.next.clear();
        self.is_settled = false;
        self.known = 0;
        self.is_new.clear();
        self.is_new.resize(self.count, true);
        let size = self.count * self.blocks;
        self.new_layer().resize(size, EMPTY);
        for number in 0..self.count as u16 {
            bit_blocks::insert(&mut self.layers[0][usize::from(number) * self.blocks..], number);
        }
    }

    /// Returns the next layer, empty.
    fn new_layer(&mut self) -> &mut Vec<Block> {
        if self.layers.len() == self.known {
            self.layers.push(Vec::new());
        }
        self.known += 1;
        let layer = &mut self.layers[self.known - 1];
        layer.clear();
        layer
    }

    /// Records the items that the next item turns on.
    pub(super) fn next(&mut self, turns_on: impl Iterator<Item = u16>) {
        // The items in the list, as a set; no board has more candidates.
        let mut seen = [0u64; 12];
        for other in turns_on {
            let place = usize::from(other) / 64;
            if seen[place] >> (other % 64) & 1 == 0 {
                seen[place] |= 1 << (other % 64);
                self.next.push(other);
            }
        }
        self.starts.push(self.next.len() as u32);
    }

    /// Adds a layer. Returns true if any item reaches more than before.
    pub(super) fn grow(&mut self) -> bool {
        if self.is_settled {
            return false;
        }
        let mut layer = std::mem::take(self.new_layer());
        let last = &self.layers[self.known - 2];
        let lists = Lists { starts: &self.starts, next: &self.next, is_new: &self.is_new };
        // A set has up to three blocks. A function for each number of blocks halves the time.
        let is_new = match self.blocks {
            1 => lists.join::<1>(last, &mut layer),
            2 => lists.join::<2>(last, &mut layer),
            _ => lists.join::<3>(last, &mut layer),
        };
        let is_farther = is_new.contains(&true);
        self.is_new = is_new;
        self.is_settled = !is_farther;
        let known = self.known - 1;
        self.layers[known] = layer;
        is_farther
    }

    /// Returns the number of known steps.
    pub(super) const fn steps(&self) -> usize {
        self.known - 1
    }

    /// Returns true if the last layer reaches more from this item than the layer before.
    pub(super) fn is_farther(&self, number: u16) -> bool {
        self.is_new[usize::from(number)]
    }

    /// Returns every item on a path from a start to an item that turns the start off. Each half of
    /// the path has at most this number of steps. Returns `None` if fewer steps are known.
    ///
    /// Links hold in both directions. So the items that lead to an item's opposite are turned off
    /// by the items that the item leads to.
    pub(super) fn on_ways_to_opposites(
        &self,
        starts: impl Iterator<Item = u16>,
        steps: usize,
    ) -> Option<Vec<usize>> {
        if self.is_beyond(steps) {
            return None;
        }
        let mut found = vec![EMPTY; self.blocks];
        let mut against: Vec<Block> = Vec::new();
        for start in starts {
            let layer = self.layer(steps, start);
            against.clear();
            against.resize(self.blocks, EMPTY);
            for other in numbers(layer) {
                for (set, more) in against.iter_mut().zip(&self.against[other * self.blocks..]) {
                    bit_blocks::add(set, more);
                }
            }
            for ((found, one), other) in found.iter_mut().zip(layer).zip(&against) {
                let both = one.iter().zip(other).map(|(one, other)| one & other);
                found.iter_mut().zip(both).for_each(|(word, more)| *word |= more);
            }
        }
        Some(numbers(&found).collect())
    }

    fn layer(&self, steps: usize, number: u16) -> &[Block] {
        let steps = steps.min(self.known - 1);
        &self.layers[steps][usize::from(number) * self.blocks..][..self.blocks]
    }

    /// Returns true if this number of steps is not known yet.
    const fn is_beyond(&self, steps: usize) -> bool {
        steps >= self.known && !self.is_settled
    }

    /// Returns true if one item leads to the other within this number of steps, as far as known.
    pub(super) fn leads(&self, one: u16, other: u16, steps: usize) -> bool {
        self.is_beyond(steps) || bit_blocks::contains(self.layer(steps, one), other)
    }

    /// Returns true if one item leads within this number of steps to an item that turns the other
    /// off, as far as known.
    pub(super) fn leads_against(&self, one: u16, other: u16, steps: usize) -> bool {
        let against = &self.against[usize::from(other) * self.blocks..][..self.blocks];
        let meets = |(set, against): (&Block, &Block)| {
            set.iter().zip(against).any(|(word, against)| word & against != 0)
        };
        self.is_beyond(steps) || self.layer(steps, one).iter().zip(against).any(meets)
    }
}
