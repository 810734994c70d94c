//! Fish: a digit's places in some houses, which as many other houses hold.

use sudoku_core::{Cell, Digit, House};

use super::story::{Story, premise};
use crate::board::{places, sees_all, without};
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Phrase, Place};

pub(super) fn fish(
    story: &mut Story<'_>,
    digit: Digit,
    base: &[House],
    cover: &[House],
    fins: &[Cell],
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(base.len() == cover.len() && !base.is_empty(), "as many covers as bases")?;
    let is_once =
        |houses: &[House]| (1..houses.len()).all(|at| !houses[at..].contains(&houses[at - 1]));
    premise(is_once(base) && is_once(cover), "each house is named once")?;
    let bodies: Vec<(House, Vec<Cell>)> =
        base.iter().map(|&house| (house, places(state, house, digit))).collect();
    let in_base = |at: Cell| base.iter().filter(|house| at.houses().contains(house)).count();
    let in_cover = |at: Cell| cover.iter().filter(|house| at.houses().contains(house)).count();
    let mut from = Vec::new();
    for (house, cells) in &bodies {
        premise(!cells.is_empty(), "a base house needs the digit")?;
        let body = without(cells, fins);
        premise(body.iter().all(|&at| in_cover(at) > 0), "places outside of the cover are fins")?;
        premise(body.iter().all(|&at| in_base(at) == 1), "places in two base houses are fins")?;
        story.marks.add_house(*house);
        body.iter().for_each(|&at| story.marks.add(at, digit, Role::True));
        from.push(story.say(Phrase::PlacesIn(digit, *house, cells.clone())));
    }
    fins.iter().for_each(|&at| story.marks.add(at, digit, Role::False));
    if !fins.is_empty() {
        story.say(Phrase::WithoutFins(digit, fins.to_vec()));
    }
    let count = story.say_from(Phrase::FishCount(digit, base.to_vec(), cover.to_vec()), from);
    let mut from = vec![count];
    if !fins.is_empty() {
        from.push(story.say(Phrase::WithFin(digit, fins.to_vec())));
    }
    story.conclude(&from, |at, value| {
        let houses: Vec<House> =
            cover.iter().copied().filter(|house| at.houses().contains(house)).collect();
        // A place in two cover houses would use up both, and leave too few for the others.
        let goes = if in_base(at) == 0 { !houses.is_empty() } else { houses.len() > 1 };
        (value == digit && goes && !fins.contains(&at) && sees_all(at, fins))
            .then_some(Because::TakenIn(houses))
    })?;
    Ok(Place::Fish(digit, base.to_vec(), cover.to_vec(), fins.to_vec()))
}
