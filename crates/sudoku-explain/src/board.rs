//! Queries on a board: cells that see each other, and places of digits.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::{Effect, State};

/// Returns true if the cell sees all of the others.
pub(crate) fn sees_all(cell: Cell, others: &[Cell]) -> bool {
    others.iter().all(|&other| cell.sees(other))
}

/// Returns true if each of the cells sees each of the others.
pub(crate) fn all_see(cells: &[Cell], others: &[Cell]) -> bool {
    cells.iter().all(|&cell| sees_all(cell, others))
}

/// Returns true if any two of the cells see each other.
pub(crate) fn see_each_other(cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(index, &cell)| sees_all(cell, &cells[index + 1..]))
}

/// Returns true if no cell occurs twice.
pub(crate) fn are_distinct(cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(index, cell)| !cells[index + 1..].contains(cell))
}

/// Returns true if the cells are blank and no cell occurs twice. Then n cells hold n digits of
/// their candidates.
pub(crate) fn are_blank(state: &State, cells: &[Cell]) -> bool {
    are_distinct(cells) && cells.iter().all(|&cell| state.value(cell).is_none())
}

/// Returns the places of the digit in the house.
pub(crate) fn places(state: &State, house: House, digit: Digit) -> Vec<Cell> {
    holders(state, house.cells(), digit)
}

/// Returns the cells that have the digit as a candidate.
pub(crate) fn holders(state: &State, cells: &[Cell], digit: Digit) -> Vec<Cell> {
    cells.iter().copied().filter(|&cell| state.has(cell, digit)).collect()
}

/// Returns the union of the cells' candidates.
pub(crate) fn union(state: &State, cells: &[Cell]) -> DigitSet {
    cells.iter().fold(DigitSet::EMPTY, |all, &cell| all | state.candidates(cell))
}

/// Returns the houses that contain all of the cells, in the order box, row, column.
pub(crate) fn shared_houses(cells: &[Cell]) -> Vec<House> {
    let Some((first, rest)) = cells.split_first() else { return Vec::new() };
    let [row, column, block] = first.houses();
    let holds = |house: &House| rest.iter().all(|cell| cell.houses().contains(house));
    [block, row, column].into_iter().filter(holds).collect()
}

/// Returns the first house that contains all of the cells of both lists.
pub(crate) fn common_house(cells: &[Cell], others: &[Cell]) -> Option<House> {
    shared_houses(&[cells, others].concat()).first().copied()
}

/// Returns the candidates that the effect eliminates.
pub(crate) fn eliminated(effect: &Effect) -> Vec<(Cell, Digit)> {
    let of = |&(cell, digits): &(Cell, DigitSet)| digits.iter().map(move |digit| (cell, digit));
    effect.eliminations.iter().flat_map(of).collect()
}

/// Returns true if the candidate is impossible whichever of the cells holds the digit `of`.
pub(crate) fn excludes((cell, digit): (Cell, Digit), cells: &[Cell], of: Digit) -> bool {
    if digit == of { sees_all(cell, cells) } else { *cells == [cell] }
}

/// Returns the cells that are not in `gone`.
pub(crate) fn without(cells: &[Cell], gone: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().filter(|cell| !gone.contains(cell)).collect()
}

/// Returns the state without the given candidates.
pub(crate) fn after(state: &State, gone: &[(Cell, Digit)]) -> State {
    let mut after = *state;
    let parts = gone.iter().map(|&(cell, digit)| (cell, DigitSet::only(digit)));
    after.apply(&Effect::eliminate(parts));
    after
}
