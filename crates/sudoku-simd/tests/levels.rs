//! All instruction sets implement one algorithm: their counters agree.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_conformance::MutatedPuzzles;
use sudoku_simd::{
    BatchSolver, Board, BoardSolver, Candidates, Cell, Digit, DigitSet, Ending, House, Limits,
    PuzzleBatch, SimdLevel, SimdLevelError, Solver,
};

fn levels() -> impl Iterator<Item = BoardSolver> {
    SimdLevel::ALL.iter().copied().filter_map(BoardSolver::with_level)
}

/// AVX-512 may detect an order-dependent contradiction a few nodes earlier or later (see
/// `DepthFirst`).
#[test]
fn counters_agree_but_for_order_dependent_contradictions() {
    let (mut guessed, mut nodes, mut order_dependent) = (0, 0, 0);
    for board in MutatedPuzzles::new(8).take(800) {
        let limits = Limits::ALL.with_nodes(3_000);
        let whole = BoardSolver::preferring(SimdLevel::Portable).count(&board, &limits);
        for solver in levels() {
            let report = solver.count(&board, &limits);
            if whole.ending == Ending::Exhausted {
                if solver.level() == SimdLevel::Avx512 {
                    assert_eq!(report.solutions, whole.solutions, "{board}");
                    assert_eq!(report.ending, whole.ending, "{board}");
                    order_dependent += report.nodes.abs_diff(whole.nodes);
                    continue;
                }
                assert_eq!(report, whole, "{board} on {}", solver.level());
            } else {
                assert_eq!((report.ending, report.nodes), (whole.ending, whole.nodes), "{board}");
            }
        }
        guessed += whole.guesses.unwrap();
        nodes += whole.nodes;
    }
    assert!(
        guessed > 1_000 && order_dependent * 200 < nodes,
        "{guessed} guesses, {order_dependent} of {nodes} nodes"
    );
}

#[test]
fn counting_and_searching_take_the_same_steps() {
    for solver in levels() {
        for board in MutatedPuzzles::new(9).take(300) {
            for limits in [Limits::solutions(3), Limits::solutions(200), Limits::ALL.with_nodes(50)]
            {
                let report = solver.search(&board, &limits, &mut |_| ControlFlow::Continue(()));
                assert_eq!(solver.count(&board, &limits), report, "{board} on {}", solver.level());
            }
        }
    }
}

#[test]
fn the_empty_board_has_a_million_solutions_and_more() {
    for solver in levels() {
        let report = solver.count(&Board::EMPTY, &Limits::solutions(1_000_000));
        assert_eq!((report.solutions, report.ending), (1_000_000, Ending::SolutionLimit));
    }
}

#[test]
fn boards_with_one_clue_have_solutions() {
    for solver in levels() {
        for cell in Cell::all() {
            let mut board = Board::EMPTY;
            board.set(cell, Digit::new(1 + (cell.index() % 9) as u8));
            let outcome = solver.solve(&board, &Limits::solutions(3));
            assert_eq!(outcome.report.solutions, 3);
            assert!(outcome.first.is_some_and(|grid| grid.is_valid() && grid.extends(&board)));
        }
    }
}

/// The second solution of a pair needs no propagation, but counts as a node.
#[test]
fn the_second_solution_of_a_pair_is_a_node() {
    // Two digits can trade places in four cells.
    let text = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
    let board: Board = text.parse().unwrap();
    for solver in levels() {
        let mut found = Vec::new();
        let report = solver.search(&board, &Limits::ALL, &mut |grid| {
            found.push(*grid);
            ControlFlow::Continue(())
        });
        assert_eq!((report.solutions, report.nodes, report.guesses), (2, 3, Some(1)));
        assert_ne!(found[0], found[1]);
        assert!(found.iter().all(|grid| grid.is_valid() && grid.extends(&board)));
        let report = solver.count(&board, &Limits::ALL.with_nodes(2));
        assert_eq!((report.solutions, report.ending), (1, Ending::NodeLimit));
    }
}

/// Boards without a solution and without a visible contradiction: thousands of nodes, with
/// contradictions deep in the tree.
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
        for solver in levels() {
            let report = solver.count(&board, &Limits::ALL);
            assert_eq!((report.solutions, report.ending), (0, Ending::Exhausted), "{board}");
            assert!(report.nodes > 1_000, "{board}: {report:?}");
        }
    }
}

/// The search itself would find these contradictions very late.
#[test]
fn houses_with_too_few_digits_are_exhausted() {
    let mut puzzles = Vec::new();
    for (house, size) in House::all().flat_map(|house| (3..=8).map(move |size| (house, size))) {
        // As many cells get one digit fewer. Each other cell has all nine digits, or lacks one.
        for is_full in [true, false] {
            let digits = DigitSet::from_bits((1 << (size - 1)) - 1).unwrap();
            let mut sets = [DigitSet::ALL; 81];
            if !is_full {
                for (cell, set) in sets.iter_mut().enumerate() {
                    *set -= DigitSet::from_bits(1 << (cell * 4 % 9)).unwrap();
                }
            }
            house.cells().iter().rev().take(size).for_each(|cell| sets[cell.index()] = digits);
            puzzles.push(Candidates::new(sets));
        }
    }
    // Four cells of the first row have only three digits, because a 9 is below.
    let mut sets = [DigitSet::ALL; 81];
    let three = DigitSet::from_bits(7).unwrap();
    let nine = DigitSet::from_bits(256).unwrap();
    for (cell, set) in [(0, three | nine), (3, three), (6, three), (8, three), (36, nine)] {
        sets[cell] = set;
    }
    puzzles.push(Candidates::new(sets));
    // Smaller batches are searched one by one.
    let puzzles: Vec<Candidates> = puzzles.iter().cycle().take(1024).cloned().collect();
    let limits = Limits::ALL.with_nodes(100);
    let check = |solver: &dyn Solver<Candidates>| {
        let mut outcomes = Vec::new();
        solver.search_batch(PuzzleBatch::new(&puzzles, &mut outcomes), &limits);
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            assert_eq!(outcome.report.ending, Ending::Exhausted, "{puzzle}");
            assert_eq!(outcome, solver.solve(puzzle, &limits), "{puzzle}");
        }
    };
    levels().for_each(|solver| check(&solver));
    check(&BatchSolver::new());
}

/// Without a clock: the search checks the flag every few nodes.
#[test]
fn a_raised_flag_is_seen_within_256_steps() {
    for solver in levels() {
        let flag = AtomicBool::new(false);
        let report = solver.search(&Board::EMPTY, &Limits::ALL.with_stop(&flag), &mut |_| {
            flag.store(true, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(report.ending, Ending::Stopped);
        assert!(report.nodes <= 256, "{report:?} on {}", solver.level());
    }
}

#[test]
fn a_raised_flag_ends_a_count() {
    for solver in levels() {
        // Tried again in case the machine is busy.
        let soon = Duration::from_millis(1);
        let stops = (0..100).any(|_| time_to_stop(&solver, &Board::EMPTY) < soon);
        assert!(stops, "a raised flag does not end a count on {}", solver.level());
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

/// If detection never found anything, the other instruction sets would not be tested.
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
    for &level in SimdLevel::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert_eq!("sse9".parse::<SimdLevel>(), Err(SimdLevelError::Unknown));
    assert_eq!(
        SimdLevelError::Unknown.to_string(),
        "unknown instruction set; available: avx512, avx2, portable"
    );
    assert_eq!(BoardSolver::preferring(SimdLevel::Portable).level(), SimdLevel::Portable);
    assert!(SimdLevel::best().is_available());
}

/// The tests of this file share a process, so other tests may have decided the default.
#[test]
fn the_default_is_decided_once() {
    let default = BoardSolver::new().level();
    assert_eq!(default.make_default(), Ok(()));
    for &level in SimdLevel::ALL.iter().filter(|&&level| level != default) {
        let error = level.make_default().unwrap_err();
        let expected = if level.is_available() {
            SimdLevelError::Decided(default)
        } else {
            SimdLevelError::Unavailable(level)
        };
        assert_eq!(error, expected);
        assert!(
            error.to_string().contains(if level.is_available() { default } else { level }.name())
        );
    }
    assert_eq!(BoardSolver::new().level(), default);
}

/// Propagation gives the same candidates with every instruction set, and a second one nothing more.
/// It keeps the digits of every solution, and reports the cells that changed.
#[test]
fn propagation_does_not_depend_on_the_instruction_set() {
    let (mut open, mut contradictions) = (0, 0);
    for board in MutatedPuzzles::new(21).take(1000) {
        let mut start = [511; 81];
        board.clues().for_each(|(cell, digit)| start[cell.index()] = 1 << (digit.get() - 1));
        let results: Vec<_> = levels()
            .map(|solver| {
                let mut cells = start;
                let changed = solver.propagate(&mut cells);
                let is_changed = |&cell: &usize| cells[cell] != start[cell];
                let expected = (0..81).filter(is_changed).fold(0, |set, cell| set | 1 << cell);
                assert_eq!(changed.unwrap_or(0), expected, "{board}");
                assert!(changed.is_none() || solver.propagate(&mut cells) == Some(0), "{board}");
                (changed, cells)
            })
            .collect();
        assert!(results.iter().all(|result| *result == results[0]), "{board}");
        let (changed, cells) = results[0];
        let solution = BoardSolver::new().first_solution(&board);
        match solution {
            Some(grid) => (0..81).for_each(|cell| {
                assert!(cells[cell] >> (grid.as_bytes()[cell] - 1) & 1 != 0, "{board}");
            }),
            None => contradictions += usize::from(changed.is_none()),
        }
        assert!(changed.is_some() || solution.is_none(), "{board}");
        open += usize::from(cells.iter().any(|cell| !cell.is_power_of_two()));
    }
    assert!(open > 100 && contradictions > 100, "{open} {contradictions}");
}
