//! The solutions of a puzzle as an iterator.
//!
//! A search passes its solutions to a callback and cannot be paused. So the iterator searches for a
//! limited number of solutions. If there are more, it splits the puzzle at cells in which the found
//! solutions differ: one puzzle for each way to fill these cells. It then searches the first of
//! these puzzles, and splits again until a search finds all solutions of its puzzle. The puzzles of
//! a split share no solution, and together they have all solutions of the original, so each
//! solution is returned once.
//!
//! The cost: solutions that were found before a split are found again after it. Wide splits need
//! fewer levels, and each solution is found 1.2 to 1.3 times on average. A search on its own thread
//! with a channel would do no work twice. But then every iterator would have to start a thread,
//! which would run ahead of its reader and need to be stopped.

use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::vec;

use sudoku_core::{Board, Cell, DigitSet, Ending, Grid, Limits};

use crate::puzzle::Puzzle;

/// The limit on solutions of the first search. It is low because the first solution is returned
/// only after the last split.
const AT_FIRST: u64 = 16;

/// The highest limit on solutions of a search: enough that starting a search costs little compared
/// with finding the solutions.
const AT_ONCE: u64 = 256;

/// The minimum number of puzzles that a split makes, if there are enough cells.
const PUZZLES: usize = 64;

/// Returns an iterator over the solutions of the puzzle, each exactly once.
///
/// The order is the same every time on the same machine. The iterator works only during calls of
/// `next`; you can drop it at any time. It needs less than 1 MB of memory for any number of
/// solutions.
///
/// Listing all solutions takes up to twice as long as [`Solver::search`](crate::Solver::search)
/// with a callback. The first solution of a board with very many solutions takes one or two
/// milliseconds, because the board is split often. To get only the number of solutions, use
/// [`count_up_to`](crate::count_up_to).
///
/// ```
/// use sudoku_engines::{Board, Grid, solutions};
///
/// // At most ten solutions, as a list.
/// let ten: Vec<Grid> = solutions(&Board::EMPTY).take(10).collect();
/// assert_eq!(ten.len(), 10);
/// ```
#[must_use]
pub fn solutions<P: Puzzle>(puzzle: &P) -> Solutions<P> {
    Solutions { open: vec![puzzle.clone()], found: Vec::new().into_iter(), at_once: AT_FIRST }
}

/// An iterator over the solutions of a puzzle, made by [`solutions`].
#[derive(Clone, Debug)]
pub struct Solutions<P = Board> {
    /// The puzzles still to be searched, the next one last. No two of them share a solution.
    open: Vec<P>,
    /// The solutions still to be returned.
    found: vec::IntoIter<Grid>,
    /// The limit on solutions of the next search.
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

/// Returns copies of the puzzle with some cells filled in every way that contradicts no clue. It
/// chooses the cells in which these solutions differ most.
fn split<P: Puzzle>(puzzle: &P, solutions: &[Grid]) -> Vec<P> {
    let digits = |cell: Cell| -> DigitSet {
        solutions.iter().filter_map(|grid| grid.as_board().get(cell)).collect()
    };
    let open = Cell::all().filter(|&cell| !puzzle.is_decided(cell));
    let counted: Vec<(Cell, usize)> = open.map(|cell| (cell, digits(cell).len())).collect();
    let of_count = |count| counted.iter().filter(move |counted| counted.1 == count);
    let mut puzzles = vec![puzzle.clone()];
    for &(cell, _) in (0..=9).rev().flat_map(of_count) {
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
