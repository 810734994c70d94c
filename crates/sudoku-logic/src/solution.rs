//! How many solutions a board has: none, one, or more.
//!
//! Techniques that assume one solution take wrong steps where there are several, so a path asks
//! before it uses them. It asks of every puzzle, so this has to be quick beside a rating:
//! candidates are nine bit sets of cells, and singles of all cells are found at once.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::state::{Cells, HOUSE_SETS, PEERS, State, cells_of};

/// The solutions of a board, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    /// There is none.
    None,
    /// There is this one: of each cell the digit, 0 to 8.
    One([u8; 81]),
    /// There are several.
    Several,
    /// The stop flag was raised before it was known.
    Stopped,
}

/// Counts the ways to fill the board from its candidates, two at most.
pub(crate) fn solutions(state: &State, limits: &Limits<'_>) -> Solutions {
    let mut cells = state.cells;
    let mut open = ALL;
    for (at, &value) in state.values.iter().enumerate() {
        if value != 0 {
            cells[usize::from(value) - 1] |= 1 << at;
            open &= !(1 << at);
        }
    }
    if state.is_broken() {
        return Solutions::None;
    }
    let mut search = SolutionSearch { limits, found: None };
    match (search.fill(Board { cells, open }), search.found) {
        (ControlFlow::Break(end), _) => end,
        (ControlFlow::Continue(()), Some(solution)) => Solutions::One(solution),
        (ControlFlow::Continue(()), None) => Solutions::None,
    }
}

const ALL: Cells = (1 << 81) - 1;

/// The cells of each digit, and the cells that are not decided.
#[derive(Clone, Copy)]
struct Board {
    cells: [Cells; 9],
    open: Cells,
}

struct SolutionSearch<'a> {
    limits: &'a Limits<'a>,
    found: Option<[u8; 81]>,
}

impl SolutionSearch<'_> {
    /// Fills the board in every way, until it is known how many there are.
    fn fill(&mut self, mut board: Board) -> ControlFlow<Solutions> {
        if self.limits.is_stopped() {
            return ControlFlow::Break(Solutions::Stopped);
        }
        let Some(pairs) = board.settle() else { return ControlFlow::Continue(()) };
        if board.open == 0 {
            if self.found.is_some() {
                return ControlFlow::Break(Solutions::Several);
            }
            let mut solution = [0; 81];
            for (value, &cells) in board.cells.iter().enumerate() {
                cells_of(cells).for_each(|at| solution[at] = value as u8);
            }
            self.found = Some(solution);
            return ControlFlow::Continue(());
        }
        let count = |at: &usize| board.cells.iter().filter(|&&cells| cells >> at & 1 == 1).count();
        let at = cells_of(pairs).next().or_else(|| cells_of(board.open).min_by_key(count));
        let Some(at) = at else { return ControlFlow::Continue(()) };
        for value in (0..9).filter(|&value| board.cells[value] >> at & 1 == 1) {
            let mut next = board;
            next.place(at, value);
            self.fill(next)?;
        }
        ControlFlow::Continue(())
    }
}

impl Board {
    /// Decides a cell's digit.
    fn place(&mut self, at: usize, value: usize) {
        for (other, cells) in self.cells.iter_mut().enumerate() {
            *cells &= if other == value { !PEERS[at] } else { !(1 << at) };
        }
        self.open &= !(1 << at);
    }

    /// Places all singles, and gives the cells of two candidates; `None` if the board cannot be
    /// filled.
    fn settle(&mut self) -> Option<Cells> {
        loop {
            let (mut once, mut twice, mut more) = (0, 0, 0);
            for &cells in &self.cells {
                more |= twice & cells;
                twice |= once & cells;
                once |= cells;
            }
            if once != ALL {
                return None;
            }
            let singles = once & !twice & self.open;
            if singles == 0 && !self.place_hidden()? {
                return Some(twice & !more & self.open);
            }
            for value in 0..9 {
                for at in cells_of(self.cells[value] & singles) {
                    self.place(at, value);
                }
            }
        }
    }

    /// Places digits that have one place in a house, and says whether there were any.
    fn place_hidden(&mut self) -> Option<bool> {
        let mut is_any = false;
        for value in 0..9 {
            for house in HOUSE_SETS {
                let places = self.cells[value] & house;
                if places == 0 {
                    return None;
                }
                if places & (places - 1) == 0 && places & self.open != 0 {
                    self.place(places.trailing_zeros() as usize, value);
                    is_any = true;
                }
            }
        }
        Some(is_any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(board: &str) -> Solutions {
        solutions(&State::from(&board.parse::<sudoku_core::Board>().unwrap()), &Limits::ALL)
    }

    #[test]
    fn none_one_and_several_are_told_apart() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let digits: Vec<u8> = solved.bytes().map(|byte| byte - b'1').collect();
        for board in [puzzle, solved] {
            assert_eq!(of(board), Solutions::One(digits.clone().try_into().unwrap()));
        }
        assert_eq!(of(&format!("..{}", &puzzle[2..])), Solutions::Several);
        assert_eq!(of(&".".repeat(81)), Solutions::Several);
        assert_eq!(of(&puzzle.replacen("..", ".2", 1)), Solutions::None);
        assert_eq!(of(&puzzle.replacen("53", "55", 1)), Solutions::None);
    }
}
