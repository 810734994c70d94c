//! Nets: the consequences of an assumption if singles are followed and several nodes are combined.
//!
//! ```text
//!   r5c5 {1 2 3}: no chain leads to it, because two candidates must go
//!
//!   4r1c5 on → 1r5c5 off ┐
//!            → ...       ├→ 3r5c5 on, the last candidate of its cell → 3r5c1 off, ...
//!            → 2r5c5 off ┘
//! ```
//!
//! A table lists the consequences of an assumption, a candidate on or off. First come those of
//! placing singles, up to a few rounds. Then come those in the tables of its nodes, and last those
//! of several of its nodes together. An entry stores the entries that it follows from, or the table
//! that it was taken from. Shorter paths replace longer ones.
//!
//! ```text
//!   the table of A on                                  the table of 5r1c7 off
//!   entry  node       from     distance  source        entry  node      from    distance
//!     7    5r1c7 off  [3, 0…]  6         NOTHING         4    5r6c7 on  [2, 0…]  3
//!    60    5r6c7 on   [65, 0…] 9         5r1c7 off
//!
//!   Entry 60 was taken from entry 4 of the other table. So its `from[0]` is not an entry: 65 is
//!   HoDoKu's index of that table, 10 × cell + digit. Its distance is 6 + 3.
//! ```
//!
//! HoDoKu stores both kinds of index in the same field and sometimes confuses them. This changes
//! its chains, so it is copied.

use std::ops::ControlFlow;

use super::tree::Reach;
use super::{ROOM, TableLinks, TableLiteral};
use crate::finders::hodoku::sink::ALL_CELLS;
use crate::state::{Cells, HOUSE_SETS, IN_HOUSES, PEERS, SetSize, bits, cells_of};
use crate::track::Track;

/// The tables of all candidates, indexed by node.
pub(super) struct Net<'a> {
    pub(super) links: &'a TableLinks<'a>,
    pub(super) tables: Vec<Table>,
    /// HoDoKu's index of the table of each node: 10 × cell + digit of a candidate, the index in
    /// `TableLinks::sources` of a group or set.
    outer: Vec<u16>,
}

/// The consequences of an assumption: a candidate on or off.
pub(super) struct Table {
    pub(super) nodes: Vec<TableLiteral>,
    pub(super) backs: Vec<Back>,
    pub(super) reach: Reach,
    /// The entries that were not taken from other tables, in order.
    own: Vec<OwnEntry>,
    /// The entry of each node, the last one if there are several.
    places: Vec<u16>,
    /// For each node, an entry of another table is taken only if its distance is below this.
    limits: Vec<u16>,
    /// For each digit, the places where it is off, if `weave` has not yet looked at this entry or
    /// at its smaller distance.
    pub(super) changed: [Cells; 9],
}

/// An entry that was not taken from another table. Other tables read them often, so they are in one
/// list.
#[derive(Clone, Copy)]
struct OwnEntry {
    node: TableLiteral,
    distance: u16,
    entry: u16,
}

/// The origin of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    /// The entries of the same table that it follows from, the largest first. If it was taken from
    /// another table, HoDoKu's index of that table comes first.
    pub(super) from: [u16; 5],
    pub(super) distance: u16,
    /// The node from whose table it was taken, or `NOTHING`.
    pub(super) source: TableLiteral,
}

const NOWHERE: u16 = u16::MAX;

/// The mask of a distance, which has nine bits.
const MASK: usize = 0x1ff;

impl Back {
    /// Makes an origin, with the largest index first.
    fn new(mut from: [u16; 5], distance: usize) -> Self {
        for at in 1..5 {
            if from[at] > from[0] {
                from.swap(0, at);
            }
        }
        Self { from, distance: (distance & MASK) as u16, source: TableLiteral::NOTHING }
    }

    pub(super) fn is_taken(&self) -> bool {
        self.source != TableLiteral::NOTHING
    }
}

impl Table {
    fn new(links: &TableLinks<'_>) -> Self {
        Self {
            nodes: Vec::with_capacity(256),
            backs: Vec::with_capacity(256),
            reach: Reach::default(),
            own: Vec::with_capacity(128),
            places: vec![NOWHERE; links.node_count()],
            limits: vec![NOWHERE; links.node_count()],
            changed: [ALL_CELLS; 9],
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) const fn is_full(&self) -> bool {
        self.nodes.len() >= ROOM
    }

    pub(super) fn contains(&self, node: TableLiteral) -> bool {
        self.places.get(node.index()).is_some_and(|&place| place != NOWHERE)
    }

    /// Returns the node's entry, or the first one if it has no entry.
    pub(super) fn entry(&self, node: TableLiteral) -> usize {
        match self.places.get(node.index()) {
            Some(&place) if place != NOWHERE => usize::from(place),
            _ => 0,
        }
    }

    pub(super) fn node(&self, entry: usize) -> TableLiteral {
        self.nodes.get(entry).copied().unwrap_or(TableLiteral::NOTHING)
    }

    pub(super) fn back(&self, entry: usize) -> Option<&Back> {
        self.backs.get(entry)
    }

    pub(super) fn distance(&self, entry: usize) -> usize {
        self.backs.get(entry).map_or(0, |back| usize::from(back.distance))
    }

    /// Adds an entry that follows from others, unless it is a candidate that already has one.
    pub(super) fn add(
        &mut self,
        links: &TableLinks<'_>,
        node: TableLiteral,
        from: [u16; 5],
        distance: usize,
    ) {
        if self.put(links, node) {
            let back = Back::new(from, distance);
            let entry = self.len() as u16 - 1;
            self.own.push(OwnEntry { node, distance: back.distance, entry });
            self.limits[node.index()] = 0;
            self.backs.push(back);
        }
    }

    fn put(&mut self, links: &TableLinks<'_>, node: TableLiteral) -> bool {
        if self.is_full() || (links.is_candidate(node) && self.contains(node)) {
            return false;
        }
        if links.is_candidate(node) {
            let (cell, digit) = links.candidate(node);
            self.reach.of_mut(node.is_on())[digit] |= 1 << cell;
            self.note_change(links, node);
        }
        self.places[node.index()] = self.len() as u16;
        self.nodes.push(node);
        true
    }

    /// Adds an entry that follows from other entries, or from the assumption. Its distance is one
    /// more than that of the first.
    fn add_after(&mut self, links: &TableLinks<'_>, node: TableLiteral, from: [u16; 5]) {
        // The assumption follows from itself.
        let distance = self.distance(usize::from(from[0])) + 1;
        self.add(links, node, from, distance);
    }

    /// Replaces the origin of an entry.
    pub(super) fn replace(
        &mut self,
        links: &TableLinks<'_>,
        entry: usize,
        from: [u16; 5],
        distance: usize,
    ) {
        let was_taken = self.backs[entry].is_taken();
        let (node, back) = (self.nodes[entry], Back::new(from, distance));
        self.backs[entry] = back;
        self.limits[node.index()] = 0;
        self.note_change(links, node);
        let own = OwnEntry { node, distance: back.distance, entry: entry as u16 };
        let at = self.own.partition_point(|other| other.entry < own.entry);
        if was_taken {
            self.own.insert(at, own);
        } else {
            self.own[at] = own;
        }
    }

    fn note_change(&mut self, links: &TableLinks<'_>, node: TableLiteral) {
        if links.is_candidate(node) && !node.is_on() {
            let (cell, digit) = links.candidate(node);
            self.changed[digit] |= 1 << cell;
        }
    }

    /// Sets the distance of the last entry, as HoDoKu does if the table is full.
    pub(super) fn set_last_distance(&mut self, distance: usize) {
        let last = self.len() - 1;
        let distance = (distance & MASK) as u16;
        self.backs[last].distance = distance;
        if self.backs[last].is_taken() {
            self.limits[self.nodes[last].index()] = distance;
        } else if let Some(own) = self.own.last_mut() {
            own.distance = distance;
        }
    }

    /// Takes an entry of another table, if it is new or nearer.
    fn take(
        &mut self,
        links: &TableLinks<'_>,
        node: TableLiteral,
        source: (TableLiteral, u16),
        distance: usize,
    ) {
        if self.is_nearer(node, distance) {
            self.take_nearer(links, node, source, distance);
        }
    }

    fn is_nearer(&self, node: TableLiteral, distance: usize) -> bool {
        usize::from(self.limits[node.index()]) > distance
    }

    #[inline(never)]
    fn take_nearer(
        &mut self,
        links: &TableLinks<'_>,
        node: TableLiteral,
        source: (TableLiteral, u16),
        distance: usize,
    ) {
        let (source, outer) = source;
        let back = Back { source, ..Back::new([outer, 0, 0, 0, 0], distance) };
        let entry = if self.contains(node) {
            self.note_change(links, node);
            self.entry(node)
        } else if self.put(links, node) {
            self.backs.push(back);
            self.len() - 1
        } else {
            // If the table is full, the path is stored in the last entry.
            let last = self.len() - 1;
            if !self.backs[last].is_taken() {
                self.own.pop();
            }
            last
        };
        self.backs[entry] = back;
        self.limits[self.nodes[entry].index()] = back.distance;
    }
}

/// The number of rounds in which singles are followed.
const LOOKS: usize = 4;

impl<'a> Net<'a> {
    /// Makes all tables before they are combined; breaks if the search must stop.
    pub(super) fn new(links: &'a TableLinks<'a>, track: &Track) -> ControlFlow<(), Self> {
        let mut outer = vec![0; links.node_count()];
        for (number, node) in links.sources.iter().enumerate() {
            outer[node.index()] = number as u16;
        }
        let mut tables = Vec::with_capacity(2 * links.candidates.len());
        for number in 0..links.candidates.len() {
            for is_on in [false, true] {
                links.view.poll()?;
                let node = TableLiteral::new(number, is_on);
                let (cell, digit) = links.candidate(node);
                outer[node.index()] = (cell * 10 + digit + 1) as u16;
                tables.push(followed(links, node, track));
            }
        }
        let mut net = Self { links, tables, outer };
        for assumption in links.assumptions() {
            links.view.poll()?;
            net.expand(assumption, 1);
        }
        ControlFlow::Continue(net)
    }

    /// Returns the reach of each assumption.
    pub(super) fn reaches(&self) -> Vec<Reach> {
        self.tables.iter().map(|table| table.reach).collect()
    }

    /// Takes the consequences of the entries from `start` on.
    pub(super) fn expand(&mut self, assumption: TableLiteral, start: usize) {
        let at = assumption.index();
        let mut entry = start;
        while entry < self.tables[at].len() && !self.tables[at].is_full() {
            self.expand_entry(assumption, entry);
            entry += 1;
        }
    }

    /// Takes the consequences of an entry.
    pub(super) fn expand_entry(&mut self, assumption: TableLiteral, entry: usize) {
        let links = self.links;
        let at = assumption.index();
        let node = self.tables[at].nodes[entry];
        let source = (node, self.outer[node.index()]);
        let base = self.tables[at].distance(entry);
        if !links.is_candidate(node) {
            for link in links.listed(node) {
                let distance = base + 2 + usize::from(link.penalty);
                self.tables[at].take(links, link.to, source, distance);
            }
            return;
        }
        if let Ok([table, from]) = self.tables.get_disjoint_mut([at, node.index()]) {
            for own in from.own.iter().skip(1) {
                let distance = base + usize::from(own.distance);
                if table.is_nearer(own.node, distance) {
                    table.take_nearer(links, own.node, source, distance);
                }
            }
            return;
        }
        // The table is its own source. Its list may change meanwhile.
        let table = &mut self.tables[at];
        for next in 1..table.own.len() {
            let Some(&own) = table.own.get(next) else { return };
            table.take(links, own.node, source, base + usize::from(own.distance));
        }
    }
}

/// Makes the table of a candidate by placing singles, with the groups and sets that follow.
fn followed(links: &TableLinks<'_>, node: TableLiteral, track: &Track) -> Table {
    let (cell, digit) = links.candidate(node);
    let mut follow = Follow { links, table: Table::new(links), board: *track };
    if node.is_on() {
        follow.place(cell, digit, None);
    } else {
        follow.board.remove(cell, digit);
        follow.table.add_after(links, node, [0; 5]);
        if follow.board.sets[cell].is_power_of_two() {
            let only = follow.board.sets[cell].trailing_zeros() as usize;
            follow.place(cell, only, None);
        }
    }
    follow.follow_singles();
    let mut table = follow.table;
    for link in links.listed(node).iter().filter(|link| !links.is_candidate(link.to)) {
        table.add_after(links, link.to, [0; 5]);
    }
    table
}

/// The kind of a single.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Single {
    /// The only candidate of a cell.
    Naked,
    /// The only place of a digit in a house.
    Hidden,
}

/// An assumption that is being followed on a board.
struct Follow<'a> {
    links: &'a TableLinks<'a>,
    table: Table,
    board: Track,
}

impl Follow<'_> {
    fn follow_singles(&mut self) {
        let mut singles: Vec<(usize, usize, Single)> = Vec::new();
        for _ in 0..LOOKS {
            let board = &self.board;
            let is_blank = |&(cell, _): &(usize, usize)| board.values[cell] == 0;
            singles.clear();
            let naked = board.naked.iter().filter(is_blank);
            singles.extend(naked.map(|(cell, digit)| (cell, digit, Single::Naked)));
            let mut seen: Cells = 0;
            for (cell, digit) in board.hidden.iter().filter(is_blank) {
                if seen >> cell & 1 == 0 && board.hidden_house(cell, digit).is_some() {
                    seen |= 1 << cell;
                    singles.push((cell, digit, Single::Hidden));
                }
            }
            for &(cell, digit, single) in &singles {
                self.place(cell, digit, Some(single));
            }
        }
    }

    /// Places a digit: a single, or the digit of the assumption.
    fn place(&mut self, cell: usize, digit: usize, single: Option<Single>) {
        if self.board.values[cell] != 0 {
            return;
        }
        let links = self.links;
        let state = links.view.state;
        let left = self.board.sets[cell];
        let house =
            if single == Some(Single::Hidden) { self.smallest_house(cell, digit) } else { None };
        self.board.place(cell, digit);
        let entry = self.table.len() as u16;
        let mut from = [0; 5];
        let mut slots = from.iter_mut();
        let mut note = |cell: usize, gone: usize| {
            if let Some(slot) = slots.next() {
                *slot = self.table.entry(links.node(cell, gone, false)) as u16;
            }
        };
        match (single, house) {
            (None, _) => {}
            (_, Some(others)) => cells_of(others).for_each(|other| note(other, digit)),
            // If no house is the reason, the cell is.
            (_, None) => {
                bits(state.sets[cell] & !(1 << digit)).for_each(|other| note(cell, other));
            }
        }
        self.table.add_after(links, links.node(cell, digit, true), from);
        for other in cells_of(state.cells[digit] & PEERS[cell]) {
            self.table.add_after(links, links.node(other, digit, false), [entry, 0, 0, 0, 0]);
        }
        for other in bits(left & !(1 << digit)) {
            self.table.add_after(links, links.node(cell, other, false), [entry, 0, 0, 0, 0]);
        }
    }

    /// Returns the other places in the first of the smallest houses whose last place this is.
    fn smallest_house(&self, cell: usize, digit: usize) -> Option<Cells> {
        let mut smallest: Option<Cells> = None;
        for (house, _) in IN_HOUSES[cell] {
            let house = usize::from(house);
            let places = self.links.view.state.cells[digit] & HOUSE_SETS[house];
            let others = places & !(1 << cell);
            let is_last =
                self.board.counts[house][digit] <= 1 && others & !self.table.reach.off[digit] == 0;
            let is_smaller = |best: Cells| others.size() < best.size();
            if is_last && smallest.is_none_or(is_smaller) {
                smallest = Some(others);
            }
        }
        smallest
    }
}
