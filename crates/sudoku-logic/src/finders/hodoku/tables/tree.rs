//! The consequences of one assumption, nearest first, with the path to each node.
//!
//! ```text
//!   row 1 has 5 in c1 and c7, r1c7 {3 5}, column 7 has 5 in r1 and r6: the tree of "5r1c1 off"
//!
//!   place     0: 5r1c1 off    1: 5r1c7 on    2: 3r1c7 off    3: 5r6c7 off, ...
//!   parent    -               0              1               1
//!   distance  1               2              4               4
//!
//!   the path to 5r6c7 off: from place 3 to its parent 1 and to 0, then reversed
//!
//!   HoDoKu's distances: 1 for the assumption, 1 more for the first link, 2 more for each later one
//! ```
//!
//! It is a [breadth-first search](https://en.wikipedia.org/wiki/Breadth-first_search): a list of
//! nodes is the queue, and each node stores the place of its parent. One rule differs: an almost
//! locked set lengthens a link, so a path with more links may replace one with fewer.

use super::{HODOKU_HOUSE_ORDER, ROOM, TableLinks, TableLiteral};
use crate::graph::for_each_weak_link;
use crate::state::{Cells, bits};

/// The off candidates that are followed; candidates without consequences can be skipped.
pub(super) struct Filter {
    sets: [u16; 81],
    cells: [Cells; 9],
}

impl Filter {
    /// Makes a filter of all off candidates.
    pub(super) fn all(links: &TableLinks<'_>) -> Self {
        Self { sets: links.view.state.sets, cells: links.view.state.cells }
    }

    /// Makes a filter of the off candidates with consequences, or of all if a tree might be
    /// truncated.
    pub(super) fn leading_on(links: &TableLinks<'_>) -> Self {
        if links.node_count() > ROOM {
            return Self::all(links);
        }
        let mut filter = Self { sets: [0; 81], cells: [0; 9] };
        for number in 0..links.candidates.len() {
            let node = TableLiteral::new(number, false);
            if !links.listed(node).is_empty() {
                let (cell, digit) = links.candidate(node);
                filter.sets[cell] |= 1 << digit;
                filter.cells[digit] |= 1 << cell;
            }
        }
        filter
    }

    /// Adds all candidates of a cell to the filter.
    pub(super) fn with_cell(&self, links: &TableLinks<'_>, cell: usize) -> Self {
        let mut filter = Self { ..*self };
        filter.sets[cell] = links.view.state.sets[cell];
        for digit in bits(filter.sets[cell]) {
            filter.cells[digit] |= 1 << cell;
        }
        filter
    }
}

/// The nodes that follow from an assumption.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<TableLiteral>,
    /// The index of the predecessor of each node.
    parents: Vec<u16>,
    distances: Vec<u16>,
    /// The index of each node of the board, if it is in the tree.
    places: Vec<u16>,
    reach: Reach,
}

/// The reach of an assumption: the cells of each digit that hold it, and those that do not.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
}

impl Reach {
    pub(super) const fn of(&self, is_on: bool) -> &[Cells; 9] {
        if is_on { &self.on } else { &self.off }
    }

    pub(super) const fn of_mut(&mut self, is_on: bool) -> &mut [Cells; 9] {
        if is_on { &mut self.on } else { &mut self.off }
    }
}

const NOWHERE: u16 = u16::MAX;

impl Tree {
    /// Returns true if the path to the node is not longer than a direct link, whose end has the
    /// distance 2.
    pub(super) fn is_direct(&self, place: usize) -> bool {
        self.distances[place] <= 2
    }

    pub(super) const fn reach(&self) -> &Reach {
        &self.reach
    }

    pub(super) fn place(&self, node: TableLiteral) -> Option<usize> {
        let place = self.places[node.index()];
        (place != NOWHERE).then_some(usize::from(place))
    }

    /// Returns the nodes from the assumption to the one at the index.
    pub(super) fn way(&self, place: usize) -> Vec<TableLiteral> {
        let mut way = vec![self.nodes[place]];
        let mut at = place;
        while at != 0 && way.len() < ROOM {
            at = usize::from(self.parents[at]);
            way.push(self.nodes[at]);
        }
        way.reverse();
        way
    }

    /// Computes the tree of the assumption.
    pub(super) fn follow(&mut self, links: &TableLinks<'_>, start: TableLiteral, filter: &Filter) {
        self.nodes.clear();
        self.parents.clear();
        self.distances.clear();
        self.places.clear();
        self.places.resize(links.node_count(), NOWHERE);
        self.reach = Reach::default();
        // With sets, a path with more links may have the smaller distance. Without them, a node
        // that was reached needs no further path.
        let links_are_equal = links.sets.is_empty();
        self.put(links, start, 0, 1);
        let mut next = 0;
        while next < self.nodes.len() && (next == 0 || self.nodes.len() < ROOM) {
            let node = self.nodes[next];
            if node.is_on() && links.is_candidate(node) {
                self.turn_off(links, node, next, filter, links_are_equal);
            }
            for link in links.listed(node) {
                self.reach_node(links, link.to, next, link.penalty);
            }
            next += 1;
        }
    }

    /// Adds the candidates that an on candidate turns off in its cell, row, column and box.
    fn turn_off(
        &mut self,
        links: &TableLinks<'_>,
        node: TableLiteral,
        from: usize,
        filter: &Filter,
        links_are_equal: bool,
    ) {
        let own = links.candidates.get(node.thing());
        let (cell, digit) = own.cell_and_digit();
        let known = if links_are_equal { self.reach.off[digit] } else { 0 };
        let cells = filter.cells[digit] & !known;
        for_each_weak_link(own, filter.sets[cell], cells, HODOKU_HOUSE_ORDER, |other, _| {
            self.reach_node(links, links.node_of(other, false), from, 0);
        });
    }

    /// Adds a node, or a shorter path to it.
    fn reach_node(&mut self, links: &TableLinks<'_>, node: TableLiteral, from: usize, penalty: u8) {
        // HoDoKu counts 2 for each link after the first.
        let distance = self.distances[from] + if from == 0 { 1 } else { 2 } + u16::from(penalty);
        // Distances have nine bits.
        let distance = distance & 0x1ff;
        let known = self.places[node.index()];
        if known == NOWHERE && self.nodes.len() < ROOM {
            self.put(links, node, from, distance);
        } else if known == NOWHERE {
            // HoDoKu overwrites the last node of a full tree; so do we.
            if from != 0 {
                self.turn(self.nodes.len() - 1, from, distance);
            }
        } else {
            let place = usize::from(known);
            // Direct links are never replaced.
            if self.parents[place] != 0 && distance < self.distances[place] {
                self.turn(place, from, distance);
            }
        }
    }

    fn turn(&mut self, place: usize, from: usize, distance: u16) {
        self.parents[place] = from as u16;
        self.distances[place] = distance;
    }

    fn put(&mut self, links: &TableLinks<'_>, node: TableLiteral, from: usize, distance: u16) {
        if links.is_candidate(node) {
            let (cell, digit) = links.candidate(node);
            self.reach.of_mut(node.is_on())[digit] |= 1 << cell;
        }
        self.places[node.index()] = self.nodes.len() as u16;
        self.nodes.push(node);
        self.parents.push(from as u16);
        self.distances.push(distance);
    }
}
