//! Compares neighborhoods with all pairs of clues.

use std::collections::BTreeSet;

use sudoku_core::Ending;
use sudoku_mrv::Mrv;
use sudoku_simd::AutoSolver;

use super::*;

/// Searches that list all solutions, and searches that list none.
const EFFORTS: [Effort; 3] =
    [Effort::BEST, Effort { listed: 0, stored: 0 }, Effort { listed: 3, stored: 40 }];

fn puzzles(set: &str) -> Vec<Board> {
    let set = sudoku_corpus::set(set).unwrap().puzzles().unwrap();
    set.into_iter().filter(|it| it.solutions == 1).map(|it| it.board).collect()
}

fn neighbors(neighborhood: Neighborhood, effort: Effort, puzzle: &Board) -> Vec<Board> {
    let mut all = Vec::new();
    let report =
        neighborhood.search_with(effort, &AutoSolver::new(), puzzle, &Limits::ALL, &mut |it| {
            all.push(*it);
            ControlFlow::Continue(())
        });
    let report = report.unwrap();
    assert_eq!((report.solutions, report.ending), (all.len() as u64, Ending::Exhausted));
    all
}

/// Returns the neighborhood by definition: all choices of removed and added clues.
fn by_definition(puzzle: &Board, remove: usize, add: usize, solver: &dyn Solver) -> Vec<Board> {
    let mut all = Vec::new();
    let clues: Vec<_> = puzzle.clues().collect();
    let candidates: Vec<_> =
        Cell::all().flat_map(|cell| Digit::all().map(move |digit| (cell, digit))).collect();
    let _ = for_each_choice(&clues, remove, &mut |removed| {
        let mut rest = *puzzle;
        removed.iter().for_each(|&(cell, _)| rest.set(cell, None));
        let can_add = |&(cell, digit): &(Cell, Digit)| {
            rest.candidates(cell).contains(digit)
                && rest.get(cell).is_none()
                && !removed.contains(&(cell, digit))
        };
        let candidates: Vec<_> = candidates.iter().copied().filter(can_add).collect();
        for_each_choice(&candidates, add, &mut |added| {
            let mut board = rest;
            added.iter().for_each(|&(cell, digit)| board.set(cell, Some(digit)));
            let cells: BTreeSet<_> = added.iter().map(|it| it.0).collect();
            if cells.len() == add && board.is_consistent() && solver.is_proper(&board) {
                all.push(board);
            }
            ControlFlow::Continue(())
        })
    });
    all
}

fn is_minimal(puzzle: &Board) -> bool {
    puzzle.clues().all(|(cell, _)| {
        let mut without = *puzzle;
        without.set(cell, None);
        !AutoSolver::new().is_proper(&without)
    })
}

#[test]
fn one_clue_for_another_equals_all_pairs_on_20_puzzles() {
    let sets = [puzzles("hard"), puzzles("sparse"), puzzles("easy"), puzzles("row-major")];
    let puzzles: Vec<Board> = sets.iter().flat_map(|set| set.iter().take(5).copied()).collect();
    assert_eq!(puzzles.len(), 20);
    let mut counts = [0, 0];
    for puzzle in &puzzles {
        let expected = by_definition(puzzle, 1, 1, &Mrv);
        let minimal: Vec<_> = expected.iter().filter(|it| is_minimal(it)).copied().collect();
        let neighborhood = Neighborhood::new(1, 1);
        for effort in EFFORTS {
            assert_eq!(neighbors(neighborhood, effort, puzzle), expected, "{puzzle}");
            let only = neighbors(neighborhood.only_minimal(), effort, puzzle);
            assert_eq!(only, minimal, "{puzzle}");
        }
        counts = [counts[0] + expected.len(), counts[1] + minimal.len()];
    }
    assert!(counts[0] > counts[1] && counts[1] > 20, "{counts:?}");
}

#[test]
fn other_numbers_of_clues_equal_all_choices() {
    let solver = AutoSolver::new();
    // A puzzle with many clues has few candidates.
    let base = puzzles("easy")[0];
    let mut puzzle = solver.first_solution(&base).unwrap().as_board().to_owned();
    for cell in Cell::all().filter(|cell| base.get(*cell).is_none() && cell.index() % 3 > 0) {
        puzzle.set(cell, None);
    }
    assert!(solver.is_proper(&puzzle));
    for (remove, add) in [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (1, 2), (0, 2)] {
        let expected = by_definition(&puzzle, remove, add, &solver);
        for effort in EFFORTS {
            let all = neighbors(Neighborhood::new(remove, add), effort, &puzzle);
            assert_eq!(all, expected, "{{-{remove}+{add}}}");
        }
    }
    let mut count = 0;
    for hard in puzzles("hard").iter().take(2) {
        let expected = by_definition(hard, 2, 1, &solver);
        let minimal: Vec<_> = expected.into_iter().filter(is_minimal).collect();
        let only = neighbors(Neighborhood::new(2, 1).only_minimal(), Effort::BEST, hard);
        assert_eq!(only, minimal, "{{-2+1}}");
        count += minimal.len();
    }
    assert!(count > 0);
    let few = puzzles("sparse")[0];
    for (remove, add) in [(2, 1), (3, 0), (0, 1)] {
        let expected = by_definition(&few, remove, add, &solver);
        let all = neighbors(Neighborhood::new(remove, add), Effort::BEST, &few);
        assert_eq!(all, expected, "{{-{remove}+{add}}}");
    }
}

#[test]
fn two_clues_for_two_equal_all_choices() {
    let solver = AutoSolver::new();
    let base = puzzles("hard")[0];
    let mut puzzle = solver.first_solution(&base).unwrap().as_board().to_owned();
    for cell in Cell::all().filter(|cell| base.get(*cell).is_none() && cell.index() % 2 > 0) {
        puzzle.set(cell, None);
    }
    assert!(solver.is_proper(&puzzle));
    let expected = by_definition(&puzzle, 2, 2, &solver);
    assert!(expected.len() > 1000, "{}", expected.len());
    for effort in EFFORTS {
        assert_eq!(neighbors(Neighborhood::new(2, 2), effort, &puzzle), expected);
    }
}
