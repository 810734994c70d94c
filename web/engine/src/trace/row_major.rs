//! The search of `scan` and `bitmask`: fills blanks row by row with every digit that the cell's
//! houses allow, in ascending order. Both search the same tree. They differ in the way they find
//! the digits of a house.

use sudoku_core::{Board, Cell, House};

use super::search::Event;

/// A search in progress.
#[derive(Clone)]
pub(super) struct RowMajor {
    pub(super) board: Board,
    blanks: Vec<Cell>,
    /// The untried digits of each blank up to the current one.
    open: Vec<u16>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Look at the next blank.
    Look,
    /// Try the next digit of the current blank.
    Try,
    Done,
}

impl RowMajor {
    pub(super) fn new(board: &Board) -> Self {
        let blanks = Cell::all().filter(|&cell| board.get(cell).is_none()).collect();
        let state = if board.is_consistent() { State::Look } else { State::Done };
        Self { board: *board, blanks, open: Vec::new(), state }
    }

    /// Returns the number of filled blanks.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn next(&mut self) -> Option<Event> {
        match self.state {
            State::Look => Some(self.look()),
            State::Try => self.go_on(),
            State::Done => None,
        }
    }

    fn look(&mut self) -> Event {
        self.state = State::Try;
        let Some(&cell) = self.blanks.get(self.open.len()) else {
            return Event::Solution;
        };
        let [row, column, r#box] = cell.houses().map(|house| self.held(house));
        self.open.push(!(row | column | r#box) & 0x1ff);
        Event::Look { cell: cell.index() as u8, row, column, r#box }
    }

    /// Returns the digits in a house.
    fn held(&self, house: House) -> u16 {
        let digits = house.cells().iter().filter_map(|&cell| self.board.get(cell));
        digits.fold(0, |held, digit| held | 1 << (digit.get() - 1))
    }

    fn go_on(&mut self) -> Option<Event> {
        let (depth, open) = (self.open.len().checked_sub(1), self.open.last_mut());
        let (Some(depth), Some(open)) = (depth, open) else {
            self.state = State::Done;
            return None;
        };
        let cell = self.blanks[depth];
        if *open == 0 {
            self.board.set(cell, None);
            self.open.pop();
            return Some(Event::Erase { cell: cell.index() as u8 });
        }
        let digit = open.trailing_zeros() as u8 + 1;
        *open &= *open - 1;
        let is_guess = *open != 0;
        self.board.set(cell, sudoku_core::Digit::new(digit));
        self.state = State::Look;
        Some(Event::Place { cell: cell.index() as u8, digit, is_guess })
    }
}
