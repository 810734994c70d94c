//! What is asked of a board: who sees whom, and where digits can go.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::{Effect, State};

/// Whether the cell sees all of the others.
pub(crate) fn sees_all(cell: Cell, others: &[Cell]) -> bool {
    others.iter().all(|&other| cell.sees(other))
}

/// Whether each of the cells sees each of the others.
pub(crate) fn all_see(cells: &[Cell], others: &[Cell]) -> bool {
    cells.iter().all(|&cell| sees_all(cell, others))
}

/// Whether any two of the cells see each other.
pub(crate) fn see_each_other(cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(index, &cell)| sees_all(cell, &cells[index + 1..]))
}

/// Whether no cell is named twice.
pub(crate) fn are_distinct(cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(index, cell)| !cells[index + 1..].contains(cell))
}

/// Whether the cells are blank, and none is named twice: so they hold as many digits of their
/// candidates as they are.
pub(crate) fn are_blank(state: &State, cells: &[Cell]) -> bool {
    are_distinct(cells) && cells.iter().all(|&cell| state.value(cell).is_none())
}

/// The places of the digit in the house.
pub(crate) fn places(state: &State, house: House, digit: Digit) -> Vec<Cell> {
    holders(state, house.cells(), digit)
}

/// Those of the cells that have the digit as a candidate.
pub(crate) fn holders(state: &State, cells: &[Cell], digit: Digit) -> Vec<Cell> {
    cells.iter().copied().filter(|&cell| state.has(cell, digit)).collect()
}

/// The candidates of the cells together.
pub(crate) fn union(state: &State, cells: &[Cell]) -> DigitSet {
    cells.iter().fold(DigitSet::EMPTY, |all, &cell| all | state.candidates(cell))
}

/// The houses that hold all of the cells: box, row, column.
pub(crate) fn shared_houses(cells: &[Cell]) -> Vec<House> {
    let Some((first, rest)) = cells.split_first() else { return Vec::new() };
    let [row, column, block] = first.houses();
    let holds = |house: &House| rest.iter().all(|cell| cell.houses().contains(house));
    [block, row, column].into_iter().filter(holds).collect()
}

/// The first house that holds all of the cells of both.
pub(crate) fn common_house(cells: &[Cell], others: &[Cell]) -> Option<House> {
    shared_houses(&[cells, others].concat()).first().copied()
}

/// Each candidate that the effect takes away.
pub(crate) fn eliminated(effect: &Effect) -> Vec<(Cell, Digit)> {
    let of = |&(cell, digits): &(Cell, DigitSet)| digits.iter().map(move |digit| (cell, digit));
    effect.eliminations.iter().flat_map(of).collect()
}

/// Whether the candidate cannot be together with the digit in any of the cells.
pub(crate) fn excludes((cell, digit): (Cell, Digit), cells: &[Cell], of: Digit) -> bool {
    if digit == of { sees_all(cell, cells) } else { *cells == [cell] }
}

/// The cells without those.
pub(crate) fn without(cells: &[Cell], gone: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().filter(|cell| !gone.contains(cell)).collect()
}

/// The state after some candidates have gone.
pub(crate) fn after(state: &State, gone: &[(Cell, Digit)]) -> State {
    let mut after = *state;
    let parts = gone.iter().map(|&(cell, digit)| (cell, DigitSet::only(digit)));
    after.apply(&Effect::eliminate(parts));
    after
}
