//! Generated puzzles for the tests of steps. Each test file uses a part of this module.
#![allow(dead_code, clippy::unwrap_used)]

use sudoku_core::{Grid, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{RatingScale, State, Step};
use sudoku_mrv::{Mrv, Solver};

/// Returns the number of test puzzles: more if `PROPTEST_CASES` is set, as `cargo xtask deep` does.
pub(crate) fn cases() -> u64 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(16, |cases: u64| 16 + cases / 16)
}

/// Returns a minimal puzzle and its solution.
pub(crate) fn puzzle(number: u64) -> (State, Grid) {
    let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
    let board = request.generate(&Mrv, &mut seeded_rng(2024, number)).unwrap().board;
    (State::from(&board), Mrv.first_solution(&board).unwrap())
}

/// Returns the steps of the path, each with the board before it.
pub(crate) fn path(scale: &RatingScale, start: &State) -> Vec<(State, Step)> {
    let limits = Limits::ALL;
    let mut path = scale.path(start, &limits);
    let mut steps = Vec::new();
    loop {
        let state = *path.state();
        let Some(rated) = path.next() else { return steps };
        steps.push((state, rated.step));
    }
}
