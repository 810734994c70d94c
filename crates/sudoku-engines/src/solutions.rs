//! The solutions of a puzzle as an iterator.
//!
//! A search hands its solutions to a callback and cannot be left standing in the middle. So the
//! iterator asks for a limited number of solutions. If there are more, it splits the board at cells
//! in which they differ, one board for each way to fill these cells, and goes on with the first of
//! them; so it comes to boards of which it has all solutions at hand. The boards of a split have no
//! solution in common and together those of the split board, so that each solution comes once.
//!
//! What that costs: the solutions found before a split are found again below it. The wider the
//! splits, the fewer there are of them; as it is, a solution is found 1.2 to 1.3 times on average.
//! A search on a thread of its own, with a channel, would do nothing twice, but every iterator
//! would begin with a thread, run ahead of its reader and leave something to be ended.

use std::cmp::Reverse;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::vec;

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, Limits, Solver};
use sudoku_simd::AutoSolver;

use crate::ENGINE;

/// How many solutions the first searches may find: few, because the first solution comes only when
/// the board has been split to the bottom.
const AT_FIRST: u64 = 16;

/// How many solutions later searches may find: enough that starting a search costs little beside
/// finding them.
const AT_ONCE: u64 = 256;

/// How many puzzles a split makes at least, if there are cells enough.
const PUZZLES: usize = 64;

/// A puzzle that can be split at a cell.
pub trait Split: Clone {
    /// Whether the cell has a digit.
    fn is_decided(&self, cell: Cell) -> bool;
    /// What may go into a cell without a digit.
    fn left(&self, cell: Cell) -> DigitSet;
    /// Gives the cell its digit.
    fn decide(&mut self, cell: Cell, digit: Digit);
}

impl Split for Board {
    fn is_decided(&self, cell: Cell) -> bool {
        self.get(cell).is_some()
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.candidates(cell)
    }

    fn decide(&mut self, cell: Cell, digit: Digit) {
        self.set(cell, Some(digit));
    }
}

impl Split for Candidates {
    fn is_decided(&self, cell: Cell) -> bool {
        self.value(cell).is_some()
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.get(cell)
    }

    fn decide(&mut self, cell: Cell, digit: Digit) {
        self.place(cell, digit);
    }
}

/// The solutions of the puzzle, one after the other, each once.
///
/// They come in an order that is the same every time, on one machine. Dropping the iterator ends
/// the work: nothing goes on behind it, and between two calls of `next` nothing is done. However
/// many there are, less than a megabyte of memory is in use.
///
/// All solutions take up to twice the time that they take with [`Solver::search`] and a callback,
/// and the first one of a board with very many, which has to be split often, takes a millisecond or
/// two. To know only how many there are, ask [`count_up_to`](crate::count_up_to).
///
/// ```
/// use sudoku_engines::{Board, Grid, solutions};
///
/// // At most ten of them, as a list.
/// let ten: Vec<Grid> = solutions(&Board::EMPTY).take(10).collect();
/// assert_eq!(ten.len(), 10);
/// ```
#[must_use]
pub fn solutions<P: Split>(puzzle: &P) -> Solutions<P> {
    Solutions { open: vec![puzzle.clone()], found: Vec::new().into_iter(), at_once: AT_FIRST }
}

/// The solutions of a puzzle: see [`solutions`].
#[derive(Clone, Debug)]
pub struct Solutions<P = Board> {
    /// Puzzles that are still to be searched, the next one last. No two have a solution in common.
    open: Vec<P>,
    /// Solutions that are still to be handed out.
    found: vec::IntoIter<Grid>,
    /// How many solutions the next search may find.
    at_once: u64,
}

impl<P: Split> Iterator for Solutions<P>
where
    AutoSolver: Solver<P>,
{
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        loop {
            if let Some(grid) = self.found.next() {
                return Some(grid);
            }
            let puzzle = self.open.pop()?;
            let mut found = Vec::new();
            let report = ENGINE.search(&puzzle, &Limits::solutions(self.at_once), &mut |grid| {
                found.push(*grid);
                ControlFlow::Continue(())
            });
            if report.ending == Ending::Exhausted {
                self.found = found.into_iter();
                self.at_once = AT_ONCE.min(2 * self.at_once);
            } else {
                self.open.extend(split(&puzzle, &found));
            }
        }
    }
}

impl<P: Split> FusedIterator for Solutions<P> where AutoSolver: Solver<P> {}

/// The puzzle with some cells filled in every way that contradicts no clue: those in which these
/// solutions differ most.
fn split<P: Split>(puzzle: &P, solutions: &[Grid]) -> Vec<P> {
    let digits = |cell: &Cell| -> DigitSet {
        solutions.iter().filter_map(|grid| grid.as_board().get(*cell)).collect()
    };
    let mut cells: Vec<Cell> = Cell::all().filter(|&cell| !puzzle.is_decided(cell)).collect();
    cells.sort_by_cached_key(|cell| Reverse(digits(cell).len()));
    let mut puzzles = vec![puzzle.clone()];
    for cell in cells {
        if puzzles.len() >= PUZZLES {
            break;
        }
        let filled = |puzzle: P| {
            puzzle.left(cell).into_iter().map(move |digit| {
                let mut puzzle = puzzle.clone();
                puzzle.decide(cell, digit);
                puzzle
            })
        };
        puzzles = puzzles.into_iter().flat_map(filled).collect();
    }
    puzzles
}
