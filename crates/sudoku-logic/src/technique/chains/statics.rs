//! Cycles and forcing chains: single chains on the board as it is.

use std::ops::ControlFlow;

use super::hint::{ChainHint, ChainNode};
use super::{CANDIDATES, KINDS, Node, NodeSet, candidate, cause, cell_and_digit, is_on};
use crate::rating::Rule;
use crate::state::{Cells, HOUSE_CELLS, IN_HOUSES, PEERS, State, bits};
use crate::step::{ChainKind, StepName};
use crate::technique::{PeerOrder, Scratch, StepSink, Technique};

/// Rings of links that hold in both directions, and chains from an assumption to its opposite; the
/// lowest rating first, then the shortest.
pub struct CyclesAndChains {
    /// In which order the cells come that a cell sees.
    pub order: PeerOrder,
}

impl Technique for CyclesAndChains {
    fn find(
        &self,
        state: &State,
        rule: &Rule,
        _scratch: &mut Scratch,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let hints = search(state, rule, self.order, sink.wants_first_only());
        hints.into_iter().try_for_each(|hint| sink.take(hint.to_step()))
    }
}

/// Which links a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Digits,
    Cells,
    Both,
}

/// A node of the tree of a search.
#[derive(Clone, Copy)]
struct Leaf {
    node: Node,
    cause: u8,
    parent: u16,
    depth: u16,
}

const ROOT: u16 = u16::MAX;

/// The links of each candidate: whom it turns off, and whom it turns on.
struct Graph {
    turns_off: Vec<(Node, u8)>,
    turns_on: Vec<(Node, u8)>,
    off_starts: [u16; CANDIDATES + 1],
    on_starts: [u16; CANDIDATES + 1],
}

impl Graph {
    fn new(state: &State, links: Links) -> Self {
        let mut graph = Self {
            turns_off: Vec::with_capacity(4096),
            turns_on: Vec::with_capacity(1024),
            off_starts: [0; CANDIDATES + 1],
            on_starts: [0; CANDIDATES + 1],
        };
        for at in 0..81 {
            let set = state.sets[at];
            for value in 0..9 {
                if set >> value & 1 == 1 {
                    graph.add(state, at, value, links);
                }
                let next = usize::from(candidate(at, value)) + 1;
                graph.off_starts[next] = graph.turns_off.len() as u16;
                graph.on_starts[next] = graph.turns_on.len() as u16;
            }
        }
        graph
    }

    fn add(&mut self, state: &State, at: usize, value: usize, links: Links) {
        let others = state.sets[at] & !(1 << value);
        if links != Links::Digits {
            let off = bits(others).map(|other| (candidate(at, other), cause::CELL));
            self.turns_off.extend(off);
            if others.is_power_of_two() {
                let other = others.trailing_zeros() as usize;
                self.turns_on.push((candidate(at, other), cause::CELL));
            }
        }
        let mut seen: Cells = 0;
        for kind in KINDS {
            let (index, own) = IN_HOUSES[at][kind];
            let index = usize::from(index);
            let places = state.places[value][index] & !(1 << own);
            for place in bits(places) {
                let other = usize::from(HOUSE_CELLS[index][place]);
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    self.turns_off.push((candidate(other, value), kind as u8));
                }
            }
            if links != Links::Cells && places.is_power_of_two() {
                let other = usize::from(HOUSE_CELLS[index][places.trailing_zeros() as usize]);
                self.turns_on.push((candidate(other, value), kind as u8));
            }
        }
    }

    /// What the node implies.
    fn of(&self, node: Node) -> &[(Node, u8)] {
        let index = usize::from(node) % CANDIDATES;
        if is_on(node) {
            &self.turns_off[usize::from(self.off_starts[index])..]
                [..usize::from(self.off_starts[index + 1] - self.off_starts[index])]
        } else {
            &self.turns_on[usize::from(self.on_starts[index])..]
                [..usize::from(self.on_starts[index + 1] - self.on_starts[index])]
        }
    }
}

/// All findings, the lowest rating first, or only that one.
pub(super) fn search(
    state: &State,
    rule: &Rule,
    order: PeerOrder,
    only_first: bool,
) -> Vec<ChainHint> {
    let mut found = Findings { state, rule, order, only_first, hints: Vec::new() };
    let mut tree: Vec<Leaf> = Vec::with_capacity(2048);
    for links in [Links::Digits, Links::Cells, Links::Both] {
        let graph = Graph::new(state, links);
        for at in 0..81 {
            let count = state.sets[at].count_ones();
            if count < 2 || (links == Links::Cells && count > 2) {
                continue;
            }
            for value in bits(state.sets[at]) {
                let on = candidate(at, value);
                cycles(&graph, on, links, &mut tree, &mut found);
                if links != Links::Cells {
                    for start in [on, on + CANDIDATES as Node] {
                        if chain_to_opposite(&graph, start, &mut tree) {
                            found.chain(links, &tree);
                        }
                    }
                }
            }
        }
    }
    let mut hints = found.hints;
    // Stable, so that of equal ones the first found stays first.
    hints.sort_by(|(rating, key, hint), (other_rating, other_key, other)| {
        rating
            .total_cmp(other_rating)
            .then(hint.complexity.cmp(&other.complexity))
            .then(key.cmp(other_key))
    });
    hints.into_iter().map(|(_, _, hint)| hint).collect()
}

/// Reports the rings through an on candidate.
///
/// Layer by layer: what is on comes once, what is off as often as it is reached, but not twice on
/// one way.
fn cycles(graph: &Graph, start: Node, links: Links, tree: &mut Vec<Leaf>, found: &mut Findings) {
    tree.clear();
    tree.push(Leaf { node: start, cause: cause::ASSUMED, parent: ROOT, depth: 0 });
    let mut seen = NodeSet::EMPTY;
    seen.add(start);
    let mut next = 0;
    let mut ends: Vec<Leaf> = Vec::new();
    while next < tree.len() {
        let leaf = tree[next];
        if is_on(leaf.node) {
            for &(other, cause) in graph.of(leaf.node) {
                let node = other + CANDIDATES as Node;
                // Where nothing is turned on, no way goes on.
                if !graph.of(node).is_empty() && !is_on_way(tree, next, node) {
                    let depth = leaf.depth + 1;
                    tree.push(Leaf { node, cause, parent: next as u16, depth });
                }
            }
        } else {
            for &(node, cause) in graph.of(leaf.node) {
                let below = Leaf { node, cause, parent: next as u16, depth: leaf.depth + 1 };
                if node == start && below.depth >= 4 {
                    ends.push(below);
                }
                if seen.add(node) {
                    tree.push(below);
                }
            }
        }
        next += 1;
    }
    for end in ends {
        found.cycle(links, tree, end);
    }
}

/// Whether the node is on the way from the start to the leaf.
fn is_on_way(tree: &[Leaf], leaf: usize, node: Node) -> bool {
    let mut at = leaf;
    while tree[at].parent != ROOT {
        at = usize::from(tree[at].parent);
        if tree[at].node == node {
            return true;
        }
    }
    false
}

/// Whether the assumption leads to its opposite; the last leaf of the tree is it then.
fn chain_to_opposite(graph: &Graph, start: Node, tree: &mut Vec<Leaf>) -> bool {
    let target = if is_on(start) { start + CANDIDATES as Node } else { start - CANDIDATES as Node };
    tree.clear();
    tree.push(Leaf { node: start, cause: cause::ASSUMED, parent: ROOT, depth: 0 });
    let mut seen = NodeSet::EMPTY;
    seen.add(start);
    let mut next = 0;
    while next < tree.len() {
        let leaf = tree[next];
        let shift = if is_on(leaf.node) { CANDIDATES as Node } else { 0 };
        for &(other, cause) in graph.of(leaf.node) {
            let node = other + shift;
            let goes_on = node == target || is_on(node) || !graph.of(node).is_empty();
            if goes_on && seen.add(node) {
                tree.push(Leaf { node, cause, parent: next as u16, depth: leaf.depth + 1 });
            }
            if node == target {
                return true;
            }
        }
        next += 1;
    }
    false
}

struct Findings<'a> {
    state: &'a State,
    rule: &'a Rule,
    order: PeerOrder,
    only_first: bool,
    /// With the rating and the key of each.
    hints: Vec<(f64, u8, ChainHint)>,
}

impl Findings<'_> {
    fn rating(&self, kind: ChainKind, complexity: u32) -> f64 {
        self.rule.rating_of_chain(kind, complexity as usize)
    }

    /// Whether a finding of this rating, complexity and key is wanted.
    fn wants(&self, rating: f64, complexity: u32, key: u8) -> bool {
        !self.only_first
            || self.hints.first().is_none_or(|(best, best_key, hint)| {
                rating
                    .total_cmp(best)
                    .then(complexity.cmp(&hint.complexity))
                    .then(key.cmp(best_key))
                    .is_lt()
            })
    }

    fn add(&mut self, rating: f64, key: u8, hint: ChainHint) {
        if self.only_first {
            self.hints.clear();
        }
        self.hints.push((rating, key, hint));
    }

    /// A chain whose end is the last leaf.
    fn chain(&mut self, links: Links, tree: &[Leaf]) {
        let Some(&end) = tree.last() else { return };
        let (kind, name, key) = match links {
            Links::Digits => (ChainKind::DigitChain, StepName::ForcingXChain, 2),
            _ => (ChainKind::MixedChain, StepName::ForcingChain, 4),
        };
        let complexity = u32::from(end.depth) + 1;
        let rating = self.rating(kind, complexity);
        if !self.wants(rating, complexity, key) {
            return;
        }
        let (at, value) = cell_and_digit(end.node);
        let bit = 1 << value;
        let hint = ChainHint {
            kind,
            name,
            complexity,
            removals: if is_on(end.node) {
                vec![(at, self.state.sets[at] & !bit)]
            } else {
                vec![(at, bit)]
            },
            placed: is_on(end.node).then_some(end.node),
            chains: vec![way_to(tree, end)],
        };
        self.add(rating, key, hint);
    }

    /// A ring whose last node is the leaf, the first over again.
    fn cycle(&mut self, links: Links, tree: &[Leaf], end: Leaf) {
        let (kind, name, key) = match links {
            Links::Digits => (ChainKind::DigitCycle, StepName::BidirectionalXCycle, 2),
            Links::Cells => (ChainKind::CellCycle, StepName::BidirectionalYCycle, 3),
            Links::Both => (ChainKind::MixedCycle, StepName::BidirectionalCycle, 4),
        };
        let complexity = u32::from(end.depth);
        let rating = self.rating(kind, complexity);
        if !self.wants(rating, complexity, key) {
            return;
        }
        let chain = way_to(tree, end);
        let ring = &chain[..chain.len() - 1];
        let cells: Cells = ring.iter().fold(0, |all, node| all | 1 << cell_and_digit(node.node).0);
        // What an on and an off node of the ring see goes: one of the two holds the digit.
        let (mut by_on, mut by_off) = ([0; 9], [0; 9]);
        for node in ring {
            let (at, value) = cell_and_digit(node.node);
            let seen = PEERS[at] & self.state.cells[value] & !cells;
            let by = if is_on(node.node) { &mut by_on } else { &mut by_off };
            by[value] |= seen;
        }
        let mut removals: Vec<(usize, u16)> = Vec::new();
        for node in ring.iter().filter(|node| is_on(node.node)) {
            let (at, value) = cell_and_digit(node.node);
            for &other in self.order.of(at) {
                let other = usize::from(other);
                if (by_on[value] & by_off[value]) >> other & 1 == 1 {
                    match removals.iter_mut().find(|(at, _)| *at == other) {
                        Some((_, values)) => *values |= 1 << value,
                        None => removals.push((other, 1 << value)),
                    }
                }
            }
        }
        if !removals.is_empty() {
            let chains = vec![chain.clone(), reversed(&chain)];
            let hint = ChainHint { kind, name, complexity, removals, placed: None, chains };
            self.add(rating, key, hint);
        }
    }
}

/// The nodes from the leaf back to the start.
fn way_to(tree: &[Leaf], end: Leaf) -> Vec<ChainNode> {
    let mut chain = Vec::with_capacity(usize::from(end.depth) + 1);
    let mut leaf = end;
    loop {
        let has_parent = leaf.parent != ROOT;
        let number = chain.len() as u16 + 1;
        chain.push(ChainNode {
            node: leaf.node,
            cause: leaf.cause,
            rank: leaf.depth,
            parents: if has_parent { vec![number] } else { Vec::new() },
            proof: None,
        });
        if !has_parent {
            return chain;
        }
        leaf = tree[usize::from(leaf.parent)];
    }
}

/// The ring in the other direction: what was on is off, and each node keeps its own cause.
fn reversed(chain: &[ChainNode]) -> Vec<ChainNode> {
    let count = chain.len() as u16;
    let others = chain.iter().rev().enumerate().map(|(place, node)| {
        let shift = CANDIDATES as Node;
        ChainNode {
            node: if is_on(node.node) { node.node + shift } else { node.node - shift },
            cause: node.cause,
            rank: count - place as u16,
            parents: if place + 1 < chain.len() { vec![place as u16 + 1] } else { Vec::new() },
            proof: None,
        }
    });
    others.collect()
}
