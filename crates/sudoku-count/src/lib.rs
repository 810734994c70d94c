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
//! them: there are as many solutions as the sum of N₁·N₂·N₃ over all fitting column splits.
//!
//! ```text
//!              stack 1   stack 2   stack 3
//!   band 1        a    –    b    –    c       N₁(a, b, c)
//!                 |         |         |
//!   band 2        a′   –    b′   –    c′      N₂(a′, b′, c′)
//!                 |         |         |
//!   band 3        a″   –    b″   –    c″      N₃(a″, b″, c″)
//!                fit       fit       fit
//! ```
//!
//! Clues only shorten the lists: a clue in row *r* and column *c* of a box puts its digit into part
//! *r* of the row split and into part *c* of the column split, and out of these parts in the box's
//! neighbours.
//!
//! # Symmetry
//! A relabeling of digits that are no clue of the two lower bands changes nothing of what they
//! contribute. So the splits of the first band's boxes are sorted into orbits, N₁ is added up in
//! each, and N₂·N₃ is added up once for each orbit. On the empty board that leaves a few hundred of
//! 21,952,000 partitions.
//!
//! # The empty board, step by step
//! 1. Columns within a stack, and rows within a band, may come in any order: 6³·6³ times as many
//!    solutions as with ascending ones. So rows count in one order only, and the splits of the
//!    first band are partitions.
//! 2. All 280 partitions *a* of the first box contribute the same, because a relabeling makes any
//!    one of any other: we take one, {1 2 3} {4 5 6} {7 8 9}.
//! 3. The partitions *b* of the second box are of five kinds, by how many digits their parts share
//!    with the parts of *a*; those of a kind contribute the same.
//! 4. For one of each kind, N₁(a, b, c) is multiplied by what the lower bands have, the sum of
//!    N₂(a′, b′, c′)·N₃(a″, b″, c″) over the 56 pairs that fit *a*, the 56 that fit *b* and the 56
//!    that fit *c*, and that is added up over the 280 partitions *c*:
//!
//! | digits shared | partitions *b* | the sum for each |
//! |---|--:|--:|
//! | 3 0 0 · 0 3 0 · 0 0 3 | 1 | 2,079,777,853,440 |
//! | 3 0 0 · 0 2 1 · 0 1 2 | 27 | 2,046,343,981,056 |
//! | 2 1 0 · 1 0 2 · 0 2 1 | 54 | 2,033,624,237,568 |
//! | 2 1 0 · 1 1 1 · 0 1 2 | 162 | 1,798,419,846,656 |
//! | 1 1 1 · 1 1 1 · 1 1 1 | 36 | 1,448,729,942,016 |
//!
//! Felgenhauer and Jarvis have 9!·72²·2⁷·27,704,267,971, where the last factor is a prime:
//!
//! ```
//! let kinds: [(u128, u128); 5] = [
//!     (1, 2_079_777_853_440),
//!     (27, 2_046_343_981_056),
//!     (54, 2_033_624_237_568),
//!     (162, 1_798_419_846_656),
//!     (36, 1_448_729_942_016),
//! ];
//! assert_eq!(kinds.iter().map(|(partitions, _)| partitions).sum::<u128>(), 280);
//! let sum: u128 = kinds.iter().map(|(partitions, each)| partitions * each).sum();
//! assert_eq!(sum, 510_645_067_241_472);
//! let grids = sum * 280 * 6u128.pow(3) * 6u128.pow(3);
//! assert_eq!(grids, 6_670_903_752_021_072_936_960);
//! assert_eq!(grids, 362_880 * 72 * 72 * 128 * 27_704_267_971);
//! ```
//!
//! # Where it is from
//! Bertram Felgenhauer and Frazer Jarvis ("Enumerating possible Sudoku grids", 2005) counted the
//! empty board by bands: which digits share a column in a box of the first band is all that the
//! others see of it, and they counted the rest for one of each of 44 classes of that. From
//! the same year on players of the Sudoku forums, Kjell Fredrik Pettersen among them, counted and
//! estimated grids of other sizes by column configurations of a box that fit a fixed one, and by
//! classes that they called gangsters. So splits that fit, their numbers 1,680 and 56, and classes
//! under relabeling are theirs.
//!
//! What we have not found elsewhere is to have all three bands as tables over column partitions,
//! with whatever clues there are, and to join them stack by stack; and to draw and number solutions
//! by the same tables. The search for it was short, and somebody may have done it before.

mod band;
mod band_counting;
mod clues;
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

pub use crate::band_counting::{
    BandCounting, ENUMERATE_FIRST, MAX_ENUMERATED, count_after_enumeration, enumeration_budget,
};
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
/// Twenty thousand million terms take about a second. It is no bound: how many terms are 0 is known
/// from samples only, and how much relabelings save from how many they are. Of 1,000 boards drawn
/// at random, of 5 to 12 clues, nine in ten took between half and five times as many, and all
/// between 0.3 and 40 times; it tells milliseconds from seconds.
#[must_use]
pub fn estimated_work(board: &Board) -> u64 {
    clues::with_singles(board).map_or(0, |board| Layout::best(&board).terms() as u64)
}
