//! The transitive closure of an implication graph: everything that each candidate leads to.
//!
//! The algorithm is Tarjan's for strongly connected components (1972). Each vertex means that one
//! candidate is on. An edge is two links, on → off → on, so the off candidates need no
//! vertices of their own. Vertices of one component lead to each other and so reach the same
//! candidates. Tarjan's algorithm finishes a component only after all components that it leads
//! to. So the set of a finished component is complete.
//!
//! ```text
//!   A ──► B ──► C ──► E   components {A}, {B, C, D}, {E}
//!         ▲     │         reached by A: A B C D E
//!         └─ D ◄┘         reached by B, C and D: B C D E
//! ```
//!
//! The depth-first search keeps its stack in a list, because a path may have hundreds of vertices.

use std::ops::Range;

use super::bit_blocks::{self, Block, EMPTY};

/// The candidates that are on and those that are off if a given candidate is on.
///
/// Vertices are numbered from 0, as the caller numbers the candidates of the board.
#[derive(Default)]
pub(crate) struct TransitiveClosure {
    /// The bounds of the lists of successors: vertex `i` has `starts[i]..starts[i + 1]`.
    starts: Vec<u32>,
    successors: Vec<u16>,
    /// For each vertex, the set of vertices that are on, followed by the set of those that are off.
    sets: Vec<Block>,
    /// The number of blocks of one set.
    blocks: usize,
    /// For each vertex, true if its component has other vertices too.
    is_on_cycle: Vec<bool>,
    /// Tarjan's index: the number of a vertex in the order of its discovery, or a state.
    index: Vec<u16>,
    /// Tarjan's lowlink: the lowest index of an unfinished vertex that is known to be reached.
    low_link: Vec<u16>,
    /// The discovered vertices whose component is not finished.
    component_stack: Vec<u16>,
    /// The stack of the depth-first search: a vertex, and its next successor in the list.
    path: Vec<(u16, u32)>,
}

/// A vertex whose links are being recorded, until this value is dropped.
pub(crate) struct VertexLinks<'a> {
    closure: &'a mut TransitiveClosure,
    vertex: u16,
}

impl VertexLinks<'_> {
    /// Records that the other candidate is on if this one is.
    pub(crate) fn turns_on(&mut self, other: u16) {
        self.closure.successors.push(other);
    }

    /// Records that the other candidate is off if this one is on.
    #[inline(always)]
    pub(crate) fn turns_off(&mut self, other: u16) {
        let (_, off) = self.closure.sets_of_mut(self.vertex);
        bit_blocks::insert(off, other);
    }
}

impl Drop for VertexLinks<'_> {
    fn drop(&mut self) {
        self.closure.starts.push(self.closure.successors.len() as u32);
    }
}

impl TransitiveClosure {
    /// The index of a vertex that was not discovered yet.
    const UNSEEN: u16 = 0;
    /// The index of a vertex of a finished component.
    const FINISHED: u16 = u16::MAX;

    /// Resets to this many vertices without links.
    pub(crate) fn reset(&mut self, count: usize) {
        self.blocks = bit_blocks::blocks_for(count);
        self.starts.clear();
        self.starts.push(0);
        self.successors.clear();
        self.sets.clear();
        self.sets.resize(count * self.blocks * 2, EMPTY);
        self.is_on_cycle.clear();
        self.is_on_cycle.resize(count, false);
        self.index.clear();
        self.index.resize(count, Self::UNSEEN);
        self.low_link.clear();
        self.low_link.resize(count, Self::UNSEEN);
    }

    /// Returns the next vertex in ascending order, to record its links. Dropping the result ends
    /// the vertex: its list of successors is then complete.
    pub(crate) fn next_vertex(&mut self) -> VertexLinks<'_> {
        let vertex = self.starts.len() as u16 - 1;
        let (on, _) = self.sets_of_mut(vertex);
        bit_blocks::insert(on, vertex);
        VertexLinks { closure: self, vertex }
    }

    /// Returns true if one candidate being on leads to the other being on, or off.
    pub(crate) fn leads(&self, one: u16, other: u16, is_on: bool) -> bool {
        let (on, off) = self.sets[self.range(one)].split_at(self.blocks);
        bit_blocks::contains(if is_on { on } else { off }, other)
    }

    /// Returns true if the candidate leads to another that leads back to it.
    pub(crate) fn is_on_cycle(&self, vertex: u16) -> bool {
        self.is_on_cycle[usize::from(vertex)]
    }

    /// Returns true if any conclusion follows from each of these.
    pub(crate) fn is_anything_common(&self, mut all: impl Iterator<Item = u16> + Clone) -> bool {
        let Some(first) = all.next() else { return false };
        self.sets[self.range(first)].iter().enumerate().any(|(place, &block)| {
            let common = all.clone().fold(block, |mut common, other| {
                let more = self.sets[self.range(other).start + place];
                common.iter_mut().zip(more).for_each(|(word, more)| *word &= more);
                common
            });
            common != EMPTY
        })
    }

    /// Returns the range of both sets of a vertex.
    fn range(&self, vertex: u16) -> Range<usize> {
        let stride = self.blocks * 2;
        let start = usize::from(vertex) * stride;
        start..start + stride
    }

    /// Returns the vertices that are on, and those that are off.
    #[inline(always)]
    fn sets_of_mut(&mut self, vertex: u16) -> (&mut [Block], &mut [Block]) {
        let range = self.range(vertex);
        self.sets[range].split_at_mut(self.blocks)
    }

    /// Adds to the sets of each vertex those of all vertices that it reaches.
    pub(crate) fn close(&mut self) {
        let mut discovered = 0;
        for root in 0..self.index.len() as u16 {
            let mut entered = (self.index[usize::from(root)] == Self::UNSEEN).then_some(root);
            loop {
                if let Some(vertex) = entered.take() {
                    discovered += 1;
                    let at = usize::from(vertex);
                    (self.index[at], self.low_link[at]) = (discovered, discovered);
                    self.component_stack.push(vertex);
                    self.path.push((vertex, self.starts[at]));
                }
                let Some((vertex, next)) = self.path.last_mut() else { break };
                let (vertex, at) = (*vertex, usize::from(*vertex));
                if *next < self.starts[at + 1] {
                    let other = self.successors[*next as usize];
                    *next += 1;
                    match self.index[usize::from(other)] {
                        Self::UNSEEN => entered = Some(other),
                        Self::FINISHED => self.add_reached(vertex, other),
                        // The other vertex is on the component stack, so both are in one
                        // component. The root of the component gets the sets of both.
                        index => self.low_link[at] = self.low_link[at].min(index),
                    }
                    continue;
                }
                self.path.pop();
                if self.low_link[at] == self.index[at] {
                    self.finish_component(vertex);
                }
                if let Some(&(before, _)) = self.path.last() {
                    self.add_reached(before, vertex);
                    if self.index[at] != Self::FINISHED {
                        let before = usize::from(before);
                        self.low_link[before] = self.low_link[before].min(self.low_link[at]);
                    }
                }
            }
        }
    }

    /// Finishes the component of this root: the vertices on the stack down to it get its sets.
    fn finish_component(&mut self, root: u16) {
        let own = self.range(root);
        let mut has_others = false;
        while let Some(vertex) = self.component_stack.pop() {
            let at = usize::from(vertex);
            self.index[at] = Self::FINISHED;
            if vertex == root {
                self.is_on_cycle[at] = has_others;
                return;
            }
            has_others = true;
            self.is_on_cycle[at] = true;
            self.sets.copy_within(own.clone(), at * own.len());
        }
    }

    /// Adds the sets of `from` to those of `to`.
    fn add_reached(&mut self, to: u16, from: u16) {
        for (to, from) in self.range(to).zip(self.range(from)) {
            let more = self.sets[from];
            bit_blocks::add(&mut self.sets[to], &more);
        }
    }
}
