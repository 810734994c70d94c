//! The distances between candidates along links: breadth-first search from all candidates at once.
//!
//! As in [`closure`](super::closure), each vertex means that one candidate is on. An edge is a
//! *hop*: two links, on → off → on.
//!
//! A search for the shortest chain can skip candidates that cannot reach the goal within the links
//! that remain. Layer N holds for each vertex the set of vertices that it reaches within N hops. It
//! is the union of the sets that the successors of the vertex have in layer N - 1:
//!
//! ```text
//!   A ──► B ──► C ──► D        layer 0: A {A}      B {B}      C {C}
//!                              layer 1: A {A B}    B {B C}    C {C D}
//!                              layer 2: A {A B C}  B {B C D}  C {C D}
//! ```
//!
//! A vertex whose set did not grow in the last layer adds nothing to the next, so it is skipped.

use super::bit_blocks::{self, Block, EMPTY, numbers};

/// The vertices that are on within N hops if a given vertex is on.
///
/// Vertices are numbered from 0, as the caller numbers the candidates of the board.
#[derive(Default)]
pub(super) struct LayeredDistances {
    /// The bounds of the lists of successors: vertex `i` has `starts[i]..starts[i + 1]`.
    starts: Vec<u32>,
    successors: Vec<u16>,
    /// The set of vertices that turn each vertex off, which equals the set that it turns off.
    against: Vec<Block>,
    /// For each number of hops and each vertex, the set of vertices that are on.
    layers: Vec<Vec<Block>>,
    /// For each vertex, true if the last layer reaches more than the layer before.
    is_new: Vec<bool>,
    /// The number of valid layers; further ones are reusable memory.
    known: usize,
    /// True if more hops reach nothing new.
    is_settled: bool,
    /// The number of blocks of one set.
    blocks: usize,
    count: usize,
}

/// The successors of each vertex, and the vertices that reached more in the last layer.
struct Lists<'a> {
    starts: &'a [u32],
    successors: &'a [u16],
    is_new: &'a [bool],
}

impl Lists<'_> {
    /// Adds to the set of each vertex the sets of its successors. Returns, for each vertex, true if
    /// its set grew.
    fn join<const BLOCKS: usize>(&self, last: &[Block], layer: &mut Vec<Block>) -> Vec<bool> {
        let (last, _) = last.as_chunks::<BLOCKS>();
        let mut is_new = Vec::with_capacity(last.len());
        for (before, bounds) in last.iter().zip(self.starts.windows(2)) {
            let mut own = *before;
            // Sets that did not grow in the last layer were already added.
            for &other in &self.successors[bounds[0] as usize..bounds[1] as usize] {
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
    /// Resets to this many vertices, none of which turns off another.
    pub(super) fn reset_vertices(&mut self, count: usize) {
        self.count = count;
        self.blocks = bit_blocks::blocks_for(count);
        self.against.clear();
        self.against.resize(count * self.blocks, EMPTY);
    }

    /// Records that one vertex turns off the other.
    pub(super) fn add_against(&mut self, one: u16, other: u16) {
        bit_blocks::insert(&mut self.against[usize::from(one) * self.blocks..], other);
    }

    /// Resets to layer 0: no vertex has successors. The records of vertices that turn off others
    /// stay.
    pub(super) fn reset_layers(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.successors.clear();
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

    /// Records the successors of the next vertex in ascending order.
    pub(super) fn push_vertex(&mut self, successors: impl Iterator<Item = u16>) {
        // The vertices seen so far: 768 bits are enough for 729 candidates.
        let mut seen = [0u64; 12];
        for other in successors {
            let place = usize::from(other) / 64;
            if seen[place] >> (other % 64) & 1 == 0 {
                seen[place] |= 1 << (other % 64);
                self.successors.push(other);
            }
        }
        self.starts.push(self.successors.len() as u32);
    }

    /// Adds a layer. Returns true if any vertex reaches more than before.
    pub(super) fn grow(&mut self) -> bool {
        if self.is_settled {
            return false;
        }
        let mut layer = std::mem::take(self.new_layer());
        let last = &self.layers[self.known - 2];
        let (starts, successors) = (&self.starts, &self.successors);
        let lists = Lists { starts, successors, is_new: &self.is_new };
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

    /// Returns the number of known hops.
    pub(super) const fn hops(&self) -> usize {
        self.known - 1
    }

    /// Returns true if the last layer reaches more from this vertex than the layer before.
    pub(super) fn is_farther(&self, number: u16) -> bool {
        self.is_new[usize::from(number)]
    }

    /// Returns every vertex on a path from a start to a vertex that turns the start off. Each half
    /// of the path has at most this number of hops. Returns `None` if fewer hops are known.
    ///
    /// Links hold in both directions. So the vertices that lead to the opposite of a vertex are
    /// turned off by the vertices that it leads to.
    pub(super) fn on_ways_to_opposites(
        &self,
        starts: impl Iterator<Item = u16>,
        hops: usize,
    ) -> Option<Vec<usize>> {
        if self.is_beyond(hops) {
            return None;
        }
        let mut found = vec![EMPTY; self.blocks];
        let mut against: Vec<Block> = Vec::new();
        for start in starts {
            let layer = self.layer(hops, start);
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

    fn layer(&self, hops: usize, number: u16) -> &[Block] {
        let hops = hops.min(self.known - 1);
        &self.layers[hops][usize::from(number) * self.blocks..][..self.blocks]
    }

    /// Returns true if this number of hops is not known yet.
    const fn is_beyond(&self, hops: usize) -> bool {
        hops >= self.known && !self.is_settled
    }

    /// Returns true if one vertex leads to the other within this number of hops, or if so many hops
    /// are not known yet.
    pub(super) fn leads(&self, one: u16, other: u16, hops: usize) -> bool {
        self.is_beyond(hops) || bit_blocks::contains(self.layer(hops, one), other)
    }

    /// Returns true if one vertex leads within this number of hops to a vertex that turns the other
    /// off, or if so many hops are not known yet.
    pub(super) fn leads_against(&self, one: u16, other: u16, hops: usize) -> bool {
        let against = &self.against[usize::from(other) * self.blocks..][..self.blocks];
        let meets = |(set, against): (&Block, &Block)| {
            set.iter().zip(against).any(|(word, against)| word & against != 0)
        };
        self.is_beyond(hops) || self.layer(hops, one).iter().zip(against).any(meets)
    }
}
