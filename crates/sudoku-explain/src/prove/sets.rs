//! Singles, locked candidates, subsets, and wings of three cells.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::StepName;

use super::story::{Story, premise};
use crate::board::{after, are_blank, holders, places, sees_all, shared_houses, union, without};
use crate::claim::Claim;
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Outcome, Phrase, Place};

pub(super) fn single(story: &mut Story<'_>, house: Option<House>) -> Result<Place, ProofError> {
    let placement = story.step.effect.placement;
    let (cell, digit) = placement.ok_or(ProofError::Premise("a single places a digit"))?;
    let state = story.state;
    match house {
        None => {
            premise(
                state.candidates(cell) == DigitSet::only(digit),
                "the digit is the only candidate",
            )?;
            story.say(Phrase::OnlyCandidate(cell, digit));
        }
        Some(house) => {
            premise(
                places(state, house, digit) == [cell],
                "the cell is the only place in the house",
            )?;
            story.marks.add_house(house);
            let blank = house.cells().iter().filter(|&&at| state.value(at).is_none()).count();
            story.say(if blank == 1 {
                Phrase::LastCell(house, cell, digit)
            } else {
                Phrase::OnlyPlace(house, cell, digit)
            });
        }
    }
    // A single may also list the other candidates of its cell as eliminations.
    story.conclude(&[], &|at, value| {
        (at == cell && value != digit).then_some(Because::OwnDigits(DigitSet::only(digit)))
    })?;
    Ok(match house {
        None => Place::Cell(cell, digit),
        Some(house) => Place::Single(house, cell, digit),
    })
}

pub(super) fn locked(
    story: &mut Story<'_>,
    digit: Digit,
    cells: &[Cell],
    base: House,
    cover: House,
) -> Result<Place, ProofError> {
    let state = story.state;
    let found = places(state, base, digit);
    // Inside a chain the evidence may name more places than the board still has.
    premise(
        !found.is_empty() && cells.iter().all(|at| found.contains(at)),
        "the cells are places of the digit in the base",
    )?;
    premise(found.iter().all(|at| at.houses().contains(&cover)), "the places lie in the cover")?;
    story.marks.add_house(base);
    story.marks.add_cover(cover);
    found.iter().for_each(|&cell| story.marks.add(cell, digit, Role::True));
    let first = story.say(Phrase::PlacesIn(digit, base, found.clone()));
    let second = story.say_from(Phrase::LockedIn(digit, base, cover), vec![first]);
    let gone = |at: Cell| at.houses().contains(&cover) && !at.houses().contains(&base);
    story.conclude(&[second], &|at, value| {
        (value == digit && gone(at)).then(|| Because::TakenIn(vec![cover]))
    })?;
    let others = without(&holders(state, cover.cells(), digit), &found);
    follow(story, &[second], &others.into_iter().map(|at| (at, digit)).collect::<Vec<_>>())?;
    Ok(Place::Locked(digit, found, base, cover))
}

/// Writes the single that follows from a pattern that eliminates these candidates.
fn follow(story: &mut Story<'_>, from: &[usize], gone: &[(Cell, Digit)]) -> Result<(), ProofError> {
    let Some((cell, digit)) = story.step.effect.placement else { return Ok(()) };
    let left = after(story.state, gone);
    let mut houses = cell.houses().into_iter();
    let house = houses.find(|&house| places(&left, house, digit) == [cell]);
    let house = house.ok_or(ProofError::Effect(cell, digit))?;
    let lost: Vec<Cell> = without(&places(story.state, house, digit), &[cell]);
    let line = story.say_from(
        Phrase::Gone(lost, DigitSet::only(digit), Because::Outcome(Outcome::Shown)),
        from.to_vec(),
    );
    story.say_from(Phrase::OnlyPlace(house, cell, digit), vec![line]);
    Ok(())
}

pub(super) fn subset(
    story: &mut Story<'_>,
    house: House,
    cells: &[Cell],
    digits: DigitSet,
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(cells.iter().all(|at| house.cells().contains(at)), "the cells lie in the house")?;
    premise(cells.len() == digits.len() && !cells.is_empty(), "there are as many digits as cells")?;
    premise(are_blank(state, cells), "the cells are blank and distinct")?;
    let is_hidden = is_hidden(story.step.name);
    story.marks.add_house(house);
    for &cell in cells {
        for digit in state.candidates(cell) & digits {
            story.marks.add(cell, digit, Role::True);
        }
    }
    if is_hidden {
        let stay = |digit| places(state, house, digit).iter().all(|at| cells.contains(at));
        premise(digits.iter().all(stay), "the digits have no other place in the house")?;
        premise(
            digits.iter().all(|digit| !places(state, house, digit).is_empty()),
            "each digit has a place",
        )?;
        let line = story.say(Phrase::SetHides(house, cells.to_vec(), digits));
        story.conclude(&[line], &|at, value| {
            (cells.contains(&at) && !digits.contains(value)).then_some(Because::OwnDigits(digits))
        })?;
        let gone: Vec<(Cell, Digit)> = cells
            .iter()
            .flat_map(|&at| (state.candidates(at) - digits).iter().map(move |value| (at, value)))
            .collect();
        follow(story, &[line], &gone)?;
    } else {
        premise(union(state, cells) == digits, "the cells have no other candidates")?;
        let first = story.say(Phrase::Candidates(cells.to_vec(), digits));
        let second = story.say_from(Phrase::SetFills(house, cells.to_vec(), digits), vec![first]);
        let houses = shared_houses(cells);
        story.conclude(&[second], &|at, value| {
            let seen = houses.iter().copied().filter(|house| at.houses().contains(house));
            let seen: Vec<House> = seen.collect();
            let goes = digits.contains(value) && !cells.contains(&at) && !seen.is_empty();
            goes.then_some(Because::TakenIn(seen))
        })?;
    }
    Ok(Place::Subset(digits, cells.to_vec(), house))
}

fn is_hidden(name: StepName) -> bool {
    matches!(
        name,
        StepName::HIDDEN_PAIR
            | StepName::HIDDEN_TRIPLE
            | StepName::HIDDEN_QUAD
            | StepName::DIRECT_HIDDEN_PAIR
            | StepName::DIRECT_HIDDEN_TRIPLE
    )
}

pub(super) fn wing(
    story: &mut Story<'_>,
    pivot: Cell,
    wings: &[Cell],
    digit: Digit,
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(!state.candidates(pivot).is_empty(), "the pivot has candidates")?;
    let mut ends: Vec<Claim> = Vec::new();
    let mut from = vec![story.say(Phrase::Candidates(vec![pivot], state.candidates(pivot)))];
    for value in state.candidates(pivot) {
        story.marks.add(pivot, value, if value == digit { Role::True } else { Role::False });
        let start = Claim::on(pivot, value);
        if value == digit {
            ends.push(start);
            continue;
        }
        let pair = DigitSet::only(value) | DigitSet::only(digit);
        let fits = |&&wing: &&Cell| wing.sees(pivot) && state.candidates(wing) == pair;
        let wing = wings.iter().find(fits);
        let &wing =
            wing.ok_or(ProofError::Premise("there is a wing for each digit of the pivot"))?;
        let end = Claim::on(wing, digit);
        story.marks.add_claim(&end);
        story.marks.add_claim(&Claim::off(wing, value));
        story.marks.add_link(&start, &Claim::off(wing, value));
        story.marks.add_link(&Claim::off(wing, value), &end);
        from.push(story.say(Phrase::IfThen(start, end.clone())));
        ends.push(end);
    }
    let line = story.say_from(Phrase::OneOf(ends.clone()), from);
    let cells: Vec<Cell> = ends.iter().map(|end| end.cells[0]).collect();
    story.conclude(&[line], &|at, value| {
        (value == digit && sees_all(at, &cells)).then(|| Because::Sees(cells.clone()))
    })?;
    Ok(Place::Wing(pivot, wings.to_vec(), digit))
}
