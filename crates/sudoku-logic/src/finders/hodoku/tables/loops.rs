//! Nice loops and alternating inference chains, with groups or without.
//!
//! ```text
//!   AIC:   5r1c1 = 5r1c7 - 5r6c7 = 5r6c2       "=" strong link, "-" weak link
//!          5r1c1 or 5r6c2 holds, so cells that see both lose 5, such as r4c1 and r2c2
//!
//!   nice loop: the last node is in the cell of the first. In a continuous loop every weak link
//!   becomes strong.
//! ```
//!
//! A loop is a path in the [tree](super::tree) of an assumption that returns to its cell.

use std::ops::ControlFlow;

use super::tree::{Filter, Tree};
use super::{TableLinks, TableLiteral, Through};
use crate::finders::hodoku::sink::{HodokuSink, Removals, View, report};
use crate::graph::{Candidate, TransitiveClosure};
use crate::state::{Cells, PEERS, SetSize, bits};
use crate::step::{Evidence, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// A chain that closes without a break.
    pub const CONTINUOUS_NICE_LOOP: Self =
        Self::new("continuous nice loop", TechniqueGroup::Chains);
    /// A chain that returns to its first cell.
    pub const DISCONTINUOUS_NICE_LOOP: Self =
        Self::new("discontinuous nice loop", TechniqueGroup::Chains);
    /// A chain of alternating links, one of whose ends holds.
    pub const AIC: Self = Self::new("AIC", TechniqueGroup::Chains);
    /// A chain through groups of cells that closes without a break.
    pub const GROUPED_CONTINUOUS_NICE_LOOP: Self =
        Self::new("grouped continuous nice loop", TechniqueGroup::Chains);
    /// A chain through groups of cells that returns to its first cell.
    pub const GROUPED_DISCONTINUOUS_NICE_LOOP: Self =
        Self::new("grouped discontinuous nice loop", TechniqueGroup::Chains);
    /// A chain of alternating links through groups of cells.
    pub const GROUPED_AIC: Self = Self::new("grouped AIC", TechniqueGroup::Chains);
}

/// The kind of a loop or chain; `true` if it passes through groups.
type LoopKind = (Form, bool);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Discontinuous,
    Continuous,
    Open,
}

/// A loop or chain with eliminations.
struct LoopFinding {
    kind: LoopKind,
    removals: Removals,
    way: Vec<TableLiteral>,
    length: usize,
}

/// The rank of a result; the most effective come first.
type Rank = (i32, i32);

fn rank(removals: &Removals) -> Rank {
    (-(removals.len() as i32), removals.rank())
}

/// Finds loops and chains: the shortest for each effect, the most effective first.
///
/// `through` adds groups of cells; `only_grouped` keeps only chains that pass through a group.
pub(crate) fn nice_loops(
    view: View<'_>,
    through: Through,
    only_grouped: bool,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let links = TableLinks::new(view, through);
    let mut search = NiceLoopSearch {
        links: &links,
        tree: &mut Tree::default(),
        only_grouped,
        first_only: sink.first_only && sink.wanted.is_none(),
        best: None,
        found: Vec::new(),
        known: Vec::new(),
    };
    search.run()?;
    let mut found = search.found;
    sort_by(&mut found, |one, other| rank(&one.removals).cmp(&rank(&other.removals)));
    for LoopFinding { kind, removals, way, .. } in found {
        let name = match kind {
            (Form::Discontinuous, false) => StepName::DISCONTINUOUS_NICE_LOOP,
            (Form::Discontinuous, true) => StepName::GROUPED_DISCONTINUOUS_NICE_LOOP,
            (Form::Continuous, false) => StepName::CONTINUOUS_NICE_LOOP,
            (Form::Continuous, true) => StepName::GROUPED_CONTINUOUS_NICE_LOOP,
            (Form::Open, false) => StepName::AIC,
            (Form::Open, true) => StepName::GROUPED_AIC,
        };
        report(sink, name, &removals, || Evidence::Alternating {
            nodes: way.iter().map(|&node| links.shown(node)).collect(),
        })?;
    }
    ControlFlow::Continue(())
}

struct NiceLoopSearch<'a> {
    links: &'a TableLinks<'a>,
    tree: &'a mut Tree,
    only_grouped: bool,
    /// True if less effective steps than the best are not wanted.
    first_only: bool,
    best: Option<Rank>,
    found: Vec<LoopFinding>,
    /// The indices in `found`, ordered by kind and effect.
    known: Vec<usize>,
}

impl NiceLoopSearch<'_> {
    fn run(&mut self) -> ControlFlow<()> {
        let links = self.links;
        let filter = Filter::leading_on(links);
        // Loops are recorded before open chains.
        let mut open = Vec::new();
        let starts = Starts::of(links);
        for start in links.assumptions() {
            links.view.poll()?;
            let (cell, _) = links.candidate(start);
            if starts.as_ref().is_some_and(|starts| !starts.may_lead_anywhere(links, start)) {
                continue;
            }
            self.tree.follow(links, start, &filter.with_cell(links, cell));
            for place in 1..self.tree.nodes.len() {
                let node = self.tree.nodes[place];
                if self.tree.is_direct(place) || !links.is_candidate(node) {
                    continue;
                }
                if links.candidate(node).0 == cell {
                    self.check_loop(start, place);
                } else if !start.is_on() && node.is_on() {
                    self.check_open(start, place, &mut open);
                }
            }
        }
        open.into_iter().for_each(|found| self.keep(found));
        ControlFlow::Continue(())
    }

    /// Returns true if a step with this effect may be the wanted one.
    fn wants(&self, removals: &Removals) -> bool {
        !self.first_only || self.best.is_none_or(|best| rank(removals) <= best)
    }

    /// Checks a chain that returns to its first cell.
    fn check_loop(&mut self, start: TableLiteral, place: usize) {
        let links = self.links;
        let end = self.tree.nodes[place];
        let (cell, first) = links.candidate(start);
        let last = links.digit(end);
        // True if the first and the last link are strong.
        let is_strong = [!start.is_on(), end.is_on()];
        let set = links.view.state.sets[cell];
        let mut removals = Removals::default();
        let mut form = Form::Discontinuous;
        match (is_strong, first == last) {
            ([false, false], true) => removals.add(cell, first),
            ([true, true], true) => removals.add_digits(cell, set & !(1 << first)),
            ([false, true], false) => removals.add(cell, first),
            ([true, false], false) => removals.add(cell, last),
            ([false, false], false) if set.size() != 2 => return,
            _ => form = Form::Continuous,
        }
        if form == Form::Discontinuous && !self.wants(&removals) {
            return;
        }
        let way = self.tree.way(place);
        let turn = [way[1], way[way.len() - 2]];
        let is_turning = turn.iter().any(|&node| links.first_cell(node) == cell);
        if is_turning || passes_twice(links, &way, true) {
            return;
        }
        if form == Form::Continuous {
            removals = self.around_loop(&way, is_strong == [true, true]);
        }
        if let Some(found) = self.found(form, removals, way) {
            self.keep(found);
        }
    }

    /// Returns the eliminations of a continuous loop: cells that see both ends of a weak link, and
    /// the other candidates of a cell that the loop enters and leaves by strong links.
    fn around_loop(&self, nodes: &[TableLiteral], is_start_strong: bool) -> Removals {
        let links = self.links;
        let state = links.view.state;
        let cell = |at: usize| links.first_cell(nodes[at]);
        let digit = |at: usize| links.digit(nodes[at]);
        let last = nodes.len() - 1;
        // The last node is in the cell of the first.
        let cells = nodes[..last]
            .iter()
            .fold(0, |all, &node| all | links.body(node) | 1 << links.first_cell(node));
        let mut removals = Removals::default();
        if is_start_strong {
            let ends = 1 << digit(0) | 1 << digit(last);
            removals.add_digits(cell(0), state.sets[cell(0)] & !ends);
        }
        for at in 1..=last {
            let is_inner = nodes[at].is_on()
                && at + 2 <= last
                && cell(at - 1) != cell(at)
                && !nodes[at + 1].is_on()
                && cell(at) == cell(at + 1)
                && nodes[at + 2].is_on()
                && cell(at + 1) != cell(at + 2);
            if is_inner {
                let ends = 1 << digit(at) | 1 << digit(at + 2);
                removals.add_digits(cell(at), state.sets[cell(at)] & !ends);
            }
            if !nodes[at].is_on() && cell(at - 1) != cell(at) {
                let seen = self.peers(nodes[at - 1], digit(at)) & self.peers(nodes[at], digit(at));
                let gone = seen & !cells & !(1 << cell(0)) & state.cells[digit(at)];
                removals.add_cells(gone, digit(at));
                if links.is_set(nodes[at]) {
                    self.around_set(nodes, at, &mut removals);
                }
            }
        }
        removals
    }

    /// Adds the eliminations of a set in a loop: all its digits except those that the loop uses.
    fn around_set(&self, nodes: &[TableLiteral], at: usize, removals: &mut Removals) {
        let links = self.links;
        let state = links.view.state;
        let set = &links.sets[links.set_of(nodes[at]).0];
        let next = nodes.get(at + 1);
        // The loop may leave by more than one digit, to a cell that it fills.
        let filled = next.filter(|next| next.is_on());
        let exits = match (filled, next) {
            (Some(&next), _) => state.sets[links.first_cell(next)] & !(1 << links.digit(next)),
            (None, Some(&next)) => 1 << links.digit(next),
            (None, None) => 0,
        };
        for digit in bits(set.set & !(1 << links.digit(nodes[at])) & !exits) {
            removals.add_cells(set.seen[digit], digit);
        }
        if let Some(&next) = filled {
            for digit in bits(exits & set.set) {
                removals.add_cells(set.seen[digit] & PEERS[links.first_cell(next)], digit);
            }
        }
    }

    /// Returns the cells that see the node's places of the digit.
    fn peers(&self, node: TableLiteral, digit: usize) -> Cells {
        if self.links.is_set(node) {
            self.links.sets[self.links.set_of(node).0].seen[digit]
        } else {
            crate::finders::hodoku::sink::common_peers(self.links.cells(node))
        }
    }

    /// Checks an open chain, one of whose ends holds.
    fn check_open(&mut self, start: TableLiteral, place: usize, open: &mut Vec<LoopFinding>) {
        let links = self.links;
        let state = links.view.state;
        let (from, first) = links.candidate(start);
        let (to, last) = links.candidate(self.tree.nodes[place]);
        let common = state.cells[first] & PEERS[from] & PEERS[to];
        let mut removals = Removals::default();
        if first == last {
            if common.size() < 2 {
                return;
            }
            removals.add_cells(common, first);
        } else if PEERS[from] >> to & 1 == 1 {
            if state.cells[last] >> from & state.cells[first] >> to & 1 == 0 {
                return;
            }
            removals.add(from, last);
            removals.add(to, first);
        } else {
            return;
        }
        removals.sort();
        if self.wants(&removals) {
            let way = self.tree.way(place);
            if !passes_twice(links, &way, false) {
                open.extend(self.found(Form::Open, removals, way));
            }
        }
    }

    /// Returns a step, if it has eliminations and is of the wanted kind.
    fn found(
        &mut self,
        form: Form,
        mut removals: Removals,
        way: Vec<TableLiteral>,
    ) -> Option<LoopFinding> {
        removals.sort();
        let links = self.links;
        let is_grouped = way.iter().any(|&node| !links.is_candidate(node));
        if removals.is_empty() || (self.only_grouped && !is_grouped) || !self.wants(&removals) {
            return None;
        }
        let rank = rank(&removals);
        self.best = self.best.map_or(Some(rank), |best| Some(best.min(rank)));
        let length = way.iter().map(|&node| links.weight(node)).sum();
        Some(LoopFinding { kind: (form, is_grouped), removals, way, length })
    }

    /// Records a step, unless one of its kind with the same effect is as short.
    fn keep(&mut self, found: LoopFinding) {
        if self.links.view.options.one_for_each_effect {
            let order = |&at: &usize| {
                let other = &self.found[at];
                other.kind.cmp(&found.kind).then_with(|| other.removals.cmp(&found.removals))
            };
            match self.known.binary_search_by(order).map(|place| self.known[place]) {
                Ok(at) if self.found[at].length <= found.length => return,
                Ok(at) => {
                    self.found[at] = found;
                    return;
                }
                Err(place) => self.known.insert(place, self.found.len()),
            }
        }
        self.found.push(found);
    }
}

/// The assumptions from which a loop or chain with eliminations may start.
struct Starts {
    closure: TransitiveClosure,
    /// The cells of each digit whose candidate turns itself off. Every candidate that a loop or
    /// chain eliminates does so by it.
    refuted: [Cells; 9],
}

impl Starts {
    fn of(links: &TableLinks<'_>) -> Option<Self> {
        let closure = links.closure()?;
        let refuted = links.candidates.refuted(&closure);
        Some(Self { closure, refuted })
    }

    /// Returns true if a loop or chain from this assumption may eliminate something. Chains that
    /// start from an on candidate eliminate it; others eliminate candidates that it sees. A
    /// continuous loop starts from the strong link to a candidate and returns to another one in the
    /// cell.
    fn may_lead_anywhere(&self, links: &TableLinks<'_>, start: TableLiteral) -> bool {
        let (cell, digit) = links.candidate(start);
        if start.is_on() {
            return self.refuted[digit] >> cell & 1 == 1;
        }
        let others = links.view.state.sets[cell] & !(1 << digit);
        let comes_back = |other: usize| {
            let other = links.candidates.of(Candidate::new(cell, other));
            let leads = |on: TableLiteral| self.closure.leads(on.thing() as u16, other, true);
            links.listed(start).iter().any(|link| leads(link.to))
        };
        PEERS[cell] & self.refuted[digit] != 0
            || bits(others).any(|other| self.refuted[other] >> cell & 1 == 1)
            || (others.size() > 1 && bits(others).any(comes_back))
    }
}

/// Returns true if the path visits a cell twice; a loop may return to its first one.
fn passes_twice(links: &TableLinks<'_>, way: &[TableLiteral], is_loop: bool) -> bool {
    let start = links.first_cell(way[0]);
    let mut passed: Cells = 0;
    let mut before: Option<TableLiteral> = None;
    for &node in way {
        let cell = links.first_cell(node);
        if passed >> cell & 1 == 1 {
            return true;
        }
        if let Some(before) = before {
            let left = links.first_cell(before);
            if !is_loop || left != start {
                passed |= 1 << left | links.body(before);
            }
        }
        before = Some(node);
    }
    false
}
