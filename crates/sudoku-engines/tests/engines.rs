//! The functions of this crate give the same answers as a plain search by the rules.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use sudoku_bitmask::Bitmask;
use sudoku_engines::{
    AutoSolver, Board, Candidates, Cell, Digit, Ending, Grid, Limits, Outcome, Solver, count_up_to,
    is_proper, solutions, solve, solve_all, solve_batch, solve_proper, with_time_limit,
};

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the solutions that a different strategy finds, sorted.
fn expected(board: &Board) -> Vec<Grid> {
    let mut grids = Vec::new();
    Bitmask.search(board, &Limits::ALL, &mut |grid| {
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    grids.sort_unstable();
    grids
}

fn listed(board: &Board) -> Vec<Grid> {
    let mut grids: Vec<Grid> = solutions(board).collect();
    grids.sort_unstable();
    grids
}

#[test]
fn the_corpus_is_answered() {
    for set in sudoku_corpus::sets() {
        for puzzle in set.puzzles().unwrap() {
            let board = puzzle.board;
            assert_eq!(is_proper(&board), puzzle.solutions == 1, "{board}");
            assert_eq!(solve_proper(&board), puzzle.solution, "{board}");
            let first = solve(&board);
            assert_eq!(first.is_some(), puzzle.solutions > 0, "{board}");
            assert!(first.is_none_or(|grid| grid.is_valid() && grid.extends(&board)), "{board}");
            for limit in [0, 1, 2, 1000] {
                let count = u128::from(count_up_to(&board, limit));
                assert_eq!(count, puzzle.solutions.min(limit.into()), "{board}");
            }
        }
    }
}

#[test]
fn counts_of_any_size_fit_or_say_that_they_do_not() {
    assert_eq!(count_up_to(&Board::EMPTY, u64::MAX), u64::MAX);
    for puzzle in sudoku_corpus::set("many").unwrap().puzzles().unwrap() {
        let expected = u64::try_from(puzzle.solutions).unwrap();
        for limit in [u64::MAX, 20_000] {
            assert_eq!(count_up_to(&puzzle.board, limit), expected.min(limit), "{}", puzzle.board);
        }
    }
    let stop = AtomicBool::new(true);
    let limits = Limits::ALL.with_stop(&stop);
    let auto = sudoku_engines::counting::BandCounting::new(AutoSolver::new());
    assert_eq!(auto.count(&Board::EMPTY, &limits).ending, Ending::Stopped);
    // If the nodes are limited, the strategy's own count is used.
    let limits = Limits::ALL.with_nodes(500);
    assert_eq!(auto.count(&Board::EMPTY, &limits), AutoSolver::new().count(&Board::EMPTY, &limits));
}

/// Uses boards with up to 100,000 solutions, which are split many times.
#[test]
fn every_solution_comes_once() {
    let mut many = 0;
    for puzzle in sudoku_corpus::set("many").unwrap().puzzles().unwrap() {
        let board = puzzle.board;
        let mut found = HashSet::new();
        for grid in solutions(&board) {
            assert!(grid.is_valid() && grid.extends(&board), "{board}: {grid}");
            assert!(found.insert(grid), "{board}: {grid} twice");
        }
        assert_eq!(found.len() as u128, puzzle.solutions, "{board}");
        many += usize::from(found.len() > 10_000);
    }
    assert!(many > 3, "{many} boards with enough solutions to be split often");
}

#[test]
fn the_order_of_solutions_is_the_same_every_time() {
    let some = || solutions(&Board::EMPTY).take(3_000).collect::<Vec<_>>();
    assert_eq!(some(), some());
    // A clone continues from the position at which it was made.
    let mut iterator = solutions(&Board::EMPTY);
    iterator.by_ref().take(700).for_each(drop);
    let copy = iterator.clone();
    assert!(iterator.take(1_000).eq(copy.take(1_000)));
}

#[test]
fn an_iterator_that_has_ended_stays_so() {
    let full: Board = GRID.parse().unwrap();
    let mut iterator = solutions(&full);
    assert_eq!(iterator.next(), full.to_grid());
    assert_eq!((iterator.next(), iterator.next()), (None, None));
    let contradiction: Board = format!("55{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(solutions(&contradiction).next(), None);
}

#[test]
fn batches_are_answered_like_single_boards() {
    let mut boards = Vec::new();
    for set in sudoku_corpus::sets() {
        boards.extend(set.puzzles().unwrap().iter().map(|puzzle| puzzle.board));
    }
    let limits = Limits::solutions(2);
    let single: Vec<Outcome> =
        boards.iter().map(|board| AutoSolver::new().solve(board, &limits)).collect();
    let once = boards.len();
    // Enough boards for several threads, plus one.
    boards = boards.iter().copied().cycle().take(4 * 4096 + 1).collect();
    for size in [0, 1, 100, 4096, boards.len()] {
        for outcomes in [solve_batch(&boards[..size], &limits), solve_all(&boards[..size], &limits)]
        {
            assert_eq!(outcomes.len(), size);
            for (index, outcome) in outcomes.iter().enumerate() {
                let (board, expected) = (&boards[index], single[index % once]);
                assert_eq!(outcome.report.solutions, expected.report.solutions, "{board}");
                assert_eq!(outcome.report.ending, expected.report.ending, "{board}");
                if expected.report.is_proper() {
                    assert_eq!(outcome.first, expected.first, "{board}");
                }
                let is_solution = |grid: Grid| grid.is_valid() && grid.extends(board);
                assert!(outcome.first.is_none_or(is_solution), "{board}");
            }
        }
    }
}

#[test]
fn a_flag_stops_all_threads() {
    let raised = AtomicBool::new(true);
    let boards = vec![Board::EMPTY; 20_000];
    let outcomes = solve_all(&boards, &Limits::ALL.with_stop(&raised));
    assert!(outcomes.iter().all(|outcome| outcome.report.ending == Ending::Stopped));
}

#[test]
fn time_limits_end_searches_and_nothing_else() {
    let start = Instant::now();
    let report = with_time_limit(Duration::from_millis(20), |stop| {
        AutoSolver::new().count(&Board::EMPTY, &Limits::ALL.with_stop(stop))
    })
    .unwrap();
    assert_eq!(report.ending, Ending::Stopped);
    assert!(start.elapsed() >= Duration::from_millis(20));

    // Work that ends by itself does not wait for the time limit.
    let start = Instant::now();
    let raised = with_time_limit(Duration::MAX, |stop| stop.load(Ordering::Relaxed)).unwrap();
    assert!(!raised && start.elapsed() < Duration::from_secs(60));
    let panicked = catch_unwind(|| with_time_limit(Duration::MAX, |_| panic!("on purpose")));
    assert!(panicked.is_err() && start.elapsed() < Duration::from_secs(60));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solutions_are_those_of_the_rules(
        blanks in proptest::collection::vec(0..81usize, 0..52),
        wrong in proptest::option::weighted(0.2, (0..81usize, 1..=9u8)),
    ) {
        let mut board: Board = GRID.parse().unwrap();
        for blank in blanks {
            board.set(Cell::new(blank).unwrap(), None);
        }
        if let Some((cell, digit)) = wrong {
            board.set(Cell::new(cell).unwrap(), Digit::new(digit));
        }
        prop_assert_eq!(listed(&board), expected(&board));
    }

    /// The functions also accept candidates, and return the solutions that they permit.
    #[test]
    fn candidates_are_answered_like_boards(
        blanks in proptest::collection::vec(0..81usize, 0..45),
        gone in proptest::collection::vec((0..81usize, 1..=9u8), 0..40),
    ) {
        let mut board: Board = GRID.parse().unwrap();
        for blank in blanks {
            board.set(Cell::new(blank).unwrap(), None);
        }
        let mut candidates = Candidates::from(&board);
        for (cell, digit) in gone {
            let cell = Cell::new(cell).unwrap();
            if board.get(cell).is_none() {
                candidates.eliminate(cell, Digit::new(digit).into_iter().collect());
            }
        }
        let mut left = expected(&board);
        left.retain(|grid| candidates.permits(grid));
        let mut found: Vec<Grid> = solutions(&candidates).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &left);
        prop_assert_eq!(count_up_to(&candidates, u64::MAX), left.len() as u64);
        prop_assert_eq!(is_proper(&candidates), left.len() == 1);
        prop_assert_eq!(solve(&candidates).is_some(), !left.is_empty());
        prop_assert_eq!(solve_proper(&candidates).is_some(), left.len() == 1);
        let limits = Limits::solutions(2);
        let puzzles = [candidates, Candidates::from(&board)];
        for outcomes in [solve_batch(&puzzles, &limits), solve_all(&puzzles, &limits)] {
            prop_assert_eq!(outcomes[0].report.solutions, left.len().min(2) as u64);
            prop_assert!(outcomes[1].first.is_some());
        }
    }
}
