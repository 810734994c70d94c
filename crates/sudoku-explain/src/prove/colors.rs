//! Coloring: cells of a digit that are joined by strong links, so that either all cells of one
//! color or all of the other hold the digit.

use sudoku_core::{Cell, Digit, House};

use super::story::{Story, premise};
use crate::board::{are_distinct, holders, places};
use crate::claim::Claim;
use crate::error::ProofError;
use crate::marks::Role;
use crate::notation::Letter;
use crate::proof::{Because, Item, Phrase, Place};

pub(super) fn colors(
    story: &mut Story<'_>,
    digit: Digit,
    colors: &[Vec<Cell>],
) -> Result<Place, ProofError> {
    premise(matches!(colors.len(), 2 | 4), "there are one or two pairs of colors")?;
    // For each pair, the line that states that one of the two colors is right.
    let mut pairs = Vec::new();
    for (pair, sides) in colors.chunks(2).enumerate() {
        let links = strong_links(story, digit, [&sides[0], &sides[1]])?;
        let mut from = Vec::new();
        for (house, one, other) in links {
            let [one, other] = [one, other].map(|cell| Claim::on(cell, digit));
            story.marks.add_link(&one.opposite(), &other);
            from.push(story.say(Phrase::StrongLink(house, one, other)));
        }
        let [one, other] = [pair * 2, pair * 2 + 1].map(Letter);
        let phrase = Phrase::Colors(digit, one, sides[0].clone(), other, sides[1].clone());
        pairs.push(story.say_from(phrase, from));
        for (role, cells) in [(Role::True, &sides[0]), (Role::False, &sides[1])] {
            cells.iter().for_each(|&cell| story.marks.add(cell, digit, role));
        }
        story.marks.groups.extend(sides.iter().cloned());
    }
    let because = |at: Cell, value: Digit| (value == digit).then(|| rule_out(colors, at)).flatten();
    let mut said: Vec<Because> = Vec::new();
    let mut from = Vec::new();
    for (at, value) in story.eliminated() {
        let because = because(at, value).ok_or(ProofError::Effect(at, value))?;
        if !said.contains(&because) {
            from.extend(say(story, colors, &pairs, &because));
            said.push(because);
        }
    }
    story.conclude(&from, &because)?;
    let items = colors.iter().enumerate();
    let items = items.map(|(at, cells)| Item::Color(Letter(at), cells.clone()));
    Ok(Place::Colors(digit, items.collect()))
}

/// Returns two cells of the two colors that see each other.
fn meet(colors: &[Vec<Cell>], one: usize, other: usize) -> Option<(Cell, Cell)> {
    let mut pairs = colors[one].iter().flat_map(|&a| colors[other].iter().map(move |&b| (a, b)));
    pairs.find(|(a, b)| a.sees(*b))
}

/// Returns the colors of the other pair, if there are two pairs.
fn others(colors: &[Vec<Cell>], color: usize) -> Option<[usize; 2]> {
    let first = 2 - color / 2 * 2;
    (colors.len() == 4).then_some([first, first + 1])
}

/// Returns the reason why a place of the digit is eliminated.
fn rule_out(colors: &[Vec<Cell>], at: Cell) -> Option<Because> {
    let is_wrong = |&color: &usize| {
        let sees = |other: usize| meet(colors, color, other).is_some();
        colors[color].contains(&at)
            && (sees(color) || others(colors, color).is_some_and(|both| both.into_iter().all(sees)))
    };
    if let Some(color) = (0..colors.len()).find(is_wrong) {
        return Some(Because::WrongColor(Letter(color)));
    }
    let sees = |color: usize| colors[color].iter().any(|&other| at.sees(other));
    // One color of a pair is right. If two colors see each other, the opposite of at least one of
    // them is right.
    let is_one_right =
        |one: usize, other: usize| one ^ 1 == other || meet(colors, one ^ 1, other ^ 1).is_some();
    (0..colors.len())
        .flat_map(|one| (one + 1..colors.len()).map(move |other| (one, other)))
        .find(|&(one, other)| sees(one) && sees(other) && is_one_right(one, other))
        .map(|(one, other)| Because::SeesColors(Letter(one), Letter(other)))
}

/// Writes the lines on which the reason rests, and returns them.
fn say(
    story: &mut Story<'_>,
    colors: &[Vec<Cell>],
    pairs: &[usize],
    because: &Because,
) -> Vec<usize> {
    let mut say_met = |one: usize, other: usize| {
        let (a, b) = meet(colors, one, other)?;
        Some(if one == other {
            story.say_from(Phrase::ColorWraps(a, b, Letter(one)), vec![pairs[one / 2]])
        } else {
            story.say(Phrase::ColorsMeet(a, b, Letter(one), Letter(other)))
        })
    };
    match *because {
        Because::WrongColor(Letter(color)) => {
            match (say_met(color, color), others(colors, color)) {
                (Some(line), _) => vec![line],
                (None, Some(others)) => {
                    let met = others.into_iter().filter_map(|other| say_met(color, other));
                    let mut lines: Vec<usize> = met.collect();
                    lines.push(pairs[others[0] / 2]);
                    lines
                }
                (None, None) => Vec::new(),
            }
        }
        Because::SeesColors(Letter(one), Letter(other)) if one ^ 1 != other => {
            let met = say_met(one ^ 1, other ^ 1);
            let from = [pairs[0], pairs[1]].into_iter().chain(met).collect();
            vec![story.say_from(Phrase::OneColor(Letter(one), Letter(other)), from)]
        }
        Because::SeesColors(Letter(one), _) => vec![pairs[one / 2]],
        _ => Vec::new(),
    }
}

/// Returns the strong links that join the cells of two colors.
fn strong_links(
    story: &Story<'_>,
    digit: Digit,
    sides: [&Vec<Cell>; 2],
) -> Result<Vec<(House, Cell, Cell)>, ProofError> {
    let both = [sides[0].as_slice(), sides[1]].concat();
    premise(are_distinct(&both), "no cell has two colors")?;
    premise(
        holders(story.state, &both, digit) == both,
        "the colored cells are places of the digit",
    )?;
    let mut reached: Vec<Cell> = sides[0].first().copied().into_iter().collect();
    let mut links = Vec::new();
    let mut next = 0;
    while next < reached.len() {
        let cell = reached[next];
        next += 1;
        let color = usize::from(!sides[0].contains(&cell));
        for house in cell.houses() {
            let all = places(story.state, house, digit);
            let other = all.iter().copied().find(|&other| other != cell);
            let Some(other) = other.filter(|_| all.len() == 2) else { continue };
            if sides[1 - color].contains(&other) && !reached.contains(&other) {
                reached.push(other);
                links.push((house, cell, other));
            }
        }
    }
    let is_joined = both.iter().all(|cell| reached.contains(cell));
    premise(is_joined && !reached.is_empty(), "strong links join the cells of two colors")?;
    Ok(links)
}
