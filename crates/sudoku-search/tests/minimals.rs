//! Compares the minimal puzzles in a puzzle with all sets of clues.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{free, puzzles, without};
use sudoku_core::{Board, Ending, Limits, Solver};
use sudoku_mrv::Mrv;
use sudoku_search::{Neighborhood, SearchError, minimal_puzzles};
use sudoku_simd::AutoSolver;

fn minimals(solver: &dyn Solver, puzzle: &Board) -> Vec<Board> {
    let mut all = Vec::new();
    let report = minimal_puzzles(solver, puzzle, &Limits::ALL, &mut |minimal| {
        all.push(*minimal);
        ControlFlow::Continue(())
    });
    assert_eq!(report.unwrap().solutions, all.len() as u64);
    all
}

/// Returns the minimal puzzles by definition: tries all sets of the clues that can be removed.
fn by_definition(puzzle: &Board) -> Vec<Board> {
    let solver = AutoSolver::new();
    let free = free(puzzle);
    let sets = (0..1_u32 << free.len()).map(|set| {
        let removed = free.iter().enumerate().filter(|(place, _)| set >> place & 1 != 0);
        removed.fold(*puzzle, |board, (_, &cell)| without(&board, cell))
    });
    let is_minimal = |board: &Board| {
        solver.is_proper(board)
            && board.clues().all(|(cell, _)| !solver.is_proper(&without(board, cell)))
    };
    sets.filter(is_minimal).collect()
}

#[test]
fn minimal_puzzles_equal_all_sets_of_clues() {
    let mut count = 0;
    for puzzle in puzzles() {
        let mut expected = by_definition(&puzzle);
        expected.sort_by_key(|board| board.as_bytes().map(|digit| digit > 0));
        assert_eq!(minimals(&AutoSolver::new(), &puzzle), expected, "{puzzle}");
        assert_eq!(minimals(&Mrv, &puzzle), expected, "{puzzle}");
        count += expected.len();
    }
    assert!(count > 150, "{count}");
}

#[test]
fn a_complete_grid_has_minimal_puzzles() {
    let grid = Mrv.first_solution(&Board::EMPTY).unwrap();
    let limits = Limits::solutions(100);
    let mut all = Vec::new();
    let report = minimal_puzzles(&Mrv, grid.as_board(), &limits, &mut |minimal| {
        all.push(*minimal);
        ControlFlow::Continue(())
    });
    assert_eq!(report.unwrap().ending, Ending::SolutionLimit);
    assert!(all.iter().all(|minimal| by_definition(minimal) == [*minimal]));
    all.dedup();
    assert_eq!(all.len(), 100);
}

#[test]
fn limits_end_searches() {
    let puzzle = puzzles()[11];
    let (one, stop) = (Neighborhood::new(1, 1), AtomicBool::new(true));
    let count = |limits: Limits<'_>, most: u64| {
        let mut left = most;
        let mut found = |_: &Board| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let near = one.search(&Mrv, &puzzle, &limits, &mut found).unwrap();
        left = most;
        let mut found = |_: &Board| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let within = minimal_puzzles(&Mrv, &puzzle, &limits, &mut found).unwrap();
        [near, within]
    };
    for report in count(Limits::solutions(3), 99) {
        assert_eq!((report.solutions, report.ending), (3, Ending::SolutionLimit));
    }
    for report in count(Limits::solutions(0), 99) {
        assert_eq!((report.solutions, report.nodes), (0, 0));
        assert_eq!(report.ending, Ending::SolutionLimit);
    }
    for report in count(Limits::ALL, 2) {
        assert_eq!((report.solutions, report.ending), (2, Ending::Caller));
    }
    for report in count(Limits::ALL.with_nodes(4), 99) {
        assert_eq!((report.nodes, report.ending), (4, Ending::NodeLimit));
    }
    for report in count(Limits::ALL.with_stop(&stop), 99) {
        assert_eq!(report.ending, Ending::Stopped);
    }
    stop.store(false, Ordering::Relaxed);
    let whole = one.search(&Mrv, &puzzle, &Limits::ALL, &mut |_| ControlFlow::Continue(()));
    let limits = Limits::ALL.with_stop(&stop).with_nodes(whole.unwrap().nodes);
    let same = one.search(&Mrv, &puzzle, &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!(same, whole);
}

#[test]
fn puzzles_that_cannot_be_searched_are_errors() {
    let search = |puzzle: &Board, remove, add| {
        let near = Neighborhood::new(remove, add);
        near.search(&Mrv, puzzle, &Limits::ALL, &mut |_| ControlFlow::Continue(()))
    };
    let within = |puzzle: &Board| {
        minimal_puzzles(&Mrv, puzzle, &Limits::ALL, &mut |_| ControlFlow::Continue(()))
    };
    let several = Board::EMPTY;
    assert_eq!(search(&several, 0, 1), Err(SearchError::SeveralSolutions));
    assert_eq!(within(&several), Err(SearchError::SeveralSolutions));
    let none: Board = format!("11{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(search(&none, 1, 1), Err(SearchError::NoSolution));
    assert_eq!(within(&none), Err(SearchError::NoSolution));
    let grid = *Mrv.first_solution(&Board::EMPTY).unwrap().as_board();
    assert_eq!(search(&grid, 1, 1), Err(SearchError::CompleteGrid));
    let puzzle = puzzles()[0];
    let clues = puzzle.clue_count();
    let remove = clues + 1;
    assert_eq!(search(&puzzle, remove, 1), Err(SearchError::TooManyRemoved { remove, clues }));
    let (add, blanks) = (83 - clues, 82 - clues);
    assert_eq!(search(&puzzle, 1, add), Err(SearchError::TooManyAdded { add, blanks }));
}
