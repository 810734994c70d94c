//! Tests that every layout of a board gives the same count as full enumeration.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sudoku_core::{Board, Ending, Limits, Solver};
use sudoku_simd::AutoSolver;

use crate::draws::Draws;
use crate::layout::Layout;
use crate::progress::{Count, CountLimits, Progress};
use crate::{clues, count};

/// Counts the board in every layout: transposed or not, with each band as the first, with and
/// without relabelings.
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

/// Checks boards with 100 to 10,000,000 solutions. `cargo xtask deep` sets the variable to check
/// 10,000 boards in 20 parts. Set `SUDOKU_PARTS=7-12` to check only these parts, for example to
/// continue an interrupted run.
#[test]
#[allow(clippy::print_stdout)] // Shows the progress of a long run.
fn every_way_counts_what_enumeration_counts() {
    let deep = std::env::var_os("SUDOKU_DEEP").is_some();
    let (parts, wanted, most) = if deep { (20, 500, 10_000_000) } else { (2, 30, 200_000) };
    let named = std::env::var("SUDOKU_PARTS").unwrap_or_else(|_| format!("1-{parts}"));
    let (first, last) = named.split_once('-').expect("two numbers with a - between them");
    let (first, last): (u64, u64) = (first.parse().unwrap(), last.parse().unwrap());
    let next = AtomicU64::new(first);
    let work = || {
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part > last {
                return;
            }
            let solutions = check(Draws(part), wanted, most, deep);
            assert!(solutions > wanted * 1_000, "part {part}: {solutions} solutions");
            println!("part {part}: {wanted} boards, {solutions} solutions, every layout agrees");
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}

/// Checks `wanted` boards, every layout of each if `all` is true. Returns the number of their
/// solutions.
fn check(mut draws: Draws, wanted: u64, most: u64, all: bool) -> u64 {
    let (mut boards, mut solutions, mut too_many) = (0, 0, 0);
    while boards < wanted {
        let clues = if all { 19 } else { 21 } + draws.below(9);
        let board = draws.board(clues);
        // Enumerating up to the bound takes longest, so only one board in ten is enumerated if it
        // has more.
        let counted = count(&board, &CountLimits::NONE).exact();
        if counted.is_some_and(|count| count > u128::from(most)) {
            too_many += 1;
            if too_many % 10 != 1 {
                continue;
            }
        }
        let enumerated = AutoSolver::new().count(&board, &Limits::solutions(most + 1));
        if enumerated.ending != Ending::Exhausted || enumerated.solutions < 100 {
            continue;
        }
        (boards, solutions) = (boards + 1, solutions + enumerated.solutions);
        let expected = Some(u128::from(enumerated.solutions));
        assert_eq!(counted, expected, "{board}");
        // Each layout takes a few milliseconds.
        if all || boards % 10 == 1 {
            let counts = every_way(&board);
            assert_eq!(counts.len(), 12);
            for count in counts {
                assert_eq!(count.exact(), expected, "{board}");
            }
        }
        // A board with a changed clue usually has no solution.
        let mut changed = board;
        if let Some((cell, _)) = board.clues().nth(draws.below(19)) {
            changed.set(cell, board.candidates(cell).into_iter().next_back());
        }
        let enumerated = AutoSolver::new().count(&changed, &Limits::solutions(most + 1));
        if enumerated.ending == Ending::Exhausted {
            let expected = Some(u128::from(enumerated.solutions));
            assert_eq!(count(&changed, &CountLimits::NONE).exact(), expected, "{changed}");
        }
    }
    solutions
}
