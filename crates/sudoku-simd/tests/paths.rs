//! The paths are one algorithm: they agree with each other on the counters.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_conformance::MutatedPuzzles;
use sudoku_simd::{
    Board, BoardSolver, Cell, Digit, Ending, Limits, SimdLevel, SimdLevelError, Solver,
};

fn paths() -> impl Iterator<Item = BoardSolver> {
    SimdLevel::ALL.iter().copied().filter_map(BoardSolver::with_path)
}

/// AVX-512 may see a contradiction in a torn board a few nodes earlier or later (see `DepthFirst`).
#[test]
fn counters_are_the_same_on_every_path_but_for_torn_boards() {
    let (mut guessed, mut steps, mut torn) = (0, 0, 0);
    for board in MutatedPuzzles::new(8).take(800) {
        let limits = Limits::ALL.with_steps(3_000);
        let whole = BoardSolver::preferring(SimdLevel::Portable).count(&board, &limits);
        for solver in paths() {
            let report = solver.count(&board, &limits);
            if whole.ending == Ending::Exhausted {
                if solver.path() == SimdLevel::Avx512 {
                    assert_eq!(report.solutions, whole.solutions, "{board}");
                    assert_eq!(report.ending, whole.ending, "{board}");
                    torn += report.steps.abs_diff(whole.steps);
                    continue;
                }
                assert_eq!(report, whole, "{board} on {}", solver.path());
            } else {
                assert_eq!((report.ending, report.steps), (whole.ending, whole.steps), "{board}");
            }
        }
        guessed += whole.guesses.unwrap();
        steps += whole.steps;
    }
    assert!(guessed > 1_000 && torn * 200 < steps, "{guessed} guesses, {torn} of {steps} steps");
}

#[test]
fn counting_and_searching_take_the_same_steps() {
    for solver in paths() {
        for board in MutatedPuzzles::new(9).take(300) {
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

/// Boards without a solution where nothing shows on the surface: thousands of nodes, contradictions
/// deep in the tree.
#[test]
fn hopeless_boards_are_exhausted() {
    let hopeless = [
        "....12....3...4.9..9.....3..41......5..1..9.........7..7...........9......6..18.3",
        "..............2.9..1......73.2....591..967........4........9...........6.........",
        ".7..12....3...8.9..9.....3..81......5..1......6...5.7..4......................8.3",
        ".......5..1.....822.8.........8.7..6.2..19..3.......2......4.......8..7....2.....",
    ];
    for text in hopeless {
        let board: Board = text.parse().unwrap();
        for solver in paths() {
            let report = solver.count(&board, &Limits::ALL);
            assert_eq!((report.solutions, report.ending), (0, Ending::Exhausted), "{board}");
            assert!(report.steps > 1_000, "{board}: {report:?}");
        }
    }
}

/// Without a clock: few enough steps pass between two looks at the flag.
#[test]
fn a_raised_flag_is_seen_within_256_steps() {
    for solver in paths() {
        let flag = AtomicBool::new(false);
        let report = solver.search(&Board::EMPTY, &Limits::ALL.with_stop(&flag), &mut |_| {
            flag.store(true, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(report.ending, Ending::Stopped);
        assert!(report.steps <= 256, "{report:?} on {}", solver.path());
    }
}

#[test]
fn a_raised_flag_ends_a_count() {
    for solver in paths() {
        // Tried again where the machine is busy with something else at that moment.
        let soon = Duration::from_millis(1);
        let stops = (0..100).any(|_| time_to_stop(&solver, &Board::EMPTY) < soon);
        assert!(stops, "a raised flag does not end a count on {}", solver.path());
    }
}

fn time_to_stop(solver: &BoardSolver, board: &Board) -> Duration {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(2));
            let raised = Instant::now();
            flag.store(true, Ordering::Relaxed);
            raised
        });
        let report = solver.count(board, &Limits::ALL.with_stop(&flag));
        let ended = Instant::now();
        assert_eq!(report.ending, Ending::Stopped);
        ended.saturating_duration_since(raiser.join().unwrap())
    })
}

/// A detection that never finds anything would leave the other paths untested.
#[cfg(target_arch = "x86_64")]
#[test]
fn paths_are_there_where_the_processor_has_them() {
    assert_eq!(SimdLevel::Avx2.is_available(), is_x86_feature_detected!("avx2"));
    let has_avx512 = is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vl");
    assert_eq!(SimdLevel::Avx512.is_available(), has_avx512);
    assert!(SimdLevel::Portable.is_available());
}

#[cfg(not(target_arch = "x86_64"))]
#[test]
fn paths_are_there_where_the_processor_has_them() {
    assert!(SimdLevel::Portable.is_available());
    assert!(!SimdLevel::Avx512.is_available() && !SimdLevel::Avx2.is_available());
    assert_eq!(SimdLevel::best(), SimdLevel::Portable);
}

#[test]
fn paths_are_found_by_name() {
    for &path in SimdLevel::ALL {
        assert_eq!(path.to_string().parse(), Ok(path));
    }
    assert_eq!("sse9".parse::<SimdLevel>(), Err(SimdLevelError::Unknown));
    assert_eq!(
        SimdLevelError::Unknown.to_string(),
        "no such path; there are: avx512, avx2, portable"
    );
    assert_eq!(BoardSolver::preferring(SimdLevel::Portable).path(), SimdLevel::Portable);
    assert!(SimdLevel::best().is_available());
}

/// The tests of this file share a process, in which solvers have asked for the default or will.
#[test]
fn the_default_is_decided_once() {
    let default = BoardSolver::new().path();
    assert_eq!(default.make_default(), Ok(()));
    for &path in SimdLevel::ALL.iter().filter(|&&path| path != default) {
        let error = path.make_default().unwrap_err();
        let expected = if path.is_available() {
            SimdLevelError::Decided(default)
        } else {
            SimdLevelError::Unavailable(path)
        };
        assert_eq!(error, expected);
        assert!(
            error.to_string().contains(if path.is_available() { default } else { path }.name())
        );
    }
    assert_eq!(BoardSolver::new().path(), default);
}
