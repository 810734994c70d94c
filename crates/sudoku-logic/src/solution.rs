//! A counter of a board's solutions: none, one, or more.
//!
//! Techniques that assume one solution take wrong steps if there are several, so a path checks this
//! before it uses them. The check must be fast compared with a rating. So candidates are nine bit
//! sets of cells, and the singles of all cells are found at once. Boards that are not puzzles must
//! not take long either. So locked candidates are used when no single is left, and the search
//! branches on the cell, or the digit in a house, with the fewest choices.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::state::{Cells, HOUSE_SETS, PARTS, PEERS, State, cells_of};

/// The number of solutions of a board: none, one or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    /// The board has no solution.
    None,
    /// The board has this solution: the digit of each cell minus 1, so 0 to 8.
    One([u8; 81]),
    /// The board has several solutions.
    Several,
    /// The stop flag was raised before the result was known.
    Stopped,
}

/// Counts the ways to fill the board from its candidates, two at most.
pub(crate) fn solutions(state: &State, limits: &Limits<'_>) -> Solutions {
    let mut cells = state.cells;
    let mut open = ALL;
    for (cell, &digit) in state.values.iter().enumerate() {
        if digit != 0 {
            cells[usize::from(digit) - 1] |= 1 << cell;
            open &= !(1 << cell);
        }
    }
    if state.is_broken() {
        return Solutions::None;
    }
    let mut search = SolutionSearch { limits, found: None };
    match (search.fill(OpenBoard { cells, open }), search.found) {
        (ControlFlow::Break(end), _) => end,
        (ControlFlow::Continue(()), Some(solution)) => Solutions::One(solution),
        (ControlFlow::Continue(()), None) => Solutions::None,
    }
}

const ALL: Cells = (1 << 81) - 1;

/// A board of the search: the cells of each digit, and the blank cells.
#[derive(Clone, Copy)]
struct OpenBoard {
    cells: [Cells; 9],
    open: Cells,
}

struct SolutionSearch<'a> {
    limits: &'a Limits<'a>,
    found: Option<[u8; 81]>,
}

impl SolutionSearch<'_> {
    /// Fills the board in every way until the number of solutions is known.
    fn fill(&mut self, mut board: OpenBoard) -> ControlFlow<Solutions> {
        if self.limits.is_stopped() {
            return ControlFlow::Break(Solutions::Stopped);
        }
        let Some(pairs) = board.settle() else { return ControlFlow::Continue(()) };
        if board.open == 0 {
            if self.found.is_some() {
                return ControlFlow::Break(Solutions::Several);
            }
            let mut solution = [0; 81];
            for (digit, &cells) in board.cells.iter().enumerate() {
                cells_of(cells).for_each(|cell| solution[cell] = digit as u8);
            }
            self.found = Some(solution);
            return ControlFlow::Continue(());
        }
        let choice =
            cells_of(pairs).next().map(BranchPoint::Cell).unwrap_or_else(|| board.choice());
        match choice {
            BranchPoint::Cell(cell) => {
                for digit in (0..9).filter(|&digit| board.cells[digit] >> cell & 1 == 1) {
                    self.fill(board.with(cell, digit))?;
                }
            }
            BranchPoint::Digit(digit, places) => {
                for cell in cells_of(places) {
                    self.fill(board.with(cell, digit))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The choices of a branch of the search.
enum BranchPoint {
    /// The digits of a cell.
    Cell(usize),
    /// The places of a digit in a house.
    Digit(usize, Cells),
}

impl OpenBoard {
    /// Returns the board with a digit placed.
    fn with(mut self, cell: usize, digit: usize) -> Self {
        self.place(cell, digit);
        self
    }

    /// Returns the branch with the fewest choices on a settled board without a cell of two
    /// candidates.
    fn choice(&self) -> BranchPoint {
        let mut fewest = u32::MAX;
        let mut choice = BranchPoint::Cell(0);
        for (digit, &cells) in self.cells.iter().enumerate() {
            for house in HOUSE_SETS {
                let places = cells & house;
                let count = places.count_ones();
                if count < fewest && count > 1 {
                    (fewest, choice) = (count, BranchPoint::Digit(digit, places));
                    if count == 2 {
                        return choice;
                    }
                }
            }
        }
        let count = |&cell: &usize| self.cells.iter().map(|cells| (cells >> cell & 1) as u32).sum();
        for cell in cells_of(self.open) {
            let count: u32 = count(&cell);
            if count < fewest {
                (fewest, choice) = (count, BranchPoint::Cell(cell));
            }
        }
        choice
    }

    /// Places a digit in a cell.
    fn place(&mut self, cell: usize, digit: usize) {
        for (other, cells) in self.cells.iter_mut().enumerate() {
            *cells &= if other == digit { !PEERS[cell] } else { !(1 << cell) };
        }
        self.open &= !(1 << cell);
    }

    /// Places all singles, eliminates by locked candidates, and returns the cells with two
    /// candidates, or `None` if the board cannot be filled.
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
            if singles == 0 && !self.place_hidden()? && !self.lock()? {
                return Some(twice & !more & self.open);
            }
            for digit in 0..9 {
                for cell in cells_of(self.cells[digit] & singles) {
                    self.place(cell, digit);
                }
            }
        }
    }

    /// Places digits that have one place in a house. Returns whether there were any.
    fn place_hidden(&mut self) -> Option<bool> {
        let mut is_any = false;
        for digit in 0..9 {
            for house in HOUSE_SETS {
                let places = self.cells[digit] & house;
                if places == 0 {
                    return None;
                }
                if places & (places - 1) == 0 && places & self.open != 0 {
                    self.place(places.trailing_zeros() as usize, digit);
                    is_any = true;
                }
            }
        }
        Some(is_any)
    }

    /// Eliminates by locked candidates in the nine intersections of three lines with three boxes.
    /// Returns whether anything was eliminated.
    fn lock(&mut self) -> Option<bool> {
        let mut is_any = false;
        for cells in &mut self.cells {
            let mut columns = [[0; 3]; 3];
            let mut left = 0;
            for band in 0..3 {
                let rows = [0, 1, 2].map(|row| (*cells >> (27 * band + 9 * row)) as usize & 0x1ff);
                let parts = rows.map(|row| usize::from(PARTS[row]));
                let kept = KEPT[parts[0] | parts[1] << 3 | parts[2] << 6];
                if kept == 0 {
                    return None;
                }
                let mut all = 0;
                for (row, cells) in rows.into_iter().enumerate() {
                    let cells = cells & WHOLE[usize::from(kept) >> (3 * row) & 7];
                    left |= (cells as Cells) << (27 * band + 9 * row);
                    all |= cells;
                }
                for (stack, columns) in columns.iter_mut().enumerate() {
                    columns[band] = all >> (3 * stack) & 7;
                }
            }
            for (stack, parts) in columns.into_iter().enumerate() {
                let kept = KEPT[parts[0] | parts[1] << 3 | parts[2] << 6];
                if kept == 0 {
                    return None;
                }
                for band in 0..3 {
                    let gone = !(kept >> (3 * band)) & 7;
                    let column = 1 << 18 | 1 << 9 | 1;
                    left &= !((Cells::from(gone) * column) << (27 * band + 3 * stack));
                }
            }
            is_any |= left != *cells;
            *cells = left;
        }
        Some(is_any)
    }
}

/// All cells of each set of thirds of a row.
const WHOLE: [usize; 8] = [0, 0o7, 0o70, 0o77, 0o700, 0o707, 0o770, 0o777];

/// For each set of the nine intersections of three lines with three boxes, three bits to a line:
/// the intersections that are part of a choice of one per line and per box.
static KEPT: [u16; 512] = {
    let choices = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let mut kept = [0; 512];
    let mut places = 0;
    while places < 512 {
        let mut number = 0;
        while number < 6 {
            if places & choices[number] == choices[number] {
                kept[places] |= choices[number] as u16;
            }
            number += 1;
        }
        places += 1;
    }
    kept
};

#[cfg(test)]
mod tests {
    use super::*;

    fn of(board: &str) -> Solutions {
        solutions(&State::from(&board.parse::<sudoku_core::Board>().unwrap()), &Limits::ALL)
    }

    #[test]
    fn no_solution_one_and_several_are_distinguished() {
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

    #[test]
    fn boards_that_are_not_puzzles_do_not_take_long() {
        // With only singles and the cell with the fewest candidates, the first board takes seconds.
        for (board, expected) in [
            (
                ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
                Solutions::None,
            ),
            (
                ".....748.2.1...6..37.......71...8..3...7..9............9...........1.....6..85...",
                Solutions::Several,
            ),
            (
                ".................1..2..3.45.....26...1..7..2..9...........14..9..6........8...7..",
                Solutions::Several,
            ),
        ] {
            let start = std::time::Instant::now();
            assert_eq!(of(board), expected);
            // A few milliseconds on an idle machine, in a build for release.
            assert!(start.elapsed().as_millis() < 1000, "{board} {:?}", start.elapsed());
        }
    }
}
