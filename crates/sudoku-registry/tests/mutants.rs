//! Different engines agree on mutated puzzles. `cargo xtask deep` sets `SUDOKU_DEEP` to compare
//! more of them.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use sudoku_conformance::{MutatedPuzzles, agree};
use sudoku_registry::{STRATEGIES, Strategy, find};

fn is_deep() -> bool {
    std::env::var_os("SUDOKU_DEEP").is_some()
}

/// Returns the SIMD strategies that this processor supports.
fn simd_strategies() -> impl Iterator<Item = &'static Strategy> {
    let simd = STRATEGIES.iter().filter(|strategy| strategy.crate_name == "sudoku-simd");
    simd.filter(|strategy| strategy.is_available())
}

#[test]
fn board_engines_find_the_solutions_that_mrv_finds() {
    let puzzles = if is_deep() { 100_000 } else { 1_500 };
    for strategy in simd_strategies() {
        let boards = MutatedPuzzles::new(7).take(puzzles);
        let agreement = agree(boards, strategy.solver, &sudoku_mrv::Mrv, u64::MAX);
        assert!(agreement.sets as usize > puzzles / 2, "{agreement:?}");
        assert!(agreement.without > 100 && agreement.thousands > 10, "{agreement:?}");
    }
    assert!(simd_strategies().count() > 0);
}

#[test]
fn a_board_engine_finds_the_solutions_that_row_major_search_finds() {
    let (puzzles, nodes) = if is_deep() { (100_000, 10_000_000) } else { (1_500, 100_000) };
    let board = find("board").unwrap().solver;
    let boards = MutatedPuzzles::new(1).take(puzzles);
    let agreement = agree(boards, board, &sudoku_bitmask::Bitmask, nodes);
    assert!(agreement.sets as usize > puzzles / 2, "{agreement:?}");
    assert!(!is_deep() || agreement.given_up < 2_000, "{agreement:?}");
}
