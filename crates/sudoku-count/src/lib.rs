//! The exact number of solutions of any board, without walking to them.
//!
//! A solver that counts has to come by each solution. This counts bands instead: what a band shows
//! of itself to the bands below and above is only which digits stand in each column of each of its
//! boxes, and many ways to fill a band show the same. So each band gets a table of how many ways
//! show what, and the solutions are the sum, over all that three bands can show that goes together,
//! of the products of three numbers. The weak spot: there is one number at the end and no solution
//! on the way, and for a board of few solutions making the tables takes longer than walking.
//!
//! # Splits
//! The columns of a box split the nine digits into three parts of three, and so do its rows:
//!
//! ```text
//!   4 1 7        columns  {4 8 9} {1 3 5} {2 6 7}
//!   8 5 2        rows     {1 4 7} {2 5 8} {3 6 9}
//!   9 3 6        each row's part has one digit of each column's part: the splits cross
//! ```
//!
//! There are 9! ÷ (3!·3!·3!) = 1,680 such *splits*; without the order of their parts they are 280
//! *partitions*. Row split and column split together say where every digit stands, and two splits
//! are those of a box exactly if they *cross*: if each part of one has a digit of each part of the
//! other. 36 partitions cross a given one. The boxes of a stack have no digit twice in a column:
//! three column splits *fit* if place by place their parts have no digit in common, and 56 pairs
//! fit a given split. The same holds for the row splits of the boxes in a band.
//!
//! # The sum
//! For column partitions of a band's three boxes, let N be the number of row splits that cross
//! them, box by box, and fit. Then a solution is nothing else than three column splits in each of
//! the three stacks, which fit, and row splits in each of the three bands, which fit and cross
//! them: there are as many solutions as the sum of N₁·N₂·N₃ over all fitting column splits. Clues
//! only shorten the lists: a clue in row *r* and column *c* of a box puts its digit into part *r*
//! of the row split and into part *c* of the column split, and out of these parts in the box's
//! neighbours.
//!
//! # Symmetry
//! A relabeling of digits that are no clue of the two lower bands changes nothing of what they
//! contribute. So the splits of the first band's boxes are sorted into orbits, N₁ is added up in
//! each, and N₂·N₃ is added up once for each orbit. On the empty board that leaves a few hundred of
//! 21,952,000 partitions.

//!
//! # Where it is from
//! Felgenhauer and Jarvis (2005) counted the empty board by bands: they sorted the ways to fill the
//! first one by what its columns leave to the others, and counted the rest for one of each of 44
//! classes. Orbits of relabelings are theirs. What we have not found elsewhere is to have all three
//! bands as tables over column partitions and to join them stack by stack, which takes clues as
//! they come; the search for it was short, and somebody may have done it before.

mod band;
mod clues;
mod counting;
mod join;
mod lanes;
mod layout;
mod lower;
mod progress;
mod relabel;
mod solutions;
mod splits;
mod stack;

#[cfg(test)]
#[path = "../tests/draws/mod.rs"]
mod draws;
#[cfg(test)]
mod every_way;

use std::ops::ControlFlow;

pub use sudoku_core::{Board, Ending};

pub use crate::counting::{Counting, WALKED};
use crate::layout::Layout;
use crate::progress::Progress;
pub use crate::progress::{Count, CountLimits};
pub use crate::solutions::Solutions;

/// Counts the solutions of the board.
///
/// ```
/// use sudoku_core::Board;
/// use sudoku_count::{CountLimits, count};
///
/// let all = count(&Board::EMPTY, &CountLimits::NONE);
/// assert_eq!(all.exact(), Some(6_670_903_752_021_072_936_960));
/// ```
#[must_use]
pub fn count(board: &Board, limits: &CountLimits<'_>) -> Count {
    let progress = Progress::new(limits);
    let _ = count_on(board, &progress);
    progress.ended()
}

fn count_on(board: &Board, progress: &Progress<'_>) -> ControlFlow<()> {
    progress.add(0)?;
    progress.look()?;
    let Some(board) = clues::with_singles(board) else { return ControlFlow::Continue(()) };
    if board.to_grid().is_some() {
        return progress.add(1);
    }
    let layout = Layout::best(&board);
    progress.look()?;
    if let Some(join) = layout.join(&board, progress)? {
        join.count(progress);
    }
    ControlFlow::Continue(())
}

/// About how many terms counting the board's solutions takes: the work, known beforehand.
///
/// Ten thousand million terms take about a second. It is no bound: terms that are 0 are passed
/// over, and relabelings save less where they leave much alone. Boards drawn at random took between
/// a tenth of it and as many with thirteen clues and more, and up to sixty times as many with
/// fewer.
#[must_use]
pub fn terms(board: &Board) -> u64 {
    clues::with_singles(board).map_or(0, |board| Layout::best(&board).terms() as u64)
}
