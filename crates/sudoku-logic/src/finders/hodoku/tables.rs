//! Chains of implications: for each candidate, the consequences if it holds and if it does not.
//!
//! [`TableLinks`] holds the direct consequences on the current board: of candidates, of groups of
//! cells, and optionally of almost locked sets. A [`tree::Tree`] holds all consequences of one
//! assumption, nearest first; nice loops and chains are paths in trees. Forcing chains compare
//! several trees: the set of consequences of each is enough for that, and only the chains of the
//! chosen step are read from the trees. Nets follow singles and combine the consequences of several
//! nodes, so they have tables of their own: [`nets`].
//!
//! # How a forcing chain is found and rated
//! 1. [`TableLinks`] numbers the candidates of the board and lists their links. The links between
//!    candidates come from [`graph`](crate::graph); this module adds groups and sets.
//! 2. [`tree::Tree`] follows each candidate being on and each being off by breadth-first search. It
//!    keeps the set of all consequences, a `Reach`.
//! 3. `proofs` compares the sets. An assumption with a contradiction in its set is wrong. A
//!    conclusion is true if it is in the sets of a candidate on and off, of all candidates of a
//!    cell, or of all places of a digit in a house.
//! 4. `forcing` sorts the conclusions in HoDoKu's order: placements first, then eliminations; the
//!    shorter chains first if the conclusions are equal. Only the chains of the chosen conclusion
//!    are read from the trees.
//! 5. Each forcing chain has the same score, 500, and the level Extreme: see its row in
//!    `finders/hodoku.rs`.
//!
//! Forcing nets have tables in place of trees (`nets`, `weave`). A proof by nets counts only if it
//! branches, and its score is 700.
//!
//! The order in which nodes are found determines the chains that HoDoKu shows, so it is reproduced
//! exactly.

use super::sets::AlmostLockedSet;
use super::sink::{View, cell_list, common_peers, group};
use crate::graph::{Candidate, CandidateNumbers, HouseOrder, TransitiveClosure, excluded};
use crate::state::{BOXES, Cells, HOUSE_SETS, SetSize, digit_at};
use crate::step::ChainNode;

mod forcing;
mod kraken;
mod links;
mod loops;
mod nets;
mod path;
mod proofs;
mod tree;
mod weave;

pub(crate) use forcing::forcing;
pub(crate) use kraken::kraken;
pub(crate) use loops::nice_loops;

/// The maximum number of nodes that are followed from an assumption, and of nodes of a chain.
const ROOM: usize = 1000;

/// The order in which HoDoKu follows links within houses: row, column, box.
const HODOKU_HOUSE_ORDER: HouseOrder = [0, 1, 2];

/// A node that holds or does not hold: a candidate, a group of cells, or an almost locked set.
///
/// Candidates have the lowest numbers, then groups, then sets with a digit. The lowest bit is set
/// if the node holds. A [`Literal`](crate::graph::Literal) cannot replace it, because that has no
/// numbers for groups and sets, and a board may have thousands of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TableLiteral(u32);

impl TableLiteral {
    const fn new(thing: usize, is_on: bool) -> Self {
        Self((thing as u32) << 1 | is_on as u32)
    }

    /// Returns the number of the candidate, group, or set with its digit, without on or off.
    const fn thing(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    const fn is_on(self) -> bool {
        self.0 & 1 == 1
    }

    const fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The value after the end of a table. Nets read there, because they mix indices of tables with
    /// those of entries: see [`nets`].
    const NOTHING: Self = Self(u32::MAX - 1);
}

/// A group: the two or three places of a digit in the intersection of a line and a box.
#[derive(Clone, Copy)]
struct Group {
    digit: usize,
    cells: Cells,
    /// The row or column, and the box.
    line: usize,
    block: usize,
    /// The cells that see all of them.
    peers: Cells,
}

/// A direct consequence.
#[derive(Clone, Copy)]
struct TableLink {
    to: TableLiteral,
    /// The amount that it adds to a distance.
    penalty: u8,
}

/// The nodes that links may use besides candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Through {
    /// No other nodes.
    Candidates,
    /// Groups, and sets if the options enable them.
    Groups,
}

/// The direct consequences of each node of a board.
///
/// The candidates that an on candidate turns off are read from the state; all other links are
/// listed.
pub(crate) struct TableLinks<'a> {
    view: View<'a>,
    candidates: CandidateNumbers,
    groups: Vec<Group>,
    sets: Vec<AlmostLockedSet>,
    /// The links ordered by their first node, and the index of the first link of each node.
    links: Vec<TableLink>,
    starts: Vec<u32>,
    /// The groups and sets with consequences, in the order in which HoDoKu finds them; it
    /// identifies them by their index in this list.
    sources: Vec<TableLiteral>,
}

impl TableLinks<'_> {
    const fn node(&self, cell: usize, digit: usize, is_on: bool) -> TableLiteral {
        self.node_of(Candidate::new(cell, digit), is_on)
    }

    const fn node_of(&self, candidate: Candidate, is_on: bool) -> TableLiteral {
        TableLiteral::new(self.candidates.of(candidate) as usize, is_on)
    }

    /// Returns the cell and digit of a candidate's node.
    fn candidate(&self, node: TableLiteral) -> (usize, usize) {
        self.candidates.get(node.thing()).cell_and_digit()
    }

    /// Returns the number of nodes.
    fn node_count(&self) -> usize {
        2 * (self.candidates.len() + self.groups.len() + 9 * self.sets.len())
    }

    /// Enumerates the on nodes of all candidates, then the off nodes.
    fn assumptions(&self) -> impl Iterator<Item = TableLiteral> + use<> {
        let count = self.candidates.len();
        let all = move |is_on| (0..count).map(move |number| TableLiteral::new(number, is_on));
        all(true).chain(all(false))
    }

    /// Returns the candidates and groups that each node turns on and off, unless a tree might be
    /// truncated.
    fn closure(&self) -> Option<TransitiveClosure> {
        if !self.sets.is_empty() || self.node_count() > ROOM {
            return None;
        }
        let mut closure = TransitiveClosure::default();
        closure.reset(self.candidates.len() + self.groups.len());
        let state = self.view.state;
        for thing in 0..self.candidates.len() + self.groups.len() {
            let mut next = closure.next_vertex();
            let mut turn_off = |off: TableLiteral| {
                next.turns_off(off.thing() as u16);
                self.listed(off).iter().for_each(|link| next.turns_on(link.to.thing() as u16));
            };
            let on = TableLiteral::new(thing, true);
            if self.is_candidate(on) {
                let own = self.candidates.get(thing);
                let (cell, digit) = own.cell_and_digit();
                let others = excluded(own, state.sets[cell], state.cells[digit]);
                others.for_each(|other| turn_off(self.node_of(other, false)));
            }
            self.listed(on).iter().for_each(|link| turn_off(link.to));
        }
        closure.close();
        Some(closure)
    }

    /// Returns the listed links of a node.
    fn listed(&self, node: TableLiteral) -> &[TableLink] {
        let at = node.index();
        &self.links[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    const fn is_candidate(&self, node: TableLiteral) -> bool {
        node.thing() < self.candidates.len()
    }

    const fn is_group(&self, node: TableLiteral) -> bool {
        !self.is_candidate(node) && node.thing() < self.candidates.len() + self.groups.len()
    }

    fn group(&self, node: TableLiteral) -> &Group {
        &self.groups[node.thing() - self.candidates.len()]
    }

    /// Returns the set of a node, and its digit.
    const fn set_of(&self, node: TableLiteral) -> (usize, usize) {
        let at = node.thing() - self.candidates.len() - self.groups.len();
        (at / 9, at % 9)
    }

    /// Returns the node's only or first cell.
    fn first_cell(&self, node: TableLiteral) -> usize {
        if node == TableLiteral::NOTHING {
            0
        } else if self.is_candidate(node) {
            self.candidate(node).0
        } else {
            self.cells(node).trailing_zeros() as usize
        }
    }

    fn digit(&self, node: TableLiteral) -> usize {
        if self.is_candidate(node) {
            self.candidate(node).1
        } else if self.is_group(node) {
            self.group(node).digit
        } else {
            self.set_of(node).1
        }
    }

    /// Returns the places of the node's digit in it.
    fn cells(&self, node: TableLiteral) -> Cells {
        if self.is_candidate(node) {
            1 << self.candidate(node).0
        } else if self.is_group(node) {
            self.group(node).cells
        } else {
            let (set, digit) = self.set_of(node);
            self.sets[set].places[digit]
        }
    }

    /// Returns the cells that a chain through this node visits.
    fn body(&self, node: TableLiteral) -> Cells {
        if node == TableLiteral::NOTHING {
            1
        } else if self.is_candidate(node) || self.is_group(node) {
            self.cells(node)
        } else {
            self.sets[self.set_of(node).0].cells
        }
    }

    const fn is_set(&self, node: TableLiteral) -> bool {
        !self.is_candidate(node) && !self.is_group(node) && node.0 != TableLiteral::NOTHING.0
    }

    /// Returns the length that a node adds to a chain: one, or more if it is a set.
    fn weight(&self, node: TableLiteral) -> usize {
        if self.is_set(node) {
            1 + set_penalty(self.sets[self.set_of(node).0].cells.size())
        } else {
            1
        }
    }

    /// Converts the node to the form in which it is shown.
    fn shown(&self, node: TableLiteral) -> ChainNode {
        let set = self.is_set(node).then(|| &self.sets[self.set_of(node).0]);
        ChainNode {
            cells: cell_list(self.cells(node)),
            digit: digit_at(self.digit(node)),
            is_on: node.is_on(),
            set: set.map(|set| group(set.cells, set.set)),
        }
    }
}

/// Returns the amount that a set of this size adds to a length. In a tree the size is the number of
/// digits, in a chain the number of cells.
const fn set_penalty(size: u32) -> usize {
    match size as usize {
        0 | 1 => 0,
        2 => 1,
        size => 2 * (size - 1),
    }
}

/// Returns the groups of a state: those of rows, then those of columns.
fn groups(view: View<'_>) -> Vec<Group> {
    let mut groups = Vec::new();
    for line in 0..BOXES {
        for digit in 0..9 {
            let places = view.state.cells[digit] & HOUSE_SETS[line];
            if places.size() < 2 {
                continue;
            }
            for block in BOXES..27 {
                let cells = places & HOUSE_SETS[block];
                if cells.size() >= 2 {
                    groups.push(Group { digit, cells, line, block, peers: common_peers(cells) });
                }
            }
        }
    }
    groups
}
