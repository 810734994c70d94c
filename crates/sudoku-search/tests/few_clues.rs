//! Compares the puzzles with a number of clues in a grid with all sets of clues.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use common::{free, puzzles, without};
use sudoku_core::{Board, Ending, Limits, Solver, Symmetry};
use sudoku_mrv::Mrv;
use sudoku_search::{SearchError, puzzles_of_clues};
use sudoku_simd::AutoSolver;

fn of_clues(solver: &dyn Solver, puzzle: &Board, count: usize) -> Vec<Board> {
    let mut all = Vec::new();
    let report = puzzles_of_clues(solver, puzzle, count, &Limits::ALL, &mut |found| {
        all.push(*found);
        ControlFlow::Continue(())
    });
    assert_eq!(report.unwrap().solutions, all.len() as u64);
    all
}

/// Returns the puzzles by definition: tries all sets of the clues that can be removed.
fn by_definition(puzzle: &Board) -> Vec<Board> {
    let free = free(puzzle);
    let sets = (0..1_u32 << free.len()).map(|set| {
        let removed = free.iter().enumerate().filter(|(place, _)| set >> place & 1 != 0);
        removed.fold(*puzzle, |board, (_, &cell)| without(&board, cell))
    });
    sets.filter(|board| AutoSolver::new().is_proper(board)).collect()
}

#[test]
fn puzzles_of_clues_equal_all_sets_of_clues() {
    let mut count = 0;
    for (number, puzzle) in puzzles()[10..12].iter().enumerate() {
        let all = by_definition(puzzle);
        let clues = puzzle.clue_count();
        for wanted in clues - 4..=clues {
            let of_wanted = all.iter().filter(|board| board.clue_count() == wanted);
            let mut expected: Vec<Board> = of_wanted.copied().collect();
            expected.sort_unstable();
            let mut found = of_clues(&AutoSolver::new(), puzzle, wanted);
            if (number, wanted) == (0, clues - 2) {
                assert_eq!(found, of_clues(&Mrv, puzzle, wanted));
            }
            found.sort_unstable();
            assert_eq!(found, expected, "{puzzle} {wanted}");
            // The search transposes one of the two, except if both orientations cost the same.
            let turned = Symmetry::TRANSPOSE.apply(puzzle);
            let mut found = of_clues(&AutoSolver::new(), &turned, wanted);
            found.iter_mut().for_each(|board| *board = Symmetry::TRANSPOSE.apply(board));
            found.sort_unstable();
            assert_eq!(found, expected, "{turned} {wanted}");
            count += expected.len();
        }
    }
    assert!(count > 200, "{count}");
}

/// A puzzle of 17 clues.
const PUZZLE: &str =
    "..1.46.....8...2......3.7..........9...2............4.75.......4...9..3.2.......1";

#[test]
fn a_grid_has_its_puzzles_of_17_clues_and_none_of_16() {
    let puzzle: Board = PUZZLE.parse().unwrap();
    let solver = AutoSolver::new();
    let grid = *solver.first_solution(&puzzle).unwrap().as_board();
    assert_eq!(of_clues(&solver, &grid, 17), [puzzle]);
    assert_eq!(of_clues(&solver, &grid, 16), []);
}

#[test]
fn limits_end_searches() {
    let puzzle = puzzles()[11];
    let wanted = puzzle.clue_count() - 2;
    let (stop, solver) = (AtomicBool::new(true), AutoSolver::new());
    let all = of_clues(&solver, &puzzle, wanted);
    assert!(all.len() > 3, "{}", all.len());
    let search = |limits: Limits<'_>, most: usize| {
        let mut found = Vec::new();
        let report = puzzles_of_clues(&solver, &puzzle, wanted, &limits, &mut |board| {
            found.push(*board);
            if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (report.unwrap(), found)
    };
    let (report, found) = search(Limits::solutions(3), 99);
    assert_eq!((report.ending, &found[..]), (Ending::SolutionLimit, &all[..3]));
    let (report, found) = search(Limits::ALL, 2);
    assert_eq!((report.ending, &found[..]), (Ending::Caller, &all[..2]));
    let (report, _) = search(Limits::ALL.with_nodes(9), 99);
    assert_eq!((report.ending, report.nodes), (Ending::NodeLimit, 9));
    let (report, _) = search(Limits::ALL.with_stop(&stop), 99);
    assert_eq!(report.ending, Ending::Stopped);
}

#[test]
fn puzzles_that_cannot_be_searched_are_errors() {
    let search = |puzzle: &Board, count| {
        puzzles_of_clues(&Mrv, puzzle, count, &Limits::ALL, &mut |_| ControlFlow::Continue(()))
    };
    assert_eq!(search(&Board::EMPTY, 17), Err(SearchError::SeveralSolutions));
    let none: Board = format!("11{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(search(&none, 17), Err(SearchError::NoSolution));
    let puzzle = puzzles()[0];
    let clues = puzzle.clue_count();
    assert_eq!(search(&puzzle, clues).unwrap().solutions, 1);
    assert_eq!(search(&puzzle, clues + 1).unwrap().solutions, 0);
    assert_eq!(search(&puzzle, usize::MAX).unwrap().solutions, 0);
    assert_eq!(search(&puzzle, 0).unwrap().solutions, 0);
}
