//! Forcing chains and nets: contradictions of an assumption, and common conclusions of several.
//!
//! ```text
//!   contradiction:  5r1c1 on → ... → 3r2c8 on      r2c8 cannot hold both, so 5r1c1 is off
//!                   5r1c1 on → ... → 4r2c8 on
//!
//!   verity:         r1c1 {2 5}
//!                   2r1c1 on → ... → 7r9c9 off     one of the two holds, so 7r9c9 is off
//!                   5r1c1 on → ... → 7r9c9 off
//! ```
//!
//! [`proofs`](super::proofs) lists the facts that the assumptions prove. This module orders the
//! proofs and reads their chains. The documentation of [`tables`](super) describes the whole
//! search.
//!
//! There may be tens of thousands of proofs, and reading their chains takes the most time. So if
//! one step is wanted, only the proofs of the first target that has any are read. If all are
//! wanted, each chain is measured once. A proof is abandoned as soon as it is not shorter than the
//! best proof of its kind and effect.

use std::ops::ControlFlow;

use super::nets::Net;
use super::path::Item;
use super::proofs::{AssumptionReaches, Means, Span};
use super::tree::{Filter, Reach, Tree};
use super::{TableLinks, TableLiteral, Through};
use crate::finders::hodoku::sink::{HodokuSink, Removals, View};
use crate::state::{cell_at, digit_at};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sorted;
use crate::track::Track;

impl StepName {
    /// A candidate from which chains lead to a contradiction.
    pub const FORCING_CHAIN_CONTRADICTION: Self =
        Self::new("forcing chain contradiction", TechniqueGroup::Chains);
    /// Chains from several candidates, one of which holds, that lead to the same conclusion.
    pub const FORCING_CHAIN_VERITY: Self =
        Self::new("forcing chain verity", TechniqueGroup::Chains);
    /// A candidate from which a net of implications leads to a contradiction.
    pub const FORCING_NET_CONTRADICTION: Self =
        Self::new("forcing net contradiction", TechniqueGroup::Chains);
    /// Nets from several candidates, one of which holds, that lead to the same conclusion.
    pub const FORCING_NET_VERITY: Self = Self::new("forcing net verity", TechniqueGroup::Chains);
}

/// Finds forcing chains or, if the board with its queues is given, nets that follow singles.
pub(crate) fn forcing(
    view: View<'_>,
    track: Option<&Track>,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let links = TableLinks::new(view, Through::Groups);
    if let Some(track) = track {
        let mut net = Net::new(&links, track)?;
        net.weave()?;
        let reaches = AssumptionReaches::new(&links, net.reaches());
        ForcingSearch::new(&reaches, true, &mut |span| net.chain(span)).hand_out(sink)
    } else {
        let mut trees = Trees::new(&links);
        let reaches = AssumptionReaches::new(&links, trees.reaches()?);
        ForcingSearch::new(&reaches, false, &mut |span| trees.chain(span)).hand_out(sink)
    }
}

/// The trees of the assumptions whose chains were requested.
pub(super) struct Trees<'a> {
    links: &'a TableLinks<'a>,
    filter: Filter,
    /// The trees by assumption.
    trees: Vec<Option<Box<Tree>>>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(links: &'a TableLinks<'a>) -> Self {
        let trees = (0..2 * links.candidates.len()).map(|_| None).collect();
        Self { links, filter: Filter::all(links), trees }
    }

    /// Returns the reach of each assumption; breaks if the search must stop.
    pub(super) fn reaches(&self) -> ControlFlow<(), Vec<Reach>> {
        let mut tree = Tree::default();
        let mut reaches = vec![Reach::default(); 2 * self.links.candidates.len()];
        for assumption in self.links.assumptions() {
            self.links.view.poll()?;
            tree.follow(self.links, assumption, &self.filter);
            reaches[assumption.index()] = *tree.reach();
        }
        ControlFlow::Continue(reaches)
    }

    pub(super) fn chain(&mut self, Span { start, end }: Span) -> Vec<Item> {
        let tree = self.trees[start.index()].get_or_insert_with(|| {
            let mut tree = Box::<Tree>::default();
            tree.follow(self.links, start, &self.filter);
            tree
        });
        let way = tree.place(end).map(|place| tree.way(place)).unwrap_or_default();
        way.into_iter().map(Item::Main).collect()
    }
}

/// A result: a contradiction, or a conclusion of all cases.
struct ForcingFinding {
    means: Means,
    /// The candidate that is placed or eliminated.
    target: TableLiteral,
    spans: Vec<Span>,
    length: usize,
}

struct ForcingSearch<'a, 'b> {
    reaches: &'a AssumptionReaches<'a>,
    /// True for nets, which count only if they branch.
    is_net: bool,
    /// The function that reads a chain.
    chain: &'a mut dyn FnMut(Span) -> Vec<Item>,
    links: &'a TableLinks<'b>,
    found: Vec<ForcingFinding>,
    /// The indices in `found`, ordered by means and target.
    known: Vec<usize>,
    /// For each assumption, the ends of the chains that were read, in order, with the length of the
    /// chain, and true if it branches.
    measured: Vec<Vec<(TableLiteral, (usize, bool))>>,
}

impl<'a, 'b> ForcingSearch<'a, 'b> {
    fn new(
        reaches: &'a AssumptionReaches<'b>,
        is_net: bool,
        chain: &'a mut dyn FnMut(Span) -> Vec<Item>,
    ) -> Self
    where
        'b: 'a,
    {
        Self {
            reaches,
            is_net,
            chain,
            links: reaches.links,
            found: Vec::new(),
            known: Vec::new(),
            measured: vec![Vec::new(); 2 * reaches.links.candidates.len()],
        }
    }

    fn hand_out(mut self, sink: &mut HodokuSink) -> ControlFlow<()> {
        if !(sink.first_only && self.look_for_first()) {
            self.look_for(None)?;
        }
        let (links, found) = (self.links, std::mem::take(&mut self.found));
        let order = sorted(found.len(), &|one, two| compare(links, &found[one], &found[two]));
        for &ForcingFinding { means, target, ref spans, .. } in
            order.into_iter().map(|index| &found[index])
        {
            links.view.poll()?;
            let (cell, digit) = links.candidate(target);
            let mut removals = Removals::default();
            let effect = if target.is_on() {
                Effect::place(cell_at(cell), digit_at(digit))
            } else {
                removals.add(cell, digit);
                removals.effect()
            };
            let chains =
                spans.iter().map(|&span| links.shown_chain(span.start, &(self.chain)(span)));
            let evidence = Evidence::Forcing { chains: chains.collect() };
            let name = match (self.is_net, means) {
                (false, Means::Contradiction) => StepName::FORCING_CHAIN_CONTRADICTION,
                (false, Means::Verity) => StepName::FORCING_CHAIN_VERITY,
                (true, Means::Contradiction) => StepName::FORCING_NET_CONTRADICTION,
                (true, Means::Verity) => StepName::FORCING_NET_VERITY,
            };
            sink.take(Step { name, effect, evidence }, removals)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds the proofs of the first target. Returns false if only the sort of all proofs decides
    /// which target is first; then nothing is recorded.
    ///
    /// Placements come first, by cell, then eliminations. A placement may have a contradiction and
    /// a verity, which are recorded in this order. For such a pair, `compare` returns "later" in
    /// both directions, so the sort keeps the recorded order. The full sort is needed only if a
    /// cell has placements of several digits, which requires a board without a solution.
    fn look_for_first(&mut self) -> bool {
        let targets = self.reaches.targets();
        for is_on in [true, false] {
            for cell in 0..81 {
                let is_target = |&digit: &usize| targets.of(is_on)[digit] >> cell & 1 == 1;
                let digits: Vec<usize> = (0..9).filter(is_target).collect();
                if is_on && digits.len() > 1 {
                    return false;
                }
                for digit in digits {
                    // Whether stopped or not, earlier results are not used any more.
                    let _ = self.look_for(Some(self.links.node(cell, digit, is_on)));
                    if !self.found.is_empty() {
                        return true;
                    }
                }
            }
        }
        true
    }

    /// Records all proofs, or all proofs of a target.
    fn look_for(&mut self, target: Option<TableLiteral>) -> ControlFlow<()> {
        let reaches = self.reaches;
        let mut flow = ControlFlow::Continue(());
        reaches.for_each_proof(target, &mut |means, target, spans| {
            if flow.is_continue() {
                flow = self.links.view.poll();
                self.keep(means, target, spans);
            }
        });
        flow
    }

    /// Records a proof, unless one of the same kind and effect is as short. In a search for nets, a
    /// proof without a branch is dropped, because it is a forcing chain.
    fn keep(&mut self, means: Means, target: TableLiteral, spans: &[Span]) {
        let key = |&at: &usize| (self.found[at].means, self.found[at].target);
        let place = self.known.binary_search_by_key(&(means, target), key);
        let most = place.map_or(usize::MAX, |place| self.found[self.known[place]].length);
        let (mut length, mut branches) = (0, false);
        for &span in spans {
            let (nodes, is_branched) = self.measure(span);
            length += nodes;
            branches |= is_branched;
            if length >= most {
                return;
            }
        }
        if self.is_net && !branches {
            return;
        }
        let found = ForcingFinding { means, target, spans: spans.to_vec(), length };
        match place {
            Ok(place) => self.found[self.known[place]] = found,
            Err(place) => {
                self.known.insert(place, self.found.len());
                self.found.push(found);
            }
        }
    }

    /// Returns the length of a chain, and true if it branches.
    fn measure(&mut self, span: Span) -> (usize, bool) {
        let ends = &mut self.measured[span.start.index()];
        let place = match ends.binary_search_by_key(&span.end, |&(end, _)| end) {
            Ok(place) => return ends[place].1,
            Err(place) => place,
        };
        let items = (self.chain)(span);
        // As in HoDoKu, the end of a branch also counts 1.
        let weight = |item: &Item| item.node().map_or(1, |node| self.links.weight(node));
        let is_branch = |item: &Item| !matches!(item, Item::Main(_));
        let measure = (items.iter().map(weight).sum(), items.iter().any(is_branch));
        ends.insert(place, (span.end, measure));
        measure
    }
}

/// Compares results: placements first, by cell; then eliminations by cell and digit; then by
/// length. Two placements in a cell by different means each sort after the other.
fn compare(links: &TableLinks<'_>, one: &ForcingFinding, two: &ForcingFinding) -> i32 {
    let longer = one.length as i32 - two.length as i32;
    let [(cell1, digit1), (cell2, digit2)] = [one, two].map(|found| links.candidate(found.target));
    match (one.target.is_on(), two.target.is_on()) {
        (true, false) => -1,
        (false, true) => 1,
        (true, true) if one.means == two.means && cell1 == cell2 => longer,
        (true, true) if cell1 == cell2 => 1,
        (true, true) => cell1 as i32 - cell2 as i32,
        (false, false) => {
            let place = |cell: usize, digit: usize| (cell * 10 + digit) as i32;
            let later = place(cell1, digit1) - place(cell2, digit2);
            if later == 0 { longer } else { later }
        }
    }
}
