//! Every way to count a board, against full enumeration: they have to agree.

use sudoku_core::{Board, Ending, Limits, Solver};
use sudoku_simd::AutoSolver;

use crate::draws::Draws;
use crate::layout::Layout;
use crate::progress::{Count, CountLimits, Progress};
use crate::{clues, count};

/// The number that each way comes to: either way round, each band as the first, with relabelings
/// and without.
fn every_way(board: &Board) -> Vec<Count> {
    let Some(board) = clues::with_singles(board) else { return Vec::new() };
    let counted = |layout: Layout| {
        let limits = CountLimits::NONE;
        let progress = Progress::new(&limits);
        if let Some(join) = layout.join(&board, &progress).continue_value().flatten() {
            join.count(&progress);
        }
        progress.ended()
    };
    Layout::all(&board).into_iter().map(counted).collect()
}

/// Of 100 to 10,000,000 solutions each; 10,000 boards in `cargo xtask deep`, which sets the
/// variable.
#[test]
fn every_way_counts_what_walking_counts() {
    let deep = std::env::var_os("SUDOKU_DEEP").is_some();
    let (wanted, most) = if deep { (5_000, 10_000_000) } else { (30, 200_000) };
    let solutions = std::thread::scope(|scope| {
        let checked =
            [1, 2].map(|seed| scope.spawn(move || check(Draws(seed), wanted, most, deep)));
        checked.map(|checked| checked.join().unwrap())
    });
    assert!(solutions.iter().sum::<u64>() > 2 * wanted * 1_000, "{solutions:?} solutions");
}

/// Checks so many boards, every way of each if `all`; says how many solutions they have.
fn check(mut draws: Draws, wanted: u64, most: u64, all: bool) -> u64 {
    let (mut boards, mut solutions) = (0, 0);
    while boards < wanted {
        let clues = if all { 19 } else { 21 } + draws.below(9);
        let board = draws.board(clues);
        let walked = AutoSolver::new().count(&board, &Limits::solutions(most + 1));
        if walked.ending != Ending::Exhausted || walked.solutions < 100 {
            continue;
        }
        (boards, solutions) = (boards + 1, solutions + walked.solutions);
        let expected = Some(u128::from(walked.solutions));
        assert_eq!(count(&board, &CountLimits::NONE).exact(), expected, "{board}");
        // Each way takes some milliseconds.
        if all || boards % 10 == 1 {
            let counts = every_way(&board);
            assert_eq!(counts.len(), 12);
            for count in counts {
                assert_eq!(count.exact(), expected, "{board}");
            }
        }
        // A changed clue mostly leaves no solution.
        let mut changed = board;
        if let Some((cell, _)) = board.clues().nth(draws.below(19)) {
            changed.set(cell, board.candidates(cell).into_iter().next_back());
        }
        let walked = AutoSolver::new().count(&changed, &Limits::solutions(most + 1));
        if walked.ending == Ending::Exhausted {
            let expected = Some(u128::from(walked.solutions));
            assert_eq!(count(&changed, &CountLimits::NONE).exact(), expected, "{changed}");
        }
    }
    solutions
}
