//! Chains from several assumptions, one of which holds, and assumptions that contradict themselves.
//!
//! ```text
//!   r5c5 {1 2 3}      1r5c5 on → … → 7r5c1 off
//!                     2r5c5 on → … → 7r5c1 off
//!                     3r5c5 on → … → 7r5c1 off      cell forcing chains: r5c1 is not 7
//! ```
//!
//! The search follows all assumptions of a cell or of a digit's places in a house. A literal that
//! is in the closure of each of them is a conclusion. The result is the conclusion with the fewest
//! nodes in all chains together.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use sudoku_core::Limits;

use super::hint::{ChainHint, ProofNode, TieRank};
use super::implications::{Advisor, Closure, Closures, Manner, NoAdvice};
use crate::finders::{FailedDigits, Templates};
use crate::graph::{
    Candidate, EXPLAINER_HOUSE_ORDER, ImplicationGraph, LinkKinds, Literal, LiteralSet,
};
use crate::state::{HOUSE_CELLS, IN_HOUSES, SetSize, State, bits, cell_at, digit_at, house_at};
use crate::step::{ChainKind, StepName};
use crate::tim_sort::sort_by;

/// The links of a search, static or dynamic, and the other techniques that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implications {
    /// Static links on the board, with chains from cells and from houses. This is SE's name.
    Multiple,
    /// Dynamic links within a digit, where off candidates are removed; finds only contradictions.
    Nishio,
    /// Dynamic links: off candidates are removed.
    Dynamic,
    /// Dynamic links, and other techniques when no link is left.
    Advanced(Nesting),
}

/// The techniques that are nested in chains, after locked candidates, pairs and X-Wings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// No further techniques.
    Simple,
    /// Cycles and forcing chains: single chains of static links.
    Static,
    /// Cycles and forcing chains, and multiple chains.
    Multiple,
    /// Dynamic chains.
    Dynamic,
    /// Dynamic chains with locked candidates, pairs and X-Wings inside.
    DynamicSimple,
    /// Dynamic chains with cycles and forcing chains inside.
    DynamicStatic,
    /// Dynamic chains with multiple chains inside.
    DynamicMultiple,
    /// Dynamic chains, and dynamic chains with cycles and forcing chains inside.
    DynamicAndStatic,
}

impl Implications {
    const fn manner(self) -> Manner {
        Manner {
            is_dynamic: !matches!(self, Self::Multiple),
            is_within_digits: matches!(self, Self::Nishio),
        }
    }

    const fn name(self, kind: ChainKind) -> StepName {
        match (self, kind) {
            (Self::Nishio, _) => StepName::NISHIO_CHAINS,
            (Self::Multiple, ChainKind::Cell(_)) => StepName::CELL_FORCING_CHAINS,
            (Self::Multiple, _) => StepName::HOUSE_FORCING_CHAINS,
            (_, ChainKind::Cell(_)) => StepName::DYNAMIC_CELL_CHAINS,
            (_, ChainKind::House(..)) => StepName::DYNAMIC_HOUSE_CHAINS,
            (_, ChainKind::Double) => StepName::DYNAMIC_DOUBLE_CHAINS,
            (_, _) => StepName::DYNAMIC_CONTRADICTION_CHAINS,
        }
    }
}

/// Memory for the implications of a board.
#[derive(Default)]
pub(super) struct ChainSpace {
    /// The implications of the assumptions, as far as they were needed.
    closures: Closures,
    /// The links of the board.
    pub(super) graph: Option<Box<ImplicationGraph>>,
}

/// A result, given by the ends of its chains.
struct Finding {
    complexity: u32,
    kind: ChainKind,
    /// The assumption and the index of the end of each chain.
    ends: Vec<(Literal, u16)>,
    target: Literal,
}

impl Finding {
    /// Returns the position among the results: the smallest comes first.
    const fn rank(&self) -> (u32, TieRank) {
        (self.complexity, TieRank::of(self.kind))
    }
}

/// Reports the wanted results, the simplest first; none if the search was stopped.
pub(super) fn search(
    wanted: &Wanted<'_>,
    advisor: &mut dyn Advisor,
    space: &mut ChainSpace,
    report: Report<'_>,
) -> ControlFlow<()> {
    let &Wanted { state, implications, .. } = wanted;
    space.start();
    if implications == Implications::Multiple {
        let graph = space.graph.get_or_insert_default();
        graph.read(state);
        graph.close_over(state, LinkKinds::Both);
    }
    let mut search = ImplicationSearch {
        wanted,
        advisor,
        space,
        findings: Findings::new(wanted),
        contradicted: 0,
    };
    // SE comes to a house at the cell of the digit's first place. So with static links it skips a
    // house whose first place is in a cell with two candidates.
    let least = if implications.manner().is_dynamic { 2 } else { 3 };
    for cell in (0..81).filter(|&cell| state.sets[cell].size() >= least) {
        search.start_in(cell);
        if wanted.limits.is_stopped() {
            return ControlFlow::Continue(());
        }
    }
    search.report(report)
}

/// The receiver of results.
pub(super) type Report<'a> = &'a mut dyn FnMut(ChainHint) -> ControlFlow<()>;

/// Finds contradictions within digits, from each candidate of the digits where one is possible.
pub(super) fn nishio(
    wanted: &Wanted<'_>,
    failed: &mut FailedDigits<'_>,
    templates: &mut Templates,
    space: &mut ChainSpace,
    report: Report<'_>,
) -> ControlFlow<()> {
    let worth =
        failed.each_changed_digit().filter(|&digit| templates.removable(wanted.state, digit) != 0);
    let digits = worth.fold(0, |digits, digit| digits | 1 << digit);
    space.start();
    let mut search = ImplicationSearch {
        wanted,
        advisor: &mut NoAdvice,
        space,
        findings: Findings::new(wanted),
        contradicted: 0,
    };
    for cell in 0..81 {
        let set = wanted.state.sets[cell];
        if set.size() >= 2 {
            bits(set & digits)
                .for_each(|digit| search.contradictions(Candidate::new(cell, digit).on()));
        }
        if wanted.limits.is_stopped() {
            return ControlFlow::Continue(());
        }
    }
    bits(digits & !search.contradicted).for_each(|digit| failed.note(digit));
    search.report(report)
}

/// The input of a search.
pub(super) struct Wanted<'a> {
    pub(super) state: &'a State,
    pub(super) implications: Implications,
    pub(super) take: Take,
    pub(super) limits: &'a Limits<'a>,
}

/// The results that are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    /// The first result.
    FirstOnly,
    /// The first result of each effect.
    OfEachEffect,
    /// All results.
    All,
}

struct ImplicationSearch<'a> {
    wanted: &'a Wanted<'a>,
    advisor: &'a mut dyn Advisor,
    space: &'a mut ChainSpace,
    findings: Findings,
    /// The digits of the candidates from which contradictions follow.
    contradicted: u16,
}

impl ImplicationSearch<'_> {
    /// Reports the results one by one, because with all their links they use much memory.
    fn report(self, report: Report<'_>) -> ControlFlow<()> {
        let Self { wanted: &Wanted { state, implications, .. }, space, findings, .. } = self;
        let mut findings = findings.into_sorted().into_iter();
        findings.try_for_each(|finding| report(space.hint(state, implications, &finding)))
    }

    /// Computes the closure of the assumption, if needed.
    fn follow(&mut self, start: Literal) {
        if self.closure(start).is_none() && !self.wanted.limits.is_stopped() {
            // A longer chain cannot beat the best result, so the search may stop early. Not for
            // nested chains, which need all nodes, nor for Nishio, which records digits without
            // contradiction.
            let best = self.findings.list.first().filter(|_| self.wanted.take == Take::FirstOnly);
            let most = match (self.wanted.implications, best) {
                (Implications::Advanced(_) | Implications::Nishio, _) | (_, None) => u32::MAX,
                (_, Some(best)) => best.complexity,
            };
            let manner = self.wanted.implications.manner();
            self.space.closures.follow(self.wanted.state, start, manner, most, self.advisor);
        }
    }

    /// Searches from the candidates of a cell, and from each house in which the cell is the first
    /// place of a digit.
    ///
    /// With dynamic links, it also searches for a contradiction of each candidate, and for
    /// conclusions that follow whether the candidate is on or off.
    fn start_in(&mut self, cell: usize) {
        let digits = self.wanted.state.sets[cell];
        let count = digits.size();
        for digit in bits(digits) {
            let on = Candidate::new(cell, digit).on();
            let off = on.opposite();
            if self.wanted.implications.manner().is_dynamic {
                self.contradictions(on);
            }
            // In a cell of two candidates, one being off is the other being on.
            if count >= 3 && self.wanted.implications.manner().is_dynamic {
                self.common(&[on, off], ChainKind::Double);
            }
            for kind in EXPLAINER_HOUSE_ORDER {
                let index = usize::from(IN_HOUSES[cell][kind].0);
                let places = self.wanted.state.places[digit][index];
                let cells = HOUSE_CELLS[index];
                let first = places.trailing_zeros() as usize;
                // Each house is searched once, from its first place.
                if places.size() < 2 || usize::from(cells[first]) != cell {
                    continue;
                }
                let starts: Vec<Literal> = bits(places)
                    .map(|place| Candidate::new(usize::from(cells[place]), digit).on())
                    .collect();
                self.common_of_all(&starts, ChainKind::House(house_at(index), digit_at(digit)));
            }
        }
        let starts: Vec<Literal> =
            bits(digits).map(|digit| Candidate::new(cell, digit).on()).collect();
        self.common_of_all(&starts, ChainKind::Cell(cell_at(cell)));
    }

    /// Finds the conclusions that follow from each of several candidates being on, one of which is.
    fn common_of_all(&mut self, starts: &[Literal], kind: ChainKind) {
        // For static links the graph knows everything that can follow. If nothing is common there,
        // nothing is found here.
        let is_static = self.wanted.implications == Implications::Multiple;
        let graph = self.space.graph.as_deref().filter(|_| is_static);
        if graph.is_none_or(|graph| graph.is_anything_common(starts)) {
            starts.iter().for_each(|&start| self.follow(start));
            self.common(starts, kind);
        }
    }

    fn closure(&self, start: Literal) -> Option<Closure<'_>> {
        self.space.closures.of(start)
    }

    /// Finds contradictions that follow from the candidate being on, and from it being off.
    fn contradictions(&mut self, on: Literal) {
        self.follow(on);
        self.follow(on.opposite());
        self.contradiction(on);
        self.contradiction(on.opposite());
    }

    /// Finds the contradiction of an assumption, which is then false.
    fn contradiction(&mut self, start: Literal) {
        let Some((on, off)) = self.closure(start).and_then(|closure| closure.contradiction())
        else {
            return;
        };
        let (cell, digit) = start.cell_and_digit();
        // The digit of a cell with one candidate eliminates nothing.
        if start.is_on() || self.wanted.state.sets[cell] != 1 << digit {
            self.contradicted |= 1 << digit;
            self.add(start.opposite(), ChainKind::Contradiction, &[(start, on), (start, off)]);
        }
    }

    /// Finds the conclusions that follow from each of the assumptions, one of which holds.
    fn common(&mut self, starts: &[Literal], kind: ChainKind) {
        let Some((&first, others)) = starts.split_first() else { return };
        let Some(of_first) = self.closure(first) else { return };
        let others = others.iter().filter_map(|&start| self.closure(start));
        let common = others.fold(*of_first.set(), |common, other| common.and(other.set()));
        if common == LiteralSet::EMPTY {
            return;
        }
        let mut targets: Vec<Literal> = Vec::new();
        for on in [true, false] {
            targets.extend(of_first.nodes(on).filter(|&node| common.contains(node)));
        }
        for target in targets {
            let (cell, digit) = target.cell_and_digit();
            if target.is_on() && self.wanted.state.sets[cell] == 1 << digit {
                continue;
            }
            let ends: Vec<(Literal, u16)> = starts
                .iter()
                .filter_map(|&start| Some((start, self.closure(start)?.index_of(target))))
                .collect();
            self.add(target, kind, &ends);
        }
    }

    /// Records a result, if it is wanted.
    fn add(&mut self, target: Literal, kind: ChainKind, ends: &[(Literal, u16)]) {
        let (effect, rank) = (self.effect(target), TieRank::of(kind));
        if self.findings.rival(effect).is_some_and(|best| (self.least(ends), rank) >= best) {
            return;
        }
        let complexity = self.complexity(ends);
        debug_assert!(self.least(ends) <= complexity, "a finding would be lost");
        if self.findings.rival(effect).is_none_or(|best| (complexity, rank) < best) {
            let finding = Finding { complexity, kind, ends: ends.to_vec(), target };
            self.findings.add(effect, finding);
        }
    }

    /// Returns a lower bound on the complexity, which is faster to compute.
    fn least(&self, ends: &[(Literal, u16)]) -> u32 {
        let least = |&(start, end): &(Literal, u16)| Some(self.closure(start)?.least(end));
        ends.iter().filter_map(least).sum()
    }

    /// Returns the node that represents the effect: in a cell of two candidates, placing one digit
    /// equals eliminating the other.
    fn effect(&self, target: Literal) -> Literal {
        let (cell, digit) = target.cell_and_digit();
        let others = self.wanted.state.sets[cell] & !(1 << digit);
        if target.is_on() && others.is_power_of_two() {
            Candidate::new(cell, others.trailing_zeros() as usize).off()
        } else {
            target
        }
    }

    /// Returns the sum of the numbers of nodes of the chains, and of each different nested chain.
    ///
    /// A node that is in two chains counts twice.
    fn complexity(&self, ends: &[(Literal, u16)]) -> u32 {
        let mut inner: Vec<&Rc<ChainHint>> = Vec::new();
        let mut complexity = 0;
        for &(start, end) in ends {
            if let Some(closure) = self.closure(start) {
                complexity += closure.ancestors(end, &mut inner);
            }
        }
        for (number, hint) in inner.iter().enumerate() {
            if !inner[..number].iter().any(|other| Rc::ptr_eq(other, hint) || other.is_same(hint)) {
                complexity += hint.complexity;
            }
        }
        complexity
    }
}

/// The results in the order in which they were found, without those that a later one beats.
struct Findings {
    take: Take,
    list: Vec<Finding>,
    /// The index of the best result so far for each effect, if only that one is kept.
    best: Vec<u32>,
}

impl Findings {
    const NONE: u32 = u32::MAX;

    fn new(wanted: &Wanted<'_>) -> Self {
        let best = match wanted.take {
            Take::OfEachEffect => vec![Self::NONE; Literal::COUNT],
            _ => Vec::new(),
        };
        Self { take: wanted.take, list: Vec::new(), best }
    }

    /// Returns the complexity and the rank that another result with this effect has to beat.
    fn rival(&self, effect: Literal) -> Option<(u32, TieRank)> {
        let rival = match self.take {
            Take::FirstOnly => self.list.first(),
            Take::OfEachEffect => self.list.get(self.best[effect.index()] as usize),
            Take::All => None,
        };
        rival.map(Finding::rank)
    }

    /// Adds a result that beats its rival, if it has one.
    fn add(&mut self, effect: Literal, finding: Finding) {
        match self.take {
            Take::FirstOnly => self.list.clear(),
            Take::OfEachEffect => self.best[effect.index()] = self.list.len() as u32,
            Take::All => {}
        }
        self.list.push(finding);
    }

    /// Returns the results, the simplest first.
    fn into_sorted(self) -> Vec<Finding> {
        let Self { take, list, mut best } = self;
        let mut findings = list;
        if take == Take::OfEachEffect {
            best.sort_unstable();
            let mut kept = best.into_iter();
            let mut next = kept.next();
            let mut number = 0;
            findings.retain(|_| {
                let is_kept = next == Some(number);
                if is_kept {
                    next = kept.next();
                }
                number += 1;
                is_kept
            });
        }
        sort_by(&mut findings, |one, other| one.rank().cmp(&other.rank()));
        findings
    }
}

impl ChainSpace {
    /// Clears the implications of earlier searches.
    fn start(&mut self) {
        self.closures.clear();
    }

    fn hint(&self, state: &State, implications: Implications, finding: &Finding) -> ChainHint {
        let Finding { complexity, kind, ref ends, target, .. } = *finding;
        let (cell, digit) = target.cell_and_digit();
        let bit = 1 << digit;
        let removals = match target.is_on() {
            true => vec![(cell, state.sets[cell] & !bit)],
            false => vec![(cell, bit)],
        };
        let mut beyond = [0; 9];
        let chain = |&(start, end): &(Literal, u16)| -> Vec<ProofNode> {
            let closure = self.closures.of(start);
            closure.map(|closure| closure.chain(end, state, &mut beyond)).unwrap_or_default()
        };
        let chains = ends.iter().map(chain).collect();
        ChainHint {
            kind,
            name: implications.name(kind),
            complexity,
            removals,
            placed: target.is_on().then_some(target),
            chains,
            beyond,
            rests_on: OnceCell::new(),
        }
    }
}
