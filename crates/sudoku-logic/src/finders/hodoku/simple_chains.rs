//! Chains of one digit, and chains of cells with two candidates: Turbot fish, X-Chains, XY-Chains
//! and remote pairs.
//!
//! All chains up to a length are enumerated in the order of their links. A later chain with the
//! same effect is kept only if it is shorter. The chain to take is determined by sorting, with an
//! order that can contradict itself.
//!
//! ```text
//!         c1     c5
//!   r1   {1 2}  {2 3}       XY-Chain: if r1c1 is not 1, it is 2, so r1c5 is 3, so r6c5 is 1.
//!   r6    1*    {1 3}       Either end is 1, and r6c1 sees both: it loses 1 (*).
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, node, report};
use crate::finders::explainer::NestedSpace;
use crate::graph::{ImplicationGraph, LinkKinds};
use crate::state::{BOXES, Cells, HOUSE_CELLS, IN_HOUSES, PEERS, SetSize, bits, cells_of};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sorted;

impl StepName {
    /// A chain of cells with the same two candidates.
    pub const REMOTE_PAIR: Self = Self::new("remote pair", TechniqueGroup::Chains);
    /// A chain of two strong links in one digit.
    pub const TURBOT_FISH: Self = Self::new("Turbot fish", TechniqueGroup::SingleDigit);
    /// A chain in one digit.
    pub const X_CHAIN: Self = Self::new("X-Chain", TechniqueGroup::Chains);
    /// A chain of cells with two candidates.
    pub const XY_CHAIN: Self = Self::new("XY-Chain", TechniqueGroup::Chains);
}

/// The kinds of chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimpleChainKind {
    /// Two strong links of a digit.
    Turbot,
    /// Strong and weak links of a digit in turn.
    X,
    /// Cells with two candidates.
    Xy,
    /// Cells with the same two candidates.
    Remote,
}

/// The maximum number of links of a chain.
const LONGEST: usize = 20;

/// A node of a chain, with the link that leads to it: true if the link is strong.
#[derive(Clone, Copy)]
struct SimpleChainLink {
    cell: u8,
    digit: u8,
    is_strong: bool,
}

/// A chain with eliminations.
struct SimpleChainFinding {
    removals: Removals,
    rank: i32,
    /// The sum of its digits.
    digits: i32,
    /// The nodes, each with the link that leads to it.
    nodes: Vec<SimpleChainLink>,
}

pub(crate) fn chains(
    view: View<'_>,
    kind: SimpleChainKind,
    space: &mut NestedSpace,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    if kind == SimpleChainKind::Remote && !has_four_alike(&view.state.sets) {
        return ControlFlow::Continue(());
    }
    // Every candidate that a chain eliminates would turn itself off by the chain.
    let links = match kind {
        SimpleChainKind::Turbot | SimpleChainKind::X => LinkKinds::Digits,
        SimpleChainKind::Xy | SimpleChainKind::Remote => LinkKinds::Cells,
    };
    if links == LinkKinds::Digits && *view.removable == [0; 9] {
        return ControlFlow::Continue(());
    }
    let graph = space.graph(view.state, links);
    let refuted = graph.refuted();
    if refuted == [0; 9] {
        return ControlFlow::Continue(());
    }
    let mut search = SimpleChainSearch::new(view, kind, graph, refuted);
    search.run()?;
    let found = &search.found;
    let order = sorted(found.len(), &|one, two| compare(&found[one], &found[two]));
    let name = match kind {
        SimpleChainKind::Turbot => StepName::TURBOT_FISH,
        SimpleChainKind::X => StepName::X_CHAIN,
        SimpleChainKind::Xy => StepName::XY_CHAIN,
        SimpleChainKind::Remote => StepName::REMOTE_PAIR,
    };
    for SimpleChainFinding { removals, nodes, .. } in order.into_iter().map(|at| &found[at]) {
        report(sink, name, removals, || {
            let nodes = nodes
                .iter()
                .map(|link| node(usize::from(link.cell), usize::from(link.digit), link.is_strong));
            Evidence::Alternating { nodes: nodes.collect() }
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns true if four cells have the same two candidates. With fewer there is no remote pair.
fn has_four_alike(sets: &[u16; 81]) -> bool {
    let mut counts = [0; 1 << 9];
    sets.iter().filter(|set| set.size() == 2).any(|&set| {
        counts[usize::from(set)] += 1;
        counts[usize::from(set)] == 4
    })
}

fn compare(one: &SimpleChainFinding, two: &SimpleChainFinding) -> i32 {
    let fewer = two.removals.len() as i32 - one.removals.len() as i32;
    if fewer != 0 {
        return fewer;
    }
    if one.removals != two.removals {
        return one.rank - two.rank;
    }
    let longer = one.nodes.len() as i32 - two.nodes.len() as i32;
    if longer == 0 { one.digits - two.digits } else { longer }
}

struct SimpleChainSearch<'a> {
    view: View<'a>,
    kind: SimpleChainKind,
    /// The candidates that each candidate reaches.
    graph: &'a ImplicationGraph,
    /// The cells that may lose each digit.
    refuted: [Cells; 9],
    /// The links of each cell and digit, and the index of the first link of each.
    links: Vec<SimpleChainLink>,
    starts: [u16; 81 * 9 + 1],
    longest: usize,
    path: Vec<SimpleChainLink>,
    /// The cells that the path may not visit again.
    used: Cells,
    /// The cells that both ends of the path would have to see.
    targets: Cells,
    /// For each candidate, true if it may lead to an end with an elimination, once known.
    leading: [Option<bool>; 729],
    found: Vec<SimpleChainFinding>,
    /// The index in `found` of the shortest chain so far for each effect, ordered by effect.
    best: Vec<usize>,
}

impl<'a> SimpleChainSearch<'a> {
    fn new(
        view: View<'a>,
        kind: SimpleChainKind,
        graph: &'a ImplicationGraph,
        refuted: [Cells; 9],
    ) -> Self {
        let mut search = Self {
            view,
            kind,
            graph,
            refuted,
            links: Vec::new(),
            starts: [0; 730],
            longest: if kind == SimpleChainKind::Turbot { 3 } else { LONGEST },
            path: Vec::new(),
            used: 0,
            targets: 0,
            leading: [None; 729],
            found: Vec::new(),
            best: Vec::new(),
        };
        search.collect_links();
        search
    }

    fn set(&self, cell: usize) -> u16 {
        self.view.state.sets[cell]
    }

    const fn is_by_cells(&self) -> bool {
        matches!(self.kind, SimpleChainKind::Xy | SimpleChainKind::Remote)
    }

    /// Collects the links of each candidate: to the other in its cell, then in row, column and box.
    fn collect_links(&mut self) {
        for cell in 0..81 {
            for digit in 0..9 {
                self.starts[cell * 9 + digit] = self.links.len() as u16;
                let set = self.set(cell);
                let is_pair = set.size() == 2;
                let is_idle = !self.is_by_cells() && self.refuted[digit] == 0;
                if set >> digit & 1 == 0 || is_idle || (self.is_by_cells() && !is_pair) {
                    continue;
                }
                if self.is_by_cells() {
                    let other = (set & !(1 << digit)).trailing_zeros() as u8;
                    self.links.push(SimpleChainLink {
                        cell: cell as u8,
                        digit: other,
                        is_strong: true,
                    });
                }
                for (house, _) in IN_HOUSES[cell] {
                    self.collect_house(cell, digit, usize::from(house));
                }
            }
        }
        self.starts[729] = self.links.len() as u16;
    }

    fn collect_house(&mut self, cell: usize, digit: usize, house: usize) {
        let is_strong = !self.is_by_cells() && self.view.count(house, digit) == 2;
        for other in HOUSE_CELLS[house].map(usize::from) {
            let set = self.set(other);
            let is_known = house >= BOXES
                && (IN_HOUSES[cell][0].0 == IN_HOUSES[other][0].0
                    || IN_HOUSES[cell][1].0 == IN_HOUSES[other][1].0);
            let fits = match self.kind {
                SimpleChainKind::Turbot | SimpleChainKind::X => true,
                SimpleChainKind::Xy => set.size() == 2,
                SimpleChainKind::Remote => set == self.set(cell),
            };
            if other != cell && set >> digit & 1 == 1 && fits && !is_known {
                self.links.push(SimpleChainLink {
                    cell: other as u8,
                    digit: digit as u8,
                    is_strong,
                });
            }
        }
    }

    fn run(&mut self) -> ControlFlow<()> {
        for cell in 0..81 {
            self.view.poll()?;
            for digit in bits(self.set(cell)) {
                self.targets = PEERS[cell] & self.refuted[digit];
                if self.targets == 0 {
                    continue;
                }
                self.leading = [None; 729];
                for link in self.links_of(cell, digit) {
                    let first = self.links[link];
                    let stays = usize::from(first.cell) == cell;
                    if !first.is_strong || self.is_by_cells() != stays {
                        continue;
                    }
                    let start =
                        SimpleChainLink { cell: cell as u8, digit: digit as u8, is_strong: false };
                    self.path = vec![start, first];
                    self.used = 1 << cell;
                    self.extend(false);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn links_of(&self, cell: usize, digit: usize) -> std::ops::Range<usize> {
        let at = cell * 9 + digit;
        usize::from(self.starts[at])..usize::from(self.starts[at + 1])
    }

    /// Extends the path by a strong link or, if `by_strong` is false, by any link as a weak one.
    fn extend(&mut self, by_strong: bool) {
        let (start, end) = (self.path[0], self.path[self.path.len() - 1]);
        let here = usize::from(end.cell);
        for at in self.links_of(here, usize::from(end.digit)) {
            let link = self.links[at];
            let there = usize::from(link.cell);
            if by_strong && (!link.is_strong || (self.is_by_cells() && there != here)) {
                continue;
            }
            // The path may return to its start, and ends there.
            let is_loop = self.used >> there & 1 == 1;
            if is_loop && link.cell != start.cell {
                continue;
            }
            self.used |= 1 << here;
            let leads_on = !by_strong || self.leads_on(there, usize::from(link.digit));
            if !leads_on {
                self.used &= !(1 << here);
                continue;
            }
            self.path.push(SimpleChainLink { is_strong: by_strong, ..link });
            if by_strong && link.digit == start.digit {
                self.check(there);
            }
            if self.path.len() <= self.longest && !is_loop {
                self.extend(!by_strong);
            }
            self.path.pop();
            // This also frees the start or a cell that is visited twice, so later paths may use it
            // again.
            self.used &= !(1 << here);
        }
    }

    /// Returns true if the candidate being on may lead to an end of the path with an elimination.
    fn leads_on(&mut self, cell: usize, digit: usize) -> bool {
        let (graph, targets) = (self.graph, self.targets);
        let first = usize::from(self.path[0].digit);
        let leads = |target| graph.leads_to_off((cell, digit), (target, first));
        *self.leading[cell * 9 + digit].get_or_insert_with(|| cells_of(targets).any(leads))
    }

    fn check(&mut self, end: usize) {
        let seen = self.targets & PEERS[end];
        let digit = usize::from(self.path[0].digit);
        let links = self.path.len() - 1;
        let is_long_enough = match self.kind {
            SimpleChainKind::Turbot => links == 3,
            SimpleChainKind::X | SimpleChainKind::Xy => true,
            SimpleChainKind::Remote => links >= 7,
        };
        if seen == 0 || !is_long_enough {
            return;
        }
        let mut removals = Removals::of(digit, seen);
        let mut digits = digit as i32 + 1;
        if self.kind == SimpleChainKind::Remote {
            removals = self.remote_removals();
            digits = bits(self.set(end)).map(|digit| digit as i32 + 1).sum();
        }
        if self.kind != SimpleChainKind::Turbot {
            let order = |&at: &usize| self.found[at].removals.cmp(&removals);
            let number = self.found.len();
            match self.best.binary_search_by(order) {
                Ok(place) if self.found[self.best[place]].nodes.len() <= links + 1 => return,
                Ok(place) => self.best[place] = number,
                Err(place) => self.best.insert(place, number),
            }
        }
        let rank = removals.rank();
        self.found.push(SimpleChainFinding { removals, rank, digits, nodes: self.path.clone() });
    }

    /// Returns the eliminations of a remote pair: cells that see two cells of the chain at an odd
    /// distance of at least three lose both digits.
    fn remote_removals(&self) -> Removals {
        let mut seen = 0;
        for (at, one) in self.path.iter().enumerate().step_by(2) {
            for two in self.path.iter().skip(at + 6).step_by(4) {
                seen |= PEERS[usize::from(one.cell)] & PEERS[usize::from(two.cell)];
            }
        }
        let mut removals = Removals::default();
        for digit in bits(self.set(usize::from(self.path[0].cell))) {
            removals.add_cells(seen & self.view.state.cells[digit], digit);
        }
        removals
    }
}
