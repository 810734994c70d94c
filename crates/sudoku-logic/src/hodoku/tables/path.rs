//! Chains, read off the tables backwards; of nets with their branches.

use super::{Node, Place, ROOM, Tables};
use crate::state::Cells;
use crate::step::ChainNode;

/// A chain from an assumption to what follows.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) items: Vec<Item>,
    /// The cells of all nodes but the last.
    pub(super) cells: Cells,
}

/// A part of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A node of the chain itself.
    Main(Node),
    /// A node of a branch, which joins the chain at the node before it.
    Branch(Node),
    /// The end of a branch.
    BranchEnd,
}

impl Item {
    pub(super) const fn node(self) -> Option<Node> {
        match self {
            Self::Main(node) | Self::Branch(node) => Some(node),
            Self::BranchEnd => None,
        }
    }
}

/// What a chain is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Any chain.
    Any,
    /// A chain that comes back to its first cell, and else passes no cell twice.
    Loop,
    /// A chain that passes no cell twice.
    Open,
}

/// A branch: where it ends and where it was met.
struct Branch {
    end: Node,
    table: Place,
    /// How much of the main chain there was.
    met: usize,
}

/// The most branches of a chain.
const MOST_BRANCHES: usize = 200;

impl Tables<'_> {
    /// The chain from the table's assumption to the node, if it has the form.
    pub(super) fn chain(&self, place: Place, end: Node, form: Form) -> Option<Chain> {
        if !self[place].contains(end) {
            return None;
        }
        let mut cells = 0;
        let mut branches = Vec::new();
        let main = self.walk_main(place, self[place].entry(end), &mut branches, &mut cells);
        let sides: Vec<Vec<Node>> = branches
            .iter()
            .map(|branch| {
                let end = self[place].entry(branch.end);
                self.walk_branch(place, end, branch, (&main, cells))
            })
            .collect();
        let cell = |node: Node| self.first_cell(node);
        if form == Form::Loop && main.len() > 1 && cell(main[0]) == cell(main[1]) {
            return None;
        }
        if form != Form::Any && !self.is_simple(&main, form) {
            return None;
        }
        let mut items = Vec::with_capacity(main.len());
        for &node in main.iter().rev() {
            items.push(Item::Main(node));
            for side in sides.iter().filter(|side| side.last() == Some(&node)) {
                items.extend(side.iter().rev().skip(1).map(|&node| Item::Branch(node)));
                items.push(Item::BranchEnd);
            }
        }
        items.truncate(ROOM);
        Some(Chain { items, cells })
    }

    /// Whether the chain, given from its end, passes no cell twice.
    fn is_simple(&self, main: &[Node], form: Form) -> bool {
        let mut passed: Cells = 0;
        let mut last: Option<Node> = None;
        let start = main.last().map(|&node| self.first_cell(node));
        for &node in main.iter().rev() {
            if passed >> self.first_cell(node) & 1 == 1 {
                return false;
            }
            if let Some(last) = last
                && (form == Form::Open || Some(self.first_cell(last)) != start)
            {
                passed |= 1 << self.first_cell(last) | self.body(last);
            }
            last = Some(node);
        }
        true
    }

    /// The nodes from an entry back to the assumption, and the branches on the way.
    fn walk_main(
        &self,
        place: Place,
        entry: usize,
        branches: &mut Vec<Branch>,
        cells: &mut Cells,
    ) -> Vec<Node> {
        let mut walk = Walk::new(self, place, entry);
        while walk.at != 0 && walk.nodes.len() < ROOM {
            if self[walk.table].back(walk.at).is_expanded {
                walk.enter();
            }
            let from = walk.step();
            *cells |= self.body(walk.last()) | 1 << self.first_cell(walk.last());
            for &other in &from[1..] {
                if other != 0 && branches.len() < MOST_BRANCHES {
                    let end = self[walk.table].node(usize::from(other));
                    branches.push(Branch { end, table: walk.table, met: walk.nodes.len() });
                }
            }
            walk.leave();
        }
        walk.nodes
    }

    /// The nodes of a branch, back to where it meets the chain.
    fn walk_branch(
        &self,
        place: Place,
        entry: usize,
        branch: &Branch,
        (main, cells): (&[Node], Cells),
    ) -> Vec<Node> {
        let mut walk = Walk::new(self, place, entry);
        let mut other_table = (branch.table != place).then_some(branch.table);
        while walk.at != 0 && walk.nodes.len() < ROOM {
            if let Some(table) = other_table.take() {
                walk.enter_table(table);
            } else if self[walk.table].back(walk.at).is_expanded {
                walk.enter();
            }
            walk.step();
            let last = walk.last();
            let is_near = cells >> self.first_cell(last) & 1 == 1;
            if is_near && main[branch.met.min(main.len())..].contains(&last) {
                break;
            }
            walk.leave();
        }
        walk.nodes
    }

    /// The chain's nodes as they are shown: the chain itself, then each branch.
    pub(super) fn shown_chain(&self, chain: &Chain) -> Vec<Vec<ChainNode>> {
        let mut parts = vec![Vec::new()];
        let mut main: Option<Node> = None;
        let mut is_branch = false;
        for item in &chain.items {
            match *item {
                Item::Main(Node::NOTHING) | Item::Branch(Node::NOTHING) => {}
                Item::Main(node) => {
                    parts[0].push(self.shown(node));
                    main = Some(node);
                }
                Item::Branch(node) => {
                    if !is_branch {
                        parts.push(main.map(|node| self.shown(node)).into_iter().collect());
                    }
                    is_branch = true;
                    if let Some(part) = parts.last_mut() {
                        part.push(self.shown(node));
                    }
                }
                Item::BranchEnd => is_branch = false,
            }
        }
        parts
    }
}

/// A way back through a table, now and then through the table that an entry came from.
struct Walk<'a, 'b> {
    tables: &'a Tables<'b>,
    home: Place,
    table: Place,
    at: usize,
    is_away: bool,
    nodes: Vec<Node>,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(tables: &'a Tables<'b>, home: Place, at: usize) -> Self {
        let nodes = vec![tables[home].node(at)];
        Self { tables, home, table: home, at, is_away: false, nodes }
    }

    fn last(&self) -> Node {
        self.nodes[self.nodes.len() - 1]
    }

    /// Goes to the table that the entry came from; what that is says the home table.
    fn enter(&mut self) {
        let back = self.tables[self.home].back(self.at);
        self.enter_table(self.tables.inner_place(back.source, back.from[0]));
    }

    fn enter_table(&mut self, table: Place) {
        let node = self.tables[self.home].node(self.at);
        self.table = table;
        self.at = self.tables[table].entry(node);
        self.is_away = true;
    }

    /// Goes to the entry that this one follows from; the others are left to branches.
    fn step(&mut self) -> [u16; 5] {
        let from = self.tables[self.table].back(self.at).from;
        self.at = usize::from(from[0]);
        self.nodes.push(self.tables[self.table].node(self.at));
        from
    }

    /// Goes home at the other table's start, at an entry that came from elsewhere, or where the way
    /// at home is shorter.
    fn leave(&mut self) {
        if !self.is_away {
            return;
        }
        let (home, away) = (&self.tables[self.home], &self.tables[self.table]);
        let node = away.node(self.at);
        let is_shorter =
            home.contains(node) && away.distance(self.at) > home.distance(home.entry(node));
        if self.at == 0 || away.back(self.at).is_expanded || is_shorter {
            self.at = home.entry(node);
            self.table = self.home;
            self.is_away = false;
        }
    }
}
