//! Aligned exclusion: every combination with an eliminated digit is impossible.

use sudoku_core::{Cell, Digit, DigitSet};

use super::story::{Story, premise};
use crate::board::{are_blank, union};
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Phrase, Place};

pub(super) fn aligned(
    story: &mut Story<'_>,
    base: &[Cell],
    excluders: &[Cell],
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(matches!(base.len(), 2 | 3), "two or three cells are aligned")?;
    premise(are_blank(state, base), "the cells are blank and distinct")?;
    let mut used: Vec<Cell> = Vec::new();
    let mut from = Vec::new();
    for &cell in base {
        for digit in state.candidates(cell) {
            story.marks.add(cell, digit, Role::True);
        }
        from.push(story.say(Phrase::Candidates(vec![cell], state.candidates(cell))));
    }
    // Try cells with few candidates first, because they exclude the most.
    let mut by_number = excluders.to_vec();
    by_number.sort_unstable();
    let of_size = |size: usize| {
        by_number.iter().copied().filter(move |&cell| state.candidates(cell).len() == size)
    };
    let excluders: Vec<Cell> = (0..=9).flat_map(of_size).collect();
    for (cell, digit) in story.eliminated() {
        let others: Vec<Cell> = base.iter().copied().filter(|&other| other != cell).collect();
        if !base.contains(&cell) {
            return Err(ProofError::Effect(cell, digit));
        }
        combinations(story, &excluders, &others, &mut vec![(cell, digit)], &mut used)
            .ok_or(ProofError::Effect(cell, digit))?;
    }
    used.sort_unstable();
    for &cell in &used {
        for digit in state.candidates(cell) & union(state, base) {
            story.marks.add(cell, digit, Role::False);
        }
    }
    story.conclude(&story.last(), &|_, _| Some(Because::NoCombination))?;
    Ok(Place::Aligned(base.to_vec(), used))
}

/// Writes why each combination of the chosen digits with digits of the other cells is impossible.
/// Returns nothing if a combination is possible.
fn combinations(
    story: &mut Story<'_>,
    excluders: &[Cell],
    others: &[Cell],
    chosen: &mut Vec<(Cell, Digit)>,
    used: &mut Vec<Cell>,
) -> Option<()> {
    let state = story.state;
    let clash = chosen.iter().enumerate().find_map(|(index, &(one, digit))| {
        let mut later = chosen[index + 1..].iter();
        later
            .find(|&&(other, value)| value == digit && one.sees(other))
            .map(|&(other, _)| (one, other))
    });
    if let Some((one, other)) = clash {
        story.say(Phrase::SameDigit(chosen.clone(), one, other));
        return Some(());
    }
    let starved = |cell: Cell| {
        let taken = chosen.iter().filter(|&&(at, _)| at.sees(cell));
        let taken = taken.fold(DigitSet::EMPTY, |taken, &(_, digit)| taken.with(digit));
        (state.candidates(cell) - taken).is_empty() && state.value(cell).is_none()
    };
    if let Some(cell) = excluders.iter().copied().find(|&cell| starved(cell)) {
        story.say(Phrase::Starves(chosen.clone(), cell));
        if !used.contains(&cell) {
            used.push(cell);
        }
        return Some(());
    }
    let (&next, rest) = others.split_first()?;
    for digit in state.candidates(next) {
        chosen.push((next, digit));
        let is_out = combinations(story, excluders, rest, chosen, used);
        chosen.pop();
        is_out?;
    }
    Some(())
}
