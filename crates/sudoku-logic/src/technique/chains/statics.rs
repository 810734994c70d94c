//! Cycles and forcing chains: single chains on the board as it is.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use super::hint::{ChainHint, ChainNode};
use super::{CANDIDATES, KINDS, Node, NodeSet, candidate, cause, cell_and_digit, is_on};
use crate::rating::Rule;
use crate::state::{Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};
use crate::step::{ChainKind, StepName};
use crate::technique::{PeerOrder, Search, Technique};

/// Rings of links that hold in both directions, and chains from an assumption to its opposite; the
/// lowest rating first, then the shortest.
pub struct CyclesAndChains {
    /// In which order the cells come that a cell sees.
    pub order: PeerOrder,
}

impl Technique for CyclesAndChains {
    fn names(&self) -> &'static [StepName] {
        use StepName::{
            BidirectionalCycle, BidirectionalXCycle, BidirectionalYCycle, ForcingChain,
            ForcingXChain,
        };
        &[BidirectionalXCycle, BidirectionalYCycle, BidirectionalCycle, ForcingXChain, ForcingChain]
    }

    fn find(&self, Search { state, rule, limits, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let hints = search(state, rule, self.order, sink.wants_first_only(), limits);
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

/// The links of each candidate of a board: whom it turns off, and whom it turns on.
struct Graph {
    turns_off: Vec<(Node, u8)>,
    turns_on: Vec<(Node, u8)>,
    /// Of each candidate of the board where its links begin, where those after the links within
    /// its cell begin, and where they end.
    off_ranges: [[u16; 3]; CANDIDATES],
    on_ranges: [[u16; 3]; CANDIDATES],
    /// Which two of these bound the links that are followed: of whom it turns off and turns on.
    off_bounds: [usize; 2],
    on_bounds: [usize; 2],
    /// The candidates of the board, and of each its number among them.
    candidates: Vec<Node>,
    numbers: [u16; CANDIDATES],
    /// How many words of a set are in use.
    words: usize,
    /// Of each candidate of the board those that are on if it is on.
    reach: Vec<CandidateSet>,
}

/// A set of candidates of a board, by their numbers.
type CandidateSet = [u64; 12];

impl Graph {
    /// The graph of all links.
    fn new(state: &State) -> Self {
        let mut graph = Self {
            turns_off: Vec::with_capacity(2048),
            turns_on: Vec::with_capacity(1024),
            off_ranges: [[0; 3]; CANDIDATES],
            on_ranges: [[0; 3]; CANDIDATES],
            off_bounds: [0, 2],
            on_bounds: [0, 2],
            candidates: Vec::with_capacity(CANDIDATES),
            numbers: [0; CANDIDATES],
            words: 0,
            reach: Vec::new(),
        };
        // The candidates that turn something on when they are off: no other is worth a link.
        let mut live_sets = [0; 81];
        let mut live_cells: [Cells; 9] = [0; 9];
        for at in 0..81 {
            for value in bits(state.sets[at]) {
                let own = candidate(at, value);
                graph.numbers[usize::from(own)] = graph.candidates.len() as u16;
                graph.candidates.push(own);
                if graph.add_on(state, at, value) {
                    live_sets[at] |= 1 << value;
                    live_cells[value] |= 1 << at;
                }
            }
        }
        for index in 0..graph.candidates.len() {
            let (at, value) = cell_and_digit(graph.candidates[index]);
            graph.add_off(live_sets[at], live_cells[value], at, value);
        }
        graph.words = graph.candidates.len().div_ceil(64);
        graph
    }

    /// Follows only these links from now on.
    fn turn_to(&mut self, links: Links) {
        (self.off_bounds, self.on_bounds) = match links {
            Links::Digits => ([1, 2], [1, 2]),
            Links::Cells => ([0, 2], [0, 1]),
            Links::Both => ([0, 2], [0, 2]),
        };
        let mut next = vec![[0; 12]; self.candidates.len()];
        for (onward, &own) in next.iter_mut().zip(&self.candidates) {
            for &(off, _) in self.of(own) {
                for &(on, _) in self.of(off) {
                    self.put(onward, on);
                }
            }
        }
        self.reach = closed(&next, self.words);
    }

    fn put(&self, set: &mut CandidateSet, candidate: Node) {
        let number = self.numbers[usize::from(candidate)];
        set[usize::from(number) / 64] |= 1 << (number % 64);
    }

    /// Whether the one being on leads to the other being on.
    fn leads(&self, one: Node, other: Node) -> bool {
        let number = self.numbers[usize::from(other)];
        self.reach(one)[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }

    /// Whether the candidate being on leads to one of these being on.
    fn leads_into(&self, on: Node, goals: &CandidateSet) -> bool {
        let words = self.words;
        self.reach(on)[..words].iter().zip(&goals[..words]).any(|(one, other)| one & other != 0)
    }

    fn reach(&self, on: Node) -> &CandidateSet {
        &self.reach[usize::from(self.numbers[usize::from(on)])]
    }

    /// The candidates that turn this one off.
    fn opponents(&self, state: &State, at: usize, value: usize) -> CandidateSet {
        let mut set = [0; 12];
        for other in bits(state.sets[at] & !(1 << value)) {
            self.put(&mut set, candidate(at, other));
        }
        for other in cells_of(state.cells[value] & PEERS[at]) {
            self.put(&mut set, candidate(other, value));
        }
        set
    }

    /// Notes what the candidate turns on when it is off, and says whether that is anything.
    fn add_on(&mut self, state: &State, at: usize, value: usize) -> bool {
        let start = self.turns_on.len();
        let others = state.sets[at] & !(1 << value);
        if others.is_power_of_two() {
            let other = others.trailing_zeros() as usize;
            self.turns_on.push((candidate(at, other), cause::CELL));
        }
        let middle = self.turns_on.len();
        for kind in KINDS {
            let (index, own) = IN_HOUSES[at][kind];
            let places = state.places[value][usize::from(index)] & !(1 << own);
            if places.is_power_of_two() {
                let place = places.trailing_zeros() as usize;
                let other = usize::from(HOUSE_CELLS[usize::from(index)][place]);
                self.turns_on.push((candidate(other, value), kind as u8));
            }
        }
        let range = [start, middle, self.turns_on.len()].map(|end| end as u16);
        self.on_ranges[usize::from(candidate(at, value))] = range;
        self.turns_on.len() > start
    }

    /// Notes what the candidate turns off when it is on, of those that are worth it.
    fn add_off(&mut self, live_set: u16, live_cells: Cells, at: usize, value: usize) {
        let off = |at, value| candidate(at, value) + CANDIDATES as Node;
        let start = self.turns_off.len();
        let others = bits(live_set & !(1 << value));
        self.turns_off.extend(others.map(|other| (off(at, other), cause::CELL)));
        let middle = self.turns_off.len();
        let mut rest = live_cells & PEERS[at];
        for kind in KINDS {
            let within = HOUSE_SETS[usize::from(IN_HOUSES[at][kind].0)];
            let others = cells_of(rest & within);
            self.turns_off.extend(others.map(|other| (off(other, value), kind as u8)));
            rest &= !within;
        }
        let range = [start, middle, self.turns_off.len()].map(|end| end as u16);
        self.off_ranges[usize::from(candidate(at, value))] = range;
    }

    /// What the node implies.
    fn of(&self, node: Node) -> &[(Node, u8)] {
        let (list, range, bounds) = if is_on(node) {
            (&self.turns_off, &self.off_ranges[usize::from(node)], self.off_bounds)
        } else {
            (&self.turns_on, &self.on_ranges[usize::from(node) - CANDIDATES], self.on_bounds)
        };
        &list[usize::from(range[bounds[0]])..usize::from(range[bounds[1]])]
    }
}

/// Of each number all that it leads to, itself among them, if `next` says where it leads at once.
///
/// Depth first: what leads to each other leads to the same (Tarjan 1972).
fn closed(next: &[CandidateSet], words: usize) -> Vec<CandidateSet> {
    const OPEN: u16 = 0;
    const DONE: u16 = u16::MAX;
    let mut reach = next.to_vec();
    // When each was come to, and the earliest that it leads to and that is not done.
    let mut order = vec![OPEN; next.len()];
    let mut least = vec![OPEN; next.len()];
    let mut waiting: Vec<usize> = Vec::with_capacity(next.len());
    let mut way: Vec<(usize, usize, u64)> = Vec::with_capacity(next.len());
    let mut count = 0;
    for root in 0..next.len() {
        let mut coming = (order[root] == OPEN).then_some(root);
        loop {
            if let Some(number) = coming.take() {
                count += 1;
                (order[number], least[number]) = (count, count);
                reach[number][number / 64] |= 1 << (number % 64);
                waiting.push(number);
                way.push((number, 0, next[number][0]));
            }
            let Some((number, word, rest)) = way.last_mut() else { break };
            let number = *number;
            if *rest != 0 {
                let other = *word * 64 + rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                if order[other] == OPEN {
                    coming = Some(other);
                } else if order[other] == DONE {
                    join(&mut reach, number, other, words);
                } else {
                    least[number] = least[number].min(order[other]);
                }
            } else if *word + 1 < words {
                *word += 1;
                *rest = next[number][*word];
            } else {
                way.pop();
                if least[number] == order[number] {
                    while let Some(other) = waiting.pop() {
                        order[other] = DONE;
                        reach[other] = reach[number];
                        if other == number {
                            break;
                        }
                    }
                }
                if let Some(&(before, ..)) = way.last() {
                    join(&mut reach, before, number, words);
                    if order[number] != DONE {
                        least[before] = least[before].min(least[number]);
                    }
                }
            }
        }
    }
    reach
}

/// What the one leads to the other leads to as well.
fn join(reach: &mut [CandidateSet], other: usize, one: usize, words: usize) {
    let more = reach[one];
    for (set, more) in reach[other][..words].iter_mut().zip(&more[..words]) {
        *set |= more;
    }
}

/// All findings, the lowest rating first, or only that one; none if it was stopped.
pub(super) fn search(
    state: &State,
    rule: &Rule,
    order: PeerOrder,
    only_first: bool,
    limits: &Limits<'_>,
) -> Vec<ChainHint> {
    let mut found = Findings {
        state,
        rule,
        order,
        only_first,
        links: Links::Digits,
        deepest_cycle: u16::MAX,
        deepest_chain: u16::MAX,
        hints: Vec::new(),
    };
    let mut tree: Vec<Leaf> = Vec::with_capacity(2048);
    let mut graph = Graph::new(state);
    for links in [Links::Digits, Links::Cells, Links::Both] {
        found.look_for(links);
        if found.deepest_cycle == 0 && found.deepest_chain == 0 {
            continue;
        }
        graph.turn_to(links);
        for at in 0..81 {
            if limits.is_stopped() {
                return Vec::new();
            }
            let count = state.sets[at].count_ones();
            if count < 2 || (links == Links::Cells && count > 2) {
                continue;
            }
            for value in bits(state.sets[at]) {
                let on = candidate(at, value);
                cycles(&graph, on, &mut tree, &mut found);
                if links != Links::Cells {
                    for start in [on, on + CANDIDATES as Node] {
                        if chain_to_opposite(state, &graph, start, found.deepest_chain, &mut tree) {
                            found.chain(&tree);
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
fn cycles(graph: &Graph, start: Node, tree: &mut Vec<Leaf>, found: &mut Findings<'_>) {
    let leads_back = |on: Node| graph.leads(on, start);
    let onward = graph.of(start).iter().flat_map(|&(off, _)| graph.of(off));
    if !onward.into_iter().any(|&(on, _)| leads_back(on)) {
        return;
    }
    tree.clear();
    tree.push(Leaf { node: start, cause: cause::ASSUMED, parent: ROOT, depth: 0 });
    let mut seen = NodeSet::EMPTY;
    seen.add(start);
    let mut next = 0;
    let mut ends: Vec<Leaf> = Vec::new();
    while next < tree.len() {
        let leaf = tree[next];
        if leaf.depth >= found.deepest_cycle {
            break;
        }
        let depth = leaf.depth + 1;
        if is_on(leaf.node) {
            for &(node, cause) in graph.of(leaf.node) {
                let leads_back = graph.of(node).iter().any(|&(on, _)| leads_back(on));
                if leads_back && !is_on_way(tree, next, node) {
                    tree.push(Leaf { node, cause, parent: next as u16, depth });
                }
            }
        } else {
            for &(node, cause) in graph.of(leaf.node) {
                let below = Leaf { node, cause, parent: next as u16, depth };
                if node == start && depth >= 4 {
                    ends.push(below);
                }
                if leads_back(node) && seen.add(node) {
                    tree.push(below);
                }
            }
        }
        next += 1;
    }
    for end in ends {
        found.cycle(tree, end);
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

/// Whether the assumption leads to its opposite within so many links; the last leaf of the tree is
/// it then.
fn chain_to_opposite(
    state: &State,
    graph: &Graph,
    start: Node,
    deepest: u16,
    tree: &mut Vec<Leaf>,
) -> bool {
    let (at, value) = cell_and_digit(start);
    // What turns the opposite on: itself, or any of those that turn the candidate off.
    let goals = if is_on(start) {
        graph.opponents(state, at, value)
    } else {
        let mut goal = [0; 12];
        graph.put(&mut goal, start - CANDIDATES as Node);
        goal
    };
    let leads_on = |on: Node| graph.leads_into(on, &goals);
    let is_worth = |node: Node| {
        if is_on(node) {
            leads_on(node)
        } else {
            graph.of(node).iter().any(|&(on, _)| leads_on(on))
        }
    };
    if !is_worth(start) {
        return false;
    }
    tree.clear();
    tree.push(Leaf { node: start, cause: cause::ASSUMED, parent: ROOT, depth: 0 });
    let mut seen = NodeSet::EMPTY;
    seen.add(start);
    let mut next = 0;
    while next < tree.len() {
        let leaf = tree[next];
        if leaf.depth >= deepest {
            return false;
        }
        let depth = leaf.depth + 1;
        if is_on(start) && is_on(leaf.node) && next > 0 {
            // The graph leaves out what turns nothing on, as the end may not.
            if let Some(cause) = link_between(leaf.node, at, value) {
                let node = start + CANDIDATES as Node;
                tree.push(Leaf { node, cause, parent: next as u16, depth });
                return true;
            }
        }
        for &(node, cause) in graph.of(leaf.node) {
            if is_worth(node) && seen.add(node) {
                tree.push(Leaf { node, cause, parent: next as u16, depth });
                if !is_on(start) && node + CANDIDATES as Node == start {
                    return true;
                }
            }
        }
        next += 1;
    }
    false
}

/// By which link an on node turns off the candidate, if by any.
fn link_between(node: Node, at: usize, value: usize) -> Option<u8> {
    let (from, own) = cell_and_digit(node);
    if from == at {
        return (own != value).then_some(cause::CELL);
    }
    let shares = |&kind: &usize| IN_HOUSES[from][kind].0 == IN_HOUSES[at][kind].0;
    let kind = KINDS.into_iter().find(shares)?;
    (own == value).then_some(kind as u8)
}

/// What chains of these links are, and their key in the order.
const fn chain_of(links: Links) -> (ChainKind, StepName, u8) {
    match links {
        Links::Digits => (ChainKind::DigitChain, StepName::ForcingXChain, 2),
        _ => (ChainKind::MixedChain, StepName::ForcingChain, 4),
    }
}

/// What cycles of these links are, and their key in the order.
const fn cycle_of(links: Links) -> (ChainKind, StepName, u8) {
    match links {
        Links::Digits => (ChainKind::DigitCycle, StepName::BidirectionalXCycle, 2),
        Links::Cells => (ChainKind::CellCycle, StepName::BidirectionalYCycle, 3),
        Links::Both => (ChainKind::MixedCycle, StepName::BidirectionalCycle, 4),
    }
}

struct Findings<'a> {
    state: &'a State,
    rule: &'a Rule,
    order: PeerOrder,
    only_first: bool,
    /// Which links are followed now.
    links: Links,
    /// How many links a cycle and a chain may have that is still wanted.
    deepest_cycle: u16,
    deepest_chain: u16,
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

    /// Turns to these links.
    fn look_for(&mut self, links: Links) {
        self.links = links;
        let (cycle, _, key) = cycle_of(links);
        self.deepest_cycle = self.most_nodes(cycle, key);
        let (chain, _, key) = chain_of(links);
        // A chain has one link less than nodes.
        let nodes = if links == Links::Cells { 1 } else { self.most_nodes(chain, key) };
        self.deepest_chain = nodes.saturating_sub(1);
    }

    /// How many nodes a finding may have that is still wanted.
    fn most_nodes(&self, kind: ChainKind, key: u8) -> u16 {
        let Some((best, ..)) = self.hints.first().filter(|_| self.only_first) else {
            return u16::MAX;
        };
        let is_wanted = |&nodes: &u16| {
            let nodes = u32::from(nodes);
            self.wants(self.rating(kind, nodes), nodes, key)
        };
        // Ratings grow with the nodes, and the best is no longer than the board has candidates.
        (0..=CANDIDATES as u16 * 2)
            .take_while(|&nodes| self.rating(kind, u32::from(nodes)) <= *best)
            .filter(is_wanted)
            .last()
            .unwrap_or(0)
    }

    fn add(&mut self, rating: f64, key: u8, hint: ChainHint) {
        if self.only_first {
            self.hints.clear();
        }
        self.hints.push((rating, key, hint));
        self.look_for(self.links);
    }

    /// A chain whose end is the last leaf.
    fn chain(&mut self, tree: &[Leaf]) {
        let Some(&end) = tree.last() else { return };
        let (kind, name, key) = chain_of(self.links);
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
    fn cycle(&mut self, tree: &[Leaf], end: Leaf) {
        let (kind, name, key) = cycle_of(self.links);
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
