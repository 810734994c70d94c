//! Chains of claims in which each claim follows from the previous one: strong links, chain wings,
//! nice loops, alternating inference chains.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{CellGroup, ChainNode, State, StepName, StrongLink};

use super::link::{reason, set_reason};
use super::story::{Story, premise};
use crate::board::{all_see, excludes, holders, places, sees_all};
use crate::claim::Claim;
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Outcome, Phrase, Place, Reason};

pub(super) fn alternating(story: &mut Story<'_>, nodes: &[ChainNode]) -> Result<Place, ProofError> {
    if story.step.name == StepName::REMOTE_PAIR {
        return remote_pair(story, nodes);
    }
    let claims = claims_of(nodes);
    let sets: Vec<Option<&CellGroup>> = nodes.iter().map(|node| node.set.as_ref()).collect();
    write(story, &claims, &sets)
}

fn claims_of(nodes: &[ChainNode]) -> Vec<Claim> {
    nodes.iter().map(|node| Claim::of(&node.cells, node.digit, node.is_on)).collect()
}

pub(super) fn strong_links(
    story: &mut Story<'_>,
    digit: Digit,
    links: &[StrongLink],
    is_ring: bool,
) -> Result<Place, ProofError> {
    let mut claims = Vec::new();
    for link in links {
        let [near, far] = link.sides.each_ref().map(|side| holders(story.state, side, digit));
        let holds = |cell: &Cell| near.contains(cell) || far.contains(cell);
        let places = places(story.state, link.house, digit);
        let is_strong = !places.is_empty() && places.iter().all(holds);
        premise(
            is_strong && !near.is_empty() && !far.is_empty(),
            "the link's house has two sides",
        )?;
        story.marks.add_house(link.house);
        claims.push(Claim::of(&near, digit, false));
        claims.push(Claim::of(&far, digit, true));
    }
    let place = write(story, &claims, &[])?;
    premise(
        is_ring == matches!(place, Place::Ring(_)),
        "the links form a ring if and only if the evidence says so",
    )?;
    Ok(place)
}

/// Writes a chain whose first claim is assumed, and the conclusion from its two ends or, if it
/// closes, from any two neighbors.
pub(super) fn write(
    story: &mut Story<'_>,
    claims: &[Claim],
    sets: &[Option<&CellGroup>],
) -> Result<Place, ProofError> {
    let (Some(start), Some(end)) = (claims.first(), claims.last()) else {
        return Err(ProofError::Premise("a chain has nodes"));
    };
    premise(claims.iter().all(|claim| !claim.cells.is_empty()), "a node has cells")?;
    let set_of = |at: usize| sets.get(at).copied().flatten();
    story.set_level(1);
    let mut line = story.say(Phrase::Suppose(start.clone()));
    story.marks.add_claim(start);
    for (at, pair) in claims.windows(2).enumerate() {
        if let Some(set) = set_of(at) {
            story.marks.groups.push(set.cells.clone());
        }
        let why = link(story.state, &pair[0], set_of(at), &pair[1]);
        let why = why.ok_or_else(|| ProofError::Link(pair[1].clone()))?;
        line = story.say_from(Phrase::Follows(pair[1].clone(), why), vec![line]);
        story.marks.add_claim(&pair[1]);
        story.marks.add_link(&pair[0], &pair[1]);
    }
    let closes = start == end;
    let closing =
        if closes { None } else { link(story.state, end, set_of(claims.len() - 1), start) };
    let ends = |at: Cell, value: Digit| ends(start, end, (at, value));
    let is_shown = story.eliminated().into_iter().all(|(at, value)| ends(at, value).is_some());
    let is_ring = closes || closing.is_some();
    // If the two ends show the step, a ring is treated as a chain.
    if is_shown {
        story.set_level(0);
        if start.is_on || *end == start.opposite() {
            place_end(story, start, end, line);
        } else {
            line = story.say_from(Phrase::Ends(start.opposite(), end.clone()), vec![line]);
        }
        story.conclude(&[line], &ends)?;
        if is_ring && story.step.name == StepName::STRONG_LINK_RING {
            return Ok(Place::Ring(claims.to_vec()));
        }
        return Ok(Place::Chain(claims.to_vec()));
    }
    premise(is_ring, "the chain closes")?;
    if let Some(why) = closing {
        line = story.say_from(Phrase::Follows(start.clone(), why), vec![line]);
        story.marks.add_link(end, start);
    }
    story.set_level(0);
    line = story.say_from(Phrase::Ring, vec![line]);
    let state = story.state;
    story.conclude(&[line], &|at, value| {
        let hits = |claim: &&Claim| excludes((at, value), &claim.cells, claim.digit);
        let on = claims.iter().filter(|claim| claim.is_on).find(hits);
        let off = claims.iter().filter(|claim| !claim.is_on).find(hits);
        if let (Some(on), Some(off)) = (on, off) {
            return Some(Because::RuledOutBy(vec![off.opposite(), on.clone()]));
        }
        claims.windows(2).enumerate().find_map(|(index, pair)| {
            let own = always_held(state, &pair[0], set_of(index)?, &pair[1], value)?;
            sees_all(at, &own).then_some(Because::Sees(own))
        })
    })?;
    let length = claims.len() - usize::from(closes);
    Ok(Place::Ring(claims[..length].to_vec()))
}

/// Returns the reason why a claim of a chain follows from the previous one, or from a set that
/// loses a digit by it.
fn link(state: &State, from: &Claim, set: Option<&CellGroup>, to: &Claim) -> Option<Reason> {
    match set {
        Some(set) => set_reason(state, set, from, to),
        None => reason(state, to, &[from]),
    }
}

/// Returns the reason why the ends of a chain exclude a candidate: either the first claim is wrong,
/// or the last is right.
fn ends(start: &Claim, end: &Claim, (at, value): (Cell, Digit)) -> Option<Because> {
    let is_start = start.is_on && start.digit == value && start.cells == [at];
    let leads = is_start || (!start.is_on && excludes((at, value), &start.cells, start.digit));
    let is_end = !end.is_on && end.digit == value && end.cells.contains(&at);
    let ends = is_end || (end.is_on && excludes((at, value), &end.cells, end.digit));
    if !leads || !ends {
        None
    } else if is_start {
        Some(Because::Outcome(Outcome::Refuted))
    } else if *end == start.opposite() {
        Some(Because::RuledOutBy(vec![end.clone()]))
    } else {
        Some(Because::RuledOutBy(vec![start.opposite(), end.clone()]))
    }
}

/// Returns the places of a digit that a set of a ring holds in both directions. In one direction
/// the set loses the digit of the previous claim, in the other that of the next claim, and no
/// other.
fn always_held(
    state: &State,
    before: &Claim,
    set: &CellGroup,
    behind: &Claim,
    value: Digit,
) -> Option<Vec<Cell>> {
    let bound = holders(state, &set.cells, behind.digit);
    let is_bound = !behind.is_on && !bound.is_empty() && all_see(&behind.cells, &bound);
    let stays = is_bound && ![before.digit, behind.digit].contains(&value);
    (stays && set.digits.contains(value)).then(|| holders(state, &set.cells, value))
}

/// Writes the placement at the end of a chain, if the end is the opposite of the start.
fn place_end(story: &mut Story<'_>, start: &Claim, end: &Claim, line: usize) {
    if let Some((cell, digit)) = story.step.effect.placement
        && *end == Claim::on(cell, digit)
        && *end == start.opposite()
    {
        story.say_from(Phrase::Placed((cell, digit), Outcome::Shown), vec![line]);
    }
}

fn remote_pair(story: &mut Story<'_>, nodes: &[ChainNode]) -> Result<Place, ProofError> {
    let state = story.state;
    let cells: Vec<Cell> =
        nodes.iter().step_by(2).filter_map(|node| node.cells.first().copied()).collect();
    let pair = cells.first().map_or(DigitSet::EMPTY, |&cell| state.candidates(cell));
    let is_pair = pair.len() == 2 && cells.iter().all(|&cell| state.candidates(cell) == pair);
    premise(is_pair, "the cells have the same two candidates")?;
    premise(cells.windows(2).all(|two| two[0].sees(two[1])), "each cell sees the next")?;
    let claims = claims_of(nodes);
    for pair in claims.windows(2) {
        let why = reason(state, &pair[1], &[&pair[0]]);
        why.ok_or_else(|| ProofError::Link(pair[1].clone()))?;
    }
    for (index, &cell) in cells.iter().enumerate() {
        for digit in pair {
            let is_first = index % 2 == 0;
            let is_low = pair.iter().next() == Some(digit);
            story.marks.add(cell, digit, if is_first == is_low { Role::True } else { Role::False });
        }
    }
    claims.windows(2).for_each(|two| story.marks.add_link(&two[0], &two[1]));
    let line = story.say(Phrase::Alternate(cells.clone(), pair));
    story.conclude(&[line], &|at, value| {
        let mut ends = (0..cells.len())
            .flat_map(|from| (from + 1..cells.len()).step_by(2).map(move |to| (from, to)));
        let (from, to) = ends.find(|&(from, to)| at.sees(cells[from]) && at.sees(cells[to]))?;
        (pair.contains(value) && !cells.contains(&at))
            .then(|| Because::Sees(vec![cells[from], cells[to]]))
    })?;
    Ok(Place::Chain(claims))
}
