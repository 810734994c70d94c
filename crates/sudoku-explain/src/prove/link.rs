//! The rules by which a claim follows from others on a board.

use sudoku_core::{Cell, Digit, House};
use sudoku_logic::{CellGroup, State};

use crate::board::{all_see, are_blank, common_house, holders, places, see_each_other, union};
use crate::claim::Claim;
use crate::proof::Reason;

/// Returns the reason why a claim follows from others by a single rule of the board, if it does.
pub(crate) fn reason(state: &State, claim: &Claim, given: &[&Claim]) -> Option<Reason> {
    if claim.is_on { on_reason(state, claim, given) } else { off_reason(state, claim, given) }
}

/// Returns the reason why a digit is in one of the cells: their cell or their house has nothing
/// else left.
fn on_reason(state: &State, claim: &Claim, given: &[&Claim]) -> Option<Reason> {
    let is_gone = |cell: Cell, digit: Digit| {
        given.iter().any(|it| !it.is_on && it.digit == digit && it.cells.contains(&cell))
    };
    if let [cell] = *claim.cells {
        let others = state.candidates(cell).without(claim.digit);
        let is_last = others.iter().all(|digit| is_gone(cell, digit));
        if is_last && state.has(cell, claim.digit) && !others.is_empty() {
            return Some(Reason::LastCandidate);
        }
    }
    let is_last = |house: &House| {
        let all = places(state, *house, claim.digit);
        let is_left = |cell: &&Cell| !is_gone(**cell, claim.digit);
        all.iter().filter(is_left).all(|cell| claim.cells.contains(cell))
            && all.iter().any(|cell| claim.cells.contains(cell))
    };
    House::all().find(is_last).map(Reason::LastPlace)
}

/// Returns the reason why a digit is in none of the cells: a claim that holds excludes them.
fn off_reason(state: &State, claim: &Claim, given: &[&Claim]) -> Option<Reason> {
    for on in given.iter().filter(|given| given.is_on) {
        if on.digit == claim.digit {
            if all_see(&claim.cells, &on.cells) {
                let house = common_house(&on.cells, &claim.cells);
                return Some(house.map_or(Reason::Sees, Reason::OtherPlace));
            }
        } else if on.cells.len() == 1 && on.cells == claim.cells {
            return Some(Reason::OtherDigit);
        }
    }
    let is_gone = |cell: &Cell| {
        given
            .iter()
            .any(|given| !given.is_on && given.digit == claim.digit && given.cells.contains(cell))
    };
    let binds = |house: &House| {
        let is_near = house.cells().iter().any(is_gone);
        let mut left = places(state, *house, claim.digit);
        left.retain(|cell| !is_gone(cell));
        is_near && !left.is_empty() && all_see(&claim.cells, &left)
    };
    House::all().find(binds).map(Reason::Locked)
}

/// Returns the reason why a claim follows from an almost locked set that has lost a digit: the set
/// has one digit more than cells, so it holds all its others.
pub(crate) fn set_reason(
    state: &State,
    set: &CellGroup,
    lost: &Claim,
    claim: &Claim,
) -> Option<Reason> {
    let is_set = set.digits == union(state, &set.cells)
        && set.digits.len() == set.cells.len() + 1
        && are_blank(state, &set.cells)
        && see_each_other(&set.cells);
    let places = holders(state, &set.cells, lost.digit);
    if !is_set || lost.is_on || places.is_empty() || lost.cells != places {
        return None;
    }
    let held: Vec<Claim> = set
        .digits
        .without(lost.digit)
        .iter()
        .map(|digit| Claim::of(&holders(state, &set.cells, digit), digit, true))
        .collect();
    let held: Vec<&Claim> = held.iter().collect();
    let because = Reason::Set(set.cells.clone(), set.digits);
    if !claim.is_on {
        return off_reason(state, claim, &held).map(|_| because);
    }
    let &[cell] = claim.cells.as_slice() else { return None };
    let gone: Vec<Claim> = state
        .candidates(cell)
        .iter()
        .map(|digit| Claim::off(cell, digit))
        .filter(|off| off_reason(state, off, &held).is_some())
        .collect();
    on_reason(state, claim, &gone.iter().collect::<Vec<_>>()).map(|_| because)
}

/// Returns true if two claims exclude each other by a rule of the board.
pub(crate) fn are_rivals(one: &Claim, other: &Claim) -> bool {
    let is_opposite = one.is_on != other.is_on && one.digit == other.digit;
    if is_opposite {
        let (on, off) = if one.is_on { (one, other) } else { (other, one) };
        return on.cells.iter().all(|cell| off.cells.contains(cell));
    }
    if !one.is_on || !other.is_on {
        return false;
    }
    if one.digit == other.digit {
        all_see(&one.cells, &other.cells)
    } else {
        one.cells.len() == 1 && one.cells == other.cells
    }
}
