//! What the rules say, written as plainly as can be, at any cost in time.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Grid};

/// What a walk of the row-major search tree came by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowMajorWalk {
    /// The solutions in lexicographic order.
    pub solutions: Vec<Grid>,
    /// Digits that were tried and contradict nothing on the board.
    pub placements: u64,
    /// Placements that were made while a larger digit of the same cell was still to be tried.
    pub guesses: u64,
}

/// Walks the tree that tries, in the first blank row by row, every digit that no peer holds, in
/// ascending order, until there are this many solutions.
///
/// This is the meaning of the counters of a row-major strategy, and for boards with few blanks a
/// way to list all solutions by nothing but the rules. Boards with contradicting clues have none.
#[must_use]
pub fn walk_row_major(board: &Board, limit: usize) -> RowMajorWalk {
    let mut walk = RowMajorWalk::default();
    if board.contradictions().next().is_none() && limit > 0 {
        let _ = visit(&mut board.clone(), limit, &mut walk);
    }
    walk
}

fn visit(board: &mut Board, limit: usize, walk: &mut RowMajorWalk) -> ControlFlow<()> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        walk.solutions.extend(board.to_grid());
        return if walk.solutions.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        };
    };
    let candidates: Vec<_> = board.candidates(cell).iter().collect();
    for (tried, &digit) in (1..).zip(&candidates) {
        walk.placements += 1;
        walk.guesses += u64::from(tried < candidates.len());
        board.set(cell, Some(digit));
        visit(board, limit, walk)?;
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
