//! The links of a board's candidates, and where they lead.

use super::{CANDIDATES, KINDS, Node, candidate, cause, cell_and_digit, is_on};
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};

/// Which links a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    Digits,
    Cells,
    Both,
}

/// The links of each candidate of a board: whom it turns off, and whom it turns on.
///
/// A search for chains asks first where a candidate leads at all, because most lead nowhere: so
/// there are the sets of all candidates that are on, and of all that are off, if one is on.
pub(super) struct Graph {
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
    /// How many quads a set of candidates takes.
    quads: usize,
    /// Where candidates lead by the links within digits or within cells, and by both.
    by_some: Reaches,
    by_both: Reaches,
    /// Which of the two holds, if it is known.
    links: Links,
    knows_both: bool,
}

/// Four words of a set of candidates, by their numbers.
type Quad = [u64; 4];

const fn has(set: &[Quad], number: u16) -> bool {
    set[number as usize / 256][number as usize / 64 % 4] >> (number % 64) & 1 == 1
}

const fn add(set: &mut [Quad], number: u16) {
    set[number as usize / 256][number as usize / 64 % 4] |= 1 << (number % 64);
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
            quads: 0,
            by_some: Reaches::default(),
            by_both: Reaches::default(),
            links: Links::Both,
            knows_both: false,
        }
    }
}

impl Graph {
    /// Reads the links of a board.
    pub(super) fn read(&mut self, state: &State) {
        if self.sets == state.sets {
            return;
        }
        self.sets = state.sets;
        self.turns_off.clear();
        self.turns_on.clear();
        self.candidates.clear();
        self.knows_both = false;
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
        self.quads = self.candidates.len().div_ceil(256);
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

    /// Follows only these links of the board that was read from now on.
    pub(super) fn turn_to(&mut self, state: &State, links: Links) {
        (self.off_bounds, self.on_bounds) = match links {
            Links::Digits => ([1, 2], [1, 2]),
            Links::Cells => ([0, 2], [0, 1]),
            Links::Both => ([0, 2], [0, 2]),
        };
        self.links = links;
        if links == Links::Both && self.knows_both {
            return;
        }
        let of_both = links == Links::Both;
        let slot = if of_both { &mut self.by_both } else { &mut self.by_some };
        let mut reaches = std::mem::take(slot);
        reaches.start(self.candidates.len(), self.quads);
        for (number, &own) in self.candidates.iter().enumerate() {
            for &(off, _) in self.of(own) {
                reaches
                    .next
                    .extend(self.of(off).iter().map(|&(on, _)| self.numbers[usize::from(on)]));
            }
            reaches.starts.push(reaches.next.len() as u32);
            let (at, value) = cell_and_digit(own);
            let (on, off) = reaches.sets_mut(number);
            add(on, number as u16);
            if links != Links::Digits {
                for other in bits(state.sets[at] & !(1 << value)) {
                    add(off, self.numbers[usize::from(candidate(at, other))]);
                }
            }
            for other in cells_of(state.cells[value] & PEERS[at]) {
                add(off, self.numbers[usize::from(candidate(other, value))]);
            }
        }
        reaches.close();
        if of_both {
            self.by_both = reaches;
            self.knows_both = true;
        } else {
            self.by_some = reaches;
        }
    }

    fn reaches(&self) -> &Reaches {
        if self.links == Links::Both { &self.by_both } else { &self.by_some }
    }

    /// Whether the candidate being on leads to the node.
    pub(super) fn leads(&self, one: Node, node: Node) -> bool {
        let candidate = usize::from(node) % CANDIDATES;
        let (on, off) = self.reaches().sets(self.numbers[usize::from(one)]);
        has(if is_on(node) { on } else { off }, self.numbers[candidate])
    }

    /// Whether the candidate being on leads to another one being on that leads back to it.
    pub(super) fn is_on_ring(&self, on: Node) -> bool {
        self.reaches().is_in_ring[usize::from(self.numbers[usize::from(on)])]
    }

    /// Whether there is a candidate that turns itself off.
    pub(super) fn refutes_any(&self) -> bool {
        (0..self.candidates.len() as u16).any(|number| has(self.reaches().sets(number).1, number))
    }

    /// Whether anything follows from each of the candidates being on.
    pub(super) fn is_anything_common(&self, starts: &[Node]) -> bool {
        let Some((&first, others)) = starts.split_first() else { return false };
        let all = |on: Node| self.reaches().all(self.numbers[usize::from(on)]);
        all(first).iter().enumerate().any(|(place, &quad)| {
            let common = others.iter().fold(quad, |mut common, &other| {
                let more = all(other)[place];
                common.iter_mut().zip(more).for_each(|(word, more)| *word &= more);
                common
            });
            common != [0; 4]
        })
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

/// Where numbers lead: of each the sets of those that are on and of those that are off.
#[derive(Default)]
struct Reaches {
    /// Where each leads at once: the ends of its part of the list, after a first zero.
    starts: Vec<u32>,
    next: Vec<u16>,
    /// Of each the two sets, one after the other.
    sets: Vec<Quad>,
    quads: usize,
    /// Whether each leads to another that leads back.
    is_in_ring: Vec<bool>,
    /// When each was come to, and the earliest that it leads to and that is not done.
    order: Vec<u16>,
    least: Vec<u16>,
    waiting: Vec<u16>,
    /// The way to where the search is, and how far the list of each was read.
    way: Vec<(u16, u32)>,
}

impl Reaches {
    const OPEN: u16 = 0;
    const DONE: u16 = u16::MAX;

    fn start(&mut self, count: usize, quads: usize) {
        self.quads = quads;
        self.starts.clear();
        self.starts.push(0);
        self.next.clear();
        self.sets.clear();
        self.sets.resize(count * quads * 2, [0; 4]);
        self.is_in_ring.clear();
        self.is_in_ring.resize(count, false);
        self.order.clear();
        self.order.resize(count, Self::OPEN);
        self.least.clear();
        self.least.resize(count, Self::OPEN);
    }

    fn all(&self, number: u16) -> &[Quad] {
        let stride = self.quads * 2;
        &self.sets[usize::from(number) * stride..][..stride]
    }

    fn sets(&self, number: u16) -> (&[Quad], &[Quad]) {
        self.all(number).split_at(self.quads)
    }

    fn sets_mut(&mut self, number: usize) -> (&mut [Quad], &mut [Quad]) {
        let stride = self.quads * 2;
        self.sets[number * stride..][..stride].split_at_mut(self.quads)
    }

    /// Adds to the sets of each those of all where it leads.
    ///
    /// Depth first: what leads to each other leads to the same (Tarjan 1972).
    fn close(&mut self) {
        let mut count = 0;
        for root in 0..self.order.len() as u16 {
            let mut coming = (self.order[usize::from(root)] == Self::OPEN).then_some(root);
            loop {
                if let Some(number) = coming.take() {
                    count += 1;
                    let index = usize::from(number);
                    (self.order[index], self.least[index]) = (count, count);
                    self.waiting.push(number);
                    self.way.push((number, self.starts[index]));
                }
                let Some((number, place)) = self.way.last_mut() else { break };
                let (number, index) = (*number, usize::from(*number));
                if *place < self.starts[index + 1] {
                    let other = self.next[*place as usize];
                    *place += 1;
                    match self.order[usize::from(other)] {
                        Self::OPEN => coming = Some(other),
                        Self::DONE => self.join(number, other),
                        order => self.least[index] = self.least[index].min(order),
                    }
                    continue;
                }
                self.way.pop();
                if self.least[index] == self.order[index] {
                    self.finish(number);
                }
                if let Some(&(before, _)) = self.way.last() {
                    self.join(before, number);
                    if self.order[index] != Self::DONE {
                        let before = usize::from(before);
                        self.least[before] = self.least[before].min(self.least[index]);
                    }
                }
            }
        }
    }

    /// All that were come to since this one lead to it and to the same.
    fn finish(&mut self, number: u16) {
        let stride = self.quads * 2;
        let own = usize::from(number) * stride;
        let mut is_in_ring = false;
        while let Some(other) = self.waiting.pop() {
            let index = usize::from(other);
            self.order[index] = Self::DONE;
            if other == number {
                self.is_in_ring[index] = is_in_ring;
                return;
            }
            is_in_ring = true;
            self.is_in_ring[index] = true;
            self.sets.copy_within(own..own + stride, index * stride);
        }
    }

    /// What the one leads to the other leads to as well.
    fn join(&mut self, other: u16, one: u16) {
        let stride = self.quads * 2;
        let (other, one) = (usize::from(other) * stride, usize::from(one) * stride);
        for place in 0..stride {
            let more = self.sets[one + place];
            let set = &mut self.sets[other + place];
            set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
        }
    }
}
