//! The solutions of a board as an iterator.
//!
//! A search hands its solutions to a callback and cannot be left standing in the middle. So the
//! iterator asks for no more than [`AT_ONCE`] solutions. If there are more, it splits the board at
//! a cell in which they differ, one board for each digit of the cell, and goes on with the first of
//! these; so it comes to boards of which it has all solutions at hand. The boards of a split have
//! no solution in common and together those of the split board, so that each solution comes once.
//!
//! What that costs: the solutions found before a split are found again below it. Of boards with
//! many solutions a third to a half of all work is done twice, and nothing is of boards that have
//! no more than [`AT_ONCE`]. A search on a thread of its own, with a channel, would do nothing
//! twice, but every iterator would begin with a thread, run ahead of its reader and leave something
//! to be ended.

use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::vec;

use sudoku_core::{Board, Cell, Digit, DigitSet, Ending, Grid, Limits, Solver};

use crate::ENGINE;

/// How many solutions one search may find: so many that starting searches costs little beside
/// finding solutions, and no more than take some tens of microseconds until the first is there.
const AT_ONCE: u64 = 256;

/// The solutions of the board, one after the other, each once.
///
/// They come in an order that is the same every time, on one machine. Dropping the iterator ends
/// the work: nothing goes on behind it, and between two calls of `next` nothing is done. No more
/// than some hundred grids are in memory at a time, however many there are.
///
/// Before the first solution up to 256 are found, and of boards with more than these every solution
/// costs up to twice what [`Solver::search`] with a callback takes for it. To know only how many
/// there are, ask [`count_up_to`](crate::count_up_to).
///
/// ```
/// use sudoku_engines::{Board, Grid, solutions};
///
/// // At most ten of them, as a list.
/// let ten: Vec<Grid> = solutions(&Board::EMPTY).take(10).collect();
/// assert_eq!(ten.len(), 10);
/// ```
#[must_use]
pub fn solutions(board: &Board) -> Solutions {
    Solutions { open: vec![*board], found: Vec::new().into_iter() }
}

/// The solutions of a board: see [`solutions`].
#[derive(Clone, Debug)]
pub struct Solutions {
    /// Boards that are still to be searched, the next one last. No two have a solution in common.
    open: Vec<Board>,
    /// Solutions that are still to be handed out.
    found: vec::IntoIter<Grid>,
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        loop {
            if let Some(grid) = self.found.next() {
                return Some(grid);
            }
            let board = self.open.pop()?;
            let mut found = Vec::new();
            let report = ENGINE.search(&board, &Limits::solutions(AT_ONCE), &mut |grid| {
                found.push(*grid);
                ControlFlow::Continue(())
            });
            if report.ending == Ending::Exhausted {
                self.found = found.into_iter();
            } else {
                self.open.extend(split(&board, &found));
            }
        }
    }
}

impl FusedIterator for Solutions {}

/// The board with each candidate of the cell in which these solutions differ most.
fn split(board: &Board, solutions: &[Grid]) -> impl Iterator<Item = Board> {
    let digits = |cell: Cell| -> DigitSet {
        solutions.iter().filter_map(|grid| grid.as_board().get(cell)).collect()
    };
    let cell = Cell::all().max_by_key(|&cell| digits(cell).len()).unwrap_or(Cell::FIRST);
    let board = *board;
    board.candidates(cell).into_iter().map(move |digit: Digit| {
        let mut board = board;
        board.set(cell, Some(digit));
        board
    })
}
