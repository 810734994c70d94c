//! Every path that this processor has keeps the contract.

use sudoku_conformance::{Claims, conforms_with_candidates};
use sudoku_simd::{BoardSolver, SimdPath};

#[test]
fn conforms_to_the_contract() {
    conforms_with_candidates(&BoardSolver::new(), &Claims::new("board").guesses());
}

#[test]
fn avx512_conforms_to_the_contract() {
    let Some(solver) = BoardSolver::with_path(SimdPath::Avx512) else { return };
    conforms_with_candidates(&solver, &Claims::new("board-avx512").guesses());
}

#[test]
fn avx2_conforms_to_the_contract() {
    let Some(solver) = BoardSolver::with_path(SimdPath::Avx2) else { return };
    conforms_with_candidates(&solver, &Claims::new("board-avx2").guesses());
}

#[test]
fn portable_conforms_to_the_contract() {
    conforms_with_candidates(
        &BoardSolver::preferring(SimdPath::Portable),
        &Claims::new("board-portable").guesses(),
    );
}
