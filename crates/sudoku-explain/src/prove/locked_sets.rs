//! Almost locked sets: N cells of a house with N + 1 digits. If such a set loses one digit, it
//! holds all others.

use sudoku_core::{Cell, Digit, DigitSet};
use sudoku_logic::{CellGroup, State, StepName};

use super::story::{Story, premise};
use crate::board::{all_see, are_blank, holders, see_each_other, sees_all, shared_houses, union};
use crate::error::ProofError;
use crate::marks::Role;
use crate::notation::Letter;
use crate::proof::{Because, Item, Phrase, Place};

/// A set of cells and their candidates.
type Set = (Vec<Cell>, DigitSet);

pub(super) fn joined(
    story: &mut Story<'_>,
    sets: &[CellGroup],
    commons: &[DigitSet],
) -> Result<Place, ProofError> {
    let sets: Vec<Set> = sets.iter().map(|set| (set.cells.clone(), set.digits)).collect();
    for (cells, digits) in &sets {
        premise(union(story.state, cells) == *digits, "a set's digits are its candidates")?;
        premise(are_blank(story.state, cells), "a set's cells are blank and distinct")?;
    }
    match (story.step.name, &*sets) {
        (StepName::SUE_DE_COQ, [middle, line, block]) => {
            share_out(story, [middle, line, block])?;
            let [(middle, a), (line, b), (block, c)] = [middle, line, block].map(Set::clone);
            Ok(Place::Crossing(middle, a, line, b, block, c))
        }
        (StepName::DEATH_BLOSSOM, [stem, petals @ ..]) => {
            let cell = blossom(story, stem, petals, commons)?;
            let losses = commons.iter().enumerate();
            let losses = losses.map(|(at, &digits)| Item::Loss(Letter(at), digits)).collect();
            Ok(Place::Blossom(cell, stem.1, named(petals), losses))
        }
        _ => {
            chain(story, &sets, commons)?;
            Ok(Place::Sets(named(&sets), joins(commons)))
        }
    }
}

pub(super) fn letter_wing(
    story: &mut Story<'_>,
    cells: &[Cell],
    pair: Cell,
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(are_blank(state, cells) && are_blank(state, &[pair]), "the cells are blank")?;
    let sets: Vec<Set> =
        [cells, &[pair]].map(|cells| (cells.to_vec(), union(state, cells))).to_vec();
    let shared = sets[0].1 & sets[1].1;
    let commons: DigitSet =
        shared.iter().filter(|&digit| is_restricted(state, &sets[0], &sets[1], digit)).collect();
    chain(story, &sets, &[commons])?;
    Ok(Place::Sets(named(&sets), joins(&[commons])))
}

/// Lists sets with their letters.
fn named(sets: &[Set]) -> Vec<Item> {
    let sets = sets.iter().cloned().enumerate();
    sets.map(|(at, (cells, digits))| Item::Set(Letter(at), cells, digits)).collect()
}

/// Lists the digits that join each set with the next.
fn joins(commons: &[DigitSet]) -> Vec<Item> {
    let joins = commons.iter().enumerate();
    joins.map(|(at, &digits)| Item::Join(Letter(at), Letter(at + 1), digits)).collect()
}

/// Writes a line that names each set. Fails if a set is not almost locked.
fn name(story: &mut Story<'_>, sets: &[Set]) -> Result<Vec<usize>, ProofError> {
    let mut lines = Vec::new();
    for (index, (cells, digits)) in sets.iter().enumerate() {
        let is_almost_locked = digits.len() == cells.len() + 1 && see_each_other(cells);
        premise(is_almost_locked, "a set has one digit more than cells, which see each other")?;
        story.marks.groups.push(cells.clone());
        lines.push(story.say(Phrase::NamedSet(Letter(index), cells.clone(), *digits)));
    }
    Ok(lines)
}

/// Returns true if at most one of the sets can hold the digit.
fn is_restricted(state: &State, one: &Set, other: &Set, digit: Digit) -> bool {
    let [one, other] = [one, other].map(|(cells, _)| holders(state, cells, digit));
    !one.is_empty() && !other.is_empty() && all_see(&one, &other)
}

fn mark(story: &mut Story<'_>, set: &Set, digit: Digit, role: Role) {
    for cell in holders(story.state, &set.0, digit) {
        story.marks.add(cell, digit, role);
    }
}

fn chain(story: &mut Story<'_>, sets: &[Set], commons: &[DigitSet]) -> Result<(), ProofError> {
    premise(sets.len() == commons.len() + 1 && sets.len() > 1, "digits join the sets")?;
    let state = story.state;
    let named = name(story, sets)?;
    let last = sets.len() - 1;
    let mut gone: Vec<(Cell, Digit, Because)> = Vec::new();
    let mut shown: Vec<Digit> = Vec::new();
    let mut bound = false;
    for (at, digit) in story.eliminated() {
        let ends = [&sets[0], &sets[last]].map(|(cells, _)| holders(state, cells, digit));
        let both = ends.concat();
        let sees_both = ends.iter().all(|end| !end.is_empty()) && sees_all(at, &both);
        let joints = if sees_both { joints(state, sets, commons, digit) } else { None };
        if let Some(joints) = joints {
            gone.push((at, digit, Because::Sees(both)));
            if !shown.contains(&digit) {
                shown.push(digit);
                follow(story, sets, &joints, digit, &named);
            }
            continue;
        }
        // Two sets that are joined by two digits hold all their other digits.
        let own = sets.iter().find_map(|(cells, digits)| {
            let own = holders(state, cells, digit);
            (digits.contains(digit) && sees_all(at, &own) && !own.is_empty()).then_some(own)
        });
        let joined = commons[0];
        let are_bound = sets.len() == 2
            && joined.len() == 2
            && joined.iter().all(|digit| is_restricted(state, &sets[0], &sets[1], digit))
            && !joined.contains(digit);
        let own = own.filter(|_| are_bound).ok_or(ProofError::Effect(at, digit))?;
        if !bound {
            bound = true;
            let mut from = Vec::new();
            for digit in joined {
                from.push(say_restricted(story, sets, 0, digit, &named));
                sets.iter().for_each(|set| mark(story, set, digit, Role::False));
            }
            story.say_from(Phrase::BothBound(joined, Letter(0), Letter(1)), from);
        }
        own.iter().for_each(|&cell| story.marks.add(cell, digit, Role::True));
        gone.push((at, digit, Because::Sees(own)));
    }
    story.conclude(&story.last(), &|at, value| {
        let of = gone.iter().find(|&&(cell, digit, _)| (cell, digit) == (at, value));
        of.map(|(_, _, because)| because.clone())
    })
}

/// Returns a joining digit for every two neighboring sets, with different digits for consecutive
/// pairs.
fn joints(state: &State, sets: &[Set], commons: &[DigitSet], ends: Digit) -> Option<Vec<Digit>> {
    fn extend(
        state: &State,
        sets: &[Set],
        commons: &[DigitSet],
        before: Digit,
        ends: Digit,
    ) -> Option<Vec<Digit>> {
        let Some((common, rest)) = commons.split_first() else {
            return (before != ends).then(Vec::new);
        };
        let fits =
            |&digit: &Digit| digit != before && is_restricted(state, &sets[0], &sets[1], digit);
        common.iter().filter(fits).find_map(|digit| {
            let rest = extend(state, &sets[1..], rest, digit, ends)?;
            Some([&[digit], rest.as_slice()].concat())
        })
    }
    extend(state, sets, commons, ends, ends)
}

/// Writes that the digit cannot be in both this set and the next.
fn say_restricted(
    story: &mut Story<'_>,
    sets: &[Set],
    index: usize,
    digit: Digit,
    named: &[usize],
) -> usize {
    let [one, other] = [index, index + 1].map(|at| holders(story.state, &sets[at].0, digit));
    let pairs = one.len() * other.len();
    let from = vec![named[index], named[index + 1]];
    let (first, second) = (Letter(index), Letter(index + 1));
    story.say_from(Phrase::Restricted(digit, first, one, second, other, pairs), from)
}

/// Writes that one of the two ends holds the digit.
fn follow(story: &mut Story<'_>, sets: &[Set], joints: &[Digit], digit: Digit, named: &[usize]) {
    let mut before = digit;
    let mut lines = vec![named[0]];
    for (index, &joint) in joints.iter().enumerate() {
        let restricted = say_restricted(story, sets, index, joint, named);
        let from = if index == 0 { vec![named[0]] } else { vec![named[index], lines[index]] };
        let held = story.say_from(Phrase::SetWithout(Letter(index), before, joint), from);
        let takes = Phrase::SetTakes(Letter(index), joint, Letter(index + 1));
        lines.push(story.say_from(takes, vec![restricted, held]));
        mark(story, &sets[index], joint, Role::False);
        mark(story, &sets[index + 1], joint, Role::False);
        before = joint;
    }
    let last = sets.len() - 1;
    let from = vec![named[last], lines[last]];
    let line = story.say_from(Phrase::SetWithout(Letter(last), before, digit), from);
    mark(story, &sets[0], digit, Role::True);
    mark(story, &sets[last], digit, Role::True);
    story.say_from(Phrase::InOneSet(digit, vec![Letter(0), Letter(last)]), vec![line]);
}

/// Writes a death blossom, and returns its stem.
fn blossom(
    story: &mut Story<'_>,
    stem: &Set,
    petals: &[Set],
    commons: &[DigitSet],
) -> Result<Cell, ProofError> {
    let state = story.state;
    let &[stem] = &*stem.0 else { return Err(ProofError::Premise("the stem is a cell")) };
    let digits: DigitSet = commons.iter().flat_map(|digits| digits.iter()).collect();
    premise(digits == state.candidates(stem), "there is a set for each candidate of the stem")?;
    let is_petal = commons.iter().all(|joint| !joint.is_empty());
    premise(
        !petals.is_empty() && commons.len() == petals.len() && is_petal,
        "there is a digit for each set",
    )?;
    let named = name(story, petals)?;
    let first = story.say(Phrase::Candidates(vec![stem], digits));
    let mut shown: Vec<Digit> = Vec::new();
    let mut gone: Vec<(Cell, Digit, Because)> = Vec::new();
    for (at, digit) in story.eliminated() {
        let places: Vec<Cell> =
            petals.iter().flat_map(|(cells, _)| holders(state, cells, digit)).collect();
        let in_all = petals.iter().all(|(_, set)| set.contains(digit));
        if !in_all || !sees_all(at, &places) || digits.contains(digit) {
            return Err(ProofError::Effect(at, digit));
        }
        gone.push((at, digit, Because::Sees(places)));
        if shown.contains(&digit) {
            continue;
        }
        shown.push(digit);
        let mut from = vec![first];
        for (index, (petal, joint)) in petals.iter().zip(commons).enumerate() {
            for value in *joint {
                let lost = holders(state, &petal.0, value);
                let sees = !lost.is_empty() && sees_all(stem, &lost) && value != digit;
                premise(sees, "the stem sees the digit's places in its set")?;
                let line = Phrase::Petal((stem, value), Letter(index), digit);
                from.push(story.say_from(line, vec![named[index]]));
                story.marks.add(stem, value, Role::False);
                mark(story, petal, value, Role::False);
                mark(story, petal, digit, Role::True);
            }
        }
        story.say_from(Phrase::InOneSet(digit, (0..petals.len()).map(Letter).collect()), from);
    }
    story.conclude(&story.last(), &|at, value| {
        let of = gone.iter().find(|&&(cell, digit, _)| (cell, digit) == (at, value));
        of.map(|(_, _, because)| because.clone())
    })?;
    Ok(stem)
}

/// Writes a Sue de Coq: cells of an intersection, of its line and of its box can hold at most as
/// many digits as there are cells, so all these digits are there.
fn share_out(story: &mut Story<'_>, [middle, line, block]: [&Set; 3]) -> Result<(), ProofError> {
    let house_of = |other: &Set| {
        let cells = [middle.0.as_slice(), &other.0].concat();
        shared_houses(&cells).into_iter().collect::<Vec<_>>()
    };
    let (lines, blocks) = (house_of(line), house_of(block));
    premise(!lines.is_empty() && !blocks.is_empty(), "the sets lie in a line and a box")?;
    let cells = [middle.0.as_slice(), &line.0, &block.0].concat();
    premise(are_blank(story.state, &cells), "the sets have no cell in common")?;
    let twice = line.1 & block.1;
    let all = middle.1 | line.1 | block.1;
    premise(all.len() + twice.len() == cells.len(), "there are as many digits as cells")?;
    for set in [middle, line, block] {
        story.marks.groups.push(set.0.clone());
        for digit in set.1 {
            mark(story, set, digit, Role::True);
        }
        story.say(Phrase::Candidates(set.0.clone(), set.1));
    }
    let (count, once) = (cells.len(), all - twice);
    let phrase = match twice.is_empty() {
        true => Phrase::ShareOut(count, once),
        false => Phrase::ShareOutTwice(count, once, twice),
    };
    let line_of_count = story.say_from(phrase, vec![0, 1, 2]);
    story.conclude(&[line_of_count], &|at, value| {
        let holds = |houses: &[sudoku_core::House]| {
            houses.iter().copied().find(|house| at.houses().contains(house))
        };
        // A digit that, besides the intersection, only the line's cells have is in the line once;
        // the same holds for the box. A digit that both have is in each of them, so it also leaves
        // the cells of the other.
        let is_twice = twice.contains(value);
        let takes = |set: &Set, other: &Set| match is_twice {
            true => !set.0.contains(&at),
            false => !other.1.contains(value) && !cells.contains(&at),
        };
        let in_line = holds(&lines).filter(|_| takes(line, block));
        let house = in_line.or_else(|| holds(&blocks).filter(|_| takes(block, line)))?;
        all.contains(value).then(|| Because::TakenIn(vec![house]))
    })
}
