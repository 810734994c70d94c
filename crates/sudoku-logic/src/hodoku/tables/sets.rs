//! Almost locked sets as nodes: without one of its digits a set holds all others.

use super::loops::set_penalty;
use super::{Node, Place, Source, Tables};
use crate::hodoku::sets::locked_sets;
use crate::state::{bits, cells_of};

impl Tables<'_> {
    /// What follows from each set that loses a digit, and which candidates and groups take it.
    pub(super) fn fill_sets(&mut self) {
        self.sets = locked_sets(self.view, true);
        for index in 0..self.sets.len() {
            let set = self.sets[index];
            for digit in bits(set.set) {
                let others = set.set & !(1 << digit);
                if set.seen[digit] != 0 && bits(others).any(|other| set.seen[other] != 0) {
                    self.fill_set(index, digit);
                }
            }
        }
    }

    fn set_node(&self, index: usize, digit: usize) -> Node {
        Node::new(self.candidates.len() + self.groups.len() + 9 * index + digit, false)
    }

    fn fill_set(&mut self, index: usize, digit: usize) {
        let set = self.sets[index];
        let view = self.view;
        let node = self.set_node(index, digit);
        let table = self.place(node).unwrap_or_else(|| self.add_extended(node));
        for cell in cells_of(set.seen[digit]) {
            let number = self.number(cell, digit);
            self.add(Place { source: Source::On, number }, node, [0; 5], 0);
        }
        for at in 0..self.groups.len() {
            let group = self.groups[at];
            let sees = (set.seen[digit] & group.cells).count_ones() >= 2;
            if group.digit == digit
                && sees
                && set.cells & group.cells == 0
                && let Some(place) = self.place(self.group_node(at, true))
            {
                self.add(place, node, [0; 5], 0);
            }
        }
        let others = set.set & !(1 << digit);
        let penalty = set_penalty(set.set.count_ones());
        for other in bits(others) {
            for cell in cells_of(set.seen[other]) {
                self.add(table, self.node(cell, other, false), [0; 5], penalty);
            }
            for at in 0..self.groups.len() {
                let group = self.groups[at];
                if group.digit == other
                    && set.seen[other] != 0
                    && group.cells & !set.seen[other] == 0
                {
                    self.add(table, self.group_node(at, false), [0; 5], penalty);
                }
            }
        }
        for at in (0..self.sets.len()).filter(|&at| at != index) {
            let next = self.sets[at];
            if next.cells & set.cells != 0 {
                continue;
            }
            for other in bits(others & next.set) {
                if next.places[other] & !set.seen[other] == 0 {
                    let next = self.set_node(at, other);
                    if self.place(next).is_none() {
                        self.add_extended(next);
                    }
                    self.add(table, next, [0; 5], penalty);
                }
            }
        }
        let around = bits(set.set).fold(0, |all, digit| all | set.seen[digit]);
        for cell in cells_of(around).filter(|&cell| view.state.sets[cell].count_ones() != 2) {
            let lost = bits(others).filter(|&other| set.seen[other] >> cell & 1 == 1);
            let left = view.state.sets[cell] & !lost.fold(0, |all, other| all | 1 << other);
            if left.is_power_of_two() {
                let only = self.node(cell, left.trailing_zeros() as usize, true);
                self.add(table, only, [0; 5], penalty + 1);
            }
        }
    }
}
