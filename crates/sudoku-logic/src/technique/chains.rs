//! Chains: implications of a candidate being right or wrong.
//!
//! A candidate is *on* if its cell holds it, and *off* otherwise. An on candidate turns off the
//! others in its cell and those of its digit that it sees. An off candidate turns on the last other
//! one of its cell, or of its digit in a house. A conclusion that follows from each of several
//! assumptions, one of which holds, is true. An assumption that leads to a contradiction is false.

mod distances;
mod hint;
mod implications;
mod links;
mod multiple;
mod nested;
mod reaches;
mod space;
mod statics;

pub use multiple::{Implications, Nesting};
pub use nested::ImplicationChains;
pub use statics::CyclesAndChains;

pub(crate) use links::{Graph, Links};
pub(crate) use reaches::Reaches;
pub(crate) use space::NestedSpace;

/// A candidate that is on or off: `cell * 9 + digit`, and 729 more if it is off.
type Node = u16;

/// The number of candidates.
const CANDIDATES: usize = 729;

fn candidate(cell: usize, digit: usize) -> Node {
    (cell * 9 + digit) as Node
}

/// Returns the cell and the digit of a node.
fn cell_and_digit(node: Node) -> (usize, usize) {
    let candidate = usize::from(node) % CANDIDATES;
    (candidate / 9, candidate % 9)
}

const fn is_on(node: Node) -> bool {
    (node as usize) < CANDIDATES
}

/// Returns the opposite node: on instead of off, or the reverse.
const fn opposite(node: Node) -> Node {
    if is_on(node) { node + CANDIDATES as Node } else { node - CANDIDATES as Node }
}

/// The reasons why a node follows from another: the kinds of houses by their index, and the others.
mod cause {
    /// Smaller causes are houses, numbered as in a cell's list of houses.
    pub(super) const CELL: u8 = 3;
    /// The node is the assumption.
    pub(super) const ASSUMED: u8 = 4;
    /// Another technique.
    pub(super) const ADVANCED: u8 = 5;

    pub(super) const fn is_house(cause: u8) -> bool {
        cause < CELL
    }
}

/// The order in which links within houses are followed: box, row, column.
const KINDS: [usize; 3] = [2, 0, 1];

/// A set of nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NodeSet([u64; Self::WORDS]);

impl NodeSet {
    const WORDS: usize = 23;
    const EMPTY: Self = Self([0; Self::WORDS]);

    fn has(&self, node: Node) -> bool {
        self.0[usize::from(node) / 64] >> (node % 64) & 1 == 1
    }

    /// Adds a node. Returns true if it is new.
    fn add(&mut self, node: Node) -> bool {
        let is_new = !self.has(node);
        self.0[usize::from(node) / 64] |= 1 << (node % 64);
        is_new
    }

    /// Returns the intersection of both sets.
    fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}
