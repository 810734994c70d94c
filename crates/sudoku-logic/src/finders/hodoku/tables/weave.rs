//! The combination step of nets: adds the joint consequences of several entries of a table until
//! there are no more.
//!
//! ```text
//!   r1c1 {1 2 3}: the table of A has 1r1c1 off and 2r1c1 off, so A on leads to 3r1c1 on
//! ```
//!
//! Candidates that have not changed since the last round lead to no other candidate, so they are
//! skipped. Two cases have no such rule. In a full table, HoDoKu changes the last entry. A group
//! may have several entries, of which the last counts.

use std::ops::ControlFlow;

use super::TableLiteral;
use super::nets::{Net, Table};
use crate::finders::hodoku::sink::ALL_CELLS;
use crate::state::{Cells, HOUSE_SETS, SetSize, bits, cells_of};

/// The sets of entries that lead to another entry together. They are the same for all tables of a
/// board.
struct Joints {
    /// For each digit, its places in the houses with three places or more.
    houses: [Vec<Cells>; 9],
    /// The cells with three candidates or more, and the candidates.
    cells: Vec<(usize, u16)>,
    /// Each group with its digit and the other places of its house, two or more.
    groups: Vec<(usize, usize, Cells)>,
}

impl Net<'_> {
    /// Combines entries in all tables; breaks if the search must stop.
    pub(super) fn weave(&mut self) -> ControlFlow<()> {
        let mut count = self.entry_count();
        let joints = self.joints();
        // A table that a round does not change is final, because no other round writes to it.
        let mut is_settled = vec![false; self.tables.len()];
        loop {
            for assumption in self.links.assumptions() {
                self.links.view.poll()?;
                let is_settled = &mut is_settled[assumption.index()];
                if !*is_settled {
                    *is_settled = !self.weave_table(assumption, &joints);
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
        self.tables.iter().map(Table::len).sum()
    }

    fn joints(&self) -> Joints {
        let state = self.links.view.state;
        let houses = std::array::from_fn(|digit| {
            let places = HOUSE_SETS.iter().map(|house| state.cells[digit] & house);
            places.filter(|places| places.size() >= 3).collect()
        });
        let cells = (0..81).map(|cell| (cell, state.sets[cell]));
        let groups = self.links.groups.iter().enumerate().flat_map(|(index, group)| {
            let places = state.cells[group.digit] & !group.cells;
            [group.block, group.line].map(|house| (index, group.digit, places & HOUSE_SETS[house]))
        });
        Joints {
            houses,
            cells: cells.filter(|(_, set)| set.size() >= 3).collect(),
            groups: groups.filter(|(.., others)| others.size() >= 2).collect(),
        }
    }

    /// Combines entries of one table. Returns true if anything in it has changed.
    fn weave_table(&mut self, assumption: TableLiteral, joints: &Joints) -> bool {
        let links = self.links;
        let at = assumption.index();
        let start = self.tables[at].len();
        let before = std::mem::take(&mut self.tables[at].changed);
        let is_new = |table: &Table, digit: usize, cells: Cells| {
            (before[digit] | table.changed[digit]) & cells != 0 || table.is_full()
        };
        let mut has_changed = false;
        for (digit, houses) in joints.houses.iter().enumerate() {
            if !is_new(&self.tables[at], digit, ALL_CELLS) {
                continue;
            }
            for &places in houses {
                let off = self.tables[at].reach.off[digit];
                let left = places & !off;
                if left & left.wrapping_sub(1) != 0 || !is_new(&self.tables[at], digit, places) {
                    continue;
                }
                // If no place is left, the assumption is wrong. HoDoKu then adds each of the
                // places.
                let gone = places & off;
                let new = if left == 0 { gone } else { left };
                for cell in cells_of(new) {
                    let causes = cells_of(gone & !(1 << cell));
                    let causes = causes.map(|other| links.node(other, digit, false));
                    has_changed |=
                        self.add_joint(assumption, links.node(cell, digit, true), causes);
                }
            }
        }
        let all_new =
            |table: &Table| (0..9).fold(0, |all, digit| all | before[digit] | table.changed[digit]);
        let mut new_cells = all_new(&self.tables[at]);
        for &(cell, set) in &joints.cells {
            let table = &self.tables[at];
            if new_cells >> cell & 1 == 0 && !table.is_full() {
                continue;
            }
            let left = bits(set).filter(|&digit| table.reach.off[digit] >> cell & 1 == 0);
            let left = left.fold(0, |left: u16, digit| left | 1 << digit);
            let new = match left.size() {
                0 => set,
                1 => left,
                _ => continue,
            };
            for digit in bits(new) {
                let causes = bits(set & !(1 << digit));
                let causes = causes.map(|other| links.node(cell, other, false));
                if self.add_joint(assumption, links.node(cell, digit, true), causes) {
                    has_changed = true;
                    new_cells = all_new(&self.tables[at]);
                }
            }
        }
        for &(index, digit, others) in &joints.groups {
            // A group is on if all other places of its house are off. HoDoKu also tests if all of
            // them are on. They are two or more, so only a wrong assumption leads there.
            for is_on in [true, false] {
                if others & !self.tables[at].reach.of(!is_on)[digit] == 0 {
                    let node = links.group_node(index, is_on);
                    let causes = cells_of(others).map(|cell| links.node(cell, digit, !is_on));
                    has_changed |= self.add_joint(assumption, node, causes);
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
        table.replace(self.links, entry, from, distance);
        if !table.is_full() {
            self.expand_entry(assumption, entry);
        }
        true
    }
}
