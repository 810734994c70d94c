//! Templates: the ways to place a digit nine times.

use sudoku_core::{Cell, Digit, House};
use sudoku_logic::State;

use super::story::{Story, premise};
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Outcome, Phrase, Place};

/// The nine cells of a template.
type Template = [Cell; 9];

pub(super) fn templates(story: &mut Story<'_>, digit: Digit) -> Result<Place, ProofError> {
    let state = story.state;
    let mut lists: Vec<(Digit, Vec<Template>)> =
        Digit::all().map(|digit| (digit, all_templates(state, digit))).collect();
    let own = usize::from(digit.get()) - 1;
    let mut from = Vec::new();
    // Repeatedly exclude the cells that all templates of another digit share.
    while !settles(story, &lists[own].1, digit) {
        let before: usize = lists.iter().map(|(_, list)| list.len()).sum();
        for index in 0..9 {
            let (other, list) = &lists[index];
            let other = *other;
            let shared: Vec<Cell> = shared_cells(state, list);
            let bars = |(at, (_, list)): (usize, &(Digit, Vec<Template>))| {
                at != index && list.iter().any(|way| shared.iter().any(|cell| way.contains(cell)))
            };
            if lists.iter().enumerate().any(bars) {
                from.push(story.say(Phrase::TemplatesShare(other, shared.clone())));
                for (at, (_, list)) in lists.iter_mut().enumerate() {
                    if at != index {
                        list.retain(|way| !shared.iter().any(|cell| way.contains(cell)));
                    }
                }
            }
        }
        let after: usize = lists.iter().map(|(_, list)| list.len()).sum();
        if after == before {
            let place = story.step.effect.placement.or(story.eliminated().first().copied());
            let (cell, value) = place.ok_or(ProofError::Premise("the step has an effect"))?;
            return Err(ProofError::Effect(cell, value));
        }
    }
    let left = &lists[own].1;
    premise(!left.is_empty(), "there is a way to place the digit")?;
    for &cell in left.iter().flatten().filter(|&&cell| state.value(cell).is_none()) {
        story.marks.add(cell, digit, Role::True);
    }
    let line = story.say_from(Phrase::Templates(digit, left.len()), from);
    if let Some((cell, value)) = story.step.effect.placement {
        story.say_from(Phrase::Placed((cell, value), Outcome::AllTemplates), vec![line]);
    }
    story.conclude(&[line], &|_, _| Some(Because::Outcome(Outcome::AllTemplates)))?;
    Ok(Place::Templates(digit))
}

/// Returns true if all remaining templates show the step's effect.
fn settles(story: &Story<'_>, left: &[Template], digit: Digit) -> bool {
    let places = |(cell, value)| value == digit && left.iter().all(|way| way.contains(&cell));
    let goes = |(cell, value)| value == digit && left.iter().all(|way| !way.contains(&cell));
    story.step.effect.placement.is_none_or(places) && story.eliminated().into_iter().all(goes)
}

/// Returns the blank cells that all templates share.
fn shared_cells(state: &State, list: &[Template]) -> Vec<Cell> {
    let Some((first, rest)) = list.split_first() else { return Vec::new() };
    let is_shared = |cell: &Cell| rest.iter().all(|way| way.contains(cell));
    first.iter().copied().filter(|&cell| state.value(cell).is_none()).filter(is_shared).collect()
}

/// Returns the templates of the digit, built row by row.
fn all_templates(state: &State, digit: Digit) -> Vec<Template> {
    let mut ways: Vec<Vec<Cell>> = vec![Vec::new()];
    for row in House::all().take(9) {
        let is_place =
            |cell: &&Cell| state.has(**cell, digit) || state.value(**cell) == Some(digit);
        let cells: Vec<Cell> = row.cells().iter().filter(is_place).copied().collect();
        ways = ways
            .iter()
            .flat_map(|way| {
                let free = cells.iter().filter(|cell| way.iter().all(|other| !other.sees(**cell)));
                free.map(|&cell| [way.as_slice(), &[cell]].concat())
            })
            .collect();
    }
    ways.into_iter().filter_map(|way| way.try_into().ok()).collect()
}
