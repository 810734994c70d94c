//! `sudoku-count` is a library that counts the solutions of any Sudoku board exactly, without
//! enumerating them.
//!
//! ```
//! use sudoku_core::Board;
//! use sudoku_count::{CountLimits, count};
//!
//! let board: Board = format!("123456789{}", ".".repeat(72)).parse()?;
//! assert_eq!(count(&board, &CountLimits::NONE).exact(), Some(18_383_222_420_692_992));
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! The empty board with its 6,670,903,752,021,072,936,960 solutions takes about 0.1 seconds.
//! [`Solutions`] returns solutions by number, and draws random solutions evenly. [`BandCounting`]
//! adds this way of counting to any solver.
//!
//! # Idea
//! The library counts bands instead of solutions. The other bands depend only on one property of a
//! band: the set of digits in each column of each of its boxes. Many ways to fill a band share this
//! property. So each band gets a table with the number of ways for each value of the property. The
//! count is the sum, over all compatible values of the three bands, of the products of three
//! numbers.
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
//! There are 9! ÷ (3!·3!·3!) = 1,680 such *splits*. Without the order of their parts, they are 280
//! *partitions*. Row split and column split together determine the cell of every digit. Two splits
//! belong to a box exactly if they *cross*: each part of one shares a digit with each part of the
//! other. Each partition crosses 36 partitions. The boxes of a stack have no digit twice in a
//! column, so their three column splits *fit*: parts in the same position have no digit in common.
//! Each split fits 56 pairs of splits. The same holds for the row splits of the boxes in a band.
//!
//! # The sum
//! For column partitions of a band's three boxes, let N be the number of fitting row splits that
//! cross them, box by box. A solution consists of three fitting column splits in each stack, and of
//! fitting row splits in each band that cross them. So the number of solutions is the sum of
//! N₁·N₂·N₃ over all fitting column splits.
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
//! Clues only shorten the lists. A clue in row *r* and column *c* of a box puts its digit into part
//! *r* of the row split and into part *c* of the column split. It also excludes the digit from
//! these parts in the neighboring boxes.
//!
//! # Symmetry
//! A relabeling of digits that are not clues of the two lower bands does not change their
//! contribution. So the splits of the first band's boxes are grouped into orbits. N₁ is added up
//! within each orbit, and N₂·N₃ is computed once for each orbit. On the empty board, a few hundred
//! orbits replace 21,952,000 partitions.
//!
//! # The empty board, step by step
//! 1. Columns within a stack, and rows within a band, may come in any order. So there are 6³·6³
//!    times as many solutions as with ascending ones. Only one order of the rows is counted, and
//!    the splits of the first band are partitions.
//! 2. All 280 partitions *a* of the first box contribute the same, because a relabeling turns each
//!    into any other. The count uses {1 2 3} {4 5 6} {7 8 9}.
//! 3. The partitions *b* of the second box are of five kinds, by the numbers of digits that their
//!    parts share with the parts of *a*. All partitions of a kind contribute the same.
//! 4. For one *b* of each kind, the count adds up N₁(a, b, c) · L(a, b, c) over the 280 partitions
//!    *c*. L is the contribution of the lower bands: the sum of N₂(a′, b′, c′)·N₃(a″, b″, c″) over
//!    the 56 pairs that fit *a*, the 56 that fit *b* and the 56 that fit *c*.
//!
//! | digits shared | partitions *b* | the sum for each |
//! |---|--:|--:|
//! | 3 0 0 · 0 3 0 · 0 0 3 | 1 | 2,079,777,853,440 |
//! | 3 0 0 · 0 2 1 · 0 1 2 | 27 | 2,046,343,981,056 |
//! | 2 1 0 · 1 0 2 · 0 2 1 | 54 | 2,033,624,237,568 |
//! | 2 1 0 · 1 1 1 · 0 1 2 | 162 | 1,798,419,846,656 |
//! | 1 1 1 · 1 1 1 · 1 1 1 | 36 | 1,448,729,942,016 |
//!
//! The total agrees with Felgenhauer and Jarvis: 9!·72²·2⁷·27,704,267,971, where the last factor is
//! a prime.
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
//! # Origin
//! Bertram Felgenhauer and Frazer Jarvis ("Enumerating possible Sudoku grids", 2005) counted the
//! empty board by bands. They noticed that the other bands depend only on the digits that share a
//! column in a box of the first band. They counted the rest for one representative of each of 44
//! classes. From 2005 on, players of the Sudoku forums, among them Kjell Fredrik Pettersen, counted
//! and estimated grids of other sizes. They used column configurations of a box that fit a fixed
//! one, and classes that they called gangsters. So fitting splits, the numbers 1,680 and 56, and
//! classes under relabeling are theirs.
//!
//! We have not found two parts elsewhere, after a short search: tables over column partitions for
//! all three bands with any clues, summed stack by stack; and drawing and numbering solutions with
//! the same tables.
//!
//! # Limitations
//! - The count produces no solutions on the way. [`Solutions`] does.
//! - For a board with few solutions, making the tables takes longer than enumerating them.
//!   [`BandCounting`] chooses the faster way.
//! - Only boards can be counted, not candidates.

#![warn(missing_debug_implementations)]

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

/// Estimates the number of terms of a count of the board's solutions.
///
/// A second is about 2 · 10¹⁰ terms. The estimate is not a bound: it samples the share of terms
/// that are 0, and derives the savings by relabelings from their number. It distinguishes
/// milliseconds from seconds. On 1,000 random boards of 5 to 12 clues, the actual number was 0.5 to
/// 5 times the estimate for 90% of the boards, and 0.3 to 40 times for all.
#[must_use]
pub fn estimated_work(board: &Board) -> u64 {
    clues::with_singles(board).map_or(0, |board| Layout::best(&board).terms() as u64)
}
