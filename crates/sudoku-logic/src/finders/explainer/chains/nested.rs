//! Techniques nested in chains: the candidates that they turn off on the board that a chain has
//! reached.
//!
//! ```text
//!   assumption A turns off some candidates of row 1; then r1c1 and r1c2 have {1 2} only:
//!   A on → … → (naked pair 1 2 in r1c1 and r1c2) → 1r1c7 off
//! ```
//!
//! The link from the pair has as parents the candidates that must be gone for the pair to exist.

use std::ops::ControlFlow;
use std::rc::Rc;

use sudoku_core::Limits;

use super::hint::{ChainHint, Proof, in_hash_order, needs, sort_removals};
use super::implications::{Advice, Advisor, NoAdvice};
use super::multiple::{self, Implications, Nesting, Report, Take, Wanted};
use super::space::{Asked, Inner, NestedSpace};
use super::statics;
use crate::finders::explainer::{
    Fish, HiddenSubset, LockedCandidates, LockedOrder, NakedSubset, PeerOrder,
};
use crate::finders::{AllSteps, Cache, FailedSearches, PathFacts, Scratch, Search, Technique};
use crate::graph::{Candidate, Literal};
use crate::state::{COLUMNS, ROWS, State, bits};
use crate::step::{Evidence, Step};
use crate::tim_sort::sort_by;

/// Reports the wanted results, the simplest first.
pub(super) fn search(
    wanted: &Wanted<'_>,
    order: LockedOrder,
    space: &mut NestedSpace,
    report: Report<'_>,
) -> ControlFlow<()> {
    let Implications::Advanced(nesting) = wanted.implications else {
        return multiple::search(wanted, &mut NoAdvice, &mut space.own, report);
    };
    let (limits, inner) = (wanted.limits, space.inner.get_or_insert_default());
    let mut advisor = OtherTechniques { nesting, order, limits, space: inner };
    multiple::search(wanted, &mut advisor, &mut space.own, report)
}

/// The nested techniques: locked candidates, pairs and X-Wings, then chains. The first
/// technique with a step that needs the assumption gives all such steps.
struct OtherTechniques<'a> {
    nesting: Nesting,
    order: LockedOrder,
    limits: &'a Limits<'a>,
    space: &'a mut NestedSpace,
}

impl Advisor for OtherTechniques<'_> {
    fn advise(
        &mut self,
        source: &State,
        gone: &mut dyn Iterator<Item = (usize, usize)>,
    ) -> Vec<Advice> {
        let mut live = *source;
        gone.for_each(|(cell, digit)| live.remove(cell, digit));
        let locked = LockedCandidates { is_direct: false, order: self.order };
        let hidden = HiddenSubset { size: 2, is_direct: false };
        let simple: [&dyn Technique; 4] =
            [&locked, &hidden, &NakedSubset { size: 2 }, &Fish { size: 2 }];
        for technique in simple {
            let advice = self.of_simple(technique, source, &live);
            if !advice.is_empty() {
                return advice;
            }
        }
        for chains in self.nesting.chains() {
            if self.limits.is_stopped() {
                break;
            }
            let advice = self.of_chains(*chains, source, &live);
            if !advice.is_empty() {
                return advice;
            }
        }
        Vec::new()
    }
}

impl Nesting {
    const fn chains(self) -> &'static [Inner] {
        use Inner::Static;
        use Nesting as N;
        const MULTIPLE: Inner = Inner::Implications(Implications::Multiple);
        const DYNAMIC: Inner = Inner::Implications(Implications::Dynamic);
        const fn advanced(nesting: Nesting) -> Inner {
            Inner::Implications(Implications::Advanced(nesting))
        }
        match self {
            N::Simple => &[],
            N::Static => &[Static],
            N::Multiple => &[Static, MULTIPLE],
            N::Dynamic => &[DYNAMIC],
            N::DynamicSimple => &[const { advanced(N::Simple) }],
            N::DynamicStatic => &[const { advanced(N::Static) }],
            N::DynamicMultiple => &[const { advanced(N::Multiple) }],
            N::DynamicAndStatic => &[DYNAMIC, const { advanced(N::Static) }],
        }
    }
}

impl OtherTechniques<'_> {
    fn of_simple(&self, technique: &dyn Technique, source: &State, live: &State) -> Vec<Advice> {
        let mut steps = AllSteps::default();
        // These boards are unrelated.
        let cache = Cache { failed: FailedSearches::idle(), ..Cache::default() };
        let _ = technique.find(Search {
            state: live,
            limits: self.limits,
            scratch: &mut Scratch { cache, path: PathFacts::default() },
            sink: &mut steps,
        });
        let mut advice = Vec::new();
        for step in steps.0 {
            let parents: Rc<[Literal]> = needs(&step, &source.cells).into();
            // Such a step holds on the board itself, without the assumption.
            if parents.is_empty() {
                continue;
            }
            let mut removals = removals_of(&step);
            in_hash_order(&mut removals);
            advise(&removals, &parents, &Proof::Plain(Rc::new(step)), &mut advice);
        }
        advice
    }

    fn of_chains(&mut self, inner: Inner, source: &State, live: &State) -> Vec<Advice> {
        let mut advice = Vec::new();
        for hint in self.chains_on(inner, live).iter() {
            let mut parents = hint.missing(source, live);
            sort_by(&mut parents, Ord::cmp);
            parents.dedup();
            if !parents.is_empty() {
                let mut removals = hint.removals.clone();
                in_hash_order(&mut removals);
                advise(&removals, &parents.into(), &Proof::Chain(Rc::clone(hint)), &mut advice);
            }
        }
        advice
    }

    /// Returns the chains of this kind on a board. For each effect only the simplest is returned,
    /// even if it needs no assumption and is dropped later.
    fn chains_on(&mut self, inner: Inner, live: &State) -> Rc<[Rc<ChainHint>]> {
        let is_by_house = self.order == LockedOrder::HousesFirst;
        let board = Asked { inner, is_by_house, sets: live.sets };
        if let Some(chains) = self.space.answers.get(&board) {
            return chains;
        }
        let hints = match inner {
            Inner::Static => {
                let (order, limits) = (self.peers(), self.limits);
                let graph = self.space.own.graph.get_or_insert_default();
                statics::search(live, order, limits, graph)
            }
            Inner::Implications(implications) => {
                let (take, limits) = (Take::OfEachEffect, self.limits);
                let wanted = Wanted { state: live, implications, take, limits };
                let mut hints = Vec::new();
                let _ = search(&wanted, self.order, self.space, &mut |hint| {
                    hints.push(hint);
                    ControlFlow::Continue(())
                });
                hints
            }
        };
        let mut effects: Vec<Vec<(usize, u16)>> = Vec::new();
        let is_new = |hint: &ChainHint| {
            let mut removals = hint.removals.clone();
            sort_removals(&mut removals, |cell| cell);
            let place = effects.binary_search(&removals);
            place.inspect_err(|&place| effects.insert(place, removals)).is_err()
        };
        let mut hints = hints;
        hints.retain(is_new);
        let chains: Rc<[Rc<ChainHint>]> = hints.into_iter().map(Rc::new).collect();
        // A search that was stopped may lack chains.
        if !self.limits.is_stopped() {
            self.space.answers.keep(board, &chains);
        }
        chains
    }

    const fn peers(&self) -> PeerOrder {
        match self.order {
            LockedOrder::DigitsFirst => PeerOrder::Ascending,
            LockedOrder::HousesFirst => PeerOrder::ByHouse,
        }
    }
}

fn advise(
    removals: &[(usize, u16)],
    parents: &Rc<[Literal]>,
    proof: &Proof,
    advice: &mut Vec<Advice>,
) {
    for &(cell, digits) in removals {
        for digit in bits(digits) {
            advice.push(Advice {
                node: Candidate::new(cell, digit).off(),
                parents: Rc::clone(parents),
                proof: proof.clone(),
            });
        }
    }
}

/// Returns the eliminations of the step, in the order in which they were found.
fn removals_of(step: &Step) -> Vec<(usize, u16)> {
    let eliminations = step.effect.eliminations.iter();
    let mut removals: Vec<(usize, u16)> =
        eliminations.map(|(cell, digits)| (cell.index(), digits.bits())).collect();
    // A fish in rows is found column by column.
    if let Evidence::Fish { base, .. } = &step.evidence
        && base.first().is_some_and(|house| (ROWS..COLUMNS).contains(&house.index()))
    {
        sort_removals(&mut removals, |cell| cell % 9 * 9 + cell / 9);
    }
    removals
}
