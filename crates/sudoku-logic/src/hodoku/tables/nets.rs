//! Nets: tables that singles are followed through, and nodes that follow from several others.

use super::{Back, Node, Place, Source, Tables};
use crate::state::{Cells, HOUSE_SETS, IN_HOUSES, PEERS, bits, cells_of};
use crate::track::Track;

/// How often the singles that an assumption leaves are looked for.
const LOOKS: usize = 4;

impl Tables<'_> {
    /// What follows from each candidate by placing singles, a few times over.
    pub(super) fn fill_nets(&mut self, track: &Track) {
        for number in 0..self.candidates.len() {
            let (cell, digit) = self.candidates[number];
            let mut board = *track;
            let on = Place { source: Source::On, number };
            self.place_cell(on, &mut board, (cell, digit), None);
            self.follow_singles(on, &mut board);
            let mut board = *track;
            let off = Place { source: Source::Off, number };
            board.remove(cell, digit);
            self.add_candidate(off, cell, digit, false);
            if board.sets[cell].is_power_of_two() {
                let only = board.sets[cell].trailing_zeros() as usize;
                self.place_cell(off, &mut board, (cell, only), None);
            }
            self.follow_singles(off, &mut board);
        }
    }

    fn follow_singles(&mut self, place: Place, board: &mut Track) {
        for _ in 0..LOOKS {
            let is_blank = |&(cell, _): &(usize, usize)| board.values[cell] == 0;
            let mut singles: Vec<(usize, usize, bool)> = board
                .naked
                .iter()
                .filter(is_blank)
                .map(|(cell, digit)| (cell, digit, true))
                .collect();
            let mut seen: Cells = 0;
            for (cell, digit) in board.hidden.iter().filter(is_blank) {
                if seen >> cell & 1 == 0 && board.hidden_house(cell, digit).is_some() {
                    seen |= 1 << cell;
                    singles.push((cell, digit, false));
                }
            }
            for (cell, digit, is_naked) in singles {
                self.place_cell(place, board, (cell, digit), Some(is_naked));
            }
        }
    }

    /// Places a digit: `single` says whether it is the cell's only one, or the house's.
    fn place_cell(
        &mut self,
        place: Place,
        board: &mut Track,
        (cell, digit): (usize, usize),
        single: Option<bool>,
    ) {
        if board.values[cell] != 0 {
            return;
        }
        let state = self.view.state;
        let losers = state.cells[digit] & PEERS[cell];
        let left = board.sets[cell];
        let mut house: Option<Cells> = None;
        if single == Some(false) {
            for (index, _) in IN_HOUSES[cell] {
                let index = usize::from(index);
                let others = state.cells[digit] & HOUSE_SETS[index] & !(1 << cell);
                let is_new = house.is_none_or(|best| others.count_ones() < best.count_ones());
                if board.counts[index][digit] <= 1
                    && others & !self[place].off[digit] == 0
                    && is_new
                {
                    house = Some(others);
                }
            }
        }
        board.place(cell, digit);
        let entry = self[place].len() as u16;
        let mut from = [0; 5];
        if single.is_some() {
            // Where no house says why, the cell does.
            let causes: Vec<Node> = match house {
                Some(others) => {
                    cells_of(others).map(|other| self.node(other, digit, false)).collect()
                }
                None => bits(state.sets[cell] & !(1 << digit))
                    .map(|other| self.node(cell, other, false))
                    .collect(),
            };
            for (slot, cause) in from.iter_mut().zip(causes) {
                *slot = self[place].entry(cause) as u16;
            }
        }
        self.add(place, self.node(cell, digit, true), from, 0);
        for other in cells_of(losers) {
            self.add(place, self.node(other, digit, false), [entry, 0, 0, 0, 0], 0);
        }
        for other in bits(left & !(1 << digit)) {
            self.add(place, self.node(cell, other, false), [entry, 0, 0, 0, 0], 0);
        }
    }

    /// Adds what follows from several entries together, until nothing more does.
    pub(super) fn weave_nets(&mut self) {
        let mut count = self.entry_count();
        loop {
            for place in self.candidate_places() {
                if self[place].len() > 0 {
                    self.weave(place);
                }
            }
            let new = self.entry_count();
            if new <= count {
                return;
            }
            count = new;
        }
    }

    fn weave(&mut self, place: Place) {
        let view = self.view;
        let start = self[place].len();
        for (digit, house) in (0..9).flat_map(|digit| (0..27).map(move |house| (digit, house))) {
            if view.count(house, digit) < 3 {
                continue;
            }
            let gone = self[place].off[digit] & HOUSE_SETS[house];
            if gone == 0 {
                continue;
            }
            let left = view.state.cells[digit] & HOUSE_SETS[house] & !gone;
            let new = match left.count_ones() {
                0 => gone,
                1 => left,
                _ => continue,
            };
            for cell in cells_of(new) {
                let causes = cells_of(gone & !(1 << cell));
                let causes = causes.map(|other| self.node(other, digit, false)).collect();
                self.add_joint(place, self.node(cell, digit, true), causes);
            }
        }
        for cell in (0..81).filter(|&cell| view.state.sets[cell].count_ones() >= 3) {
            let set = view.state.sets[cell];
            let is_left = |&digit: &usize| self[place].off[digit] >> cell & 1 == 0;
            let left: Vec<usize> = bits(set).filter(is_left).collect();
            let new = match left.len() {
                0 => bits(set).collect(),
                1 => left,
                _ => continue,
            };
            for digit in new {
                let causes = bits(set & !(1 << digit)).map(|other| self.node(cell, other, false));
                let causes = causes.collect();
                self.add_joint(place, self.node(cell, digit, true), causes);
            }
        }
        for index in 0..self.groups.len() {
            let group = self.groups[index];
            for (house, is_on) in [group.block, group.line]
                .into_iter()
                .flat_map(|house| [(house, true), (house, false)])
            {
                let table = &self[place];
                let known = if is_on { table.off } else { table.on }[group.digit];
                let others = view.state.cells[group.digit] & HOUSE_SETS[house] & !group.cells;
                if others.count_ones() > 1 && others & !known == 0 {
                    let causes = cells_of(others);
                    let causes = causes.map(|cell| self.node(cell, group.digit, !is_on)).collect();
                    self.add_joint(place, self.group_node(index, is_on), causes);
                }
            }
        }
        self.expand(place, start, None);
    }

    /// Adds a node that follows from several, or replaces what it follows from if that is nearer.
    fn add_joint(&mut self, place: Place, node: Node, causes: Vec<Node>) {
        let mut from = [0; 5];
        let mut distance = 0;
        let table = &self[place];
        let present = causes.into_iter().filter(|&cause| table.contains(cause));
        for (at, cause) in present.enumerate() {
            let entry = table.entry(cause);
            if let Some(slot) = from.get_mut(at) {
                *slot = entry as u16;
            }
            distance += table.distance(entry) + 1;
        }
        if !self[place].contains(node) {
            // What follows is added as holding, even if it was to be a group that does not.
            self.add(place, Node::new(node.thing(), true), from, 0);
            let last = self[place].len() - 1;
            self[place].backs[last].set_distance(distance);
            return;
        }
        let entry = self[place].entry(node);
        let back = &mut self[place].backs[entry];
        if distance >= back.distance() {
            return;
        }
        if back.is_expanded {
            // The number of the table stays among what the entry follows from.
            from = [back.from[0], from[0], from[1], from[2], from[3]];
        }
        *back = Back::new(from);
        back.set_distance(distance);
        self.expand(place, 0, Some(entry));
    }
}
