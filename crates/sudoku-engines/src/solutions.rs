//! The solutions of a puzzle as an iterator.
//!
//! A search hands its solutions to a callback and cannot be left standing in the middle. So the
//! iterator asks for a limited number of solutions. If there are more, it splits the puzzle at
//! cells in which they differ, one puzzle for each way to fill these cells, and goes on with the
//! first of them; so it comes to puzzles of which it has all solutions at hand. The puzzles of a
//! split have no solution in common and together those of the split one, so that each solution
//! comes once.
//!
//! What that costs: the solutions found before a split are found again below it. The wider the
//! splits, the fewer there are of them; as it is, a solution is found 1.2 to 1.3 times on average.
//! A search on a thread of its own, with a channel, would do nothing twice, but every iterator
//! would begin with a thread, run ahead of its reader and leave something to be ended.

use std::cmp::Reverse;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::vec;

use sudoku_core::{Board, Cell, DigitSet, Ending, Grid, Limits};

use crate::puzzle::Puzzle;

/// How many solutions the first searches may find: few, because the first solution comes only when
/// the board has been split to the bottom.
const AT_FIRST: u64 = 16;

/// How many solutions later searches may find: enough that starting a search costs little beside
/// finding them.
const AT_ONCE: u64 = 256;

/// How many puzzles a split makes at least, if there are cells enough.
const PUZZLES: usize = 64;

/// The solutions of the puzzle, one after the other, each once.
///
/// They come in an order that is the same every time, on one machine. Dropping the iterator ends
/// the work: nothing goes on behind it, and between two calls of `next` nothing is done. However
/// many there are, less than a megabyte of memory is in use.
///
/// All solutions take up to twice the time that they take with
/// [`Solver::search`](crate::Solver::search) and a callback, and the first one of a board with very
/// many, which has to be split often, takes a millisecond or two. To know only how many there are,
/// ask [`count_up_to`](crate::count_up_to).
///
/// ```
/// use sudoku_engines::{Board, Grid, solutions};
///
/// // At most ten of them, as a list.
/// let ten: Vec<Grid> = solutions(&Board::EMPTY).take(10).collect();
/// assert_eq!(ten.len(), 10);
/// ```
#[must_use]
pub fn solutions<P: Puzzle>(puzzle: &P) -> Solutions<P> {
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

impl<P: Puzzle> Iterator for Solutions<P> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        loop {
            if let Some(grid) = self.found.next() {
                return Some(grid);
            }
            let puzzle = self.open.pop()?;
            let mut found = Vec::new();
            let report =
                P::engine().search(&puzzle, &Limits::solutions(self.at_once), &mut |grid| {
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

impl<P: Puzzle> FusedIterator for Solutions<P> {}

/// The puzzle with some cells filled in every way that contradicts no clue: those in which these
/// solutions differ most.
fn split<P: Puzzle>(puzzle: &P, solutions: &[Grid]) -> Vec<P> {
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
