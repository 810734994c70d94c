//! Tables of implications: of each candidate what follows if it holds, and what if it does not.
//!
//! A table lists nodes in the order in which they were found, each with the entries it follows
//! from and its distance. First come the direct consequences, then the table is expanded: each of
//! its nodes adds the direct consequences of its own table. Chains are read off backwards. The
//! order of the entries, the shorter ways that replace longer ones, and a few oddities that come of
//! packing entries into numbers decide which chains the program finds, so they are kept.

use std::ops::{Index, IndexMut};

use super::sets::LockedSet;
use super::sink::{View, cell_list, common_peers};
use crate::state::{BOXES, Cells, HOUSE_SETS, bits, digit};
use crate::step::ChainNode;

mod expand;
mod fill;
mod forcing;
mod loops;
mod nets;
mod path;
mod sets;

pub(super) use forcing::forcing;
pub(super) use loops::nice_loops;

/// The most entries of a table, and the most nodes of a chain.
const ROOM: usize = 1000;

/// What holds or does not: a candidate, a group of cells, or an almost locked set.
///
/// The candidates come first, then the groups, then the sets with a digit; the lowest bit says
/// whether it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node(u32);

impl Node {
    const fn new(thing: usize, is_on: bool) -> Self {
        Self((thing as u32) << 1 | is_on as u32)
    }

    const fn thing(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn is_on(self) -> bool {
        self.0 & 1 == 1
    }

    /// What stands behind the end of a table: nets mix numbers of tables with those of entries.
    const NOTHING: Self = Self(u32::MAX - 1);
}

/// The cells of a house that lie in one box, two or three places of a digit.
#[derive(Clone, Copy)]
struct Group {
    digit: usize,
    cells: Cells,
    /// The row or column, and the box.
    line: usize,
    block: usize,
    /// The cells that see all of them.
    peers: Cells,
}

/// What follows from a node, and from what.
struct Table {
    nodes: Vec<Node>,
    backs: Vec<Back>,
    /// Of each digit the cells that hold it, and that do not.
    on: [Cells; 9],
    off: [Cells; 9],
    /// Of each node its entry, the last if there are more.
    places: Vec<u16>,
}

/// What an entry follows from.
#[derive(Clone, Copy, Debug, Default)]
struct Back {
    /// Entries of the same table; or, if expanded, first the number of another table.
    from: [u16; 5],
    distance: u16,
    /// Whether the entry came from another table, and of what it is the table.
    is_expanded: bool,
    source: Source,
}

/// Where the other table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Source {
    #[default]
    Off,
    On,
    Extended,
}

const NOWHERE: u16 = u16::MAX;

impl Back {
    /// The largest number stands first.
    fn new(mut from: [u16; 5]) -> Self {
        for at in 1..5 {
            if from[at] > from[0] {
                from.swap(0, at);
            }
        }
        Self { from, ..Self::default() }
    }

    /// Distances are kept in nine bits.
    const fn set_distance(&mut self, distance: usize) {
        self.distance = (distance & 0x1ff) as u16;
    }

    const fn distance(&self) -> usize {
        self.distance as usize
    }
}

impl Table {
    const fn new() -> Self {
        Self { nodes: Vec::new(), backs: Vec::new(), on: [0; 9], off: [0; 9], places: Vec::new() }
    }

    const fn len(&self) -> usize {
        self.nodes.len()
    }

    const fn is_full(&self) -> bool {
        self.nodes.len() >= ROOM
    }

    fn contains(&self, node: Node) -> bool {
        self.places.get(node.0 as usize).is_some_and(|&place| place != NOWHERE)
    }

    /// The node's entry, the first one if it has none.
    fn entry(&self, node: Node) -> usize {
        match self.places.get(node.0 as usize) {
            Some(&place) if place != NOWHERE => usize::from(place),
            _ => 0,
        }
    }

    fn node(&self, entry: usize) -> Node {
        self.nodes.get(entry).copied().unwrap_or(Node::NOTHING)
    }

    fn back(&self, entry: usize) -> Back {
        self.backs.get(entry).copied().unwrap_or_default()
    }

    fn distance(&self, entry: usize) -> usize {
        self.backs.get(entry).map_or(0, Back::distance)
    }
}

/// All tables of a state.
pub(super) struct Tables<'a> {
    view: View<'a>,
    /// The candidates in order, as cell and digit.
    candidates: Vec<(usize, usize)>,
    /// Of each cell and digit its number among the candidates.
    numbers: [u16; 729],
    groups: Vec<Group>,
    sets: Vec<LockedSet>,
    /// Of each candidate the table if it holds and if it does not, then those of groups and sets.
    on: Vec<Table>,
    off: Vec<Table>,
    extended: Vec<Table>,
    /// Of each group and set, on and off, the number of its table.
    extended_places: Vec<u16>,
}

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    source: Source,
    number: usize,
}

impl Index<Place> for Tables<'_> {
    type Output = Table;

    fn index(&self, place: Place) -> &Table {
        match place.source {
            Source::On => &self.on[place.number],
            Source::Off => &self.off[place.number],
            Source::Extended => &self.extended[place.number],
        }
    }
}

impl IndexMut<Place> for Tables<'_> {
    fn index_mut(&mut self, place: Place) -> &mut Table {
        match place.source {
            Source::On => &mut self.on[place.number],
            Source::Off => &mut self.off[place.number],
            Source::Extended => &mut self.extended[place.number],
        }
    }
}

impl<'a> Tables<'a> {
    fn new(view: View<'a>) -> Self {
        let mut numbers = [0; 729];
        let mut candidates = Vec::new();
        for cell in 0..81 {
            for digit in bits(view.state.sets[cell]) {
                numbers[cell * 9 + digit] = candidates.len() as u16;
                candidates.push((cell, digit));
            }
        }
        let tables = || (0..candidates.len()).map(|_| Table::new()).collect::<Vec<_>>();
        let (on, off) = (tables(), tables());
        Self {
            view,
            candidates,
            numbers,
            groups: Vec::new(),
            sets: Vec::new(),
            on,
            off,
            extended: Vec::new(),
            extended_places: Vec::new(),
        }
    }

    const fn number(&self, cell: usize, digit: usize) -> usize {
        self.numbers[cell * 9 + digit] as usize
    }

    const fn node(&self, cell: usize, digit: usize, is_on: bool) -> Node {
        Node::new(self.number(cell, digit), is_on)
    }

    const fn is_candidate(&self, node: Node) -> bool {
        node.thing() < self.candidates.len()
    }

    const fn is_group(&self, node: Node) -> bool {
        !self.is_candidate(node) && node.thing() < self.candidates.len() + self.groups.len()
    }

    fn group(&self, node: Node) -> Group {
        self.groups[node.thing() - self.candidates.len()]
    }

    /// The set of a node, and its digit.
    const fn set_of(&self, node: Node) -> (usize, usize) {
        let at = node.thing() - self.candidates.len() - self.groups.len();
        (at / 9, at % 9)
    }

    /// The node's only or first cell.
    fn first_cell(&self, node: Node) -> usize {
        if node == Node::NOTHING {
            0
        } else if self.is_candidate(node) {
            self.candidates[node.thing()].0
        } else {
            self.cells(node).trailing_zeros() as usize
        }
    }

    fn digit(&self, node: Node) -> usize {
        if self.is_candidate(node) {
            self.candidates[node.thing()].1
        } else if self.is_group(node) {
            self.group(node).digit
        } else {
            self.set_of(node).1
        }
    }

    /// The places of the node's digit in it.
    fn cells(&self, node: Node) -> Cells {
        if self.is_candidate(node) {
            1 << self.candidates[node.thing()].0
        } else if self.is_group(node) {
            self.group(node).cells
        } else {
            let (set, digit) = self.set_of(node);
            self.sets[set].places[digit]
        }
    }

    /// The cells that a chain through this node goes through.
    fn body(&self, node: Node) -> Cells {
        if node == Node::NOTHING {
            1
        } else if self.is_candidate(node) || self.is_group(node) {
            self.cells(node)
        } else {
            self.sets[self.set_of(node).0].cells
        }
    }

    /// Candidates come before groups, and these before sets.
    const fn rank(&self, node: Node) -> u8 {
        if self.is_candidate(node) || node.0 == Node::NOTHING.0 {
            0
        } else if self.is_group(node) {
            1
        } else {
            2
        }
    }

    /// The table of what follows from the node, if there is one.
    fn place(&self, node: Node) -> Option<Place> {
        let source = if !self.is_candidate(node) {
            let at = node.0 as usize - 2 * self.candidates.len();
            let number = *self.extended_places.get(at)?;
            let number = (number != NOWHERE).then_some(usize::from(number))?;
            return Some(Place { source: Source::Extended, number });
        } else if node.is_on() {
            Source::On
        } else {
            Source::Off
        };
        Some(Place { source, number: node.thing() })
    }

    /// The number by which the program knows a table.
    fn outer_number(&self, place: Place) -> u16 {
        if place.source == Source::Extended {
            place.number as u16
        } else {
            let (cell, digit) = self.candidates[place.number];
            (cell * 10 + digit + 1) as u16
        }
    }

    /// The table that the program knows by this number.
    fn inner_place(&self, source: Source, outer: u16) -> Place {
        let outer = usize::from(outer);
        let number = if source == Source::Extended {
            outer
        } else {
            self.number(outer / 10, outer % 10 - 1)
        };
        Place { source, number }
    }

    /// Adds an entry that follows from others; a candidate that is there already is not added.
    fn add(&mut self, place: Place, node: Node, from: [u16; 5], penalty: usize) {
        let thing = self.is_candidate(node).then(|| self.candidates[node.thing()]);
        let table = &mut self[place];
        if table.is_full() {
            return;
        }
        if let Some((cell, digit)) = thing {
            let known = if node.is_on() { &mut table.on } else { &mut table.off };
            if known[digit] >> cell & 1 == 1 {
                return;
            }
            known[digit] |= 1 << cell;
        }
        let mut back = Back::new(from);
        let before = usize::from(from[0]);
        // The first entry follows from itself.
        let before = if before < ROOM { table.distance(before) + 1 } else { 0 };
        back.set_distance(before + penalty);
        let entry = table.nodes.len() as u16;
        table.nodes.push(node);
        table.backs.push(back);
        let at = node.0 as usize;
        if table.places.len() <= at {
            table.places.resize(at + 1, NOWHERE);
        }
        table.places[at] = entry;
    }

    fn add_candidate(&mut self, place: Place, cell: usize, digit: usize, is_on: bool) {
        self.add(place, self.node(cell, digit, is_on), [0; 5], 0);
    }

    /// Every table of a candidate: those for it, then those against it.
    fn candidate_places(&self) -> impl Iterator<Item = Place> + use<> {
        let count = self.candidates.len();
        let all = move |source| (0..count).map(move |number| Place { source, number });
        all(Source::On).chain(all(Source::Off))
    }

    fn entry_count(&self) -> usize {
        self.on.iter().chain(&self.off).map(Table::len).sum()
    }

    /// The node as it is shown.
    fn shown(&self, node: Node) -> ChainNode {
        ChainNode {
            cells: cell_list(self.cells(node)),
            digit: digit(self.digit(node)),
            is_on: node.is_on(),
        }
    }
}

/// The groups of a state: those of rows, then those of columns.
fn groups(view: View<'_>) -> Vec<Group> {
    let mut groups = Vec::new();
    for line in 0..BOXES {
        for digit in 0..9 {
            let places = view.state.cells[digit] & HOUSE_SETS[line];
            if places == 0 {
                continue;
            }
            for block in BOXES..27 {
                let cells = places & HOUSE_SETS[block];
                if cells.count_ones() >= 2 {
                    groups.push(Group { digit, cells, line, block, peers: common_peers(cells) });
                }
            }
        }
    }
    groups
}
