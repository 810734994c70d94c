//! The links between a board's candidates, and the candidates that they reach.

use super::distances::Distances;
use super::reaches::Reaches;
use super::{CANDIDATES, KINDS, Node, NodeSet, candidate, cause, cell_and_digit, is_on, opposite};
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};

/// The kinds of links that a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// Links within a digit.
    Digits,
    /// Weak links of both kinds, and strong links within a cell.
    Cells,
    /// All links.
    Both,
}

/// The link graph of a board: the candidates that each candidate turns off, and those that it turns
/// on.
///
/// A search for chains first checks whether a candidate can reach its goal at all, because most
/// cannot. So the graph stores, for each candidate being on, the sets of all candidates that are
/// then on and off.
pub(crate) struct Graph {
    /// The board.
    sets: [u16; 81],
    turns_off: Vec<(Node, u8)>,
    turns_on: Vec<(Node, u8)>,
    /// For each candidate of the board, the start of its links, the end of the links within its
    /// cell, and the end of all its links.
    off_ranges: [[u16; 3]; CANDIDATES],
    on_ranges: [[u16; 3]; CANDIDATES],
    /// The indices of the two bounds for the links that are followed.
    off_bounds: [usize; 2],
    on_bounds: [usize; 2],
    /// The candidates of the board, and the index of each among them.
    candidates: Vec<Node>,
    numbers: [u16; CANDIDATES],
    /// The reachable candidates by links within digits or within cells, and by both kinds.
    by_some: Reaches,
    by_both: Reaches,
    /// The distances by the links that are followed, if they were measured.
    distances: Distances,
    is_measured: bool,
    /// The candidates whose distances are measured, and the index of each among them.
    measured: Vec<Node>,
    places: [u16; CANDIDATES],
    /// The digits whose exclusions are recorded.
    knows_against: u16,
    /// The links that are currently followed.
    links: Links,
    /// True if the reachable candidates by both kinds are known; and the other kind of links for
    /// which they are known.
    knows_both: bool,
    known: Links,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            sets: [0; 81],
            turns_off: Vec::new(),
            turns_on: Vec::new(),
            off_ranges: [[0; 3]; CANDIDATES],
            on_ranges: [[0; 3]; CANDIDATES],
            off_bounds: [0, 2],
            on_bounds: [0, 2],
            candidates: Vec::new(),
            numbers: [0; CANDIDATES],
            by_some: Reaches::default(),
            by_both: Reaches::default(),
            distances: Distances::default(),
            is_measured: false,
            measured: Vec::new(),
            places: [0; CANDIDATES],
            knows_against: 0,
            links: Links::Both,
            knows_both: false,
            known: Links::Both,
        }
    }
}

impl Graph {
    /// Reads the links of a board.
    pub(crate) fn read(&mut self, state: &State) {
        if self.sets == state.sets {
            return;
        }
        self.sets = state.sets;
        self.turns_off.clear();
        self.turns_on.clear();
        self.candidates.clear();
        self.knows_both = false;
        self.knows_against = 0;
        self.known = Links::Both;
        // Only candidates that turn something on when they are off are worth a link.
        let mut live_sets = [0; 81];
        let mut live_cells: [Cells; 9] = [0; 9];
        for cell in 0..81 {
            for digit in bits(state.sets[cell]) {
                let own = candidate(cell, digit);
                self.numbers[usize::from(own)] = self.candidates.len() as u16;
                self.candidates.push(own);
                if self.add_on(state, cell, digit) {
                    live_sets[cell] |= 1 << digit;
                    live_cells[digit] |= 1 << cell;
                }
            }
        }
        for index in 0..self.candidates.len() {
            let (cell, digit) = cell_and_digit(self.candidates[index]);
            self.add_off(live_sets[cell], live_cells[digit], cell, digit);
        }
    }

    /// Records the candidates that this one turns on when it is off. Returns true if there are any.
    fn add_on(&mut self, state: &State, cell: usize, digit: usize) -> bool {
        let start = self.turns_on.len();
        let others = state.sets[cell] & !(1 << digit);
        if others.is_power_of_two() {
            let other = others.trailing_zeros() as usize;
            self.turns_on.push((candidate(cell, other), cause::CELL));
        }
        let middle = self.turns_on.len();
        for kind in KINDS {
            let (index, own) = IN_HOUSES[cell][kind];
            let places = state.places[digit][usize::from(index)] & !(1 << own);
            if places.is_power_of_two() {
                let place = places.trailing_zeros() as usize;
                let other = usize::from(HOUSE_CELLS[usize::from(index)][place]);
                self.turns_on.push((candidate(other, digit), kind as u8));
            }
        }
        let range = [start, middle, self.turns_on.len()].map(|end| end as u16);
        self.on_ranges[usize::from(candidate(cell, digit))] = range;
        self.turns_on.len() > start
    }

    /// Records the candidates that this one turns off when it is on, if they are worth a link.
    fn add_off(&mut self, live_set: u16, live_cells: Cells, cell: usize, digit: usize) {
        let off = |cell, digit| candidate(cell, digit) + CANDIDATES as Node;
        let start = self.turns_off.len();
        let others = bits(live_set & !(1 << digit));
        self.turns_off.extend(others.map(|other| (off(cell, other), cause::CELL)));
        let middle = self.turns_off.len();
        let mut rest = live_cells & PEERS[cell];
        for kind in KINDS {
            let within = HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)];
            let others = cells_of(rest & within);
            self.turns_off.extend(others.map(|other| (off(other, digit), kind as u8)));
            rest &= !within;
        }
        let range = [start, middle, self.turns_off.len()].map(|end| end as u16);
        self.off_ranges[usize::from(candidate(cell, digit))] = range;
    }

    fn follow(&mut self, links: Links) {
        (self.off_bounds, self.on_bounds) = match links {
            Links::Digits => ([1, 2], [1, 2]),
            Links::Cells => ([0, 2], [0, 1]),
            Links::Both => ([0, 2], [0, 2]),
        };
        self.links = links;
        self.is_measured = false;
    }

    /// Switches to these links of candidates of these digits and measures their distances, as far
    /// as [`Self::shortest_chains`] and [`Self::measure_to`] need them.
    ///
    /// With [`Links::Cells`] only the cells of `ring_pairs` are used.
    pub(super) fn measure(&mut self, state: &State, links: Links, digits: u16, ring_pairs: Cells) {
        self.follow(links);
        let mut distances = std::mem::take(&mut self.distances);
        if self.knows_against != digits {
            self.knows_against = digits;
            let is_of_them = |own: &Node| digits >> cell_and_digit(*own).1 & 1 == 1;
            self.measured.clear();
            self.measured.extend(self.candidates.iter().copied().filter(is_of_them));
            for (number, &own) in (0..).zip(&self.measured) {
                self.places[usize::from(own)] = number;
            }
            distances.begin(self.measured.len());
            for (number, &own) in (0..).zip(&self.measured) {
                let (cell, digit) = cell_and_digit(own);
                for other in bits(state.sets[cell] & digits & !(1 << digit)) {
                    let other = candidate(cell, other);
                    distances.add_against(number, self.places[usize::from(other)]);
                }
                for other in cells_of(state.cells[digit] & PEERS[cell]) {
                    let other = candidate(other, digit);
                    distances.add_against(number, self.places[usize::from(other)]);
                }
            }
        }
        distances.start();
        for &own in &self.measured {
            let (cell, digit) = cell_and_digit(own);
            if links == Links::Cells {
                let partner = |cell: usize| {
                    let other = state.sets[cell] & !(1 << digit);
                    self.places[usize::from(candidate(cell, other.trailing_zeros() as usize))]
                };
                distances
                    .next(cells_of(state.cells[digit] & PEERS[cell] & ring_pairs).map(partner));
            } else {
                let ons = self.of(own).iter().flat_map(|&(off, _)| self.of(off));
                distances.next(ons.map(|&(on, _)| self.places[usize::from(on)]));
            }
        }
        self.distances = distances;
        self.is_measured = true;
    }

    /// Returns the candidates that turn themselves off within this number of links.
    pub(super) fn refuted_within(&self, links: u16) -> Vec<Node> {
        let turns_off = |own: &Node| self.leads(*own, opposite(*own), links);
        self.measured.iter().copied().filter(turns_off).collect()
    }

    /// Returns the candidates that may be on a ring of this many links that eliminates something:
    /// an eliminated candidate leads to all nodes of the ring, and they lead to its opposite.
    /// Returns `None` if all candidates may be on one.
    pub(super) fn on_rings(&self, links: u16) -> Option<NodeSet> {
        let refuted = self.refuted_within(links.saturating_add(1));
        let mut on_rings = NodeSet::EMPTY;
        if !refuted.is_empty() {
            let starts = refuted.iter().map(|&own| self.places[usize::from(own)]);
            let steps = usize::from(links) / 2;
            for number in self.distances.on_ways_to_opposites(starts, steps)? {
                on_rings.add(self.measured[number]);
            }
        }
        Some(on_rings)
    }

    /// Measures distances up to this number of steps of two links.
    pub(super) fn measure_to(&mut self, steps: usize) {
        while self.distances.steps() < steps && self.distances.grow() {}
    }

    /// Returns the nodes from which the shortest chains lead to their opposites, and the number of
    /// steps of two links, not counting the first link or the last two. Returns `None` if there are
    /// no chains with at most `most` steps.
    pub(super) fn shortest_chains(&mut self, most: usize) -> Option<(usize, NodeSet)> {
        for steps in 1..=most {
            if !self.distances.grow() {
                return None;
            }
            let mut starts = NodeSet::EMPTY;
            // The other nodes reach nothing more than at the last query.
            for (number, &own) in (0..).zip(&self.measured) {
                if self.distances.is_farther(number)
                    && self.distances.leads_against(number, number, steps)
                {
                    starts.add(own);
                }
                let off = opposite(own);
                let leads_back = |&(on, _): &(Node, u8)| {
                    let on = self.places[usize::from(on)];
                    self.distances.is_farther(on) && self.distances.leads(on, number, steps)
                };
                if self.links != Links::Cells && self.of(off).iter().any(leads_back) {
                    starts.add(off);
                }
            }
            if starts != NodeSet::EMPTY {
                return Some((steps, starts));
            }
        }
        None
    }

    /// Switches to these links of the board that was read.
    pub(crate) fn turn_to(&mut self, state: &State, links: Links) {
        self.follow(links);
        let of_both = links == Links::Both;
        if if of_both { self.knows_both } else { self.known == links } {
            return;
        }
        let slot = if of_both { &mut self.by_both } else { &mut self.by_some };
        let mut reaches = std::mem::take(slot);
        reaches.start(self.candidates.len());
        for &own in &self.candidates {
            let (cell, digit) = cell_and_digit(own);
            let mut next = reaches.next();
            for &(off, _) in self.of(own) {
                for &(on, _) in self.of(off) {
                    next.turns_on(self.numbers[usize::from(on)]);
                }
            }
            if links != Links::Digits {
                for other in bits(state.sets[cell] & !(1 << digit)) {
                    next.turns_off(self.numbers[usize::from(candidate(cell, other))]);
                }
            }
            for other in cells_of(state.cells[digit] & PEERS[cell]) {
                next.turns_off(self.numbers[usize::from(candidate(other, digit))]);
            }
        }
        reaches.close();
        if of_both {
            self.by_both = reaches;
            self.knows_both = true;
        } else {
            self.by_some = reaches;
            self.known = links;
        }
    }

    fn reaches(&self) -> &Reaches {
        if self.links == Links::Both { &self.by_both } else { &self.by_some }
    }

    /// Returns true if the candidate being on leads to the node, within this number of links if
    /// distances were measured.
    pub(super) fn leads(&self, one: Node, node: Node, links: u16) -> bool {
        let numbers = if self.is_measured { &self.places } else { &self.numbers };
        let one = numbers[usize::from(one)];
        let other = numbers[usize::from(node) % CANDIDATES];
        let steps = usize::from(links) / 2;
        match (self.is_measured, is_on(node)) {
            (false, is_on) => self.reaches().leads(one, other, is_on),
            (true, true) => self.distances.leads(one, other, steps),
            // The last link is from an on node.
            (true, false) if links == 0 => false,
            (true, false) => self.distances.leads_against(one, other, usize::from(links - 1) / 2),
        }
    }

    /// Returns true if one candidate (cell and digit) being on turns the other off.
    pub(crate) fn turns_off(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let number = |(cell, digit)| self.numbers[usize::from(candidate(cell, digit))];
        self.reaches().leads(number(one), number(other), false)
    }

    /// Returns true if the candidate being on leads to another on candidate that leads back to it.
    /// Links that were only measured give no information, so the result is then true.
    pub(super) fn may_be_on_ring(&self, on: Node) -> bool {
        self.is_measured || self.reaches().is_on_ring(self.numbers[usize::from(on)])
    }

    /// Returns the cells of each digit whose candidate turns itself off.
    pub(crate) fn refuted(&self) -> [Cells; 9] {
        let mut refuted = [0; 9];
        for (number, &own) in (0..).zip(&self.candidates) {
            if self.reaches().leads(number, number, false) {
                let (cell, digit) = cell_and_digit(own);
                refuted[digit] |= 1 << cell;
            }
        }
        refuted
    }

    /// Returns true if anything follows from each of the candidates being on.
    pub(super) fn is_anything_common(&self, starts: &[Node]) -> bool {
        self.reaches().is_anything_common(starts.iter().map(|&on| self.numbers[usize::from(on)]))
    }

    /// Returns the direct implications of the node.
    pub(super) fn of(&self, node: Node) -> &[(Node, u8)] {
        let (list, range, bounds) = if is_on(node) {
            (&self.turns_off, &self.off_ranges[usize::from(node)], self.off_bounds)
        } else {
            (&self.turns_on, &self.on_ranges[usize::from(node) - CANDIDATES], self.on_bounds)
        };
        &list[usize::from(range[bounds[0]])..usize::from(range[bounds[1]])]
    }
}
