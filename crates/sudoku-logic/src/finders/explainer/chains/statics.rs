//! Cycles and forcing chains: single chains of static links.
//!
//! *Static* links are those of the board as it is: nothing that a chain turns off makes further
//! links.
//!
//! ```text
//!         c1   c7        digit 5: rows 1 and 6 have two places each
//!   r1    5    5
//!   r6    5    5
//!
//!   cycle:  5r1c1 on → 5r6c1 off (column 1) → 5r6c7 on (row 6)
//!                    → 5r1c7 off (column 7) → 5r1c1 on (row 1)
//!           It also holds in the other direction, so one of r1c1 and r6c1 is 5, and one of r1c7
//!           and r6c7: columns 1 and 7 lose their other 5s.
//!   chain:  an assumption that leads to its opposite (see the parent module)
//! ```
//!
//! Both are paths in the implication graph, found by breadth-first search from each candidate.

use std::array;
use std::cell::OnceCell;
use std::ops::ControlFlow;

use sudoku_core::Limits;

use super::hint::{ChainHint, ProofNode, TieRank};
use crate::finders::explainer::PeerOrder;
use crate::finders::{Cache, Search, Technique, Templates};
use crate::graph::{
    Candidate, Cause, EXPLAINER_HOUSE_ORDER, ImplicationGraph, Link, LinkKinds, Literal, LiteralSet,
};
use crate::rating::ScoreRule;
use crate::state::{Cells, IN_HOUSES, PEERS, SetSize, State, bits, cells_of};
use crate::step::{ChainKind, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// A ring of links within one digit, on and off in turn.
    pub const BIDIRECTIONAL_X_CYCLE: Self =
        Self::new("bidirectional X-cycle", TechniqueGroup::Chains);
    /// A ring of cells of two candidates.
    pub const BIDIRECTIONAL_Y_CYCLE: Self =
        Self::new("bidirectional Y-cycle", TechniqueGroup::Chains);
    /// A ring of links within digits and cells.
    pub const BIDIRECTIONAL_CYCLE: Self = Self::new("bidirectional cycle", TechniqueGroup::Chains);
    /// A chain within one digit whose assumption leads to its opposite.
    pub const FORCING_X_CHAIN: Self = Self::new("forcing X-chain", TechniqueGroup::Chains);
    /// A chain whose assumption leads to its opposite.
    pub const FORCING_CHAIN: Self = Self::new("forcing chain", TechniqueGroup::Chains);
}

/// Rings of links that hold in both directions, and chains from an assumption to its opposite,
/// ordered by rating (lowest first), then by length.
#[derive(Clone, Copy, Debug)]
pub struct CyclesAndChains {
    /// The order in which the peers of a cell are tried.
    pub order: PeerOrder,
}

impl CyclesAndChains {
    /// The ratings of Sudoku Explainer and its successor.
    ///
    /// They are part of the search, because they decide which chain comes first and how far the
    /// search has to go: a cycle of 12 nodes comes before a mixed chain of 6.
    pub const RULE: ScoreRule = ScoreRule::ByKindAndLength { cycle: 6.5, chain: 6.6, mixed: 7.0 };
}

impl Technique for CyclesAndChains {
    fn names(&self) -> &'static [StepName] {
        &[
            StepName::BIDIRECTIONAL_X_CYCLE,
            StepName::BIDIRECTIONAL_Y_CYCLE,
            StepName::BIDIRECTIONAL_CYCLE,
            StepName::FORCING_X_CHAIN,
            StepName::FORCING_CHAIN,
        ]
    }

    fn find(&self, Search { state, limits, scratch, sink }: Search<'_>) -> ControlFlow<()> {
        let Cache { templates, chains, .. } = &mut scratch.cache;
        let graph = chains.own.graph.get_or_insert_default();
        let order = self.order;
        let hints = if sink.wants_first_only() {
            first(state, order, limits, graph, templates)
        } else {
            search(state, order, limits, graph)
        };
        hints.into_iter().try_for_each(|hint| sink.take(hint.to_step()))
    }
}

/// A node of a search tree.
#[derive(Clone, Copy)]
struct TreeNode {
    literal: Literal,
    cause: Cause,
    /// The index of its parent in the tree, or `ROOT`.
    parent: u16,
    /// The number of links from the root.
    depth: u16,
}

const ROOT: u16 = u16::MAX;

/// Returns all results, the lowest rating first; none if the search was stopped.
///
/// It skips candidates that lead nowhere in the closure of the links.
pub(super) fn search(
    state: &State,
    order: PeerOrder,
    limits: &Limits<'_>,
    graph: &mut ImplicationGraph,
) -> Vec<ChainHint> {
    let mut found = StaticChainSearch::new(state, order, false);
    graph.read(state);
    // Every elimination by cycles and chains of fewer kinds of links is also refuted by all links.
    graph.close_over(state, LinkKinds::Both);
    if graph.refuted() == [0; 9] {
        return Vec::new();
    }
    let mut tree: Vec<TreeNode> = Vec::with_capacity(2048);
    for links in [LinkKinds::Digits, LinkKinds::Cells, LinkKinds::Both] {
        found.look_for(links);
        graph.close_over(state, links);
        // Every eliminated candidate turns itself off by these links, and links within a digit lead
        // to no other digit.
        let refuted = graph.refuted();
        let is_worth = |digit: &usize| match links {
            LinkKinds::Digits => refuted[*digit] != 0,
            _ => refuted != [0; 9],
        };
        let worth = (0..9).filter(is_worth).fold(0, |set, digit| set | 1 << digit);
        if found.of_links(graph, worth, None, limits, &mut tree).is_break() {
            return Vec::new();
        }
    }
    found.into_hints()
}

/// Returns the result with the lowest rating, if there is one and the search was not stopped.
///
/// It is faster than [`search`]: distances tell the length of the shortest chain. Only nodes that
/// can lead to a result of at most its rating are followed.
fn first(
    state: &State,
    order: PeerOrder,
    limits: &Limits<'_>,
    graph: &mut ImplicationGraph,
    templates: &mut Templates,
) -> Vec<ChainHint> {
    let mut found = StaticChainSearch::new(state, order, true);
    graph.read(state);
    // If links within a digit refute a candidate, no template has it. So only digits with such
    // places are searched.
    let removable = templates.all_removable(state);
    let removable =
        (0..9).filter(|&digit| removable[digit] != 0).fold(0, |set, digit| set | 1 << digit);
    let ring_pairs = ring_pairs(state);
    let mut tree: Vec<TreeNode> = Vec::with_capacity(2048);
    for links in [LinkKinds::Digits, LinkKinds::Cells, LinkKinds::Both] {
        found.look_for(links);
        if found.deepest_cycle == 0 && found.deepest_chain == 0 {
            continue;
        }
        let digits = if links == LinkKinds::Digits { removable } else { 0x1ff };
        if digits == 0 || (links == LinkKinds::Cells && ring_pairs == 0) {
            continue;
        }
        graph.start_distances(state, links, digits, ring_pairs);
        // Every candidate that a ring eliminates turns itself off, in at most as many hops as the
        // ring has.
        let most = usize::from(found.deepest_chain.max(found.deepest_cycle) / 2);
        let Some((hops, starts)) = graph.shortest_chains(most) else { continue };
        found.expect_chain(hops);
        graph.measure_to(usize::from(found.deepest_cycle) / 2);
        if found.of_links(graph, digits, Some(&starts), limits, &mut tree).is_break() {
            return Vec::new();
        }
    }
    found.into_hints()
}

/// Returns the cells with two candidates that may be part of a ring of such cells: for each of both
/// digits they see another such cell with it.
fn ring_pairs(state: &State) -> Cells {
    let is_pair = |&cell: &usize| state.sets[cell].size() == 2;
    let mut left: Cells = (0..81).filter(is_pair).fold(0, |pairs, cell| pairs | 1 << cell);
    loop {
        let goes_on = |&cell: &usize| {
            bits(state.sets[cell]).all(|digit| left & PEERS[cell] & state.cells[digit] != 0)
        };
        let kept = cells_of(left).filter(goes_on).fold(0, |kept, cell| kept | 1 << cell);
        if kept == left {
            return left;
        }
        left = kept;
    }
}

/// Reports the rings through an on candidate.
///
/// The search is breadth-first. An on node is visited once. An off node may be visited repeatedly,
/// but not twice on one path.
fn cycles(
    graph: &ImplicationGraph,
    start: Literal,
    tree: &mut Vec<TreeNode>,
    found: &mut StaticChainSearch<'_>,
) {
    if !graph.may_be_on_ring(start) {
        return;
    }
    let deepest = found.deepest_cycle;
    // A ring has at least four links.
    let leads_back = |on: Literal, depth: u16| {
        let is_wanted = depth <= deepest && (depth >= 4 || on != start);
        is_wanted && graph.leads(on, start, deepest - depth)
    };
    tree.clear();
    tree.push(TreeNode { literal: start, cause: Cause::Assumption, parent: ROOT, depth: 0 });
    let mut seen = LiteralSet::EMPTY;
    seen.insert(start);
    let mut next = 0;
    let mut ends: Vec<TreeNode> = Vec::new();
    while next < tree.len() {
        let current = tree[next];
        if current.depth >= deepest {
            break;
        }
        let depth = current.depth + 1;
        if current.literal.is_on() {
            for &Link { to: node, cause } in graph.links_from(current.literal) {
                let leads_back =
                    graph.links_from(node).iter().any(|on| leads_back(on.to, depth + 1));
                if leads_back && !is_on_way(tree, next, node) {
                    tree.push(TreeNode { literal: node, cause, parent: next as u16, depth });
                }
            }
        } else {
            for &Link { to: node, cause } in graph.links_from(current.literal) {
                let below = TreeNode { literal: node, cause, parent: next as u16, depth };
                if node == start && depth >= 4 {
                    ends.push(below);
                }
                if leads_back(node, depth) && seen.insert(node) {
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

/// Returns true if the literal is on the path from the start to the last tree node.
fn is_on_way(tree: &[TreeNode], last: usize, node: Literal) -> bool {
    let mut at = last;
    while tree[at].parent != ROOT {
        at = usize::from(tree[at].parent);
        if tree[at].literal == node {
            return true;
        }
    }
    false
}

/// Returns true if the assumption leads to its opposite within this number of links; the last
/// node of the tree is then the opposite.
fn chain_to_opposite(
    graph: &ImplicationGraph,
    start: Literal,
    deepest: u16,
    tree: &mut Vec<TreeNode>,
) -> bool {
    let (cell, digit) = start.cell_and_digit();
    let opposite = start.opposite();
    let leads_on =
        |on: Literal, depth: u16| depth <= deepest && graph.leads(on, opposite, deepest - depth);
    let is_worth = |node: Literal, depth: u16| {
        if node.is_on() {
            leads_on(node, depth)
        } else {
            graph.links_from(node).iter().any(|on| leads_on(on.to, depth + 1))
        }
    };
    if !is_worth(start, 0) {
        return false;
    }
    tree.clear();
    tree.push(TreeNode { literal: start, cause: Cause::Assumption, parent: ROOT, depth: 0 });
    let mut seen = LiteralSet::EMPTY;
    seen.insert(start);
    let mut next = 0;
    while next < tree.len() {
        let current = tree[next];
        if current.depth >= deepest {
            return false;
        }
        let depth = current.depth + 1;
        if start.is_on() && current.literal.is_on() && next > 0 {
            // The graph omits candidates that turn nothing on, but the end may be one.
            if let Some(cause) = link_between(current.literal, cell, digit) {
                tree.push(TreeNode { literal: opposite, cause, parent: next as u16, depth });
                return true;
            }
        }
        for &Link { to: node, cause } in graph.links_from(current.literal) {
            if is_worth(node, depth) && seen.insert(node) {
                tree.push(TreeNode { literal: node, cause, parent: next as u16, depth });
                if !start.is_on() && node == opposite {
                    return true;
                }
            }
        }
        next += 1;
    }
    false
}

/// Returns the link by which an on node turns off the candidate, if any.
fn link_between(node: Literal, cell: usize, digit: usize) -> Option<Cause> {
    let (from, own) = node.cell_and_digit();
    if from == cell {
        return (own != digit).then_some(Cause::Cell);
    }
    let shares = |&kind: &usize| IN_HOUSES[from][kind].0 == IN_HOUSES[cell][kind].0;
    let kind = EXPLAINER_HOUSE_ORDER.into_iter().find(shares)?;
    (own == digit).then_some(Cause::of_house_kind(kind))
}

/// Returns the rating of a chain or cycle with this number of nodes.
fn rating(kind: ChainKind, nodes: u32) -> f64 {
    CyclesAndChains::RULE.rating_of_chain(kind, nodes as usize)
}

/// Returns the kind of chains with these links, and the name of their steps.
const fn chain_of(links: LinkKinds) -> (ChainKind, StepName) {
    match links {
        LinkKinds::Digits => (ChainKind::DigitChain, StepName::FORCING_X_CHAIN),
        _ => (ChainKind::MixedChain, StepName::FORCING_CHAIN),
    }
}

/// Returns the kind of cycles with these links, and the name of their steps.
const fn cycle_of(links: LinkKinds) -> (ChainKind, StepName) {
    match links {
        LinkKinds::Digits => (ChainKind::DigitCycle, StepName::BIDIRECTIONAL_X_CYCLE),
        LinkKinds::Cells => (ChainKind::CellCycle, StepName::BIDIRECTIONAL_Y_CYCLE),
        LinkKinds::Both => (ChainKind::MixedCycle, StepName::BIDIRECTIONAL_CYCLE),
    }
}

struct StaticChainSearch<'a> {
    state: &'a State,
    order: PeerOrder,
    first_only: bool,
    /// The links that are currently followed.
    links: LinkKinds,
    /// The maximum number of links of a wanted cycle and of a wanted chain.
    deepest_cycle: u16,
    deepest_chain: u16,
    /// The results with their ratings.
    hints: Vec<(f64, ChainHint)>,
}

impl<'a> StaticChainSearch<'a> {
    const fn new(state: &'a State, order: PeerOrder, first_only: bool) -> Self {
        Self {
            state,
            order,
            first_only,
            links: LinkKinds::Digits,
            deepest_cycle: u16::MAX,
            deepest_chain: u16::MAX,
            hints: Vec::new(),
        }
    }

    /// Searches from every candidate of these digits, for chains only from these nodes if they are
    /// known. Breaks if the search was stopped.
    fn of_links(
        &mut self,
        graph: &ImplicationGraph,
        digits: u16,
        starts: Option<&LiteralSet>,
        limits: &Limits<'_>,
        tree: &mut Vec<TreeNode>,
    ) -> ControlFlow<()> {
        if digits == 0 {
            return ControlFlow::Continue(());
        }
        let rings = starts.and_then(|_| graph.on_rings(self.deepest_cycle));
        let takes = |on: Literal| rings.is_none_or(|rings| rings.contains(on));
        for cell in 0..81 {
            if limits.is_stopped() {
                return ControlFlow::Break(());
            }
            let count = self.state.sets[cell].size();
            if count < 2 || (self.links == LinkKinds::Cells && count > 2) {
                continue;
            }
            for digit in bits(self.state.sets[cell] & digits) {
                let on = Candidate::new(cell, digit).on();
                if self.deepest_cycle > 0 && takes(on) {
                    cycles(graph, on, tree, self);
                }
                if self.links == LinkKinds::Cells {
                    continue;
                }
                for start in [on, on.opposite()] {
                    if starts.is_none_or(|starts| starts.contains(start))
                        && chain_to_opposite(graph, start, self.deepest_chain, tree)
                    {
                        self.chain(tree);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the results, the lowest rating first.
    fn into_hints(self) -> Vec<ChainHint> {
        let mut hints = self.hints;
        // The sort is stable, so the first found of equal results stays first.
        sort_by(&mut hints, |(rating, hint), (other_rating, other)| {
            let order = hint.complexity.cmp(&other.complexity);
            let order = order.then(TieRank::of(hint.kind).cmp(&TieRank::of(other.kind)));
            rating.total_cmp(other_rating).then(order)
        });
        hints.into_iter().map(|(_, hint)| hint).collect()
    }

    /// Rejects results that are worse than the shortest chain, which has this many hops and one
    /// further link.
    fn expect_chain(&mut self, hops: usize) {
        let depth = hops * 2 + 1;
        if self.links == LinkKinds::Cells || depth > usize::from(self.deepest_chain) {
            self.deepest_chain = 0;
            return;
        }
        self.deepest_chain = depth as u16;
        let ((cycle, _), (chain, _)) = (cycle_of(self.links), chain_of(self.links));
        let ranks = [cycle, chain].map(TieRank::of);
        let nodes = depth as u32 + 1;
        let of_chain = rating(chain, nodes);
        let is_wanted = |&other: &u16| {
            let order = rating(cycle, other.into()).total_cmp(&of_chain);
            order.then(u32::from(other).cmp(&nodes)).then(ranks[0].cmp(&ranks[1])).is_le()
        };
        let most = self.deepest_cycle.min(Literal::COUNT as u16);
        self.deepest_cycle = (0..=most).take_while(is_wanted).last().unwrap_or(0);
    }

    /// Returns true if a result of this kind, with this rating and complexity, is wanted.
    fn wants(&self, rating: f64, complexity: u32, kind: ChainKind) -> bool {
        !self.first_only
            || self.hints.first().is_none_or(|(best, hint)| {
                rating
                    .total_cmp(best)
                    .then(complexity.cmp(&hint.complexity))
                    .then(TieRank::of(kind).cmp(&TieRank::of(hint.kind)))
                    .is_lt()
            })
    }

    /// Switches to these links.
    fn look_for(&mut self, links: LinkKinds) {
        self.links = links;
        let (cycle, _) = cycle_of(links);
        self.deepest_cycle = self.most_nodes(cycle);
        let (chain, _) = chain_of(links);
        // A chain has one link fewer than nodes.
        let nodes = if links == LinkKinds::Cells { 1 } else { self.most_nodes(chain) };
        self.deepest_chain = nodes.saturating_sub(1);
    }

    /// Returns the maximum number of nodes of a wanted result.
    fn most_nodes(&self, kind: ChainKind) -> u16 {
        let Some((best, ..)) = self.hints.first().filter(|_| self.first_only) else {
            return u16::MAX;
        };
        let is_wanted = |&nodes: &u16| {
            let nodes = u32::from(nodes);
            self.wants(rating(kind, nodes), nodes, kind)
        };
        // Ratings increase with the nodes. The best result has at most as many nodes as there are
        // candidates.
        (0..=Literal::COUNT as u16)
            .take_while(|&nodes| rating(kind, u32::from(nodes)) <= *best)
            .filter(is_wanted)
            .last()
            .unwrap_or(0)
    }

    fn add(&mut self, rating: f64, hint: ChainHint) {
        if self.first_only {
            self.hints.clear();
        }
        self.hints.push((rating, hint));
        self.look_for(self.links);
    }

    /// Records the chain whose end is the last node of the tree.
    fn chain(&mut self, tree: &[TreeNode]) {
        let Some(&end) = tree.last() else { return };
        let (kind, name) = chain_of(self.links);
        let complexity = u32::from(end.depth) + 1;
        let rating = rating(kind, complexity);
        if !self.wants(rating, complexity, kind) {
            return;
        }
        let (cell, digit) = end.literal.cell_and_digit();
        let bit = 1 << digit;
        let hint = ChainHint {
            kind,
            name,
            complexity,
            removals: if end.literal.is_on() {
                vec![(cell, self.state.sets[cell] & !bit)]
            } else {
                vec![(cell, bit)]
            },
            placed: end.literal.is_on().then_some(end.literal),
            chains: vec![way_to(tree, end)],
            beyond: [0; 9],
            rests_on: OnceCell::new(),
        };
        self.add(rating, hint);
    }

    /// Returns the candidates in other cells that an on node and an off node of the ring see; one
    /// of the two holds the digit.
    fn taken_by(&self, tree: &[TreeNode], end: TreeNode) -> [Cells; 9] {
        let mut cells: Cells = 0;
        let (mut by_on, mut by_off) = ([0; 9], [0; 9]);
        let mut current = end;
        while current.parent != ROOT {
            let (cell, digit) = current.literal.cell_and_digit();
            cells |= 1 << cell;
            let by = if current.literal.is_on() { &mut by_on } else { &mut by_off };
            by[digit] |= PEERS[cell] & self.state.cells[digit];
            current = tree[usize::from(current.parent)];
        }
        array::from_fn(|digit| by_on[digit] & by_off[digit] & !cells)
    }

    /// Records the ring that ends in this tree node, which repeats the first node.
    fn cycle(&mut self, tree: &[TreeNode], end: TreeNode) {
        let (kind, name) = cycle_of(self.links);
        let complexity = u32::from(end.depth);
        let rating = rating(kind, complexity);
        if !self.wants(rating, complexity, kind) {
            return;
        }
        let taken = self.taken_by(tree, end);
        if taken == [0; 9] {
            return;
        }
        let chain = way_to(tree, end);
        let ring = &chain[..chain.len() - 1];
        let mut removals: Vec<(usize, u16)> = Vec::new();
        for node in ring.iter().filter(|node| node.node.is_on()) {
            let (cell, digit) = node.node.cell_and_digit();
            for &other in self.order.of(cell) {
                let other = usize::from(other);
                if taken[digit] >> other & 1 == 1 {
                    match removals.iter_mut().find(|(cell, _)| *cell == other) {
                        Some((_, digits)) => *digits |= 1 << digit,
                        None => removals.push((other, 1 << digit)),
                    }
                }
            }
        }
        if !removals.is_empty() {
            let chains = vec![chain.clone(), reversed(&chain)];
            let hint = ChainHint {
                kind,
                name,
                complexity,
                removals,
                placed: None,
                chains,
                beyond: [0; 9],
                rests_on: OnceCell::new(),
            };
            self.add(rating, hint);
        }
    }
}

/// Returns the nodes from this tree node back to the start.
fn way_to(tree: &[TreeNode], end: TreeNode) -> Vec<ProofNode> {
    let mut chain = Vec::with_capacity(usize::from(end.depth) + 1);
    let mut current = end;
    loop {
        let has_parent = current.parent != ROOT;
        let number = chain.len() as u16 + 1;
        chain.push(ProofNode {
            node: current.literal,
            cause: current.cause,
            rank: current.depth,
            parents: if has_parent { vec![number] } else { Vec::new() },
            proof: None,
            is_counted: true,
        });
        if !has_parent {
            return chain;
        }
        current = tree[usize::from(current.parent)];
    }
}

/// Returns the ring in the other direction: on and off are exchanged, and each node keeps its own
/// cause.
fn reversed(chain: &[ProofNode]) -> Vec<ProofNode> {
    let count = chain.len() as u16;
    let others = chain.iter().rev().enumerate().map(|(place, node)| ProofNode {
        node: node.node.opposite(),
        cause: node.cause,
        rank: count - place as u16,
        parents: if place + 1 < chain.len() { vec![place as u16 + 1] } else { Vec::new() },
        proof: None,
        is_counted: true,
    });
    others.collect()
}
