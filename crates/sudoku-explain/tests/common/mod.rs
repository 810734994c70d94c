//! Puzzles of our own, for the tests of steps. Each test file uses what it needs of it.
#![allow(dead_code, clippy::unwrap_used)]

use sudoku_core::{Grid, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{RatingScale, State, Step};
use sudoku_mrv::{Mrv, Solver};

/// How many puzzles are looked at: more if `PROPTEST_CASES` is set, as `cargo xtask deep` does.
pub(crate) fn cases() -> u64 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(16, |cases: u64| 16 + cases / 16)
}

/// A minimal puzzle and its solution.
pub(crate) fn puzzle(number: u64) -> (State, Grid) {
    let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
    let board = request.generate(&Mrv, &mut seeded_rng(2024, number)).unwrap().board;
    (State::from(&board), Mrv.first_solution(&board).unwrap())
}

/// The steps of the path, each with the board that it is made on.
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
