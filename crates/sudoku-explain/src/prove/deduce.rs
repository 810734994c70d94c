//! Deduction from an assumption by the rules of the board alone, until a goal is reached.
//!
//! Facts are found in breadth-first order, so the resulting proof is short.

use sudoku_core::{Cell, Digit, House};
use sudoku_logic::State;

use super::story::Story;
use crate::board::{places, sees_all};
use crate::claim::{CellClaim, Claim};
use crate::proof::{Clash, Phrase, Reason};

/// The goal of a deduction.
pub(crate) enum Goal {
    /// A contradiction.
    Clash,
    /// A claim.
    Claim(CellClaim),
    /// The fact that none of these candidates is right.
    AllOff(Vec<(Cell, Digit)>),
}

/// A claim about a candidate, with the facts that it follows from.
struct Fact {
    claim: CellClaim,
    reason: Reason,
    from: Vec<usize>,
}

/// The facts that follow from an assumption.
pub(crate) struct Deduction<'a> {
    state: &'a State,
    facts: Vec<Fact>,
    /// The index of the fact of each claim.
    known: Vec<Option<usize>>,
    clash: Option<(Clash, Vec<usize>)>,
}

/// A goal that was reached: the facts that it needs, in order, and the contradiction if there is
/// one.
pub(crate) struct Reached<'a> {
    deduction: Deduction<'a>,
    needed: Vec<usize>,
    ends: Vec<usize>,
    pub(crate) clash: Option<Clash>,
}

/// A filter of the candidates that a deduction uses.
type Wanted<'a> = &'a dyn Fn(Cell, Digit) -> bool;

/// Deduces facts from an assumption about a candidate until the goal is reached. Only the wanted
/// candidates are used besides the assumed one.
pub(crate) fn deduce<'a>(
    state: &'a State,
    assumption: CellClaim,
    goal: &Goal,
    is_wanted: Wanted<'_>,
) -> Option<Reached<'a>> {
    let mut deduction = Deduction::new(state, assumption);
    let mut next = 0;
    loop {
        if let Some(ends) = deduction.reaches(goal) {
            let needed = deduction.ancestors(&ends);
            let clash = deduction.clash.as_ref().map(|(clash, _)| clash.clone());
            let clash = clash.filter(|_| matches!(goal, Goal::Clash));
            return Some(Reached { deduction, needed, ends, clash });
        }
        if !deduction.go_on(&mut next, is_wanted) {
            return None;
        }
    }
}

impl<'a> Deduction<'a> {
    fn new(state: &'a State, assumption: CellClaim) -> Self {
        let known = vec![None; CellClaim::COUNT];
        let mut deduction = Self { state, facts: Vec::new(), known, clash: None };
        deduction.add(assumption, Reason::Assumed, Vec::new());
        deduction
    }

    /// Processes the next fact or, after the last one, the board itself. Returns false if nothing
    /// new was found.
    fn go_on(&mut self, next: &mut usize, is_wanted: Wanted<'_>) -> bool {
        if *next < self.facts.len() {
            self.follow(*next, is_wanted);
            *next += 1;
            return true;
        }
        self.follow_board(is_wanted) || self.follow_locked(is_wanted)
    }

    fn reaches(&self, goal: &Goal) -> Option<Vec<usize>> {
        match goal {
            Goal::Clash => self.clash.as_ref().map(|(_, from)| from.clone()),
            &Goal::Claim(claim) => self.fact(claim).map(|at| vec![at]),
            Goal::AllOff(candidates) => {
                candidates.iter().map(|&(cell, digit)| self.off(cell, digit)).collect()
            }
        }
    }

    fn fact(&self, claim: CellClaim) -> Option<usize> {
        self.known[claim.index()]
    }

    /// Returns the index of the fact that the candidate is wrong.
    fn off(&self, cell: Cell, digit: Digit) -> Option<usize> {
        self.fact(CellClaim::new(cell, digit, false))
    }

    fn add(&mut self, claim: CellClaim, reason: Reason, from: Vec<usize>) {
        if self.fact(claim).is_some() {
            return;
        }
        let at = self.facts.len();
        self.known[claim.index()] = Some(at);
        if let Some(other) = self.fact(claim.opposite()) {
            let clash = Clash::opposites(Claim::on(claim.cell, claim.digit));
            self.clash.get_or_insert((clash, vec![other, at]));
        }
        self.facts.push(Fact { claim, reason, from });
    }

    fn add_if(
        &mut self,
        is_wanted: Wanted<'_>,
        (cell, digit, is_on): (Cell, Digit, bool),
        reason: Reason,
        from: Vec<usize>,
    ) {
        if is_wanted(cell, digit) {
            self.add(CellClaim::new(cell, digit, is_on), reason, from);
        }
    }

    fn follow(&mut self, at: usize, is_wanted: Wanted<'_>) {
        let CellClaim { cell, digit, is_on } = self.facts[at].claim;
        if is_on {
            for other in self.state.candidates(cell).without(digit) {
                self.add_if(is_wanted, (cell, other, false), Reason::OtherDigit, vec![at]);
            }
            let [row, column, block] = cell.houses();
            for house in [block, row, column] {
                for other in places(self.state, house, digit) {
                    if other != cell {
                        let why = Reason::OtherPlace(house);
                        self.add_if(is_wanted, (other, digit, false), why, vec![at]);
                    }
                }
            }
            return;
        }
        let candidates: Vec<(Cell, Digit)> =
            self.state.candidates(cell).iter().map(|other| (cell, other)).collect();
        self.last_of(is_wanted, &candidates, Reason::LastCandidate, Clash::NoCandidate(cell));
        for house in cell.houses() {
            let all: Vec<(Cell, Digit)> =
                places(self.state, house, digit).iter().map(|&place| (place, digit)).collect();
            self.last_of(is_wanted, &all, Reason::LastPlace(house), Clash::NoPlace(house, digit));
        }
    }

    /// Handles candidates of which one is right: the last one left is right, and if none is left
    /// there is a contradiction.
    fn last_of(
        &mut self,
        is_wanted: Wanted<'_>,
        all: &[(Cell, Digit)],
        reason: Reason,
        none: Clash,
    ) {
        let off: Vec<Option<usize>> =
            all.iter().map(|&(cell, digit)| self.off(cell, digit)).collect();
        let from: Vec<usize> = off.iter().flatten().copied().collect();
        match all.len() - from.len() {
            0 => {
                self.clash.get_or_insert((none, from));
            }
            1 => {
                let left = all.iter().zip(&off).find(|(_, off)| off.is_none());
                if let Some((&(cell, digit), _)) = left {
                    self.add_if(is_wanted, (cell, digit, true), reason, from);
                }
            }
            _ => {}
        }
    }

    /// Adds the singles of the board itself. Returns true if any of them is new.
    fn follow_board(&mut self, is_wanted: Wanted<'_>) -> bool {
        let before = self.facts.len();
        for cell in Cell::all() {
            let candidates = self.state.candidates(cell);
            if let (Some(digit), 1) = (candidates.iter().next(), candidates.len()) {
                self.add_if(is_wanted, (cell, digit, true), Reason::LastCandidate, Vec::new());
            }
        }
        for house in House::all() {
            for digit in Digit::all() {
                if let [cell] = *places(self.state, house, digit) {
                    let why = Reason::LastPlace(house);
                    self.add_if(is_wanted, (cell, digit, true), why, Vec::new());
                }
            }
        }
        self.facts.len() > before
    }

    /// Adds locked candidates: a cell that sees all places left for a digit in a house loses the
    /// digit. Returns true if any of them is new.
    fn follow_locked(&mut self, is_wanted: Wanted<'_>) -> bool {
        let before = self.facts.len();
        for house in House::all() {
            for digit in Digit::all() {
                let all = places(self.state, house, digit);
                let is_off = |cell: &&Cell| self.off(**cell, digit).is_some();
                let (gone, left): (Vec<&Cell>, Vec<&Cell>) = all.iter().partition(is_off);
                let left: Vec<Cell> = left.into_iter().copied().collect();
                if left.len() < 2 {
                    continue;
                }
                let from: Vec<usize> =
                    gone.iter().filter_map(|&&cell| self.off(cell, digit)).collect();
                for &other in left[0].peers() {
                    if self.state.has(other, digit)
                        && !all.contains(&other)
                        && sees_all(other, &left)
                    {
                        let why = Reason::Locked(house);
                        self.add_if(is_wanted, (other, digit, false), why, from.clone());
                    }
                }
            }
        }
        self.facts.len() > before
    }

    /// Returns these facts and all facts that they follow from, in order.
    fn ancestors(&self, ends: &[usize]) -> Vec<usize> {
        let mut needed: Vec<usize> = ends.to_vec();
        let mut next = 0;
        while next < needed.len() {
            for &from in &self.facts[needed[next]].from {
                if !needed.contains(&from) {
                    needed.push(from);
                }
            }
            next += 1;
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

impl Reached<'_> {
    /// Writes the facts as lines, the assumption first, and returns the lines of the goal. Claims
    /// that already have a line are not written again.
    pub(crate) fn write(
        &self,
        story: &mut Story<'_>,
        known: &mut Vec<(Claim, usize)>,
    ) -> Vec<usize> {
        // The line of each fact.
        let mut lines: Vec<Option<usize>> = vec![None; self.deduction.facts.len()];
        for &at in &self.needed {
            let Fact { claim, reason: why, from } = &self.deduction.facts[at];
            let from: Vec<usize> = from.iter().filter_map(|&at| lines[at]).collect();
            let claim = Claim::from(*claim);
            if let Some(&(_, line)) = known.iter().find(|(other, _)| *other == claim) {
                lines[at] = Some(line);
                continue;
            }
            story.marks.add_claim(&claim);
            for &before in &self.deduction.facts[at].from {
                story.marks.add_link(&self.deduction.facts[before].claim.into(), &claim);
            }
            let line = if *why == Reason::Assumed {
                story.say(Phrase::Suppose(claim.clone()))
            } else {
                story.say_from(Phrase::Follows(claim.clone(), why.clone()), from)
            };
            known.push((claim, line));
            lines[at] = Some(line);
        }
        self.ends.iter().filter_map(|&at| lines[at]).collect()
    }
}
