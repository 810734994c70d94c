//! A batch has the same outcomes as its boards one by one, with every instruction set and any
//! neighbors.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_conformance::{MutatedPuzzles, SolverCapabilities, assert_conforms_with_candidates};
use sudoku_simd::{
    BatchSolver, Board, BoardSolver, Ending, Limits, Outcome, PuzzleBatch, SimdLevel, Solver,
};

#[test]
fn conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &BatchSolver::new(),
        &SolverCapabilities::new("batch").guesses(),
    );
}

#[test]
fn avx512_conforms_to_the_contract() {
    let Some(solver) = BatchSolver::with_level(SimdLevel::Avx512) else { return };
    assert_conforms_with_candidates(&solver, &SolverCapabilities::new("batch-avx512").guesses());
}

#[test]
fn avx2_conforms_to_the_contract() {
    let Some(solver) = BatchSolver::with_level(SimdLevel::Avx2) else { return };
    assert_conforms_with_candidates(&solver, &SolverCapabilities::new("batch-avx2").guesses());
}

#[test]
fn portable_conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &BatchSolver::preferring(SimdLevel::Portable),
        &SolverCapabilities::new("batch-portable").guesses(),
    );
}

/// A number of boards that goes to the lanes with every instruction set that has lanes.
const MANY: usize = 1_000;

fn levels() -> impl Iterator<Item = BatchSolver> {
    SimdLevel::ALL.iter().copied().filter_map(BatchSolver::with_level)
}

fn batch(solver: &BatchSolver, boards: &[Board], limits: &Limits<'_>) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    solver.search_batch(PuzzleBatch::new(boards, &mut outcomes), limits);
    outcomes
}

#[test]
fn batches_take_the_steps_of_single_boards() {
    let boards: Vec<Board> = MutatedPuzzles::new(21).take(4_000).collect();
    let limits = [
        Limits::solutions(1),
        Limits::solutions(2),
        Limits::solutions(1_000).with_nodes(3_000),
        Limits::ALL.with_nodes(0),
        Limits::ALL.with_nodes(1),
        Limits::ALL.with_nodes(17),
    ];
    for solver in levels() {
        let (mut guesses, mut cut) = (0, 0);
        for limits in limits {
            let outcomes = batch(&solver, &boards, &limits);
            for (board, outcome) in boards.iter().zip(outcomes) {
                let alone = solver.solve(board, &limits);
                assert_eq!(outcome, alone, "{board} on {}, {limits:?}", solver.level());
                guesses += alone.report.guesses.unwrap();
                cut += u64::from(alone.report.ending == Ending::NodeLimit);
            }
        }
        assert!(guesses > 30_000 && cut > 3_000, "{guesses} guesses, {cut} searches cut");
    }
}

#[test]
fn no_lane_sees_its_neighbours() {
    let kinds: Vec<Board> = [
        // No solution, but no contradiction is visible at the start.
        "...4.7....1......5..5..8..1...2.......4.......6.......3.....87.1....5.6..........",
        ".......5..1.....822.8.........8.7..6.2..19..3.......2......4.......8..7....2.....",
        // Empty, full, contradictory, hard, easy.
        ".................................................................................",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "5.......5........................................................................",
        "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ]
    .iter()
    .map(|text| text.parse().unwrap())
    .collect();
    let limits = Limits::solutions(40);
    for solver in levels() {
        let alone: Vec<Outcome> = kinds.iter().map(|board| solver.solve(board, &limits)).collect();
        // A generator of low quality is good enough for orders.
        let mut state = 1u64;
        for size in [1, 2, 127, 128, 129, 159, 511, 512, 513, 767, 768, 1_000] {
            let order: Vec<usize> = (0..size)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 33) as usize % kinds.len()
                })
                .collect();
            let boards: Vec<Board> = order.iter().map(|&kind| kinds[kind]).collect();
            for (outcome, &kind) in batch(&solver, &boards, &limits).iter().zip(&order) {
                assert_eq!(*outcome, alone[kind], "kind {kind} of {size} on {}", solver.level());
            }
        }
    }
}

#[test]
fn the_board_engine_counts_the_same() {
    let boards: Vec<Board> = MutatedPuzzles::new(22).take(4_000).collect();
    for solver in levels() {
        for limit in [1, 2, 1_000] {
            let limits = Limits::solutions(limit);
            for (board, outcome) in boards.iter().zip(batch(&solver, &boards, &limits)) {
                let report = BoardSolver::new().count(board, &limits);
                let found = (outcome.report.solutions, outcome.report.ending);
                assert_eq!(found, (report.solutions, report.ending), "{board}");
                let first = outcome.first;
                assert_eq!(first.is_some(), report.solutions > 0, "{board}");
                assert!(first.is_none_or(|grid| grid.is_valid() && grid.extends(board)));
            }
        }
    }
}

#[test]
fn a_raised_flag_ends_a_batch() {
    let boards = vec![Board::EMPTY; MANY];
    for solver in levels() {
        // Other work may delay either thread, so the best of several tries counts.
        let mut best = Duration::MAX;
        for _ in 0..100 {
            best = best.min(time_to_stop(&solver, &boards));
            if best < Duration::from_millis(1) {
                break;
            }
        }
        assert!(best < Duration::from_millis(1), "{best:?} on {}", solver.level());
    }
}

fn time_to_stop(solver: &BatchSolver, boards: &[Board]) -> Duration {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(2));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let outcomes = batch(solver, boards, &Limits::ALL.with_stop(&flag));
        let ended = Instant::now();
        // Boards that were reached have a solution, unless the machine was too busy.
        assert!(outcomes.iter().all(|outcome| outcome.report.ending == Ending::Stopped));
        assert_eq!(outcomes[0].report.solutions > 0, outcomes[0].first.is_some());
        let last = outcomes.last().unwrap();
        assert_eq!((last.report.solutions, last.report.nodes, last.first), (0, 0, None));
        ended.saturating_duration_since(raiser.join().unwrap())
    })
}

#[test]
fn old_outcomes_do_not_show_through() {
    let contradiction: Board =
        "5.......5........................................................................"
            .parse()
            .unwrap();
    for solver in levels() {
        let mut outcomes = batch(&solver, &[Board::EMPTY; MANY], &Limits::solutions(1));
        let boards = [contradiction; MANY];
        let again = PuzzleBatch::new(&boards, &mut outcomes);
        solver.search_batch(again, &Limits::solutions(1));
        assert!(outcomes.iter().all(|outcome| outcome.first.is_none()));
        assert!(outcomes.iter().all(|outcome| outcome.report.ending == Ending::Exhausted));

        // The same if a flag that is already raised keeps every board from being searched.
        let flag = AtomicBool::new(true);
        let limits = Limits::solutions(1).with_stop(&flag);
        let mut outcomes = batch(&solver, &[Board::EMPTY; MANY], &Limits::solutions(1));
        solver.search_batch(PuzzleBatch::new(&[Board::EMPTY; MANY], &mut outcomes), &limits);
        let alone = solver.solve(&Board::EMPTY, &limits);
        assert!(outcomes.iter().all(|outcome| *outcome == alone), "{}", solver.level());
    }
}

#[test]
fn a_stream_gives_the_outcomes_of_its_boards_in_order() {
    let limits = Limits::solutions(2);
    for count in [0, 1, BatchSolver::AT_ONCE, BatchSolver::AT_ONCE + 1, 10_000] {
        let boards: Vec<Board> = MutatedPuzzles::new(23).take(count).collect();
        let solver = BatchSolver::new();
        let streamed: Vec<Outcome> = solver.outcomes(boards.iter().copied(), limits).collect();
        assert_eq!(streamed, batch(&solver, &boards, &limits));
    }
}
