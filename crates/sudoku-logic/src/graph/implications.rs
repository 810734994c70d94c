//! The implication graph of a board. Searches for chains query it.

use super::closure::TransitiveClosure;
use super::distances::LayeredDistances;
use super::{
    Candidate, CandidateNumbers, Cause, EXPLAINER_HOUSE_ORDER, Literal, LiteralSet, excluded,
    for_each_strong_link, for_each_weak_link,
};
use crate::state::{Cells, PEERS, State, cells_of};

/// An edge of the graph: the literal that it leads to, and the reason.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) to: Literal,
    pub(crate) cause: Cause,
}

/// The kinds of links that a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkKinds {
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
/// cannot. After [`read`](Self::read), a search chooses the links that it follows and one of two
/// ways to answer:
///
/// - After [`close_over`](Self::close_over), the graph knows, for each candidate, all candidates
///   that are on or off if it is on. [`leads`](Self::leads) ignores its limit of links.
/// - After [`start_distances`](Self::start_distances), it knows the candidates within a number of
///   hops, as far as [`shortest_chains`](Self::shortest_chains) and
///   [`measure_to`](Self::measure_to) have counted. [`leads`](Self::leads) keeps its limit. Beyond
///   the counted hops it returns true.
pub(crate) struct ImplicationGraph {
    /// The board.
    sets: [u16; 81],
    turns_off: Vec<Link>,
    turns_on: Vec<Link>,
    /// For each candidate of the board, the start of its links, the end of the links within its
    /// cell, and the end of all its links.
    off_ranges: [[u16; 3]; Candidate::COUNT],
    on_ranges: [[u16; 3]; Candidate::COUNT],
    /// The indices of the two bounds for the links that are followed.
    off_bounds: [usize; 2],
    on_bounds: [usize; 2],
    /// The candidates of the board.
    numbers: CandidateNumbers,
    /// The reachable candidates by links within digits or within cells, and by both kinds.
    by_some: TransitiveClosure,
    by_both: TransitiveClosure,
    /// The distances by the links that are followed, if they were measured.
    distances: LayeredDistances,
    is_measured: bool,
    /// The candidates whose distances are measured.
    measured: CandidateNumbers,
    /// The digits whose exclusions are recorded.
    knows_against: u16,
    /// The links that are currently followed.
    links: LinkKinds,
    /// True if the candidates that are reachable by both kinds of links are known.
    knows_both: bool,
    /// The other kinds of links for which the reachable candidates are known.
    known: LinkKinds,
}

impl Default for ImplicationGraph {
    fn default() -> Self {
        Self {
            sets: [0; 81],
            turns_off: Vec::new(),
            turns_on: Vec::new(),
            off_ranges: [[0; 3]; Candidate::COUNT],
            on_ranges: [[0; 3]; Candidate::COUNT],
            off_bounds: [0, 2],
            on_bounds: [0, 2],
            numbers: CandidateNumbers::default(),
            by_some: TransitiveClosure::default(),
            by_both: TransitiveClosure::default(),
            distances: LayeredDistances::default(),
            is_measured: false,
            measured: CandidateNumbers::default(),
            knows_against: 0,
            links: LinkKinds::Both,
            knows_both: false,
            known: LinkKinds::Both,
        }
    }
}

impl ImplicationGraph {
    /// Reads the links of a board.
    pub(crate) fn read(&mut self, state: &State) {
        if self.sets == state.sets {
            return;
        }
        self.sets = state.sets;
        self.turns_off.clear();
        self.turns_on.clear();
        self.numbers.read(state, 0x1ff);
        self.knows_both = false;
        self.knows_against = 0;
        self.known = LinkKinds::Both;
        // Only candidates that turn something on when they are off are worth a link.
        let mut live_sets = [0; 81];
        let mut live_cells: [Cells; 9] = [0; 9];
        for index in 0..self.numbers.len() {
            let own = self.numbers.get(index);
            if self.add_on(state, own) {
                let (cell, digit) = own.cell_and_digit();
                live_sets[cell] |= 1 << digit;
                live_cells[digit] |= 1 << cell;
            }
        }
        for index in 0..self.numbers.len() {
            let own = self.numbers.get(index);
            let (cell, digit) = own.cell_and_digit();
            self.add_off(live_sets[cell], live_cells[digit], own);
        }
    }

    /// Records the candidates that this one turns on when it is off. Returns true if there are any.
    fn add_on(&mut self, state: &State, own: Candidate) -> bool {
        let start = self.turns_on.len();
        let mut middle = start;
        for_each_strong_link(own, state, EXPLAINER_HOUSE_ORDER, |other, cause| {
            self.turns_on.push(Link { to: other.on(), cause });
            middle += usize::from(cause == Cause::Cell);
        });
        let range = [start, middle, self.turns_on.len()].map(|end| end as u16);
        self.on_ranges[own.index()] = range;
        self.turns_on.len() > start
    }

    /// Records the candidates that this one turns off when it is on, if they are worth a link.
    fn add_off(&mut self, live_set: u16, live_cells: Cells, own: Candidate) {
        let start = self.turns_off.len();
        for_each_weak_link(own, live_set, live_cells, EXPLAINER_HOUSE_ORDER, |other, cause| {
            self.turns_off.push(Link { to: other.off(), cause });
        });
        let in_cell = live_set & !(1 << own.cell_and_digit().1);
        let middle = start + in_cell.count_ones() as usize;
        let range = [start, middle, self.turns_off.len()].map(|end| end as u16);
        self.off_ranges[own.index()] = range;
    }

    fn follow(&mut self, links: LinkKinds) {
        (self.off_bounds, self.on_bounds) = match links {
            LinkKinds::Digits => ([1, 2], [1, 2]),
            LinkKinds::Cells => ([0, 2], [0, 1]),
            LinkKinds::Both => ([0, 2], [0, 2]),
        };
        self.links = links;
        self.is_measured = false;
    }

    /// Follows only these links, between candidates of these digits, and starts their distances
    /// with zero hops. [`Self::shortest_chains`] and [`Self::measure_to`] add hops when they need
    /// them.
    ///
    /// With [`LinkKinds::Cells`] only the cells of `ring_pairs` are used.
    pub(crate) fn start_distances(
        &mut self,
        state: &State,
        links: LinkKinds,
        digits: u16,
        ring_pairs: Cells,
    ) {
        self.follow(links);
        let mut distances = std::mem::take(&mut self.distances);
        if self.knows_against != digits {
            self.knows_against = digits;
            self.measured.read(state, digits);
            distances.reset_vertices(self.measured.len());
            for (number, own) in self.measured.iter() {
                let (cell, digit) = own.cell_and_digit();
                let others = excluded(own, state.sets[cell] & digits, state.cells[digit]);
                others.for_each(|other| distances.add_against(number, self.measured.of(other)));
            }
        }
        distances.reset_layers();
        for (_, own) in self.measured.iter() {
            let (cell, digit) = own.cell_and_digit();
            if links == LinkKinds::Cells {
                let partner = |cell: usize| {
                    let other = state.sets[cell] & !(1 << digit);
                    self.measured.of(Candidate::new(cell, other.trailing_zeros() as usize))
                };
                let others = cells_of(state.cells[digit] & PEERS[cell] & ring_pairs);
                distances.push_vertex(others.map(partner));
            } else {
                let ons = self.links_from(own.on()).iter().flat_map(|off| self.links_from(off.to));
                distances.push_vertex(ons.map(|on| self.measured.of(on.to.candidate())));
            }
        }
        self.distances = distances;
        self.is_measured = true;
    }

    /// Returns the candidates that turn themselves off within this number of links.
    pub(crate) fn refuted_within(&self, links: u16) -> Vec<Candidate> {
        let is_refuted = |own: &Candidate| self.leads(own.on(), own.off(), links);
        self.measured.iter().map(|(_, own)| own).filter(is_refuted).collect()
    }

    /// Returns the candidates that may be on a ring of this many links that eliminates something.
    /// Returns `None` if all candidates may be on such a ring.
    ///
    /// If a ring eliminates candidate X, then X on leads to every node of the ring, and every node
    /// leads to X off.
    pub(crate) fn on_rings(&self, links: u16) -> Option<LiteralSet> {
        let refuted = self.refuted_within(links.saturating_add(1));
        let mut on_rings = LiteralSet::EMPTY;
        if !refuted.is_empty() {
            let starts = refuted.iter().map(|&own| self.measured.of(own));
            let hops = usize::from(links) / 2;
            for number in self.distances.on_ways_to_opposites(starts, hops)? {
                on_rings.insert(self.measured.get(number).on());
            }
        }
        Some(on_rings)
    }

    /// Counts distances up to this number of hops.
    pub(crate) fn measure_to(&mut self, hops: usize) {
        while self.distances.hops() < hops && self.distances.grow() {}
    }

    /// Returns the nodes from which the shortest chains lead to their opposites, and the number of
    /// hops of such a chain. Returns `None` if there are no chains with at most `most` hops.
    ///
    /// A chain has `2 × hops + 1` links. The link that is not part of a hop is the last one of a
    /// chain that starts on, and the first one of a chain that starts off.
    pub(crate) fn shortest_chains(&mut self, most: usize) -> Option<(usize, LiteralSet)> {
        for hops in 1..=most {
            if !self.distances.grow() {
                return None;
            }
            let mut starts = LiteralSet::EMPTY;
            // The other nodes reach nothing more than at the last query.
            for (number, own) in self.measured.iter() {
                if self.distances.is_farther(number)
                    && self.distances.leads_against(number, number, hops)
                {
                    starts.insert(own.on());
                }
                let off = own.off();
                let leads_back = |on: &Link| {
                    let on = self.measured.of(on.to.candidate());
                    self.distances.is_farther(on) && self.distances.leads(on, number, hops)
                };
                if self.links != LinkKinds::Cells && self.links_from(off).iter().any(leads_back) {
                    starts.insert(off);
                }
            }
            if starts != LiteralSet::EMPTY {
                return Some((hops, starts));
            }
        }
        None
    }

    /// Follows only these links of the board that was read, and computes their transitive closure.
    pub(crate) fn close_over(&mut self, state: &State, links: LinkKinds) {
        self.follow(links);
        let of_both = links == LinkKinds::Both;
        if if of_both { self.knows_both } else { self.known == links } {
            return;
        }
        let slot = if of_both { &mut self.by_both } else { &mut self.by_some };
        let mut closure = std::mem::take(slot);
        closure.reset(self.numbers.len());
        for (_, own) in self.numbers.iter() {
            let (cell, digit) = own.cell_and_digit();
            let mut next = closure.next_vertex();
            for off in self.links_from(own.on()) {
                for on in self.links_from(off.to) {
                    next.turns_on(self.numbers.of(on.to.candidate()));
                }
            }
            let set = if links == LinkKinds::Digits { 0 } else { state.sets[cell] };
            let others = excluded(own, set, state.cells[digit]);
            others.for_each(|other| next.turns_off(self.numbers.of(other)));
        }
        closure.close();
        if of_both {
            self.by_both = closure;
            self.knows_both = true;
        } else {
            self.by_some = closure;
            self.known = links;
        }
    }

    fn closure(&self) -> &TransitiveClosure {
        if self.links == LinkKinds::Both { &self.by_both } else { &self.by_some }
    }

    /// Returns true if the on literal leads to the other. The limit of links counts only after
    /// [`Self::start_distances`].
    pub(crate) fn leads(&self, on: Literal, to: Literal, links: u16) -> bool {
        let numbers = if self.is_measured { &self.measured } else { &self.numbers };
        let [one, other] = [on, to].map(|literal| numbers.of(literal.candidate()));
        let hops = usize::from(links) / 2;
        match (self.is_measured, to.is_on()) {
            (false, is_on) => self.closure().leads(one, other, is_on),
            (true, true) => self.distances.leads(one, other, hops),
            // The last link is from an on node.
            (true, false) if links == 0 => false,
            (true, false) => self.distances.leads_against(one, other, usize::from(links - 1) / 2),
        }
    }

    /// Returns true if one candidate (cell and digit) being on leads to the other being off.
    pub(crate) fn leads_to_off(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let number = |(cell, digit)| self.numbers.of(Candidate::new(cell, digit));
        self.closure().leads(number(one), number(other), false)
    }

    /// Returns true if the candidate being on leads to another on candidate that leads back to it.
    /// Distances give no information about this, so the result is then true.
    pub(crate) fn may_be_on_ring(&self, on: Literal) -> bool {
        self.is_measured || self.closure().is_on_cycle(self.numbers.of(on.candidate()))
    }

    /// Returns the cells of each digit whose candidate turns itself off.
    pub(crate) fn refuted(&self) -> [Cells; 9] {
        self.numbers.refuted(self.closure())
    }

    /// Returns true if anything follows from each of the candidates being on.
    pub(crate) fn is_anything_common(&self, starts: &[Literal]) -> bool {
        self.closure().is_anything_common(starts.iter().map(|&on| self.numbers.of(on.candidate())))
    }

    /// Returns the links that start from the literal.
    pub(crate) fn links_from(&self, literal: Literal) -> &[Link] {
        let candidate = literal.candidate().index();
        let (list, range, bounds) = if literal.is_on() {
            (&self.turns_off, &self.off_ranges[candidate], self.off_bounds)
        } else {
            (&self.turns_on, &self.on_ranges[candidate], self.on_bounds)
        };
        &list[usize::from(range[bounds[0]])..usize::from(range[bounds[1]])]
    }
}
