//! Every instruction set of this processor implements `Solver` correctly.

use sudoku_conformance::{SolverCapabilities, assert_conforms_with_candidates};
use sudoku_simd::{BoardSolver, SimdLevel};

#[test]
fn conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &BoardSolver::new(),
        &SolverCapabilities::new("board").guesses(),
    );
}

#[test]
fn avx512_conforms_to_the_contract() {
    let Some(solver) = BoardSolver::with_level(SimdLevel::Avx512) else { return };
    assert_conforms_with_candidates(&solver, &SolverCapabilities::new("board-avx512").guesses());
}

#[test]
fn avx2_conforms_to_the_contract() {
    let Some(solver) = BoardSolver::with_level(SimdLevel::Avx2) else { return };
    assert_conforms_with_candidates(&solver, &SolverCapabilities::new("board-avx2").guesses());
}

#[test]
fn portable_conforms_to_the_contract() {
    assert_conforms_with_candidates(
        &BoardSolver::preferring(SimdLevel::Portable),
        &SolverCapabilities::new("board-portable").guesses(),
    );
}
