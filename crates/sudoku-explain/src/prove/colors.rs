//! Colors: cells of a digit joined by strong links, so that all of one color hold it or all of the
//! other.

use sudoku_core::{Cell, Digit, House};

use super::story::{Story, Unproved, premise};
use crate::board::places;
use crate::claim::Claim;
use crate::marks::Role;
use crate::proof::{Because, Phrase, Place};

pub(super) fn colors(
    story: &mut Story<'_>,
    digit: Digit,
    colors: &[Vec<Cell>],
) -> Result<Place, Unproved> {
    premise(matches!(colors.len(), 2 | 4), "one or two pairs of colors")?;
    for (pair, sides) in colors.chunks(2).enumerate() {
        let links = strong_links(story, digit, [&sides[0], &sides[1]])?;
        let first = pair * 2;
        let line = story.say(Phrase::Colors(digit, sides[0].clone(), sides[1].clone(), first));
        for (house, one, other) in links {
            let [one, other] = [one, other].map(|cell| Claim::on(cell, digit));
            story.marks.add_link(&one.opposite(), &other);
            story.say_from(Phrase::StrongLink(house, one, other), vec![line]);
        }
        for (role, cells) in [(Role::True, &sides[0]), (Role::False, &sides[1])] {
            cells.iter().for_each(|&cell| story.marks.add(cell, digit, role));
        }
        story.marks.groups.extend(sides.iter().cloned());
    }
    let sees = |at: Cell, color: &[Cell]| color.iter().any(|&other| at.sees(other));
    let is_gone = |at: Cell, color: usize| colors[color].contains(&at);
    let meets = |one: usize, other: usize| {
        let mut pairs =
            colors[one].iter().flat_map(|&a| colors[other].iter().map(move |&b| (a, b)));
        pairs.find(|(a, b)| a.sees(*b))
    };
    // What each color that is wrong is wrong for, and which two colors cannot both be wrong.
    let mut wrong: Vec<(usize, usize)> = Vec::new();
    let mut one_of: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    for color in 0..colors.len() {
        if let Some((one, other)) = meets(color, color) {
            wrong.push((color, story.say(Phrase::ColorWraps(one, other, color))));
        }
    }
    one_of.push((0, 1, Vec::new()));
    if colors.len() == 4 {
        one_of.push((2, 3, Vec::new()));
        for one in 0..2 {
            for other in 2..4 {
                if let Some((a, b)) = meets(one, other) {
                    let line = story.say(Phrase::ColorsMeet(a, b, one, other));
                    let left = Phrase::OneColor(one ^ 1, other ^ 1);
                    let line = story.say_from(left, vec![line]);
                    one_of.push((one ^ 1, other ^ 1, vec![line]));
                }
            }
        }
        for color in 0..4 {
            // A color that sees both colors of the other pair is wrong.
            let others = if color < 2 { [2, 3] } else { [0, 1] };
            if others.iter().all(|&other| meets(color.min(other), color.max(other)).is_some()) {
                wrong.push((color, story.lines.len() - 1));
            }
        }
    }
    let all: Vec<usize> = (0..story.lines.len()).collect();
    let from = all.last().copied().into_iter().collect::<Vec<_>>();
    story.conclude(&from, |at, value| {
        if value != digit {
            return None;
        }
        if let Some((color, _)) = wrong.iter().find(|(color, _)| is_gone(at, *color)) {
            return Some(Because::WrongColor(*color));
        }
        let both = one_of.iter().find(|(a, b, _)| sees(at, &colors[*a]) && sees(at, &colors[*b]));
        both.map(|&(a, b, _)| Because::SeesColors(a, b))
    })?;
    Ok(Place::Colors(digit, colors.to_vec()))
}

/// The strong links that join the cells of two colors with each other.
fn strong_links(
    story: &Story<'_>,
    digit: Digit,
    sides: [&Vec<Cell>; 2],
) -> Result<Vec<(House, Cell, Cell)>, Unproved> {
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
    let is_joined = sides.into_iter().flatten().all(|cell| reached.contains(cell));
    premise(is_joined && !reached.is_empty(), "strong links join the cells of two colors")?;
    Ok(links)
}
