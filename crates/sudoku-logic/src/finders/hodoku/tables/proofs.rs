//! Proofs by assumptions: an assumption that contradicts itself is wrong, and a conclusion that
//! follows from each of several assumptions, one of which holds, is true.
//!
//! ```text
//!   contradiction:  A on → B on and A on → B off          so A is off
//!   verity:         A on → B off and A off → B off        so B is off
//!                   1r1c1 on → B off, 2r1c1 on → B off    so B is off, if r1c1 has {1 2}
//! ```

use super::tree::Reach;
use super::{TableLinks, TableLiteral};
use crate::finders::hodoku::sink::ALL_CELLS;
use crate::state::{Cells, HOUSE_SETS, PEERS, SetSize, bits, cells_of};

/// The form of a proof: by a contradiction, or by cases with one conclusion (a verity).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Means {
    Contradiction,
    Verity,
}

/// A chain, given by its assumption and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: TableLiteral,
    pub(super) end: TableLiteral,
}

/// A receiver of proofs: the means, the target and the chains.
pub(super) type ProofVisitor<'a> = dyn FnMut(Means, TableLiteral, &[Span]) + 'a;

/// The reach of each assumption, indexed by node.
pub(super) struct AssumptionReaches<'a> {
    pub(super) links: &'a TableLinks<'a>,
    reaches: Vec<Reach>,
    /// The blank cells that see no cell with the digit, whether it is a candidate or not. HoDoKu
    /// tests with these cells whether a house has lost its last place of a digit.
    allowed: [Cells; 9],
    /// The blank cells.
    blank: Cells,
}

impl<'a> AssumptionReaches<'a> {
    pub(super) fn new(links: &'a TableLinks<'a>, reaches: Vec<Reach>) -> Self {
        let values = &links.view.state.values;
        let mut allowed = [ALL_CELLS; 9];
        let mut blank = ALL_CELLS;
        for cell in (0..81).filter(|&cell| values[cell] != 0) {
            allowed.iter_mut().for_each(|cells| *cells &= !(1 << cell));
            blank &= !(1 << cell);
            allowed[usize::from(values[cell]) - 1] &= !PEERS[cell];
        }
        Self { links, reaches, allowed, blank }
    }

    fn of(&self, node: TableLiteral) -> &Reach {
        &self.reaches[node.index()]
    }

    /// Returns all conclusions of all proofs.
    pub(super) fn targets(&self) -> Reach {
        let mut targets = Reach::default();
        for assumption in self.links.assumptions() {
            let (cell, digit) = self.links.candidate(assumption);
            let known = targets.of_mut(!assumption.is_on());
            if known[digit] >> cell & 1 == 0 && self.is_contradictory(assumption) {
                known[digit] |= 1 << cell;
            }
        }
        self.for_each_choice(&mut |list, cells, _| {
            let common = self.common(list, cells);
            for digit in 0..9 {
                targets.on[digit] |= common.on[digit];
                targets.off[digit] |= common.off[digit];
            }
        });
        targets
    }

    /// Visits every proof, or every proof of this target, in HoDoKu's order.
    pub(super) fn for_each_proof(&self, only: Option<TableLiteral>, look: &mut ProofVisitor<'_>) {
        match only {
            Some(target) => self.contradictions(target.opposite(), look),
            None => {
                for number in 0..self.links.candidates.len() {
                    for is_on in [true, false] {
                        self.contradictions(TableLiteral::new(number, is_on), look);
                    }
                }
            }
        }
        let mut spans: Vec<Span> = Vec::new();
        self.for_each_choice(&mut |list, cells, by_sign| {
            let mut show = |target: TableLiteral| {
                spans.clear();
                spans.extend(list.iter().map(|&start| Span { start, end: target }));
                look(Means::Verity, target, &spans);
            };
            if let Some(target) = only {
                let (cell, digit) = self.links.candidate(target);
                let shows =
                    |&node: &TableLiteral| self.of(node).of(target.is_on())[digit] >> cell & 1 == 1;
                if cells >> cell & 1 == 1 && list.iter().all(shows) {
                    show(target);
                }
                return;
            }
            let common = self.common(list, cells);
            // For a candidate being right or wrong, all on conclusions come first, then the off
            // ones.
            let order = if by_sign { [[true; 2], [false; 2]] } else { [[true, false]; 2] };
            for at in 0..if by_sign { 18 } else { 9 } {
                let (digit, signs) = (at % 9, &order[at / 9][..if by_sign { 1 } else { 2 }]);
                for &is_on in signs {
                    for cell in cells_of(common.of(is_on)[digit]) {
                        show(self.links.node(cell, digit, is_on));
                    }
                }
            }
        });
    }

    /// Returns the common conclusions of all these assumptions.
    fn common(&self, list: &[TableLiteral], cells: Cells) -> Reach {
        let mut common = Reach { on: [cells; 9], off: [cells; 9] };
        for &node in list {
            let reach = self.of(node);
            for digit in 0..9 {
                common.on[digit] &= reach.on[digit];
                common.off[digit] &= reach.off[digit];
            }
        }
        common
    }

    /// Visits the sets of assumptions of which one holds, with the cells in which common
    /// conclusions are looked for, and true if the set is a candidate being right or wrong.
    fn for_each_choice(&self, look: &mut dyn FnMut(&[TableLiteral], Cells, bool)) {
        let links = self.links;
        let state = links.view.state;
        for number in 0..links.candidates.len() {
            let list = [true, false].map(|is_on| TableLiteral::new(number, is_on));
            look(&list, ALL_CELLS & !(1 << links.candidate(list[0]).0), true);
        }
        let mut list: Vec<TableLiteral> = Vec::with_capacity(9);
        for cell in (0..81).filter(|&cell| state.sets[cell] != 0) {
            list.clear();
            list.extend(bits(state.sets[cell]).map(|digit| links.node(cell, digit, true)));
            look(&list, ALL_CELLS, false);
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let places = state.cells[digit] & HOUSE_SETS[house];
            if places != 0 {
                list.clear();
                list.extend(cells_of(places).map(|cell| links.node(cell, digit, true)));
                look(&list, ALL_CELLS, false);
            }
        }
    }

    fn is_contradictory(&self, assumption: TableLiteral) -> bool {
        let Reach { on, off } = self.of(assumption);
        let (cell, digit) = self.links.candidate(assumption);
        let mut once: Cells = 0;
        for digit in 0..9 {
            let sees_itself = |cell: usize| PEERS[cell] & on[digit] != 0;
            if on[digit] & (off[digit] | once) != 0 || cells_of(on[digit]).any(sees_itself) {
                return true;
            }
            once |= on[digit];
        }
        self.of(assumption).of(!assumption.is_on())[digit] >> cell & 1 == 1
            || self.bare(assumption) != 0
            || (0..9).any(|digit| {
                let left = self.allowed[digit] & !off[digit];
                let is_gone = |house: &Cells| self.allowed[digit] & house != 0 && left & house == 0;
                HOUSE_SETS.iter().any(is_gone)
            })
    }

    /// Returns the cells for which the assumption leaves no digit.
    fn bare(&self, assumption: TableLiteral) -> Cells {
        let Reach { on, off } = self.of(assumption);
        let cells = &self.links.view.state.cells;
        (0..9).fold(self.blank, |bare, digit| bare & !on[digit] & (!cells[digit] | off[digit]))
    }

    /// Visits all contradictions of an assumption.
    fn contradictions(&self, assumption: TableLiteral, look: &mut ProofVisitor<'_>) {
        let links = self.links;
        let state = links.view.state;
        let target = assumption.opposite();
        let (start_cell, start_digit) = links.candidate(assumption);
        let Reach { on, off } = self.of(assumption);
        let first = |cells: Cells| cells.trailing_zeros() as usize;
        let node = |cell: usize, digit: usize, is_on: bool| links.node(cell, digit, is_on);
        let mut spans: Vec<Span> = Vec::new();
        let mut refute = |ends: &mut dyn Iterator<Item = TableLiteral>| {
            spans.clear();
            spans.extend(ends.map(|end| Span { start: assumption, end }));
            look(Means::Contradiction, target, &spans);
        };
        if self.of(assumption).of(target.is_on())[start_digit] >> start_cell & 1 == 1 {
            refute(&mut [target].into_iter());
        }
        for digit in 0..9 {
            let both = on[digit] & off[digit];
            if both != 0 {
                let ends = [false, true].map(|is_on| node(first(both), digit, is_on));
                refute(&mut ends.into_iter());
            }
        }
        for (one, two) in (0..9).flat_map(|one| (one + 1..9).map(move |two| (one, two))) {
            let both = on[one] & on[two];
            if both != 0 {
                let ends = [one, two].map(|digit| node(first(both), digit, true));
                refute(&mut ends.into_iter());
            }
        }
        let each =
            |kind: usize| (0..9).flat_map(move |d| (9 * kind..9 * kind + 9).map(move |h| (d, h)));
        for (digit, house) in (0..3).flat_map(each) {
            let cells = on[digit] & HOUSE_SETS[house];
            if cells.size() > 1 {
                refute(&mut cells_of(cells).map(|cell| node(cell, digit, true)));
            }
        }
        for cell in cells_of(self.bare(assumption)) {
            refute(&mut bits(state.sets[cell]).map(|digit| node(cell, digit, false)));
        }
        for (digit, house) in (0..3).flat_map(each) {
            let cells = self.allowed[digit] & HOUSE_SETS[house];
            if cells != 0 && cells & !off[digit] == 0 {
                refute(&mut cells_of(cells).map(|cell| node(cell, digit, false)));
            }
        }
    }
}
