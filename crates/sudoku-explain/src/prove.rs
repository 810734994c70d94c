//! The proof of a step from its evidence. Each family of patterns checks its evidence on the board
//! and writes the lines that lead to the effect.

use std::mem;

use sudoku_core::{Cell, Digit};
use sudoku_logic::{Evidence, State, Step, StepName};

use crate::board::eliminated;
use crate::error::ProofError;
use crate::marks::Kind;
use crate::message::ToMessage;
use crate::proof::{Because, Outcome, Phrase, Place, Proof};

mod chain;
mod colors;
mod deadly;
mod deduce;
mod exclusion;
mod fish;
mod forcing;
mod link;
mod locked_sets;
mod sets;
mod story;
mod templates;

use story::{Story, premise};

/// Proves a step. Fails for a digit that was looked up in the solution.
pub(crate) fn prove(state: &State, step: &Step) -> Result<Proof, ProofError> {
    match step.evidence {
        Evidence::Solution => Err(ProofError::LookedUp),
        _ => tell(state, step),
    }
}

/// Proves a step, or states that its digit was looked up in the solution.
pub(crate) fn tell(state: &State, step: &Step) -> Result<Proof, ProofError> {
    let effect = &step.effect;
    let gone = eliminated(effect);
    if gone.is_empty() && effect.placement.is_none() {
        return Err(ProofError::NoEffect);
    }
    for &(cell, digit) in gone.iter().chain(&effect.placement) {
        if !state.has(cell, digit) {
            return Err(ProofError::NoCandidate(cell, digit));
        }
    }
    let mut story = Story::new(state, step);
    story.marks.kind = kind(step);
    let place = write(&mut story, &step.evidence)?;
    for (line, board, step) in mem::take(&mut story.inner) {
        story.lines[line].inner = Some(Box::new(part(&board, &step)?));
    }
    let Story { lines, marks, .. } = story;
    let (name, effect) = (step.name, effect.clone());
    shows_effect(Proof { state: *state, name, effect, place, lines, marks })
}

/// Returns the proof if every part of the step's effect is stated by a line that depends on no
/// assumption.
fn shows_effect(proof: Proof) -> Result<Proof, ProofError> {
    let says = |is_said: &dyn Fn(&Phrase) -> bool| {
        proof.lines.iter().any(|line| line.level == 0 && is_said(&line.phrase))
    };
    let is_gone = |&(cell, digit): &(Cell, Digit)| says(&|phrase| phrase.takes(cell, digit));
    let is_placed = |place: &(Cell, Digit)| says(&|phrase| phrase.placed() == Some(*place));
    let unsaid = eliminated(&proof.effect).into_iter().find(|gone| !is_gone(gone));
    match unsaid.or(proof.effect.placement.filter(|place| !is_placed(place))) {
        Some((cell, digit)) => Err(ProofError::Effect(cell, digit)),
        None => Ok(proof),
    }
}

/// Proves a step that another proof uses.
fn part(state: &State, step: &Step) -> Result<Proof, ProofError> {
    prove(state, step).map_err(|reason| ProofError::Inner(step.name, Box::new(reason)))
}

/// Returns the kind of the pattern, by which the marks of a drawing get their meaning.
fn kind(step: &Step) -> Kind {
    match &step.evidence {
        Evidence::Fish { .. } => Kind::Fish,
        Evidence::Kraken { .. } => Kind::Kraken,
        Evidence::Wing { .. } => Kind::Wing,
        Evidence::LetterWing { .. } => Kind::Sets,
        Evidence::AlmostLocked { .. } if step.name == StepName::SUE_DE_COQ => Kind::Crossing,
        Evidence::AlmostLocked { .. } => Kind::Sets,
        Evidence::Colors { .. } => Kind::Colors,
        Evidence::Loop { .. } | Evidence::Grave { .. } => Kind::Deadly,
        Evidence::Aligned { .. } => Kind::Aligned,
        Evidence::StrongLinks { .. }
        | Evidence::Chains { .. }
        | Evidence::Alternating { .. }
        | Evidence::Forcing { .. } => Kind::Chain,
        Evidence::Several { parts } => parts.first().map_or(Kind::Pattern, kind),
        _ => Kind::Pattern,
    }
}

fn write(story: &mut Story<'_>, evidence: &Evidence) -> Result<Place, ProofError> {
    match evidence {
        Evidence::Single { house } => sets::single(story, *house),
        Evidence::Locked { digit, cells, base, cover } => {
            sets::locked(story, *digit, cells, *base, *cover)
        }
        Evidence::Subset { house, cells, digits } => sets::subset(story, *house, cells, *digits),
        Evidence::Fish { digit, base, cover, fins } => fish::fish(story, *digit, base, cover, fins),
        Evidence::Kraken { digit, base, cover, fins, house, chains } => {
            fish::kraken(story, *digit, base, cover, fins, *house, chains)
        }
        Evidence::Wing { pivot, wings, digit } => sets::wing(story, *pivot, wings, *digit),
        Evidence::LetterWing { cells, pair, .. } => locked_sets::letter_wing(story, cells, *pair),
        Evidence::StrongLinks { digit, links, ring, .. } => {
            chain::strong_links(story, *digit, links, ring.is_some())
        }
        Evidence::Loop { cells, digits, extra, support } => {
            deadly::pattern(story, cells, *digits, extra, support.as_ref())
        }
        Evidence::Grave { extra, support } => deadly::grave(story, extra, support.as_ref()),
        Evidence::Aligned { base, excluders } => exclusion::aligned(story, base, excluders),
        Evidence::Chains { kind, branches, .. } => forcing::chains(story, *kind, branches),
        Evidence::Alternating { nodes } => chain::alternating(story, nodes),
        Evidence::Forcing { chains } => forcing::nets(story, chains),
        Evidence::Colors { digit, colors } => colors::colors(story, *digit, colors),
        Evidence::AlmostLocked { sets, commons } => locked_sets::joined(story, sets, commons),
        Evidence::Several { parts } => several(story, parts),
        Evidence::Templates { digit } => templates::templates(story, *digit),
        Evidence::Solution => {
            let placement = story.step.effect.placement;
            let (cell, digit) = placement
                .ok_or(ProofError::Premise("the step places the digit that is looked up"))?;
            premise(story.eliminated().is_empty(), "the step has no effect besides that digit")?;
            story.say(Phrase::LookedUp((cell, digit)));
            Ok(Place::Cell(cell, digit))
        }
        _ => Err(ProofError::Unknown),
    }
}

/// Proves a step as several patterns that each give a part of the effect.
fn several(story: &mut Story<'_>, parts: &[Step]) -> Result<Place, ProofError> {
    let mut places = Vec::new();
    for part in parts {
        let proof = self::part(story.state, part)?;
        places.push(proof.place.message());
        proof.marks.houses.iter().for_each(|&house| story.marks.add_house(house));
        proof.marks.covers.iter().for_each(|&house| story.marks.add_cover(house));
        story.marks.groups.extend(proof.marks.groups.iter().cloned());
        for &(cell, digit, role) in &proof.marks.candidates {
            story.marks.add(cell, digit, role);
        }
        story.marks.links.extend(proof.marks.links.iter().cloned());
        let line = story.say(Phrase::Part(part.name));
        story.lines[line].inner = Some(Box::new(proof));
    }
    let does = |step: &Step, place| eliminated(&step.effect).contains(&place);
    let from: Vec<usize> = (0..parts.len()).collect();
    story.conclude(&from, &|at, value| {
        parts.iter().any(|part| does(part, (at, value))).then_some(Because::Outcome(Outcome::Shown))
    })?;
    Ok(Place::Parts(places))
}
