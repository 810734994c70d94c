//! Tests of the solver that chooses an engine.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use sudoku_conformance::{MutatedPuzzles, SolverCapabilities, assert_conforms_with_candidates};
use sudoku_simd::{
    AutoSolver, BatchSolver, Board, BoardSolver, Limits, PuzzleBatch, SimdLevel, Solver,
};

#[test]
fn conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &AutoSolver::new(),
        &SolverCapabilities::new("auto").guesses().batches_in_another_order(),
    );
}

/// One engine searches single boards and small batches, and the other searches large batches if it
/// exists.
#[test]
fn the_engine_follows_the_size_of_the_batch() {
    let boards: Vec<Board> = MutatedPuzzles::new(31).take(2_000).collect();
    let limits = Limits::solutions(40);
    let batch = |solver: &dyn Solver, size: usize| {
        let mut outcomes = Vec::new();
        solver.search_batch(PuzzleBatch::new(&boards[..size], &mut outcomes), &limits);
        outcomes
    };
    let auto = AutoSolver::new();
    assert_eq!(batch(&auto, 20), batch(&BoardSolver::new(), 20));
    let many: &dyn Solver = match BoardSolver::new().level() {
        // The portable engine has no lanes.
        SimdLevel::Portable => &BoardSolver::new(),
        _ => &BatchSolver::new(),
    };
    assert_eq!(batch(&auto, 2_000), batch(many, 2_000));
    for board in &boards[..200] {
        assert_eq!(auto.solve(board, &limits), BoardSolver::new().solve(board, &limits));
        assert_eq!(auto.count(board, &limits), BoardSolver::new().count(board, &limits));
    }
}
