//! The direct consequences of candidates and groups.

use super::{Node, Place, Source, Table, Tables, groups};
use crate::state::{HOUSE_SETS, IN_HOUSES, bits, cells_of};

impl Tables<'_> {
    /// What follows directly from each candidate.
    pub(super) fn fill(&mut self) {
        let view = self.view;
        for number in 0..self.candidates.len() {
            let (cell, digit) = self.candidates[number];
            let [on, off] = [Source::On, Source::Off].map(|source| Place { source, number });
            self.add_candidate(on, cell, digit, true);
            self.add_candidate(off, cell, digit, false);
            let others = view.state.sets[cell] & !(1 << digit);
            for other in bits(others) {
                self.add_candidate(on, cell, other, false);
                if others.is_power_of_two() {
                    self.add_candidate(off, cell, other, true);
                }
            }
            for (house, _) in IN_HOUSES[cell] {
                let places = view.state.cells[digit] & HOUSE_SETS[usize::from(house)];
                let others = places & !(1 << cell);
                for other in cells_of(others) {
                    self.add_candidate(on, other, digit, false);
                }
                if others.count_ones() == 1 {
                    self.add_candidate(off, others.trailing_zeros() as usize, digit, true);
                }
            }
        }
    }

    /// What follows directly from each group, and which groups from the candidates.
    pub(super) fn fill_groups(&mut self) {
        self.groups = groups(self.view);
        self.extended_places = vec![super::NOWHERE; 2 * self.groups.len()];
        for index in 0..self.groups.len() {
            let group = self.groups[index];
            let [on_node, off_node] = [true, false].map(|is_on| self.group_node(index, is_on));
            let on = self.add_extended(on_node);
            let off = self.add_extended(off_node);
            let seen = self.view.state.cells[group.digit] & group.peers;
            for other in cells_of(seen) {
                self.add_candidate(on, other, group.digit, false);
                let number = self.number(other, group.digit);
                self.add(Place { source: Source::On, number }, off_node, [0; 5], 0);
            }
            for house in [group.block, group.line] {
                let only = seen & HOUSE_SETS[house];
                if only.count_ones() == 1 {
                    let other = only.trailing_zeros() as usize;
                    self.add_candidate(off, other, group.digit, true);
                    let number = self.number(other, group.digit);
                    self.add(Place { source: Source::Off, number }, on_node, [0; 5], 0);
                }
            }
            self.link_groups(index, on, off);
        }
    }

    /// The other groups of its row or column and of its box.
    fn link_groups(&mut self, index: usize, on: Place, off: Place) {
        let group = self.groups[index];
        // Of the line and of the box the first other group, and how many there are.
        let mut others = [(0, 0); 2];
        for at in 0..self.groups.len() {
            let other = self.groups[at];
            if at == index || other.digit != group.digit || other.cells & group.cells != 0 {
                continue;
            }
            let is_shared = [other.line == group.line, other.block == group.block];
            for (kind, _) in is_shared.into_iter().enumerate().filter(|&(_, is)| is) {
                if others[kind].1 == 0 {
                    others[kind].0 = at;
                }
                others[kind].1 += 1;
                self.add(on, self.group_node(at, false), [0; 5], 0);
            }
        }
        for (house, (other, count)) in [group.line, group.block].into_iter().zip(others) {
            let places = self.view.state.cells[group.digit] & HOUSE_SETS[house];
            if count == 1 && places & !group.cells & !self.groups[other].cells == 0 {
                self.add(off, self.group_node(other, true), [0; 5], 0);
            }
        }
    }

    pub(super) const fn group_node(&self, index: usize, is_on: bool) -> Node {
        Node::new(self.candidates.len() + index, is_on)
    }

    /// Makes the table of a group or a set.
    pub(super) fn add_extended(&mut self, node: Node) -> Place {
        let place = Place { source: Source::Extended, number: self.extended.len() };
        let at = node.0 as usize - 2 * self.candidates.len();
        if self.extended_places.len() <= at {
            self.extended_places.resize(at + 1, super::NOWHERE);
        }
        self.extended_places[at] = place.number as u16;
        self.extended.push(Table::new());
        self.add(place, node, [0; 5], 0);
        place
    }
}
