//! The expected results, computed from the rules as plainly as possible and without regard to time.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Cell, Digit, Grid};

/// Puzzles with the number of placements that the row-major search with ascending digits makes up
/// to the first solution. The numbers are known from programs outside this project.
///
/// The last one takes a simple program 15 seconds or more.
/// [`assert_row_major_tree`](crate::assert_row_major_tree) leaves it out, and
/// [`assert_largest_row_major_tree`](crate::assert_largest_row_major_tree) checks only this one.
pub const ROW_MAJOR_PLACEMENTS: &[(&str, u64)] = &[
    (".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.", 14),
    ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 4_208),
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 49_558),
    (
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        18_297_262,
    ),
    (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        69_175_316,
    ),
    (
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        1_759_846_510,
    ),
];

/// The results of a search of the row-major tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowMajorWalk {
    /// The solutions in lexicographic order.
    pub solutions: Vec<Grid>,
    /// The number of digits that were tried and contradict nothing on the board.
    pub placements: u64,
    /// The number of placements that were made while a larger digit of the same cell was still to
    /// be tried.
    pub guesses: u64,
}

/// Searches the row-major tree up to this many solutions. In the first blank, row by row, it tries
/// every digit that no peer holds, in ascending order.
///
/// This search defines the counters of a row-major strategy. For boards with few blanks, it also
/// lists all solutions by the rules alone. Boards with contradicting clues have no solution.
#[must_use]
pub fn walk_row_major(board: &Board, limit: usize) -> RowMajorWalk {
    let mut walk = RowMajorWalk::default();
    if board.contradictions().next().is_none() && limit > 0 {
        let _ = visit(&mut board.clone(), None, limit, &mut walk);
    }
    walk
}

/// Searches the same tree with only the candidates of each cell, up to this many solutions. Returns
/// the solutions in lexicographic order.
pub(crate) fn walk_candidates(candidates: &Candidates, limit: usize) -> Vec<Grid> {
    let mut walk = RowMajorWalk::default();
    if limit > 0 {
        let _ = visit(&mut Board::EMPTY.clone(), Some(candidates), limit, &mut walk);
    }
    walk.solutions
}

fn visit(
    board: &mut Board,
    among: Option<&Candidates>,
    limit: usize,
    walk: &mut RowMajorWalk,
) -> ControlFlow<()> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        walk.solutions.extend(board.to_grid());
        return if walk.solutions.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        };
    };
    let is_left = |&digit: &Digit| among.is_none_or(|marks| marks.get(cell).contains(digit));
    let candidates: Vec<_> = board.candidates(cell).iter().filter(is_left).collect();
    for (tried, &digit) in (1..).zip(&candidates) {
        walk.placements += 1;
        walk.guesses += u64::from(tried < candidates.len());
        board.set(cell, Some(digit));
        visit(board, among, limit, walk)?;
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
