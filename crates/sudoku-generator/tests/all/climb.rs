//! Tests that a climb makes hard puzzles, and that their IDs recreate them.

use std::sync::atomic::AtomicBool;

use sudoku_core::Solver;
use sudoku_generator::{
    DifficultyMeasure, GenerateError, Minimality, PatternSymmetry, PuzzleId, PuzzleIdError,
    PuzzleRequest, TechniqueDifficulty, is_redundant, seeded_rng,
};
use sudoku_logic::SE_1_2_1;
use sudoku_mrv::Mrv;
use sudoku_simd::AutoSolver;

#[test]
fn hard_puzzles_are_minimal_and_in_the_range_and_recreated_by_id() {
    let measure = TechniqueDifficulty::new(&SE_1_2_1);
    let solver = AutoSolver::new();
    let request = PuzzleRequest::new().with_difficulty(&measure, 90..=99).with_climb(60);
    for index in 0..3 {
        let puzzle = request.generate(&solver, &mut seeded_rng(1, index)).unwrap();
        let board = &puzzle.board;
        assert!(Mrv.is_proper(board) && puzzle.solution.extends(board));
        assert!(board.clues().all(|(cell, _)| !is_redundant(&Mrv, board, cell)));
        assert_eq!(measure.rate(board), puzzle.difficulty);
        assert!((90..=99).contains(&puzzle.difficulty.unwrap()));
        assert!(puzzle.steps > 0);

        let id = request.id_of(&puzzle, 1, index).unwrap();
        let parsed: PuzzleId = id.to_string().parse().unwrap();
        assert_eq!(parsed, id);
        let again = id.generate(&Mrv).unwrap();
        assert_eq!(
            (again.board, again.solution, again.steps),
            (*board, puzzle.solution, puzzle.steps)
        );
        assert_eq!(id.request().id_of(&again, 1, index), Some(id));
    }
}

#[test]
fn hard_puzzles_have_the_symmetry_and_are_recreated_by_id() {
    let measure = TechniqueDifficulty::new(&SE_1_2_1);
    let solver = AutoSolver::new();
    for symmetry in
        [PatternSymmetry::HalfTurn, PatternSymmetry::LeftRight, PatternSymmetry::QuarterTurn]
    {
        let request = PuzzleRequest::new()
            .with_symmetry(symmetry)
            .with_difficulty(&measure, 90..=99)
            .with_climb(60);
        let puzzle = request.generate(&solver, &mut seeded_rng(1, 0)).unwrap();
        let board = &puzzle.board;
        assert!(Mrv.is_proper(board) && puzzle.solution.extends(board));
        assert!(symmetry.holds(board), "{board}");
        for orbit in symmetry.orbits() {
            let mut without = *board;
            orbit.iter().for_each(|&cell| without.set(cell, None));
            assert!(without == *board || !Mrv.is_proper(&without), "{board}");
        }
        assert_eq!(measure.rate(board), puzzle.difficulty);
        assert!((90..=99).contains(&puzzle.difficulty.unwrap()));
        let id = request.id_of(&puzzle, 1, 0).unwrap();
        assert!(id.steps > 0);
        let parsed: PuzzleId = id.to_string().parse().unwrap();
        assert_eq!(parsed.generate(&Mrv).unwrap().board, *board);
    }
}

#[test]
fn steps_of_a_climb_change_no_other_request() {
    let measure = TechniqueDifficulty::new(&SE_1_2_1);
    let request = PuzzleRequest::new().with_attempts(20);
    let make = |request: &PuzzleRequest<'_>| request.generate(&Mrv, &mut seeded_rng(3, 0));
    let results = |request: PuzzleRequest<'_>| (make(&request), make(&request.with_climb(9)));
    let (plain, climbed) = results(request.clone().with_difficulty(&measure, 10..=15));
    assert_eq!(plain.unwrap(), climbed.unwrap());
    // The attempts miss the difficulty, and this minimality allows no steps.
    let any = request.with_minimality(Minimality::Any).with_attempts(2);
    let (plain, climbed) = results(any.with_difficulty(&measure, 95..=99));
    assert!(plain.is_err());
    assert_eq!(plain, climbed);
}

/// The ID of a hard puzzle, and the puzzle.
const RECORDED: (&str, &str) = (
    "0900J0800436R",
    "...6....8.7..28.....3...9.....4..16.691...4..........551.3..6.......4..7.271.....",
);

#[test]
fn a_recorded_id_makes_the_same_puzzle() {
    let (text, puzzle) = RECORDED;
    let id: PuzzleId = text.parse().unwrap();
    assert!(id.steps > 0);
    assert_eq!(id.generate(&Mrv).unwrap().board.to_string(), puzzle);
}

#[test]
fn a_stop_ends_a_climb() {
    let measure = TechniqueDifficulty::new(&SE_1_2_1);
    let stop = AtomicBool::new(true);
    let request = PuzzleRequest::new().with_climb(60).with_stop(&stop);
    let result =
        request.clone().with_difficulty(&measure, 90..=99).generate(&Mrv, &mut seeded_rng(1, 0));
    assert!(matches!(result, Err(GenerateError::AttemptsExhausted(error)) if error.is_stopped));
    let repeated = request.with_attempt(1).generate(&Mrv, &mut seeded_rng(1, 0));
    assert!(matches!(repeated, Err(GenerateError::AttemptsExhausted(error)) if error.is_stopped));
}

#[test]
fn only_ids_of_minimal_puzzles_can_have_steps() {
    let request = PuzzleRequest::new().with_climb(3).with_attempt(2);
    let mut id = request.id(1, 0).unwrap();
    assert_eq!(id.steps, 3);
    assert_eq!(id.to_string().parse(), Ok(id.clone()));
    id.minimality = Minimality::Any;
    assert_eq!(id.to_string().parse::<PuzzleId>(), Err(PuzzleIdError::Constraints));
    // Without an attempt there are no steps.
    assert_eq!(PuzzleRequest::new().with_climb(3).id(1, 0), PuzzleRequest::new().id(1, 0));
}
