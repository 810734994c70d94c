//! Tests of the check of answers, alone and against the answers of other engines.

use bench_harness::data::check::{CrossCheck, WrongAnswerError, check};
use bench_harness::data::event::EngineAnswer;
use bench_harness::data::puzzles::{Puzzle, PuzzleLocation};
use bench_harness::data::workload::Mode;
use sudoku_core::{Board, Ending, Grid, Outcome, Report};

const SMALLER: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Returns a puzzle without 8 and 9, and its two solutions, in which 8 and 9 are exchanged.
fn grids() -> (Board, Grid, Grid) {
    let smaller: Board = SMALLER.parse().expect("a good line");
    let smaller = smaller.to_grid().expect("complete");
    let exchanged = smaller.as_bytes().map(|digit| if digit >= 8 { 17 - digit } else { digit });
    let clues = smaller.as_bytes().map(|digit| if digit >= 8 { 0 } else { digit });
    let larger = Grid::new(exchanged).expect("complete");
    (Board::new(clues).expect("digits"), smaller, larger)
}

fn puzzle(board: Board, solutions: Option<u64>, solution: Option<Grid>) -> Puzzle {
    Puzzle { place: PuzzleLocation::Number(1), puzzle: board.into(), solutions, solution }
}

fn answer(solutions: u64, ending: Ending, first: Option<Grid>) -> EngineAnswer {
    let report = Report::new(ending).with_solutions(solutions);
    EngineAnswer { outcome: Outcome { report, first }, ..EngineAnswer::default() }
}

#[test]
fn right_answers_pass() {
    let (board, smaller, larger) = grids();
    let many = puzzle(board, Some(2), None);
    let one = answer(1, Ending::SolutionLimit, Some(larger));
    assert_eq!(check(&one, &many, Mode::First), Ok(()));
    let two =
        EngineAnswer { second: Some(larger), ..answer(2, Ending::SolutionLimit, Some(smaller)) };
    assert_eq!(check(&two, &many, Mode::Unique), Ok(()));
    assert_eq!(check(&two, &puzzle(board, None, None), Mode::Unique), Ok(()));
    let proper = puzzle(*smaller.as_board(), Some(1), Some(smaller));
    let exhausted = answer(1, Ending::Exhausted, Some(smaller));
    assert_eq!(check(&exhausted, &proper, Mode::Unique), Ok(()));
}

#[test]
fn the_grid_of_a_variant_obeys_its_rules_and_clues() {
    let (_, smaller, larger) = grids();
    let first = |rules: &str, grid| {
        let puzzle = rules.parse().expect("good rules");
        let place = PuzzleLocation::Number(1);
        let puzzle = Puzzle { place, puzzle, solutions: None, solution: None };
        check(&answer(1, Ending::SolutionLimit, Some(grid)), &puzzle, Mode::First)
    };
    // In the first row, 8 and 9 are exchanged.
    let rules = "cage 15 r1c7 r1c8; less r1c8 r1c9";
    assert_eq!(first(rules, smaller), Ok(()));
    assert_eq!(first(rules, larger), Err(WrongAnswerError::InvalidGrid));
    let clue = format!("board 2{}; less r1c8 r1c9", ".".repeat(80));
    assert_eq!(first(&clue, smaller), Err(WrongAnswerError::ChangesClue));
}

#[test]
fn a_count_has_no_grid_and_its_number_is_checked_exactly() {
    let (board, _, _) = grids();
    let known = puzzle(board, Some(57), None);
    let count = |solutions, ending| check(&answer(solutions, ending, None), &known, Mode::Count);
    assert_eq!(count(57, Ending::Exhausted), Ok(()));
    assert_eq!(
        count(58, Ending::Exhausted),
        Err(WrongAnswerError::WrongCount { reported: 58, expected: 57 })
    );
    let limit = Ending::SolutionLimit;
    assert_eq!(count(57, limit), Err(WrongAnswerError::WrongEnding(limit)));
    // The number of solutions does not fit into 64 bits.
    let beyond = puzzle(Board::EMPTY, Some(u64::MAX), None);
    assert_eq!(check(&answer(u64::MAX, limit, None), &beyond, Mode::Count), Ok(()));
    // Two engines count differently, and no answer is known.
    let mut found = CrossCheck::default();
    found.add(&answer(57, Ending::Exhausted, None), Mode::Count, true);
    let other = found.check(&answer(58, Ending::Exhausted, None), Mode::Count, false);
    assert_eq!(other, Err(WrongAnswerError::Disputed { reported: 58, other: 57 }));
}

#[test]
fn each_fault_is_named() {
    let (board, smaller, larger) = grids();
    let many = puzzle(board, Some(2), None);
    let mut digits = *smaller.as_bytes();
    digits.swap(0, 1);
    let invalid = Grid::new(digits).expect("complete");
    let relabeled = Grid::new(smaller.as_bytes().map(|digit| digit % 9 + 1)).expect("complete");
    let limit = Ending::SolutionLimit;
    let first = |answer| check(&answer, &many, Mode::First);
    assert_eq!(first(answer(1, limit, None)), Err(WrongAnswerError::GridMissing));
    assert_eq!(first(answer(0, limit, Some(smaller))), Err(WrongAnswerError::GridMissing));
    assert_eq!(first(answer(1, limit, Some(invalid))), Err(WrongAnswerError::InvalidGrid));
    assert_eq!(first(answer(1, limit, Some(relabeled))), Err(WrongAnswerError::ChangesClue));
    let exhausted = answer(1, Ending::Exhausted, Some(smaller));
    assert_eq!(first(exhausted), Err(WrongAnswerError::WrongEnding(Ending::Exhausted)));
    assert_eq!(
        first(answer(0, Ending::Exhausted, None)),
        Err(WrongAnswerError::WrongCount { reported: 0, expected: 1 })
    );
    assert_eq!(
        check(&exhausted, &many, Mode::Unique),
        Err(WrongAnswerError::WrongCount { reported: 1, expected: 2 })
    );
    let twice = EngineAnswer { second: Some(smaller), ..answer(2, limit, Some(smaller)) };
    assert_eq!(check(&twice, &many, Mode::Unique), Err(WrongAnswerError::SameTwice));
    let known = puzzle(board, Some(1), Some(smaller));
    let wrong = answer(1, Ending::Exhausted, Some(larger));
    assert_eq!(check(&wrong, &known, Mode::Unique), Err(WrongAnswerError::NotTheSolution));
    let three = answer(3, limit, Some(smaller));
    assert_eq!(
        check(&three, &puzzle(board, None, None), Mode::Unique),
        Err(WrongAnswerError::WrongCount { reported: 3, expected: 2 })
    );
}

#[test]
fn cross_checks_decide_without_a_known_answer() {
    let (_, smaller, larger) = grids();
    let from_smaller = answer(1, Ending::SolutionLimit, Some(smaller));
    let from_larger = answer(1, Ending::SolutionLimit, Some(larger));
    let only_one = answer(1, Ending::Exhausted, Some(larger));
    let none = answer(0, Ending::Exhausted, None);
    let mut cross_check = CrossCheck::default();
    cross_check.add(&from_smaller, Mode::First, true);
    cross_check.add(&from_larger, Mode::First, true);
    cross_check.add(&only_one, Mode::Unique, true);
    assert_eq!(
        cross_check.check(&only_one, Mode::Unique, false),
        Err(WrongAnswerError::WrongCount { reported: 1, expected: 2 })
    );
    assert_eq!(
        cross_check.check(&none, Mode::First, false),
        Err(WrongAnswerError::WrongCount { reported: 0, expected: 1 })
    );
    assert_eq!(cross_check.check(&from_larger, Mode::First, false), Ok(()));
    assert_eq!(cross_check.check(&from_smaller, Mode::First, true), Ok(()));
    assert_eq!(
        cross_check.check(&from_larger, Mode::First, true),
        Err(WrongAnswerError::NotTheSmallest(smaller))
    );
}

#[test]
fn a_claim_that_was_not_added_is_the_only_disputed_one() {
    let (_, smaller, _) = grids();
    let one = answer(1, Ending::Exhausted, Some(smaller));
    let two = answer(2, Ending::SolutionLimit, Some(smaller));
    let mut cross_check = CrossCheck::default();
    cross_check.add(&one, Mode::Unique, true);
    cross_check.add(&two, Mode::Unique, false);
    assert_eq!(cross_check.check(&one, Mode::Unique, false), Ok(()));
    assert_eq!(
        cross_check.check(&two, Mode::Unique, false),
        Err(WrongAnswerError::Disputed { reported: 2, other: 1 })
    );
}

#[test]
fn a_claim_without_a_grid_is_disputed() {
    let (_, smaller, _) = grids();
    let one = answer(1, Ending::Exhausted, Some(smaller));
    let two = answer(2, Ending::SolutionLimit, Some(smaller));
    let mut cross_check = CrossCheck::default();
    cross_check.add(&one, Mode::Unique, true);
    assert_eq!(cross_check.check(&one, Mode::Unique, true), Ok(()));
    cross_check.add(&two, Mode::Unique, true);
    let disputed = |reported, other| Err(WrongAnswerError::Disputed { reported, other });
    assert_eq!(cross_check.check(&one, Mode::Unique, true), disputed(1, 2));
    assert_eq!(cross_check.check(&two, Mode::Unique, true), disputed(2, 1));
}
