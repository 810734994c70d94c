//! The combination step of nets: adds the joint consequences of several entries of a table until
//! there are no more.
//!
//! ```text
//!   r1c1 {1 2 3}: the table of A has 1r1c1 off and 2r1c1 off, so A on leads to 3r1c1 on
//! ```

use std::ops::ControlFlow;

use super::TableLiteral;
use super::nets::Net;
use crate::state::{Cells, HOUSE_SETS, SetSize, bits, cells_of};

impl Net<'_> {
    /// Combines entries in all tables; breaks if the search must stop.
    pub(super) fn weave(&mut self) -> ControlFlow<()> {
        let mut count = self.entry_count();
        let houses = self.houses();
        // A table that a round does not change is final, because no other round writes to it.
        let mut is_settled = vec![false; self.tables.len()];
        loop {
            for assumption in self.links.assumptions() {
                self.links.view.poll()?;
                let is_settled = &mut is_settled[assumption.index()];
                if !*is_settled {
                    *is_settled = !self.weave_table(assumption, &houses);
                }
            }
            let new = self.entry_count();
            if new <= count {
                return ControlFlow::Continue(());
            }
            count = new;
        }
    }

    fn entry_count(&self) -> usize {
        self.tables.iter().map(super::nets::Table::len).sum()
    }

    /// Returns the digits with three places or more in a house, and these places.
    fn houses(&self) -> Vec<(usize, Cells)> {
        let cells = &self.links.view.state.cells;
        let all = (0..9)
            .flat_map(|digit| HOUSE_SETS.iter().map(move |house| (digit, cells[digit] & house)));
        all.filter(|(_, places)| places.size() >= 3).collect()
    }

    /// Combines entries of one table. Returns true if anything in it has changed.
    fn weave_table(&mut self, assumption: TableLiteral, houses: &[(usize, Cells)]) -> bool {
        let links = self.links;
        let view = links.view;
        let at = assumption.index();
        let start = self.tables[at].len();
        let mut has_changed = false;
        for &(digit, places) in houses {
            let off = self.tables[at].reach.off[digit];
            let left = places & !off;
            if left & left.wrapping_sub(1) != 0 {
                continue;
            }
            // If no place is left, the assumption is wrong. HoDoKu then adds each of the places.
            let gone = places & off;
            let new = if left == 0 { gone } else { left };
            for cell in cells_of(new) {
                let causes = cells_of(gone & !(1 << cell));
                let causes = causes.map(|other| links.node(other, digit, false));
                has_changed |= self.add_joint(assumption, links.node(cell, digit, true), causes);
            }
        }
        for cell in (0..81).filter(|&cell| view.state.sets[cell].size() >= 3) {
            let set = view.state.sets[cell];
            let off = &self.tables[at].reach.off;
            let left = bits(set).filter(|&digit| off[digit] >> cell & 1 == 0);
            let left = left.fold(0, |left: u16, digit| left | 1 << digit);
            let new = match left.size() {
                0 => set,
                1 => left,
                _ => continue,
            };
            for digit in bits(new) {
                let causes = bits(set & !(1 << digit));
                let causes = causes.map(|other| links.node(cell, other, false));
                has_changed |= self.add_joint(assumption, links.node(cell, digit, true), causes);
            }
        }
        for (index, group) in links.groups.iter().enumerate() {
            let places = view.state.cells[group.digit] & !group.cells;
            for house in [group.block, group.line] {
                let others = places & HOUSE_SETS[house];
                if others.size() < 2 {
                    continue;
                }
                // A group is on if all other places of its house are off. HoDoKu also tests if all
                // of them are on. They are two or more, so only a wrong assumption leads there.
                for is_on in [true, false] {
                    let known = self.tables[at].reach.of(!is_on)[group.digit];
                    if others & !known == 0 {
                        let causes = cells_of(others);
                        let causes = causes.map(|cell| links.node(cell, group.digit, !is_on));
                        let node = links.group_node(index, is_on);
                        has_changed |= self.add_joint(assumption, node, causes);
                    }
                }
            }
        }
        self.expand(assumption, start);
        has_changed
    }

    /// Adds a node that follows from several, or replaces its origin if that is nearer. Returns
    /// true if it did either.
    fn add_joint(
        &mut self,
        assumption: TableLiteral,
        node: TableLiteral,
        causes: impl Iterator<Item = TableLiteral>,
    ) -> bool {
        let table = &mut self.tables[assumption.index()];
        let mut from = [0; 5];
        let mut distance = 0;
        for (at, cause) in causes.filter(|&cause| table.contains(cause)).enumerate() {
            let entry = table.entry(cause);
            if let Some(slot) = from.get_mut(at) {
                *slot = entry as u16;
            }
            distance += table.distance(entry) + 1;
        }
        if !table.contains(node) {
            // The node is added as on, even if it was meant to be a group that is off.
            if table.is_full() {
                table.set_last_distance(distance);
            } else {
                table.add(self.links, TableLiteral::new(node.thing(), true), from, distance);
            }
            return true;
        }
        let entry = table.entry(node);
        let back = table.backs[entry];
        if distance >= usize::from(back.distance) {
            return false;
        }
        if back.is_taken() {
            // HoDoKu keeps the index of the table, which counts as an entry from now on.
            from = [back.from[0], from[0], from[1], from[2], from[3]];
        }
        table.replace(entry, from, distance);
        if !table.is_full() {
            self.expand_entry(assumption, entry);
        }
        true
    }
}
