//! Different engines agree on mutated puzzles.

use sudoku_conformance::{MutatedPuzzles, agree};
use sudoku_registry::STRATEGIES;

#[test]
fn board_engines_find_the_solutions_that_mrv_finds() {
    let mut compared = 0;
    for strategy in STRATEGIES.iter().filter(|strategy| strategy.crate_name == "sudoku-simd") {
        if strategy.is_available() {
            let boards = MutatedPuzzles::new(7).take(1_500);
            let agreement = agree(boards, strategy.solver, &sudoku_mrv::Mrv, u64::MAX);
            assert!(agreement.without > 100 && agreement.thousands > 10, "{agreement:?}");
            compared += 1;
        }
    }
    assert!(compared > 0);
}
