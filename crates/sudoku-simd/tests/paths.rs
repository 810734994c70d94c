//! The paths are one algorithm: they agree with each other on every counter.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_conformance::Mutants;
use sudoku_simd::{Board, BoardSolver, Cell, Digit, Ending, Limits, Path, Solver};

fn paths() -> impl Iterator<Item = BoardSolver> {
    Path::ALL.into_iter().filter_map(BoardSolver::with_path)
}

#[test]
fn counters_are_the_same_on_every_path() {
    let mut guessed = 0;
    for board in Mutants::new(8).take(1_500) {
        let limits = Limits::ALL.with_steps(20_000);
        let whole = BoardSolver::preferring(Path::Portable).count(&board, &limits);
        for solver in paths() {
            let report = solver.count(&board, &limits);
            if whole.ending == Ending::Exhausted {
                assert_eq!(report, whole, "{board} on {}", solver.path());
            } else {
                assert_eq!((report.ending, report.steps), (whole.ending, whole.steps), "{board}");
            }
        }
        guessed += whole.guesses.unwrap();
    }
    assert!(guessed > 1_000);
}

#[test]
fn counting_and_searching_take_the_same_steps() {
    for solver in paths() {
        for board in Mutants::new(9).take(300) {
            for limits in [Limits::solutions(3), Limits::solutions(200), Limits::ALL.with_steps(50)]
            {
                let report = solver.search(&board, &limits, &mut |_| ControlFlow::Continue(()));
                assert_eq!(solver.count(&board, &limits), report, "{board} on {}", solver.path());
            }
        }
    }
}

#[test]
fn the_empty_board_has_a_million_solutions_and_more() {
    for solver in paths() {
        let report = solver.count(&Board::EMPTY, &Limits::solutions(1_000_000));
        assert_eq!((report.solutions, report.ending), (1_000_000, Ending::SolutionLimit));
    }
}

#[test]
fn boards_with_one_clue_have_solutions() {
    for solver in paths() {
        for cell in Cell::all() {
            let mut board = Board::EMPTY;
            board.set(cell, Digit::new(1 + (cell.index() % 9) as u8));
            let outcome = solver.solve(&board, &Limits::solutions(3));
            assert_eq!(outcome.report.solutions, 3);
            assert!(outcome.first.is_some_and(|grid| grid.is_valid() && grid.extends(&board)));
        }
    }
}

/// Boards without a solution where nothing shows on the surface: the search meets contradictions
/// deep in a wide tree, and gives up on the same step on every path or exhausts it.
#[test]
fn hopeless_boards_end_on_the_step_limit_or_exhausted() {
    let hopeless = [
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7",
        "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3",
    ];
    for text in hopeless {
        let board: Board = text.parse().unwrap();
        let limits = Limits::solutions(1).with_steps(300_000);
        let known = BoardSolver::preferring(Path::Portable).count(&board, &limits);
        assert_eq!(known.solutions, 0, "{board}");
        for solver in paths() {
            let report = solver.count(&board, &limits);
            assert_eq!((report.ending, report.steps), (known.ending, known.steps), "{board}");
        }
    }
}

#[test]
fn a_raised_flag_ends_a_search_in_which_no_solution_comes() {
    // A board whose search goes on and on without a solution.
    let board: Board =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
            .parse()
            .unwrap();
    for solver in paths() {
        let best = (0..10).map(|_| time_to_stop(&solver, &board)).min().unwrap();
        assert!(best < Duration::from_millis(1), "{best:?} on {}", solver.path());
    }
}

fn time_to_stop(solver: &BoardSolver, board: &Board) -> Duration {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(2));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let report = solver.count(board, &Limits::ALL.with_stop(&flag));
        let ended = Instant::now();
        assert!(matches!(report.ending, Ending::Stopped | Ending::Exhausted));
        ended.saturating_duration_since(raiser.join().unwrap())
    })
}

#[test]
fn paths_are_found_by_name() {
    for path in Path::ALL {
        assert_eq!(path.to_string().parse(), Ok(path));
    }
    assert!("sse9".parse::<Path>().is_err());
    assert_eq!(BoardSolver::preferring(Path::Portable).path(), Path::Portable);
    assert!(Path::best().is_available());
}
