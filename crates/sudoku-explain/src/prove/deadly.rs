//! Uniqueness patterns: loops, rectangles and bivalue universal graves.
//!
//! They assume that the puzzle has one solution. Then one of the candidates outside the pattern is
//! right, and the proof follows from that.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::Support;

use super::deduce::{Goal, deduce};
use super::story::{Story, premise};
use crate::board::{are_blank, are_distinct, places, sees_all, shared_houses, union};
use crate::claim::CellClaim;
use crate::error::ProofError;
use crate::marks::Role;
use crate::proof::{Because, Clash, Item, Outcome, Phrase, Place};

/// The cells with candidates outside the pattern, and these candidates.
type Extra = Vec<(Cell, DigitSet)>;

pub(super) fn pattern(
    story: &mut Story<'_>,
    cells: &[Cell],
    pair: DigitSet,
    extra: &[Cell],
    support: Option<&Support>,
) -> Result<Place, ProofError> {
    let state = story.state;
    premise(pair.len() == 2 && cells.len() >= 4, "a pattern has two digits")?;
    premise(are_distinct(cells), "the cells of the pattern are distinct")?;
    premise(cells.iter().all(|&cell| !state.is_given(cell)), "no cell of the pattern is a clue")?;
    let count = |house: &House| cells.iter().filter(|at| at.houses().contains(house)).count();
    let is_even = House::all().all(|house| matches!(count(&house), 0 | 2));
    premise(is_even, "each house has two cells of the pattern or none")?;
    let values = cells.iter().filter_map(|&cell| state.value(cell));
    premise(
        values.into_iter().all(|value| pair.contains(value)),
        "placed digits belong to the pair",
    )?;
    // In the second solution each cell holds the other digit, so that digit must have been allowed
    // in the cell.
    let may_change = |&cell: &Cell| {
        !state.had_missing_candidates(cell) || (pair - state.candidates(cell)).is_empty()
    };
    premise(cells.iter().all(may_change), "no cell lacked a digit of the pair at the start")?;
    let beyond: Extra = cells
        .iter()
        .map(|&cell| (cell, state.candidates(cell) - pair))
        .filter(|(_, digits)| !digits.is_empty())
        .collect();
    let with_extra: Vec<Cell> = beyond.iter().map(|&(cell, _)| cell).collect();
    premise(
        with_extra.iter().all(|cell| extra.contains(cell)) && are_distinct(extra),
        "the cells with extra digits are named",
    )?;
    for &cell in cells {
        for digit in state.candidates(cell) & pair {
            story.marks.add(cell, digit, Role::True);
        }
    }
    story.marks.groups.push(cells.to_vec());
    let line = story.say(Phrase::Deadly(cells.to_vec(), pair));
    finish(story, &beyond, cells, line, support)?;
    let cells = cells.to_vec();
    Ok(match *with_extra {
        [] => Place::Deadly(cells, pair),
        _ => Place::DeadlyWithExtra(cells, pair, with_extra),
    })
}

pub(super) fn grave(
    story: &mut Story<'_>,
    extra: &[(Cell, DigitSet)],
    support: Option<&Support>,
) -> Result<Place, ProofError> {
    let state = story.state;
    let is_extra = |cell: Cell, digit: Digit| {
        extra.iter().any(|&(at, digits)| at == cell && digits.contains(digit))
    };
    let named: Vec<Cell> = extra.iter().map(|&(cell, _)| cell).collect();
    premise(are_distinct(&named), "the cells with extra digits are distinct")?;
    let are_candidates =
        |&(cell, digits): &(Cell, DigitSet)| (digits - state.candidates(cell)).is_empty();
    premise(extra.iter().all(are_candidates), "the extra digits are candidates")?;
    for cell in Cell::all().filter(|&cell| state.value(cell).is_none()) {
        let left = state.candidates(cell).iter().filter(|&digit| !is_extra(cell, digit)).count();
        premise(left == 2, "each other cell has two candidates")?;
    }
    for house in House::all() {
        for digit in Digit::all() {
            let left = places(state, house, digit);
            let left = left.iter().filter(|&&cell| !is_extra(cell, digit)).count();
            premise(matches!(left, 0 | 2), "each other digit has two places in a house")?;
        }
    }
    let line = story.say(Phrase::Grave(Item::extras(extra)));
    let blank: Vec<Cell> = Cell::all().filter(|&cell| state.value(cell).is_none()).collect();
    finish(story, extra, &blank, line, support)?;
    Ok(Place::Grave(Item::extras(extra)))
}

/// Writes the conclusions from the fact that one of the extra candidates is right. Deductions use
/// only the candidates of `cells`.
fn finish(
    story: &mut Story<'_>,
    extra: &[(Cell, DigitSet)],
    cells: &[Cell],
    line: usize,
    support: Option<&Support>,
) -> Result<(), ProofError> {
    let state = story.state;
    premise(extra.iter().any(|(_, digits)| !digits.is_empty()), "there are extra digits")?;
    for &(cell, digits) in extra {
        digits.iter().for_each(|digit| story.marks.add(cell, digit, Role::False));
    }
    let extra_cells: Vec<Cell> = extra.iter().map(|&(cell, _)| cell).collect();
    let all = extra.iter().fold(DigitSet::EMPTY, |all, &(_, digits)| all | digits);
    let mut from = vec![story.say_from(Phrase::OneExtra(Item::extras(extra)), vec![line])];
    let subset = match support.filter(|support| !support.cells.is_empty()) {
        Some(support) => {
            let subset = Subset::new(story, support, &extra_cells, all)?;
            let line = subset.say(story, from[0]);
            from = vec![line];
            Some(subset)
        }
        None => None,
    };
    let mut refuted: Vec<(Cell, Digit)> = Vec::new();
    let simple = |at: Cell, value: Digit| {
        if let [(cell, digits)] = extra
            && *cell == at
            && !digits.contains(value)
        {
            return Some(Because::OwnDigits(*digits));
        }
        if DigitSet::only(value) == all && sees_all(at, &extra_cells) {
            return Some(Because::Sees(extra_cells.clone()));
        }
        subset.as_ref().and_then(|subset| subset.goes(at, value))
    };
    for (at, value) in story.eliminated() {
        if simple(at, value).is_none() {
            let gone: Vec<(Cell, Digit)> = extra
                .iter()
                .flat_map(|&(cell, digits)| digits.iter().map(move |digit| (cell, digit)))
                .collect();
            let is_wanted = |cell: Cell, _| cells.contains(&cell);
            let assumed = CellClaim::new(at, value, true);
            let goal = Goal::AllOff(gone);
            let reached = deduce(state, assumed, &goal, &is_wanted);
            let reached = reached.ok_or(ProofError::Effect(at, value))?;
            story.set_level(1);
            let mut ends = reached.write(story, &mut Vec::new());
            ends.push(line);
            from.push(story.say_from(Phrase::Impossible(Clash::Swap), ends));
            story.set_level(0);
            refuted.push((at, value));
        }
    }
    story.conclude(&from, &|at, value| {
        simple(at, value).or_else(|| {
            refuted.contains(&(at, value)).then_some(Because::Outcome(Outcome::Refuted))
        })
    })
}

/// A subset made of the extra candidates and other cells of a house.
struct Subset {
    /// The house that the evidence names.
    house: House,
    /// All houses that contain the cells.
    houses: Vec<House>,
    /// The cells without extra candidates.
    others: Vec<Cell>,
    cells: Vec<Cell>,
    digits: DigitSet,
    is_hidden: bool,
}

impl Subset {
    fn new(
        story: &mut Story<'_>,
        support: &Support,
        extra: &[Cell],
        all: DigitSet,
    ) -> Result<Self, ProofError> {
        let state = story.state;
        let Support { house, cells: others, digits, is_hidden } = support;
        let cells = [extra, others.as_slice()].concat();
        premise(cells.iter().all(|at| at.houses().contains(house)), "the cells share the house")?;
        premise(
            are_distinct(&cells) && are_blank(state, others),
            "the cells are blank and distinct from the extra cells",
        )?;
        premise(others.len() + 1 == digits.len(), "there is one digit more than cells")?;
        if *is_hidden {
            let stay = |digit| {
                let places = places(state, *house, digit);
                !places.is_empty() && places.iter().all(|at| cells.contains(at))
            };
            premise(digits.iter().all(stay), "the digits have places only there")?;
            premise(extra.len() == 2 && (all & *digits).is_empty(), "two cells have other digits")?;
        } else {
            let union = union(state, others) | all;
            premise((union - *digits).is_empty(), "the cells have no other candidates")?;
        }
        story.marks.add_house(*house);
        for &cell in others {
            for digit in state.candidates(cell) & *digits {
                story.marks.add(cell, digit, Role::True);
            }
        }
        Ok(Self {
            house: *house,
            houses: shared_houses(&cells),
            others: others.clone(),
            cells,
            digits: *digits,
            is_hidden: *is_hidden,
        })
    }

    fn say(&self, story: &mut Story<'_>, from: usize) -> usize {
        let (others, digits) = (self.others.clone(), self.digits);
        story.say_from(
            if self.is_hidden {
                Phrase::ExtraHidden(self.house, self.cells.clone(), digits)
            } else {
                Phrase::ExtraSet(self.house, others, digits, self.others.len() + 1)
            },
            vec![from],
        )
    }

    /// Returns the reason why the subset eliminates the candidate, if it does.
    fn goes(&self, at: Cell, value: Digit) -> Option<Because> {
        if self.is_hidden {
            let goes = self.others.contains(&at) && !self.digits.contains(value);
            return goes.then_some(Because::OwnDigits(self.digits));
        }
        let seen = self.houses.iter().copied().filter(|house| at.houses().contains(house));
        let seen: Vec<House> = seen.collect();
        let goes = self.digits.contains(value) && !self.cells.contains(&at) && !seen.is_empty();
        goes.then_some(Because::TakenIn(seen))
    }
}
