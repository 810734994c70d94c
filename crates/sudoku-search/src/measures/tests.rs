//! Compares the measures with their definitions and with published values.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Board, Cell, Digit, DigitSet, Grid, House, Limits, Solver};
use sudoku_mrv::Mrv;
use sudoku_simd::AutoSolver;

use super::{backdoor_size, trial_depth};
use crate::SearchError;

/// The digits of each cell.
type CellDigits = [DigitSet; Cell::COUNT];

fn candidates(board: &Board) -> CellDigits {
    let mut all = [DigitSet::ALL; Cell::COUNT];
    board.clues().for_each(|(cell, digit)| all[cell.index()] = DigitSet::only(digit));
    all
}

fn is_solved(all: &CellDigits) -> bool {
    all.iter().all(|digits| digits.len() == 1)
}

/// Follows naked and hidden singles. Returns false at a contradiction.
fn singles(all: &mut CellDigits) -> bool {
    loop {
        let before = *all;
        for cell in Cell::all().filter(|cell| before[cell.index()].len() == 1) {
            for peer in cell.peers() {
                all[peer.index()] = all[peer.index()] - before[cell.index()];
            }
        }
        for (house, digit) in House::all().flat_map(|it| Digit::all().map(move |d| (it, d))) {
            let has_it = |cell: &&Cell| all[cell.index()].contains(digit);
            match house.cells().iter().filter(has_it).copied().collect::<Vec<Cell>>()[..] {
                [] => return false,
                [cell] => all[cell.index()] = DigitSet::only(digit),
                _ => {}
            }
        }
        if all.iter().any(|digits| digits.is_empty()) {
            return false;
        }
        if *all == before {
            return true;
        }
    }
}

/// Applies T&E of a depth by its definition. Returns false at a contradiction.
fn trial_and_error(all: &mut CellDigits, depth: usize) -> bool {
    loop {
        let before = *all;
        if !singles(all) {
            return false;
        }
        for cell in Cell::all().filter(|_| depth > 0) {
            let digits = all[cell.index()];
            for digit in digits.iter().filter(|_| digits.len() > 1) {
                let mut trial = *all;
                trial[cell.index()] = DigitSet::only(digit);
                if !trial_and_error(&mut trial, depth - 1) {
                    all[cell.index()].remove(digit);
                }
            }
        }
        if *all == before {
            return true;
        }
    }
}

fn is_depth_enough(board: &Board, depth: usize) -> bool {
    let mut all = candidates(board);
    assert!(trial_and_error(&mut all, depth), "{board}");
    is_solved(&all)
}

/// Returns true if the right digits in some `count` cells from the `first` on leave only singles.
fn has_backdoor(board: &Board, solution: &Grid, first: usize, count: usize) -> bool {
    if count == 0 {
        let mut all = candidates(board);
        return singles(&mut all) && is_solved(&all);
    }
    Cell::all().skip(first).filter(|&cell| board.get(cell).is_none()).any(|cell| {
        let mut next = *board;
        next.set(cell, solution.as_board().get(cell));
        has_backdoor(&next, solution, cell.index() + 1, count - 1)
    })
}

fn proper(set: &str) -> Vec<Board> {
    let set = sudoku_corpus::set(set).unwrap().puzzles().unwrap();
    set.into_iter().filter(|it| it.solutions == 1).map(|it| it.board).collect()
}

/// Returns the size of the smallest backdoor and the depth of trial and error.
fn measures(board: &Board) -> (usize, usize) {
    let solver = AutoSolver::new();
    let size = backdoor_size(&solver, board, &Limits::ALL);
    let depth = trial_depth(&solver, board, &Limits::ALL);
    (size.unwrap().unwrap(), depth.unwrap().unwrap())
}

#[test]
fn the_measures_equal_those_of_the_definitions() {
    let mut found = BTreeSet::new();
    let sets = ["easy", "judge", "hard", "row-major"].map(proper);
    let singles_only: Board =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
            .parse()
            .unwrap();
    let boards = sets.iter().flat_map(|set| set.iter().take(20)).chain([&singles_only]);
    for board in boards {
        let solution = Mrv.first_solution(board).unwrap();
        let (size, depth) = measures(board);
        for smaller in 0..size.min(2) {
            assert!(!has_backdoor(board, &solution, 0, smaller), "{board}");
        }
        assert!(size > 2 || has_backdoor(board, &solution, 0, size), "{board}");
        for smaller in 0..depth.min(2) {
            assert!(!is_depth_enough(board, smaller), "{board}");
        }
        assert!(depth > 1 || is_depth_enough(board, depth), "{board}");
        found.insert((size, depth));
    }
    for expected in [(0, 0), (1, 1), (2, 1), (2, 2)] {
        assert!(found.contains(&expected), "{found:?}");
    }
}

#[test]
fn the_measures_of_known_puzzles_equal_the_published_ones() {
    for (puzzle, expected) in [
        // Forum "Enjoy Sudoku Players", "One flew over the backdoors": backdoors of three cells.
        (
            "........1.....2.3.....4.5.6..1.6.7.5..6.5.1...8.....9...541.....3.......9....8...",
            (3, 1),
        ),
        (
            "........1.....2.3.....4.5.6..1.5.6....7.6.1.5.8.....9...641.....3.......2....9...",
            (3, 1),
        ),
        // Forum "Enjoy Sudoku Players", "The hardest sudokus": Loki, the first known puzzle that
        // needs depth 3.
        (
            "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
            (2, 3),
        ),
    ] {
        assert_eq!(measures(&puzzle.parse().unwrap()), expected, "{puzzle}");
    }
}

#[test]
fn limits_end_the_search_and_wrong_puzzles_are_refused() {
    let hard = proper("hard")[0];
    let stop = AtomicBool::new(true);
    for limits in [Limits::ALL.with_nodes(3), Limits::ALL.with_stop(&stop)] {
        assert_eq!(backdoor_size(&Mrv, &hard, &limits), Ok(None));
        assert_eq!(trial_depth(&Mrv, &hard, &limits), Ok(None));
    }
    let several = Err(SearchError::SeveralSolutions);
    assert_eq!(backdoor_size(&Mrv, &Board::EMPTY, &Limits::ALL), several);
    assert_eq!(trial_depth(&Mrv, &Board::EMPTY, &Limits::ALL), several);
}
