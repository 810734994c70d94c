//! Chains of nets, read from the tables backwards, with their branches.
//!
//! An entry that follows from several others is where branches join the chain:
//!
//! ```text
//!   A on ─► B off ──────────────────┐
//!      └──► C off ─► X on ─► D off ─┴─► E on
//!
//!   E follows from B and D. The table lists D after B, so `from` has D first, and the main chain
//!   is A C X D E. B is a branch that meets it at A.
//! ```

use super::nets::{Net, Table};
use super::proofs::Span;
use super::{ROOM, TableLinks, TableLiteral};
use crate::state::Cells;
use crate::step::ChainNode;

/// A part of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A node of the chain itself.
    Main(TableLiteral),
    /// A node of a branch, which joins the chain at the previous node.
    Branch(TableLiteral),
    /// The end of a branch.
    BranchEnd,
}

impl Item {
    pub(super) const fn node(self) -> Option<TableLiteral> {
        match self {
            Self::Main(node) | Self::Branch(node) => Some(node),
            Self::BranchEnd => None,
        }
    }
}

/// A branch: its end, and the point where it was met.
struct NetBranch {
    end: TableLiteral,
    table: TableLiteral,
    /// The length of the main chain at that point.
    met: usize,
}

/// The maximum number of branches of a chain.
const MOST_BRANCHES: usize = 200;

impl Net<'_> {
    /// Returns the chain from the assumption to the node, if it leads there. If the search must
    /// stop, the branches are left out.
    pub(super) fn chain(&self, Span { start: assumption, end }: Span) -> Vec<Item> {
        let home = &self.tables[assumption.index()];
        if !home.contains(end) {
            return Vec::new();
        }
        let mut branches = Vec::new();
        let (main, cells) = self.walk_main(assumption, home.entry(end), &mut branches);
        // The place after the last one of each node in the main chain.
        let mut after_last = vec![0; self.links.node_count()];
        for (place, node) in main.iter().enumerate() {
            if let Some(after) = after_last.get_mut(node.index()) {
                *after = place + 1;
            }
        }
        // Returns true if the node is in the main chain, at the place `met` or later.
        let is_met = |node: TableLiteral, met: usize| {
            let is_near = cells >> self.links.first_cell(node) & 1 == 1;
            is_near
                && match after_last.get(node.index()) {
                    Some(&after) => after > met,
                    None => main[met.min(main.len())..].contains(&node),
                }
        };
        // A chain often has the same branch again and again.
        let mut ways: Vec<((TableLiteral, TableLiteral), Way)> = Vec::new();
        let mut sides: Vec<Vec<TableLiteral>> = Vec::with_capacity(branches.len());
        for &NetBranch { end, table, met } in &branches {
            // There may be so many long branches that the stop flag must be checked between them.
            if self.links.view.poll().is_break() {
                break;
            }
            let known = ways.iter().position(|&(key, _)| key == (end, table));
            let known = known.unwrap_or_else(|| {
                ways.push(((end, table), self.way(assumption, end, table)));
                ways.len() - 1
            });
            let way = &ways[known].1;
            let meeting = way.nodes.iter().skip(1).position(|&node| is_met(node, met));
            let length = meeting.map_or(way.len(), |place| place + 2);
            // A branch that ends elsewhere is not part of the chain.
            if after_last.get(way.node(length - 1).index()).is_none_or(|&after| after > 0) {
                sides.push((0..length).map(|place| way.node(place)).collect());
            }
        }
        // The nodes at which branches meet the chain; few nodes have one.
        let meets: Vec<TableLiteral> =
            sides.iter().filter_map(|side| side.last().copied()).collect();
        let mut items = Vec::with_capacity(main.len());
        for &node in main.iter().rev() {
            items.push(Item::Main(node));
            if !meets.contains(&node) {
                continue;
            }
            for side in sides.iter().filter(|side| side.last() == Some(&node)) {
                // A node may occur repeatedly in the chain, each time with all its branches.
                if items.len() >= ROOM {
                    break;
                }
                items.extend(side.iter().rev().skip(1).map(|&node| Item::Branch(node)));
                items.push(Item::BranchEnd);
            }
        }
        items.truncate(ROOM);
        items
    }

    /// Returns the nodes from an entry back to the assumption, the cells of all except the first,
    /// and the branches on the path.
    fn walk_main(
        &self,
        assumption: TableLiteral,
        entry: usize,
        branches: &mut Vec<NetBranch>,
    ) -> (Vec<TableLiteral>, Cells) {
        let mut cells = 0;
        let mut walk = Walk::new(self, assumption, entry);
        while walk.at != 0 && walk.nodes.len() < ROOM {
            walk.enter_if_taken();
            let from = walk.step();
            cells |= self.links.body(walk.last()) | 1 << self.links.first_cell(walk.last());
            for &other in &from[1..] {
                if other != 0 && branches.len() < MOST_BRANCHES {
                    let end = walk
                        .table()
                        .map_or(TableLiteral::NOTHING, |table| table.node(usize::from(other)));
                    branches.push(NetBranch { end, table: walk.table, met: walk.nodes.len() });
                }
            }
            walk.leave();
        }
        (walk.nodes, cells)
    }

    /// Returns the path from the end of a branch back to the assumption. If the branch begins in
    /// another table, the path begins there too.
    fn way(&self, assumption: TableLiteral, end: TableLiteral, table: TableLiteral) -> Way {
        let mut walk = Walk::new(self, assumption, self.tables[assumption.index()].entry(end));
        let mut other_table = (table != assumption).then_some(table);
        // The place of the path to which it may return, and the number of nodes before it: as in
        // Brent's algorithm (https://en.wikipedia.org/wiki/Cycle_detection).
        let (mut place, mut before) = (None, 0);
        while walk.at != 0 && walk.nodes.len() < ROOM {
            match other_table.take() {
                Some(table) => walk.enter(table),
                None => {
                    let here = Some((walk.table, walk.at));
                    let count = walk.nodes.len();
                    if place == here {
                        return Way { nodes: walk.nodes, period: count - before };
                    }
                    if count >= 2 * before {
                        (place, before) = (here, count);
                    }
                    walk.enter_if_taken();
                }
            }
            walk.step();
            walk.leave();
        }
        Way { nodes: walk.nodes, period: 0 }
    }
}

/// A path back. HoDoKu's indices may lead around in a circle; then the path goes on until a chain
/// is full.
struct Way {
    nodes: Vec<TableLiteral>,
    /// The number of nodes at the end that repeat, or 0 if the path ends.
    period: usize,
}

impl Way {
    const fn len(&self) -> usize {
        if self.period == 0 { self.nodes.len() } else { ROOM }
    }

    fn node(&self, place: usize) -> TableLiteral {
        let count = self.nodes.len();
        if place < count {
            return self.nodes[place];
        }
        self.nodes[count - self.period + (place - count) % self.period]
    }
}

impl TableLinks<'_> {
    /// Returns the chain's nodes in display form, starting with its assumption. The nodes of a
    /// branch follow the node where it meets the chain.
    ///
    /// A path back through the tables of a net may end elsewhere than in the assumption. Then the
    /// assumption is added in front, so that it can be found in the chain.
    pub(super) fn shown_chain(&self, assumption: TableLiteral, items: &[Item]) -> Vec<ChainNode> {
        let nodes = items.iter().filter_map(|item| item.node());
        let nodes = nodes.filter(|&node| node != TableLiteral::NOTHING && node != assumption);
        [assumption].into_iter().chain(nodes).map(|node| self.shown(node)).collect()
    }
}

/// A path back through a table, and partly through the tables that entries were taken from.
struct Walk<'a, 'b> {
    net: &'a Net<'b>,
    /// The nodes of two tables: the assumption's, and the current one.
    home: TableLiteral,
    table: TableLiteral,
    at: usize,
    nodes: Vec<TableLiteral>,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(net: &'a Net<'b>, home: TableLiteral, at: usize) -> Self {
        let nodes = vec![net.tables[home.index()].node(at)];
        Self { net, home, table: home, at, nodes }
    }

    fn last(&self) -> TableLiteral {
        self.nodes[self.nodes.len() - 1]
    }

    fn home(&self) -> &'a Table {
        &self.net.tables[self.home.index()]
    }

    /// Returns the current table. Groups and sets have none, because all their entries follow from
    /// them directly.
    fn table(&self) -> Option<&'a Table> {
        self.net.tables.get(self.table.index())
    }

    /// Switches to the table that the entry was taken from, if it was; the home table stores its
    /// index.
    fn enter_if_taken(&mut self) {
        let is_taken = |table: &Table| table.back(self.at).is_some_and(super::nets::Back::is_taken);
        if self.table().is_some_and(is_taken) {
            let source = self.home().back(self.at).map(|back| back.source);
            self.enter(
                source.filter(|&source| source != TableLiteral::NOTHING).unwrap_or(self.home),
            );
        }
    }

    fn enter(&mut self, table: TableLiteral) {
        let node = self.home().node(self.at);
        self.table = table;
        self.at = self.table().map_or(0, |table| table.entry(node));
    }

    /// Moves to the entry that this one follows from; branches handle the others.
    fn step(&mut self) -> [u16; 5] {
        let Some(table) = self.table() else {
            self.at = 0;
            self.nodes.push(self.table);
            return [0; 5];
        };
        let from = table.back(self.at).map_or([0; 5], |back| back.from);
        self.at = usize::from(from[0]);
        self.nodes.push(table.node(self.at));
        from
    }

    /// Returns to the home table, if the path has reached one of these entries:
    ///
    /// - the first entry of the other table,
    /// - an entry that the other table took from elsewhere,
    /// - an entry to which the path in the home table is shorter.
    fn leave(&mut self) {
        if self.table == self.home {
            return;
        }
        let home = self.home();
        let node = self.last();
        let is_over = self.at == 0
            || self.table().is_none_or(|away| {
                let is_taken = away.back(self.at).is_some_and(super::nets::Back::is_taken);
                let is_shorter =
                    home.contains(node) && away.distance(self.at) > home.distance(home.entry(node));
                is_taken || is_shorter
            });
        if is_over {
            self.at = home.entry(node);
            self.table = self.home;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, Ordering};

    use sudoku_core::{Board, Limits};

    use super::super::Through;
    use super::*;
    use crate::finders::hodoku::sink::{HodokuOptions, View};
    use crate::state::State;
    use crate::track::Track;

    const PUZZLE: &str =
        "98.7..6..7......9...6.5....4....3..2..85...7.......4...1..2.3....98...6.........1";

    /// Returns all spans from the first of the assumptions to any node.
    fn spans(net: &Net<'_>, assumptions: usize) -> Vec<Span> {
        let to_all = |start: TableLiteral| {
            let ends = net.tables[start.index()].nodes.iter();
            ends.map(move |&end| Span { start, end }).collect::<Vec<Span>>()
        };
        net.links.assumptions().take(assumptions).flat_map(to_all).collect()
    }

    #[test]
    fn a_truncated_chain_uses_little_more_memory_than_its_links() {
        let puzzle =
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
        let state = State::from(&puzzle.parse::<Board>().unwrap());
        let (options, limits) = (&HodokuOptions::DEFAULT, &Limits::ALL);
        let view = View { state: &state, options, limits, removable: &[0; 9] };
        let links = TableLinks::new(view, Through::Groups);
        let ControlFlow::Continue(mut net) = Net::new(&links, &Track::new(&state)) else {
            panic!("nothing stops it");
        };
        assert!(net.weave().is_continue());
        // Without a limit they had up to two million parts.
        let chains = spans(&net, usize::MAX).into_iter().map(|span| net.chain(span));
        let cut: Vec<usize> = chains
            .filter(|chain| chain.len() == ROOM)
            .map(|chain| chain.capacity())
            .take(50)
            .collect();
        assert_eq!(cut.len(), 50);
        assert!(cut.iter().all(|&room| room <= 4 * ROOM), "{cut:?}");
    }

    #[test]
    fn a_chain_of_a_stopped_search_has_no_branches() {
        let state = State::from(&PUZZLE.parse::<Board>().unwrap());
        let flag = AtomicBool::new(false);
        let limits = Limits::ALL.with_stop(&flag);
        let view = View {
            state: &state,
            options: &HodokuOptions::DEFAULT,
            limits: &limits,
            removable: &[0; 9],
        };
        let links = TableLinks::new(view, Through::Groups);
        let ControlFlow::Continue(mut net) = Net::new(&links, &Track::new(&state)) else {
            panic!("nothing stops it");
        };
        assert!(net.weave().is_continue());
        let branches = |span: &Span| net.chain(*span).contains(&Item::BranchEnd);
        let branched: Vec<Span> = spans(&net, 20).into_iter().filter(branches).collect();
        assert!(!branched.is_empty());
        flag.store(true, Ordering::Relaxed);
        assert!(!branched.iter().any(branches));
    }
}
