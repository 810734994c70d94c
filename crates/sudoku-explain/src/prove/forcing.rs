//! Chains from assumptions: cycles, forcing chains, nets, and chains with nested techniques.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{Branch, ChainKind, ChainNode, Implication, LinkReason, Step};

use super::chain;
use super::deduce::{Goal, Reached, deduce};
use super::link::{are_rivals, reason};
use super::story::{Story, premise};
use crate::board::{after, eliminated, excludes, places};
use crate::claim::{CellClaim, Claim};
use crate::error::ProofError;
use crate::proof::{Because, Cases, Clash, Outcome, Phrase, Place, Reason};

pub(super) fn chains(
    story: &mut Story<'_>,
    kind: ChainKind,
    branches: &[Branch],
) -> Result<Place, ProofError> {
    let claims: Vec<Vec<Claim>> =
        branches.iter().map(|branch| branch.links.iter().map(claim_of).collect()).collect();
    let ends: Vec<(Claim, Claim)> = claims
        .iter()
        .filter_map(|claims| Some((claims.first()?.clone(), claims.last()?.clone())))
        .collect();
    let ([(start, end), rest @ ..], true) = (ends.as_slice(), ends.len() == branches.len()) else {
        return Err(ProofError::Premise("each chain has links"));
    };
    let starts: Vec<Claim> = ends.iter().map(|(start, _)| start.clone()).collect();
    let is_cycle =
        matches!(kind, ChainKind::DigitCycle | ChainKind::CellCycle | ChainKind::MixedCycle);
    if is_cycle {
        return cycle(story, &claims);
    }
    let mut cases = None;
    match kind {
        ChainKind::Cell(cell) => cases = Some(Cases::Cell(cell)),
        ChainKind::House(house, digit) => cases = Some(Cases::House(house, digit)),
        ChainKind::Double => cases = Some(Cases::Opposites),
        _ => {}
    }
    let mut from = Vec::new();
    if let Some(cases) = cases {
        premise(is_exhaustive(story, cases, &starts), "one of the assumptions holds")?;
        from.push(story.say(Phrase::Cases(cases, starts.clone())));
    }
    // Both halves of a contradiction start with the same assumption, which is written once.
    let is_refutation = kind == ChainKind::Contradiction;
    story.set_level(1);
    let mut lines = Vec::new();
    let mut known: Vec<(Claim, usize)> = Vec::new();
    for branch in branches {
        if !is_refutation {
            known.clear();
        }
        lines.push(write_branch(story, branch, &mut known)?);
    }
    let result = match kind {
        ChainKind::Contradiction => {
            let [(other_start, other_end)] = rest else {
                return Err(ProofError::Premise("a contradiction has two halves"));
            };
            premise(start == other_start && are_rivals(end, other_end), "the halves contradict")?;
            let clash = match (end.is_on, other_end.is_on) {
                (true, true) => Clash::Both(end.clone(), other_end.clone()),
                (true, false) => Clash::opposites(end.clone()),
                (false, _) => Clash::opposites(other_end.clone()),
            };
            from.push(story.say_from(Phrase::Impossible(clash), lines));
            start.opposite()
        }
        ChainKind::DigitChain | ChainKind::MixedChain => {
            premise(
                rest.is_empty() && *end == start.opposite(),
                "the chain leads to its opposite",
            )?;
            from.extend(lines);
            end.clone()
        }
        _ => {
            premise(
                rest.iter().all(|(_, other)| other == end),
                "all chains end in the same claim",
            )?;
            from.extend(lines);
            end.clone()
        }
    };
    story.set_level(0);
    let why = if cases.is_some() { Outcome::EachCase } else { Outcome::Refuted };
    result_of(story, &result, &from, why)?;
    Ok(match claims.as_slice() {
        [chain] if cases.is_none() => Place::Chain(chain.clone()),
        _ => cases_place(cases.is_some(), starts, &ends),
    })
}

/// Returns the place of chains: their starts and their ends.
fn cases_place(has_cases: bool, starts: Vec<Claim>, ends: &[(Claim, Claim)]) -> Place {
    let mut starts = starts;
    starts.dedup();
    let mut ends: Vec<Claim> = ends.iter().map(|(_, end)| end.clone()).collect();
    ends.dedup();
    if has_cases { Place::Cases(starts, ends) } else { Place::Contradiction(starts) }
}

fn claim_of(link: &Implication) -> Claim {
    Claim::of(&[link.cell], link.digit, link.is_on)
}

/// Writes the conclusion, which must be the step's effect.
fn result_of(
    story: &mut Story<'_>,
    result: &Claim,
    from: &[usize],
    why: Outcome,
) -> Result<(), ProofError> {
    if let Some((cell, digit)) = story.step.effect.placement {
        if *result != Claim::on(cell, digit) {
            return Err(ProofError::Effect(cell, digit));
        }
        let line = story.say_from(Phrase::Placed((cell, digit), why), from.to_vec());
        return story.conclude(&[line], &|at, value| {
            excludes((at, value), &[cell], digit).then(|| match at == cell {
                true => Because::OwnDigits(DigitSet::only(digit)),
                false => Because::Sees(vec![cell]),
            })
        });
    }
    story.conclude(from, &|at, value| {
        (!result.is_on && result.digit == value && result.cells.contains(&at))
            .then_some(Because::Outcome(why))
    })
}

/// Returns true if one of the assumptions must hold.
fn is_exhaustive(story: &Story<'_>, cases: Cases, starts: &[Claim]) -> bool {
    let all_on = starts.iter().all(|start| start.is_on);
    match cases {
        Cases::Cell(cell) => {
            let has = |digit| starts.contains(&Claim::on(cell, digit));
            let candidates = story.state.candidates(cell);
            all_on && !candidates.is_empty() && candidates.iter().all(has)
        }
        Cases::House(house, digit) => {
            let has = |&place: &Cell| starts.contains(&Claim::on(place, digit));
            let places = places(story.state, house, digit);
            all_on && !places.is_empty() && places.iter().all(has)
        }
        Cases::Opposites => match starts {
            [one, other] => *one == other.opposite(),
            _ => false,
        },
        // The fish proves this case.
        Cases::Fish(..) => false,
    }
}

/// Writes a chain and returns the line of its end. Claims that already have a line are not written
/// again.
fn write_branch(
    story: &mut Story<'_>,
    branch: &Branch,
    known: &mut Vec<(Claim, usize)>,
) -> Result<usize, ProofError> {
    let mut lines: Vec<usize> = Vec::new();
    for link in &branch.links {
        let claim = claim_of(link);
        if let Some(&(_, line)) = known.iter().find(|(other, _)| *other == claim) {
            lines.push(line);
            continue;
        }
        let bad = || ProofError::Link(claim.clone());
        let from: Vec<usize> = link
            .parents
            .iter()
            .map(|&at| lines.get(at).copied())
            .collect::<Option<_>>()
            .ok_or_else(bad)?;
        let given: Vec<Claim> =
            link.parents.iter().filter_map(|&at| branch.links.get(at)).map(claim_of).collect();
        let line = match &link.cause {
            LinkReason::Assumption => {
                premise(given.is_empty() && lines.is_empty(), "only the first claim is assumed")?;
                story.say(Phrase::Suppose(claim.clone()))
            }
            LinkReason::Step(step) => inner(story, (step, &claim), &given, from)?,
            _ => {
                let given: Vec<&Claim> = given.iter().collect();
                let why = reason(story.state, &claim, &given).ok_or_else(bad)?;
                story.say_from(Phrase::Follows(claim.clone(), why), from)
            }
        };
        story.marks.add_claim(&claim);
        given.iter().for_each(|before| story.marks.add_link(before, &claim));
        known.push((claim, line));
        lines.push(line);
    }
    lines.last().copied().ok_or(ProofError::Premise("a chain has links"))
}

/// Writes a step inside a chain, made on the board without the candidates that it follows from.
fn inner(
    story: &mut Story<'_>,
    (step, claim): (&Step, &Claim),
    given: &[Claim],
    from: Vec<usize>,
) -> Result<usize, ProofError> {
    let gone: Vec<(Cell, Digit)> = given
        .iter()
        .filter(|given| !given.is_on)
        .flat_map(|given| given.cells.iter().map(|&cell| (cell, given.digit)))
        .collect();
    let board = after(story.state, &gone);
    // Candidates that are already eliminated need no proof.
    let mut left = step.clone();
    left.effect.eliminations = step
        .effect
        .eliminations
        .iter()
        .map(|&(cell, digits)| (cell, digits & board.candidates(cell)))
        .collect();
    left.effect.eliminations.retain(|(_, digits)| !digits.is_empty());
    let in_effect =
        eliminated(&left.effect).iter().any(|&(cell, digit)| *claim == Claim::off(cell, digit));
    if !in_effect {
        return Err(ProofError::Link(claim.clone()));
    }
    let line = story.say_from(Phrase::Follows(claim.clone(), Reason::Step(step.name)), from);
    story.inner.push((line, board, left));
    Ok(line)
}

/// Writes a ring of claims. Its two directions are equivalent: either all claims of the first hold,
/// or all of the second. So one direction is enough for the proof.
fn cycle(story: &mut Story<'_>, claims: &[Vec<Claim>]) -> Result<Place, ProofError> {
    let [ring, _] = claims else { return Err(ProofError::Premise("a ring has two directions")) };
    premise(ring.len() > 2 && ring.first() == ring.last(), "a ring returns to its start")?;
    chain::write(story, ring, &[])
}

/// Writes chains and nets of claims, each from an assumption to its end.
pub(super) fn nets(story: &mut Story<'_>, chains: &[Vec<ChainNode>]) -> Result<Place, ProofError> {
    let starts = starts_of(story, chains)?;
    let result = shown(story)?;
    if *starts == [result.opposite()] {
        story.set_level(1);
        let line = refute(story, result.opposite(), &named_in(chains))?;
        story.set_level(0);
        result_of(story, &result.into(), &[line], Outcome::Refuted)?;
        return Ok(Place::Contradiction(starts.into_iter().map(Claim::from).collect()));
    }
    let claims: Vec<Claim> = starts.into_iter().map(Claim::from).collect();
    let cases = cases_of(story, &claims).ok_or(ProofError::Premise("one of the starts holds"))?;
    each_case(story, cases, Vec::new(), chains)
}

/// Writes chains from several assumptions to the same result. The lines `because` show that one of
/// the assumptions holds.
pub(super) fn each_case(
    story: &mut Story<'_>,
    cases: Cases,
    because: Vec<usize>,
    chains: &[Vec<ChainNode>],
) -> Result<Place, ProofError> {
    let starts = starts_of(story, chains)?;
    let (result, named) = (shown(story)?, named_in(chains));
    let claims: Vec<Claim> = starts.iter().copied().map(Claim::from).collect();
    let mut from = vec![story.say_from(Phrase::Cases(cases, claims.clone()), because)];
    let mut why = Outcome::EachCase;
    for start in starts {
        story.set_level(1);
        if let Ok(reached) = follow(story, start, &Goal::Claim(result), &named) {
            from.extend(reached.write(story, &mut Vec::new()));
        } else {
            // The case is impossible because it contradicts itself.
            from.push(refute(story, start, &named)?);
            why = Outcome::PossibleCases;
        }
    }
    story.set_level(0);
    let ends = vec![Claim::from(result)];
    result_of(story, &ends[0], &from, why)?;
    Ok(Place::Cases(claims, ends))
}

/// Returns the assumptions of the chains, each once.
fn starts_of(story: &Story<'_>, chains: &[Vec<ChainNode>]) -> Result<Vec<CellClaim>, ProofError> {
    let mut starts = Vec::new();
    for chain in chains {
        let start = start_of(story, chain).ok_or(ProofError::Premise("a start is a candidate"))?;
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    Ok(starts)
}

/// The digits of each cell that chains name.
type Named = [DigitSet; Cell::COUNT];

/// Returns all candidates that the chains name.
fn named_in(chains: &[Vec<ChainNode>]) -> Named {
    let mut named = [DigitSet::default(); Cell::COUNT];
    for node in chains.iter().flatten() {
        for cell in &node.cells {
            named[cell.index()].insert(node.digit);
        }
    }
    named
}

/// Returns the only claim that the step shows.
fn shown(story: &Story<'_>) -> Result<CellClaim, ProofError> {
    match (story.step.effect.placement, &*story.eliminated()) {
        (Some((cell, digit)), _) => Ok(CellClaim::new(cell, digit, true)),
        (None, &[(cell, digit)]) => Ok(CellClaim::new(cell, digit, false)),
        _ => Err(ProofError::Premise("the chains show one conclusion")),
    }
}

/// Returns the assumption of a chain, which concerns one candidate.
fn start_of(story: &Story<'_>, chain: &[ChainNode]) -> Option<CellClaim> {
    let start = chain.first()?;
    let &[cell] = start.cells.as_slice() else { return None };
    let claim = CellClaim::new(cell, start.digit, start.is_on);
    story.state.has(cell, start.digit).then_some(claim)
}

/// Writes the contradiction that follows from an assumption.
fn refute(story: &mut Story<'_>, start: CellClaim, named: &Named) -> Result<usize, ProofError> {
    let reached = follow(story, start, &Goal::Clash, named)?;
    let ends = reached.write(story, &mut Vec::new());
    let clash = reached.clash.clone().unwrap_or_else(|| Clash::opposites(start.into()));
    Ok(story.say_from(Phrase::Impossible(clash), ends))
}

/// Deduces the goal from an assumption, first with only the candidates that the evidence names,
/// then with all.
fn follow<'a>(
    story: &Story<'a>,
    start: CellClaim,
    goal: &Goal,
    named: &Named,
) -> Result<Reached<'a>, ProofError> {
    let is_named = |cell: Cell, digit: Digit| named[cell.index()].contains(digit);
    deduce(story.state, start, goal, &is_named)
        .or_else(|| deduce(story.state, start, goal, &|_, _| true))
        .ok_or_else(|| ProofError::Link(start.into()))
}

/// Returns the reason why one of the starts must hold.
fn cases_of(story: &Story<'_>, starts: &[Claim]) -> Option<Cases> {
    let first = starts.first()?;
    let cell = *first.cells.first()?;
    let houses = cell.houses().map(|house| Cases::House(house, first.digit));
    let mut all = [Cases::Opposites, Cases::Cell(cell)].into_iter().chain(houses);
    all.find(|&cases| is_exhaustive(story, cases, starts))
}
