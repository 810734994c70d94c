//! All that follows from one assumption, nearest first, and the way to each node.

use super::{Links, Node, ROOM};
use crate::state::{Cells, HOUSE_SETS, IN_HOUSES, PEERS, bits, cells_of};

/// Which off candidates are of interest; what does not lead on need not be followed.
pub(super) struct Filter {
    sets: [u16; 81],
    cells: [Cells; 9],
}

impl Filter {
    /// All of them.
    pub(super) fn all(links: &Links<'_>) -> Self {
        Self { sets: links.view.state.sets, cells: links.view.state.cells }
    }

    /// Those from which something follows; all if a tree might be cut off.
    pub(super) fn leading_on(links: &Links<'_>) -> Self {
        if links.node_count() > ROOM {
            return Self::all(links);
        }
        let mut filter = Self { sets: [0; 81], cells: [0; 9] };
        for number in 0..links.candidates.len() {
            let node = Node::new(number, false);
            if !links.listed(node).is_empty() {
                let (cell, digit) = links.candidate(node);
                filter.sets[cell] |= 1 << digit;
                filter.cells[digit] |= 1 << cell;
            }
        }
        filter
    }

    /// These, and all of a cell.
    pub(super) fn with_cell(&self, links: &Links<'_>, cell: usize) -> Self {
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
    pub(super) nodes: Vec<Node>,
    /// Of each node the place of the one before it.
    parents: Vec<u16>,
    distances: Vec<u16>,
    /// Of each node of the board its place, if it is there.
    places: Vec<u16>,
    reach: Reach,
}

/// Of each digit the cells that hold it, and that do not.
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
    /// Whether the way to the node is no longer than a direct link.
    pub(super) fn is_direct(&self, place: usize) -> bool {
        self.distances[place] <= 2
    }

    pub(super) const fn reach(&self) -> &Reach {
        &self.reach
    }

    pub(super) fn place(&self, node: Node) -> Option<usize> {
        let place = self.places[node.index()];
        (place != NOWHERE).then_some(usize::from(place))
    }

    /// The nodes from the assumption to the one at the place.
    pub(super) fn way(&self, place: usize) -> Vec<Node> {
        let mut way = vec![self.nodes[place]];
        let mut at = place;
        while at != 0 && way.len() < ROOM {
            at = usize::from(self.parents[at]);
            way.push(self.nodes[at]);
        }
        way.reverse();
        way
    }

    /// Follows the assumption.
    pub(super) fn follow(&mut self, links: &Links<'_>, start: Node, filter: &Filter) {
        self.nodes.clear();
        self.parents.clear();
        self.distances.clear();
        self.places.clear();
        self.places.resize(links.node_count(), NOWHERE);
        self.reach = Reach::default();
        // Among sets a longer way may turn out to be the shorter one.
        let is_even = links.sets.is_empty();
        self.put(links, start, 0, 1);
        let mut next = 0;
        while next < self.nodes.len() && (next == 0 || self.nodes.len() < ROOM) {
            let node = self.nodes[next];
            if node.is_on() && links.is_candidate(node) {
                self.turn_off(links, node, next, (filter, is_even));
            }
            for link in links.listed(node) {
                self.reach_node(links, link.to, next, link.penalty);
            }
            next += 1;
        }
    }

    /// Follows from a candidate that holds to those of its cell, row, column and box.
    fn turn_off(
        &mut self,
        links: &Links<'_>,
        node: Node,
        from: usize,
        (filter, only_new): (&Filter, bool),
    ) {
        let (cell, digit) = links.candidate(node);
        for other in bits(filter.sets[cell] & !(1 << digit)) {
            self.reach_node(links, links.node(cell, other, false), from, 0);
        }
        let mut rest = filter.cells[digit] & PEERS[cell];
        if only_new {
            rest &= !self.reach.off[digit];
        }
        for (house, _) in IN_HOUSES[cell] {
            if rest == 0 {
                return;
            }
            let within = HOUSE_SETS[usize::from(house)];
            for other in cells_of(rest & within) {
                self.reach_node(links, links.node(other, digit, false), from, 0);
            }
            rest &= !within;
        }
    }

    /// Adds a node, or a shorter way to it.
    fn reach_node(&mut self, links: &Links<'_>, node: Node, from: usize, penalty: u8) {
        let distance = self.distances[from] + if from == 0 { 1 } else { 2 } + u16::from(penalty);
        // Distances are kept in nine bits.
        let distance = distance & 0x1ff;
        let known = self.places[node.index()];
        if known == NOWHERE && self.nodes.len() < ROOM {
            self.put(links, node, from, distance);
        } else if known == NOWHERE {
            // Where there is no room, the last way is noted for the last node.
            if from != 0 {
                self.turn(self.nodes.len() - 1, from, distance);
            }
        } else {
            let place = usize::from(known);
            // Direct links stay.
            if self.parents[place] != 0 && distance < self.distances[place] {
                self.turn(place, from, distance);
            }
        }
    }

    fn turn(&mut self, place: usize, from: usize, distance: u16) {
        self.parents[place] = from as u16;
        self.distances[place] = distance;
    }

    fn put(&mut self, links: &Links<'_>, node: Node, from: usize, distance: u16) {
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
