//! Fish: a digit's places in N houses that are covered by N other houses.

use sudoku_core::{Cell, Digit, House};
use sudoku_logic::ChainNode;

use super::forcing;
use super::story::{Story, premise};
use crate::board::{places, sees_all, without};
use crate::error::ProofError;
use crate::marks::Role;
use crate::message::ToMessage;
use crate::proof::{Because, Cases, Phrase, Place};

pub(super) fn fish(
    story: &mut Story<'_>,
    digit: Digit,
    base: &[House],
    cover: &[House],
    fins: &[Cell],
) -> Result<Place, ProofError> {
    let mut from = vec![count(story, digit, base, cover, fins)?];
    if !fins.is_empty() {
        from.push(story.say(Phrase::WithFin(digit, fins.to_vec())));
    }
    let holding = |houses: &[House], at: Cell| -> Vec<House> {
        houses.iter().copied().filter(|house| at.houses().contains(house)).collect()
    };
    story.conclude(&from, &|at, value| {
        let houses = holding(cover, at);
        // A place in two cover houses would use up both and leave too few for the other base
        // houses.
        let is_outside = holding(base, at).is_empty();
        let goes = if is_outside { !houses.is_empty() } else { houses.len() > 1 };
        (value == digit && goes && !fins.contains(&at) && sees_all(at, fins))
            .then_some(Because::TakenIn(houses))
    })?;
    Ok(place(digit, base, cover, fins))
}

/// Writes a Kraken fish: a fish with chains from its fins and from its places in a cover house.
pub(super) fn kraken(
    story: &mut Story<'_>,
    digit: Digit,
    base: &[House],
    cover: &[House],
    fins: &[Cell],
    house: House,
    chains: &[Vec<ChainNode>],
) -> Result<Place, ProofError> {
    premise(
        !fins.is_empty() && cover.contains(&house),
        "there are fins, and the house is a cover house",
    )?;
    let line = count(story, digit, base, cover, fins)?;
    let is_held = |at: &Cell| at.houses().iter().any(|house| base.contains(house));
    let places = without(&places(story.state, house, digit), fins);
    let mut cases: Vec<Cell> = places.into_iter().filter(is_held).chain(fins.to_vec()).collect();
    let mut starts: Vec<Cell> = Vec::new();
    for chain in chains {
        let start = chain.first().filter(|start| start.is_on && start.digit == digit);
        starts.extend(start.iter().flat_map(|start| &start.cells));
    }
    starts.sort_unstable();
    cases.sort_unstable();
    premise(starts == cases, "each fin and each place of the cover house starts a chain")?;
    let cases = forcing::each_case(story, Cases::Fish(house, digit), vec![line], chains)?;
    let fish = place(digit, base, cover, fins);
    Ok(Place::Parts(vec![fish.message(), cases.message()]))
}

fn place(digit: Digit, base: &[House], cover: &[House], fins: &[Cell]) -> Place {
    let (base, cover) = (base.to_vec(), cover.to_vec());
    match fins {
        [] => Place::Fish(digit, base, cover),
        _ => Place::FinnedFish(digit, base, cover, fins.to_vec()),
    }
}

/// Writes that the cover houses have the digit in the base houses, unless a fin holds it, and
/// returns that line.
fn count(
    story: &mut Story<'_>,
    digit: Digit,
    base: &[House],
    cover: &[House],
    fins: &[Cell],
) -> Result<usize, ProofError> {
    let state = story.state;
    premise(
        base.len() == cover.len() && !base.is_empty(),
        "there are as many cover houses as base houses",
    )?;
    let is_once =
        |houses: &[House]| (1..houses.len()).all(|at| !houses[at..].contains(&houses[at - 1]));
    premise(is_once(base) && is_once(cover), "each house is named once")?;
    let bodies: Vec<(House, Vec<Cell>)> =
        base.iter().map(|&house| (house, places(state, house, digit))).collect();
    let in_base = |at: Cell| base.iter().filter(|house| at.houses().contains(house)).count();
    let in_cover = |at: Cell| cover.iter().filter(|house| at.houses().contains(house)).count();
    let mut from = Vec::new();
    for (house, cells) in &bodies {
        premise(!cells.is_empty(), "each base house needs the digit")?;
        let body = without(cells, fins);
        premise(body.iter().all(|&at| in_cover(at) > 0), "places outside of the cover are fins")?;
        premise(body.iter().all(|&at| in_base(at) == 1), "places in two base houses are fins")?;
        story.marks.add_house(*house);
        body.iter().for_each(|&at| story.marks.add(at, digit, Role::True));
        from.push(story.say(Phrase::PlacesIn(digit, *house, cells.clone())));
    }
    cover.iter().for_each(|&house| story.marks.add_cover(house));
    fins.iter().for_each(|&at| story.marks.add(at, digit, Role::False));
    if !fins.is_empty() {
        story.say(Phrase::WithoutFins(digit, fins.to_vec()));
    }
    Ok(story.say_from(Phrase::FishCount(digit, base.to_vec(), cover.to_vec()), from))
}
