//! The search for links: of candidates and groups, and of almost locked sets as nodes.
//!
//! ```text
//!   candidate: row 1 has 5 in c1 and c7              5r1c1 off → 5r1c7 on
//!   group:     row 1 has 5 in c1, c2 and c7          5r1c7 off → 5r1c12 on
//!   set:       r2c12 have the digits 1 2 5 together  5r2c12 off → 1r2c12 and 2r2c12 are locked, so
//!                                                    1 and 2 are off in the cells that see both
//! ```
//!
//! An almost locked set has one digit more than cells: if it loses one digit, it holds all others.

use super::{
    Group, HODOKU_HOUSE_ORDER, TableLink, TableLinks, TableLiteral, Through, groups, set_penalty,
};
use crate::finders::hodoku::sets::almost_locked_sets;
use crate::finders::hodoku::sink::View;
use crate::graph::{CandidateNumbers, for_each_strong_link};
use crate::state::{HOUSE_SETS, SetSize, bits, cells_of};

/// The links in the order in which they are found, each with its first node.
struct LinkSearch<'a> {
    links: TableLinks<'a>,
    found: Vec<(TableLiteral, TableLink)>,
    /// For each node, true if it is among the sources.
    is_source: Vec<bool>,
}

impl<'a> TableLinks<'a> {
    pub(super) fn new(view: View<'a>, through: Through) -> Self {
        let mut candidates = CandidateNumbers::default();
        candidates.read(view.state, 0x1ff);
        let (mut groups_of, mut sets) = (Vec::new(), Vec::new());
        if through == Through::Groups {
            groups_of = groups(view);
            if view.options.sets_in_chains {
                sets = almost_locked_sets(view, true);
            }
        }
        let links = Self {
            view,
            candidates,
            groups: groups_of,
            sets,
            links: Vec::new(),
            starts: Vec::new(),
            sources: Vec::new(),
        };
        let is_source = vec![false; links.node_count()];
        let mut found = LinkSearch { links, found: Vec::with_capacity(1024), is_source };
        found.of_candidates();
        for index in 0..found.links.groups.len() {
            found.of_group(index);
        }
        for index in 0..found.links.sets.len() {
            found.of_set(index);
        }
        found.in_order()
    }

    pub(super) const fn group_node(&self, index: usize, is_on: bool) -> TableLiteral {
        TableLiteral::new(self.candidates.len() + index, is_on)
    }

    const fn set_node(&self, index: usize, digit: usize) -> TableLiteral {
        TableLiteral::new(self.candidates.len() + self.groups.len() + 9 * index + digit, false)
    }
}

impl<'a> LinkSearch<'a> {
    /// Returns the links ordered by their first node, and for each node in the order in which they
    /// were found.
    fn in_order(self) -> TableLinks<'a> {
        let Self { mut links, found, .. } = self;
        let mut starts = vec![0; links.node_count() + 1];
        for (from, _) in &found {
            starts[from.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts.clone();
        links.links = vec![TableLink { to: TableLiteral::NOTHING, penalty: 0 }; found.len()];
        for (from, link) in found {
            let end = &mut ends[from.index()];
            links.links[*end as usize] = link;
            *end += 1;
        }
        links.starts = starts;
        links
    }

    fn add(&mut self, from: TableLiteral, to: TableLiteral, penalty: usize) {
        self.found.push((from, TableLink { to, penalty: penalty as u8 }));
    }

    /// Adds the candidates that each one turns on if it is off: the last other one of its cell or
    /// of a house.
    fn of_candidates(&mut self) {
        let state = self.links.view.state;
        for number in 0..self.links.candidates.len() {
            let own = self.links.candidates.get(number);
            let node = TableLiteral::new(number, false);
            let first = self.found.len();
            for_each_strong_link(own, state, HODOKU_HOUSE_ORDER, |other, _| {
                let to = self.links.node_of(other, true);
                // Two houses may have the same last place.
                if self.found[first..].iter().all(|(_, link)| link.to != to) {
                    self.add(node, to, 0);
                }
            });
        }
    }

    /// Adds the links from a group, and those from candidates to it.
    fn of_group(&mut self, index: usize) {
        let group = self.links.groups[index];
        let [on, off] = [true, false].map(|is_on| self.links.group_node(index, is_on));
        self.note_source(on);
        self.note_source(off);
        let seen = self.links.view.state.cells[group.digit] & group.peers;
        for other in cells_of(seen) {
            self.add(on, self.links.node(other, group.digit, false), 0);
            self.add(self.links.node(other, group.digit, true), off, 0);
        }
        for house in [group.block, group.line] {
            let only = seen & HOUSE_SETS[house];
            if only.size() == 1 {
                let other = only.trailing_zeros() as usize;
                self.add(off, self.links.node(other, group.digit, true), 0);
                self.add(self.links.node(other, group.digit, false), on, 0);
            }
        }
        self.of_other_groups(index, &group);
    }

    /// Adds the links to the other groups of its row or column and of its box.
    fn of_other_groups(&mut self, index: usize, group: &Group) {
        let [on, off] = [true, false].map(|is_on| self.links.group_node(index, is_on));
        // The first other group of the line and of the box, and the number of other groups.
        let mut others = [(0, 0); 2];
        for at in 0..self.links.groups.len() {
            let other = &self.links.groups[at];
            if at == index || other.digit != group.digit || other.cells & group.cells != 0 {
                continue;
            }
            let is_shared = [other.line == group.line, other.block == group.block];
            for (kind, _) in is_shared.into_iter().enumerate().filter(|&(_, is)| is) {
                if others[kind].1 == 0 {
                    others[kind].0 = at;
                }
                others[kind].1 += 1;
                self.add(on, self.links.group_node(at, false), 0);
            }
        }
        for (house, (other, count)) in [group.line, group.block].into_iter().zip(others) {
            let places = self.links.view.state.cells[group.digit] & HOUSE_SETS[house];
            if count == 1 && places & !group.cells & !self.links.groups[other].cells == 0 {
                self.add(off, self.links.group_node(other, true), 0);
            }
        }
    }

    /// Adds the links from a set that loses a digit, and those from the candidates and groups that
    /// take the digit.
    fn of_set(&mut self, index: usize) {
        let set = self.links.sets[index];
        for digit in bits(set.set) {
            let others = set.set & !(1 << digit);
            if set.seen[digit] != 0 && bits(others).any(|other| set.seen[other] != 0) {
                self.of_set_without(index, digit);
            }
        }
    }

    fn of_set_without(&mut self, index: usize, digit: usize) {
        let set = self.links.sets[index];
        let node = self.links.set_node(index, digit);
        self.note_source(node);
        for cell in cells_of(set.seen[digit]) {
            self.add(self.links.node(cell, digit, true), node, 0);
        }
        let others = set.set & !(1 << digit);
        let penalty = set_penalty(set.set.size());
        for at in 0..self.links.groups.len() {
            let group = self.links.groups[at];
            let sees = (set.seen[digit] & group.cells).size() >= 2;
            if group.digit == digit && sees && set.cells & group.cells == 0 {
                self.add(self.links.group_node(at, true), node, 0);
            }
        }
        for other in bits(others) {
            for cell in cells_of(set.seen[other]) {
                self.add(node, self.links.node(cell, other, false), penalty);
            }
            for at in 0..self.links.groups.len() {
                let group = self.links.groups[at];
                let is_seen = set.seen[other] != 0 && group.cells & !set.seen[other] == 0;
                if group.digit == other && is_seen {
                    self.add(node, self.links.group_node(at, false), penalty);
                }
            }
        }
        for at in (0..self.links.sets.len()).filter(|&at| at != index) {
            let next = self.links.sets[at];
            if next.cells & set.cells != 0 {
                continue;
            }
            for other in bits(others & next.set) {
                if next.places[other] & !set.seen[other] == 0 {
                    let next = self.links.set_node(at, other);
                    self.note_source(next);
                    self.add(node, next, penalty);
                }
            }
        }
        let sets = &self.links.view.state.sets;
        let around = bits(set.set).fold(0, |all, digit| all | set.seen[digit]);
        for cell in cells_of(around).filter(|&cell| sets[cell].size() != 2) {
            let lost = bits(others).filter(|&other| set.seen[other] >> cell & 1 == 1);
            let left = sets[cell] & !lost.fold(0, |all, other| all | 1 << other);
            if left.is_power_of_two() {
                let only = self.links.node(cell, left.trailing_zeros() as usize, true);
                self.add(node, only, penalty + 1);
            }
        }
    }

    fn note_source(&mut self, node: TableLiteral) {
        if !std::mem::replace(&mut self.is_source[node.index()], true) {
            self.links.sources.push(node);
        }
    }
}
