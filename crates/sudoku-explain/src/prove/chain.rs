//! Chains of claims of which each follows from the one before: strong links, wings of chains, nice
//! loops, alternating inference.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{CellGroup, ChainNode, StepName, StrongLink};

use super::link::{reason, set_reason};
use super::story::{Story, Unproved, premise};
use crate::board::{excludes, holders, places, sees_all};
use crate::claim::Claim;
use crate::marks::Role;
use crate::proof::{Because, Phrase, Place};

pub(super) fn alternating(story: &mut Story<'_>, nodes: &[ChainNode]) -> Result<Place, Unproved> {
    if story.step.name == StepName::RemotePair {
        return remote_pair(story, nodes);
    }
    let claims: Vec<Claim> =
        nodes.iter().map(|node| Claim::of(&node.cells, node.digit, node.is_on)).collect();
    let sets: Vec<Option<&CellGroup>> = nodes.iter().map(|node| node.set.as_ref()).collect();
    write(story, &claims, &sets)
}

pub(super) fn strong_links(
    story: &mut Story<'_>,
    digit: Digit,
    links: &[StrongLink],
    is_ring: bool,
) -> Result<Place, Unproved> {
    let mut claims = Vec::new();
    for link in links {
        let [near, far] = link.sides.each_ref().map(|side| holders(story.state, side, digit));
        let holds = |cell: &Cell| near.contains(cell) || far.contains(cell);
        let is_strong = places(story.state, link.house, digit).iter().all(holds);
        premise(
            is_strong && !near.is_empty() && !far.is_empty(),
            "the link's house has two sides",
        )?;
        story.marks.add_house(link.house);
        claims.push(Claim::of(&near, digit, false));
        claims.push(Claim::of(&far, digit, true));
    }
    let place = write(story, &claims, &[])?;
    premise(is_ring == matches!(place, Place::Ring(_)), "whether the links close")?;
    Ok(place)
}

/// Writes a chain whose first claim is assumed, and what follows from its ends or, if it closes,
/// from any two of its claims.
fn write(
    story: &mut Story<'_>,
    claims: &[Claim],
    sets: &[Option<&CellGroup>],
) -> Result<Place, Unproved> {
    let (Some(start), Some(end)) = (claims.first(), claims.last()) else {
        return Err(Unproved::Premise("a chain has nodes"));
    };
    let mut line = story.say(Phrase::Suppose(start.clone()));
    story.marks.add_claim(start);
    for (at, pair) in claims.windows(2).enumerate() {
        let set = sets.get(at).copied().flatten();
        if let Some(set) = set {
            story.marks.groups.push(set.cells.clone());
        }
        let why = match set {
            Some(set) => set_reason(story.state, set, &pair[0], &pair[1]),
            None => reason(story.state, &pair[1], &[&pair[0]]),
        };
        let why = why.ok_or_else(|| Unproved::Link(pair[1].clone()))?;
        line = story.say_from(Phrase::Follows(pair[1].clone(), why), vec![line]);
        story.marks.add_claim(&pair[1]);
        story.marks.add_link(&pair[0], &pair[1]);
    }
    let last_set = sets.last().copied().flatten();
    let closing = match last_set {
        _ if start == end => None,
        Some(set) => set_reason(story.state, set, end, start),
        None => reason(story.state, start, &[end]),
    };
    let is_ring = start == end || closing.is_some();
    let ends = |at: Cell, value: Digit| {
        let is_start = start.is_on && start.digit == value && start.cells == [at];
        let leads = is_start || (!start.is_on && excludes((at, value), &start.cells, start.digit));
        let is_end = !end.is_on && end.digit == value && end.cells.contains(&at);
        let ends = is_end || (end.is_on && excludes((at, value), &end.cells, end.digit));
        if !leads || !ends {
            None
        } else if is_start {
            Some(Because::Refuted)
        } else if *end == start.opposite() {
            Some(Because::RuledOutBy(vec![end.clone()]))
        } else {
            Some(Because::RuledOutBy(vec![start.opposite(), end.clone()]))
        }
    };
    if story.eliminated().into_iter().all(|(at, value)| ends(at, value).is_some()) {
        let is_refuted = start.is_on || *end == start.opposite();
        if is_refuted {
            place_end(story, start, end, line)?;
        } else {
            line = story.say_from(Phrase::OneOf(vec![start.opposite(), end.clone()]), vec![line]);
        }
        story.conclude(&[line], ends)?;
        if !(is_ring && story.step.name == StepName::StrongLinkRing) {
            return Ok(Place::Chain(claims.to_vec()));
        }
        return Ok(Place::Ring(claims.to_vec()));
    }
    premise(is_ring, "the chain closes")?;
    if let Some(why) = closing {
        line = story.say_from(Phrase::Follows(start.clone(), why), vec![line]);
        story.marks.add_link(end, start);
    }
    line = story.say_from(Phrase::Ring, vec![line]);
    let state = story.state;
    story.conclude(&[line], |at, value| {
        let hits = |claim: &&Claim| excludes((at, value), &claim.cells, claim.digit);
        let on = claims.iter().filter(|claim| claim.is_on).find(hits);
        let off = claims.iter().filter(|claim| !claim.is_on).find(hits);
        if let (Some(on), Some(off)) = (on, off) {
            return Some(Because::RuledOutBy(vec![off.opposite(), on.clone()]));
        }
        // In each direction a set of the ring loses one digit: all but these two it always holds.
        sets.iter().enumerate().find_map(|(index, set)| {
            let set = (*set)?;
            let (lost, next) = (&claims[index], claims.get(index + 1)?);
            let own = holders(state, &set.cells, value);
            let stays = value != lost.digit && (!next.is_on && next.digit != value);
            let goes = stays && set.digits.contains(value) && sees_all(at, &own);
            goes.then_some(Because::Sees(own))
        })
    })?;
    Ok(Place::Ring(claims.to_vec()))
}

/// The end of a chain may be placed, if it is the opposite of the start.
fn place_end(
    story: &mut Story<'_>,
    start: &Claim,
    end: &Claim,
    line: usize,
) -> Result<(), Unproved> {
    let Some((cell, digit)) = story.step.effect.placement else { return Ok(()) };
    let is_shown = *end == Claim::on(cell, digit) && *end == start.opposite();
    if !is_shown {
        return Err(Unproved::Effect(cell, digit));
    }
    story.say_from(Phrase::Placed(cell, digit, Because::Shown), vec![line]);
    Ok(())
}

fn remote_pair(story: &mut Story<'_>, nodes: &[ChainNode]) -> Result<Place, Unproved> {
    let state = story.state;
    let cells: Vec<Cell> =
        nodes.iter().step_by(2).filter_map(|node| node.cells.first().copied()).collect();
    let pair = cells.first().map_or(DigitSet::EMPTY, |&cell| state.candidates(cell));
    let is_pair = pair.len() == 2 && cells.iter().all(|&cell| state.candidates(cell) == pair);
    premise(is_pair, "the cells have the same two candidates")?;
    premise(cells.windows(2).all(|two| two[0].sees(two[1])), "each cell sees the next")?;
    let claims: Vec<Claim> =
        nodes.iter().map(|node| Claim::of(&node.cells, node.digit, node.is_on)).collect();
    for (index, &cell) in cells.iter().enumerate() {
        for digit in pair {
            let is_first = index % 2 == 0;
            let is_low = pair.iter().next() == Some(digit);
            story.marks.add(cell, digit, if is_first == is_low { Role::True } else { Role::False });
        }
    }
    claims.windows(2).for_each(|two| story.marks.add_link(&two[0], &two[1]));
    let line = story.say(Phrase::Alternate(cells.clone(), pair));
    story.conclude(&[line], |at, value| {
        let mut ends = (0..cells.len())
            .flat_map(|from| (from + 1..cells.len()).step_by(2).map(move |to| (from, to)));
        let (from, to) = ends.find(|&(from, to)| at.sees(cells[from]) && at.sees(cells[to]))?;
        (pair.contains(value) && !cells.contains(&at))
            .then(|| Because::Sees(vec![cells[from], cells[to]]))
    })?;
    Ok(Place::Chain(claims))
}
