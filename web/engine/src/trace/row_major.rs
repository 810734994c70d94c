//! The search of `scan` and of `bitmask`: row by row, every digit that the cell's houses leave, in
//! ascending order. Both walk the same tree; they differ in how they know what the houses hold.

use sudoku_core::{Board, Cell, House};

use super::search::Event;

/// A search on its way.
#[derive(Clone)]
pub(super) struct RowMajor {
    pub(super) board: Board,
    blanks: Vec<Cell>,
    /// The digits that are still to be tried in each blank up to the present one.
    open: Vec<u16>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next blank is to be looked at.
    Look,
    /// The next digit of the present blank is to be tried.
    Try,
    Done,
}

impl RowMajor {
    pub(super) fn new(board: &Board) -> Self {
        let blanks = Cell::all().filter(|&cell| board.get(cell).is_none()).collect();
        let state = if board.is_consistent() { State::Look } else { State::Done };
        Self { board: *board, blanks, open: Vec::new(), state }
    }

    /// How many blanks hold a digit.
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

    /// The digits that a house holds.
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
