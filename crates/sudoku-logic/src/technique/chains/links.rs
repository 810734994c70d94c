//! The links of a board's candidates, and where they lead.

use super::distances::Distances;
use super::reaches::Reaches;
use super::{CANDIDATES, KINDS, Node, NodeSet, candidate, cause, cell_and_digit, is_on, opposite};
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};

/// Which links a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// Those within a digit.
    Digits,
    /// Weak ones of both kinds, and strong ones within a cell.
    Cells,
    /// All.
    Both,
}

/// The links of each candidate of a board: whom it turns off, and whom it turns on.
///
/// A search for chains asks first where a candidate leads at all, because most lead nowhere: so
/// there are the sets of all candidates that are on, and of all that are off, if one is on.
pub(crate) struct Graph {
    /// The board.
    sets: [u16; 81],
    turns_off: Vec<(Node, u8)>,
    turns_on: Vec<(Node, u8)>,
    /// Of each candidate of the board where its links begin, where those after the links within
    /// its cell begin, and where they end.
    off_ranges: [[u16; 3]; CANDIDATES],
    on_ranges: [[u16; 3]; CANDIDATES],
    /// Which two of these bound the links that are followed: of whom it turns off and turns on.
    off_bounds: [usize; 2],
    on_bounds: [usize; 2],
    /// The candidates of the board, and of each its number among them.
    candidates: Vec<Node>,
    numbers: [u16; CANDIDATES],
    /// Where candidates lead by the links within digits or within cells, and by both.
    by_some: Reaches,
    by_both: Reaches,
    /// How far they lead by the links that are followed, if that was asked for.
    distances: Distances,
    is_measured: bool,
    /// The candidates whose distances are measured, and of each its number among them.
    measured: Vec<Node>,
    places: [u16; CANDIDATES],
    /// The digits of which it is known what turns off what.
    knows_against: u16,
    /// Which links are followed now.
    links: Links,
    /// Whether it is known where candidates lead by both; and by which of the others it is, if
    /// these are not both.
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
        // The candidates that turn something on when they are off: no other is worth a link.
        let mut live_sets = [0; 81];
        let mut live_cells: [Cells; 9] = [0; 9];
        for at in 0..81 {
            for value in bits(state.sets[at]) {
                let own = candidate(at, value);
                self.numbers[usize::from(own)] = self.candidates.len() as u16;
                self.candidates.push(own);
                if self.add_on(state, at, value) {
                    live_sets[at] |= 1 << value;
                    live_cells[value] |= 1 << at;
                }
            }
        }
        for index in 0..self.candidates.len() {
            let (at, value) = cell_and_digit(self.candidates[index]);
            self.add_off(live_sets[at], live_cells[value], at, value);
        }
    }

    /// Notes what the candidate turns on when it is off, and says whether that is anything.
    fn add_on(&mut self, state: &State, at: usize, value: usize) -> bool {
        let start = self.turns_on.len();
        let others = state.sets[at] & !(1 << value);
        if others.is_power_of_two() {
            let other = others.trailing_zeros() as usize;
            self.turns_on.push((candidate(at, other), cause::CELL));
        }
        let middle = self.turns_on.len();
        for kind in KINDS {
            let (index, own) = IN_HOUSES[at][kind];
            let places = state.places[value][usize::from(index)] & !(1 << own);
            if places.is_power_of_two() {
                let place = places.trailing_zeros() as usize;
                let other = usize::from(HOUSE_CELLS[usize::from(index)][place]);
                self.turns_on.push((candidate(other, value), kind as u8));
            }
        }
        let range = [start, middle, self.turns_on.len()].map(|end| end as u16);
        self.on_ranges[usize::from(candidate(at, value))] = range;
        self.turns_on.len() > start
    }

    /// Notes what the candidate turns off when it is on, of those that are worth it.
    fn add_off(&mut self, live_set: u16, live_cells: Cells, at: usize, value: usize) {
        let off = |at, value| candidate(at, value) + CANDIDATES as Node;
        let start = self.turns_off.len();
        let others = bits(live_set & !(1 << value));
        self.turns_off.extend(others.map(|other| (off(at, other), cause::CELL)));
        let middle = self.turns_off.len();
        let mut rest = live_cells & PEERS[at];
        for kind in KINDS {
            let within = HOUSE_SETS[usize::from(IN_HOUSES[at][kind].0)];
            let others = cells_of(rest & within);
            self.turns_off.extend(others.map(|other| (off(other, value), kind as u8)));
            rest &= !within;
        }
        let range = [start, middle, self.turns_off.len()].map(|end| end as u16);
        self.off_ranges[usize::from(candidate(at, value))] = range;
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

    /// Follows only these links of candidates of these digits from now on, and knows how far they
    /// lead: as far as [`Self::shortest_chains`] and [`Self::measure_to`] look.
    ///
    /// With [`Links::Cells`] they go through the cells of `ring_pairs` only.
    pub(super) fn measure(&mut self, state: &State, links: Links, values: u16, ring_pairs: Cells) {
        self.follow(links);
        let mut distances = std::mem::take(&mut self.distances);
        if self.knows_against != values {
            self.knows_against = values;
            let is_of_them = |own: &Node| values >> cell_and_digit(*own).1 & 1 == 1;
            self.measured.clear();
            self.measured.extend(self.candidates.iter().copied().filter(is_of_them));
            for (number, &own) in (0..).zip(&self.measured) {
                self.places[usize::from(own)] = number;
            }
            distances.begin(self.measured.len());
            for (number, &own) in (0..).zip(&self.measured) {
                let (at, value) = cell_and_digit(own);
                for other in bits(state.sets[at] & values & !(1 << value)) {
                    let other = candidate(at, other);
                    distances.add_against(number, self.places[usize::from(other)]);
                }
                for other in cells_of(state.cells[value] & PEERS[at]) {
                    let other = candidate(other, value);
                    distances.add_against(number, self.places[usize::from(other)]);
                }
            }
        }
        distances.start();
        for &own in &self.measured {
            let (at, value) = cell_and_digit(own);
            if links == Links::Cells {
                let partner = |at: usize| {
                    let other = state.sets[at] & !(1 << value);
                    self.places[usize::from(candidate(at, other.trailing_zeros() as usize))]
                };
                distances.next(cells_of(state.cells[value] & PEERS[at] & ring_pairs).map(partner));
            } else {
                let ons = self.of(own).iter().flat_map(|&(off, _)| self.of(off));
                distances.next(ons.map(|&(on, _)| self.places[usize::from(on)]));
            }
        }
        self.distances = distances;
        self.is_measured = true;
    }

    /// The candidates that turn themselves off within so many links.
    pub(super) fn refuted_within(&self, links: u16) -> Vec<Node> {
        let turns_off = |own: &Node| self.leads(*own, opposite(*own), links);
        self.measured.iter().copied().filter(turns_off).collect()
    }

    /// The candidates that may be on a ring of so many links that takes something away: what it
    /// takes leads to all of the ring's nodes, and they lead to its end. None if all may be.
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

    /// Measures up to so many steps of two links.
    pub(super) fn measure_to(&mut self, steps: usize) {
        while self.distances.steps() < steps && self.distances.grow() {}
    }

    /// From which nodes the shortest chains lead to their opposites, and in how many steps of two
    /// links but for the first or the last two; none if there are none with so many steps.
    pub(super) fn shortest_chains(&mut self, most: usize) -> Option<(usize, NodeSet)> {
        for steps in 1..=most {
            if !self.distances.grow() {
                return None;
            }
            let mut starts = NodeSet::EMPTY;
            // Others lead no farther than they did when this was asked the last time.
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

    /// Follows only these links of the board that was read from now on.
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
            let (at, value) = cell_and_digit(own);
            let mut next = reaches.next();
            for &(off, _) in self.of(own) {
                for &(on, _) in self.of(off) {
                    next.turns_on(self.numbers[usize::from(on)]);
                }
            }
            if links != Links::Digits {
                for other in bits(state.sets[at] & !(1 << value)) {
                    next.turns_off(self.numbers[usize::from(candidate(at, other))]);
                }
            }
            for other in cells_of(state.cells[value] & PEERS[at]) {
                next.turns_off(self.numbers[usize::from(candidate(other, value))]);
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

    /// Whether the candidate being on leads to the node: within so many links, if the links were
    /// measured.
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

    /// Whether the one candidate (cell and digit) being on leads to the other being off.
    pub(crate) fn turns_off(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let number = |(at, value)| self.numbers[usize::from(candidate(at, value))];
        self.reaches().leads(number(one), number(other), false)
    }

    /// Whether the candidate being on leads to another one being on that leads back to it.
    /// That is not known of links that were only measured.
    pub(super) fn may_be_on_ring(&self, on: Node) -> bool {
        self.is_measured || self.reaches().is_on_ring(self.numbers[usize::from(on)])
    }

    /// Of each digit the cells whose candidate turns itself off.
    pub(crate) fn refuted(&self) -> [Cells; 9] {
        let mut refuted = [0; 9];
        for (number, &own) in (0..).zip(&self.candidates) {
            if self.reaches().leads(number, number, false) {
                let (at, value) = cell_and_digit(own);
                refuted[value] |= 1 << at;
            }
        }
        refuted
    }

    /// Whether anything follows from each of the candidates being on.
    pub(super) fn is_anything_common(&self, starts: &[Node]) -> bool {
        self.reaches().is_anything_common(starts.iter().map(|&on| self.numbers[usize::from(on)]))
    }

    /// What the node implies at once.
    pub(super) fn of(&self, node: Node) -> &[(Node, u8)] {
        let (list, range, bounds) = if is_on(node) {
            (&self.turns_off, &self.off_ranges[usize::from(node)], self.off_bounds)
        } else {
            (&self.turns_on, &self.on_ranges[usize::from(node) - CANDIDATES], self.on_bounds)
        };
        &list[usize::from(range[bounds[0]])..usize::from(range[bounds[1]])]
    }
}
