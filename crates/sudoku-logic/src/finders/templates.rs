//! A filter by templates: the places of a digit that are part of a way to place it in the whole
//! board.
//!
//! Techniques that look at one digit alone (fish, strong links, colors, chains within a digit) can
//! eliminate only places that are in no template. Most boards have no such place, so these
//! techniques check this first.

use crate::state::{COLUMNS, Cells, State, bits};

/// For each digit, the places of the last query, and the places among them that are in no template.
#[derive(Default)]
pub(crate) struct Templates([(Cells, Cells); 9]);

impl Templates {
    /// Returns the places of the digit that are in no template, that is, in no way to have it once
    /// in each house where it has places.
    pub(crate) fn removable(&mut self, state: &State, digit: usize) -> Cells {
        let all = state.cells[digit];
        let (known, removable) = &mut self.0[digit];
        if *known != all {
            (*known, *removable) = (all, all & !in_templates(&state.places[digit]));
        }
        *removable
    }

    /// Returns the places of all digits that are in no template.
    pub(crate) fn all_removable(&mut self, state: &State) -> [Cells; 9] {
        std::array::from_fn(|digit| self.removable(state, digit))
    }
}

/// A choice of places in the rows of a band, one in each row and in each box: the columns, and the
/// cells.
type RowChoice = (u16, Cells);

fn in_templates(places: &[u16; 27]) -> Cells {
    let [first, second, third] = [0, 1, 2].map(|band| choices(places, band));
    let has_places = |&column: &usize| places[COLUMNS + column] != 0;
    let columns = (0..9).filter(has_places).fold(0u16, |columns, column| columns | 1 << column);
    // For the third band, by columns: true if there is a choice, and the cells of all choices.
    let mut by_columns = [(false, 0); 1 << 9];
    for (used, cells) in third {
        let (is_any, all) = &mut by_columns[usize::from(used)];
        (*is_any, *all) = (true, *all | cells);
    }
    let mut found = 0;
    for &(one, cells) in &first {
        for &(two, others) in &second {
            let (is_any, rest) = by_columns[usize::from(columns & !(one | two))];
            if one & two == 0 && is_any {
                found |= cells | others | rest;
            }
        }
    }
    found
}

/// Returns the ways to choose one place in each row of a band that has places, each in a different
/// box, so that every box with places is used.
fn choices(places: &[u16; 27], band: usize) -> Vec<RowChoice> {
    const STACKS: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];
    let rows = [0, 1, 2].map(|row| 3 * band + row);
    let all = rows.iter().fold(0, |all, &row| all | places[row]);
    let mut found: Vec<RowChoice> = vec![(0, 0)];
    for row in rows.into_iter().filter(|&row| places[row] != 0) {
        let mut longer = Vec::with_capacity(found.len() * 4);
        for (used, cells) in found {
            let taken = STACKS.iter().filter(|&stack| used & stack != 0);
            let free = places[row] & !taken.fold(0, |taken, stack| taken | stack);
            let more =
                bits(free).map(|column| (used | 1 << column, cells | 1 << (9 * row + column)));
            longer.extend(more);
        }
        found = longer;
    }
    found.retain(|(used, _)| STACKS.iter().all(|stack| (all & stack == 0) == (used & stack == 0)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{HOUSE_SETS, cells_of};

    /// Enumerates all templates in these cells one by one.
    fn by_search(open: Cells, houses: &[Cells], chosen: Cells, found: &mut Cells) {
        let Some((house, rest)) = houses.split_first() else {
            *found |= chosen;
            return;
        };
        if chosen & house != 0 {
            by_search(open, rest, chosen, found);
            return;
        }
        for cell in cells_of(open & house) {
            let seen = HOUSE_SETS.iter().filter(|house| *house >> cell & 1 == 1);
            let open = seen.fold(open, |open, house| open & !house);
            by_search(open, rest, chosen | 1 << cell, found);
        }
    }

    #[test]
    fn the_templates_equal_those_of_a_search_through_all_houses() {
        let puzzle =
            "98.7..6..75..6......6......8....4.32.3.2.......7.8.9..1.......4..8.9.5.......1.9.";
        let board: sudoku_core::Board = puzzle.parse().unwrap();
        let mut state = State::from(&board);
        let mut has_loose = 0;
        // Use fewer and fewer candidates, down to digits without a template.
        for number in 0..400 {
            let (cell, digit) = (number * 37 % 81, number * 5 % 9);
            state.remove(cell, digit);
            let digit = number % 9;
            let all = state.cells[digit];
            let houses: Vec<Cells> =
                HOUSE_SETS.iter().copied().filter(|house| house & all != 0).collect();
            let mut expected = 0;
            by_search(all, &houses, 0, &mut expected);
            let removable = Templates::default().removable(&state, digit);
            assert_eq!(removable, all & !expected, "{state} {digit}");
            has_loose += usize::from(removable != 0 && removable != all);
        }
        assert!(has_loose > 20, "{has_loose}");
    }
}
