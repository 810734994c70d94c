//! What counting has to agree with: walking, arithmetic, symmetry, and numbers that are known.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod draws;

use std::sync::atomic::AtomicBool;

use sudoku_core::{Board, Cell, Limits, Relabeling, Solver, Symmetry};
use sudoku_count::{Count, CountLimits, Ending, count, forced, terms};
use sudoku_simd::AutoSolver;

use draws::Draws;

/// How many grids there are: Felgenhauer and Jarvis, 2005.
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

fn exact(board: &Board) -> u128 {
    count(board, &CountLimits::NONE).exact().unwrap()
}

#[test]
fn counts_what_walking_counts_whichever_way_round() {
    let mut draws = Draws(1);
    let (mut boards, mut solutions) = (0, 0);
    for number in 0..40 {
        let mut board = draws.board(20 + number % 12);
        if number % 4 == 3 {
            // A changed clue mostly leaves no solution.
            let (cell, _) = board.clues().nth(draws.below(20)).unwrap();
            board.set(cell, board.candidates(cell).into_iter().next_back());
        }
        let walked = AutoSolver::new().count(&board, &Limits::solutions(100_000));
        if walked.ending != Ending::Exhausted {
            continue;
        }
        (boards, solutions) = (boards + 1, solutions + walked.solutions);
        assert_eq!(exact(&board), walked.solutions.into(), "{board}");
        let expected = Count { solutions: walked.solutions.into(), ending: Ending::Exhausted };
        for forced in forced::counts(&board) {
            assert_eq!(forced, expected, "{board}");
        }
    }
    assert!(boards > 20 && solutions > 20_000, "{boards} boards, {solutions} solutions");
}

#[test]
fn counts_the_numbers_that_are_known() {
    assert_eq!(exact(&Board::EMPTY), GRIDS);
    assert_eq!(
        exact(&format!("{}7{}", ".".repeat(40), ".".repeat(40)).parse().unwrap()),
        GRIDS / 9
    );
    let row: Board = format!("123456789{}", ".".repeat(72)).parse().unwrap();
    assert_eq!(exact(&row), GRIDS / 362_880);
    let column = Symmetry::TRANSPOSE.apply(&row);
    assert_eq!(exact(&column), GRIDS / 362_880);
    // One of the 44 classes of bands that Felgenhauer and Jarvis list, with its number there, which
    // leaves out the orders of the six lower rows.
    let rows = "123456789456789123789123456";
    assert_eq!(exact(&format!("{rows}{}", ".".repeat(54)).parse().unwrap()), 108_374_976 * 72);
}

#[test]
fn the_digits_of_a_cell_share_out_the_solutions() {
    let mut draws = Draws(2);
    for clues in 15..20 {
        let board = draws.board(clues);
        let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap();
        let parts = board.candidates(cell).into_iter().map(|digit| {
            let mut board = board;
            board.set(cell, Some(digit));
            exact(&board)
        });
        assert_eq!(parts.sum::<u128>(), exact(&board), "{board}");
    }
}

#[test]
fn symmetries_change_nothing() {
    let mut draws = Draws(3);
    for clues in 16..20 {
        let board = draws.board(clues);
        let symmetry = Symmetry::nth(draws.below(Symmetry::COUNT as usize) as u32).unwrap();
        let relabeling = Relabeling::nth(draws.below(Relabeling::COUNT as usize) as u32).unwrap();
        assert_eq!(exact(&relabeling.apply(&symmetry.apply(&board))), exact(&board), "{board}");
    }
}

#[test]
fn the_ends_of_the_scale() {
    let proper =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let proper: Board = proper.parse().unwrap();
    assert_eq!(exact(&proper), 1);
    let full = *AutoSolver::new().first_solution(&proper).unwrap().as_board();
    assert_eq!(exact(&full), 1);
    assert_eq!(exact(&format!("11{}", ".".repeat(79)).parse().unwrap()), 0);
    // The first box has no place for its 7.
    let none = format!("123......456.........7.....{}", ".".repeat(54));
    assert_eq!(exact(&none.parse().unwrap()), 0);
}

#[test]
fn limits_end_the_count() {
    let ended = |limits: CountLimits<'_>| count(&Board::EMPTY, &limits);
    let limit = CountLimits { solutions: 1000, ..CountLimits::NONE };
    assert_eq!(ended(limit), Count { solutions: 1000, ending: Ending::SolutionLimit });
    assert_eq!(ended(CountLimits { solutions: 0, ..limit }).ending, Ending::SolutionLimit);
    let bound = terms(&Board::EMPTY);
    let short = ended(CountLimits { terms: bound - 1, ..CountLimits::NONE });
    assert_eq!(short, Count { solutions: 0, ending: Ending::StepLimit });
    assert_eq!(ended(CountLimits { terms: bound, ..CountLimits::NONE }).exact(), Some(GRIDS));
    let raised = AtomicBool::new(true);
    let stopped = ended(CountLimits { stop: Some(&raised), ..CountLimits::NONE });
    assert_eq!(stopped, Count { solutions: 0, ending: Ending::Stopped });
    let threads = 3.try_into().unwrap();
    let board = Draws(4).board(16);
    let threaded = count(&board, &CountLimits { threads, ..CountLimits::NONE });
    assert_eq!(threaded.exact(), Some(exact(&board)));
}
