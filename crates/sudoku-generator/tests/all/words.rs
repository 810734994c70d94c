//! Tests the texts that users write and read: difficulties, conditions and messages.

use std::error::Error;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Mutex;

use sudoku_core::{Board, Ending, Grid, Limits, Report, Solver};
use sudoku_generator::{
    AttemptsExhaustedError, Conditions, Difficulty, DifficultyError, DifficultyMeasure,
    GenerateError, Guesses, PuzzleRequest, random_grid, seeded_rng,
};
use sudoku_mrv::Mrv;

#[test]
fn a_difficulty_is_a_number_with_at_most_one_decimal() {
    let most = 900_719_925_474_099.2;
    for (number, tenths) in
        [(0.0, 0), (0.1, 1), (7.2, 72), (5.0, 50), (11.9, 119), (most, 9_007_199_254_740_992)]
    {
        assert_eq!(Difficulty::tenths_of(number), Ok(tenths), "{number}");
    }
    for number in [-0.1, -1.0, 7.25, 0.01, 1e-6, most * 1.01, f64::INFINITY] {
        let error = Difficulty::tenths_of(number).unwrap_err();
        assert_eq!(error, DifficultyError::NoDifficulty { number });
        assert!(error.to_string().ends_with(&format!("not {number}")), "{error}");
    }
    assert!(Difficulty::tenths_of(f64::NAN).is_err());
}

#[test]
fn guesses_are_whole_numbers() {
    let in_tenths = |tenths| Difficulty::in_tenths(Guesses::new("mrv", &Mrv), tenths);
    for (tenths, range) in [(0..=0, 0..=0), (30..=50, 3..=5), (10..=u64::MAX, 1..=u64::MAX)] {
        let difficulty = in_tenths(tenths.clone()).unwrap();
        assert_eq!((&difficulty.range, difficulty.is_whole()), (&range, true), "{tenths:?}");
        assert_eq!(difficulty.tenths(*range.start()), *tenths.start());
    }
    for tenths in [35..=50, 30..=55, 1..=u64::MAX] {
        assert_eq!(in_tenths(tenths.clone()).err(), Some(DifficultyError::NotWhole), "{tenths:?}");
    }
}

/// A scale with numbers of this many tenths, and with conditions.
struct Steps(u64, Conditions);

impl DifficultyMeasure for Steps {
    fn name(&self) -> String {
        "steps".into()
    }

    fn rate(&self, _: &Board) -> Option<u64> {
        None
    }

    fn unit(&self) -> u64 {
        self.0
    }

    fn conditions(&self) -> Conditions {
        self.1.clone()
    }
}

#[test]
fn a_range_in_tenths_has_the_unit_of_its_scale() {
    let open = u64::MAX;
    for (unit, tenths, range) in [
        (1, 15..=27, Some(15..=27)),
        (1, 15..=open, Some(15..=open)),
        (10, 20..=30, Some(2..=3)),
        (10, 0..=open, Some(0..=open)),
        (10, 25..=30, None),
        (10, 20..=35, None),
    ] {
        let wanted = Difficulty::in_tenths(Steps(unit, Conditions::default()), tenths.clone());
        let Some(range) = range else {
            assert_eq!(wanted.err(), Some(DifficultyError::NotWhole), "{tenths:?}");
            continue;
        };
        let wanted = wanted.unwrap();
        assert_eq!(wanted.range, range, "{tenths:?}");
        assert_eq!(wanted.is_whole(), unit == 10);
        assert_eq!(wanted.tenths(*wanted.range.start()), *tenths.start());
        assert_eq!(format!("{wanted:?}"), format!("{range:?} steps"));
    }
    assert!(DifficultyError::NotWhole.to_string().contains("is a whole number"));
}

#[test]
fn conditions_print_in_the_order_of_the_path() {
    let none = Conditions::default;
    for (conditions, words) in [
        (none(), ""),
        (Conditions { levels: Some(["easy", "easy"]), ..none() }, "level easy"),
        (Conditions { levels: Some(["easy", "hard"]), ..none() }, "level easy to hard"),
        (
            Conditions { needs: vec![vec!["fish", "als"], vec!["wings"]], ..none() },
            "with fish or als, with wings",
        ),
        (Conditions { eliminations: Some([2, 2]), ..none() }, "eliminating 2"),
        (Conditions { eliminations: Some([1, 3]), ..none() }, "eliminating 1 to 3"),
        (
            Conditions { before: Some(vec!["fish", "als"]), ..none() },
            "before that only fish or als",
        ),
        (Conditions { after: Some(vec!["fish"]), ..none() }, "after that only fish"),
        (Conditions { without: vec!["fish", "als"], ..none() }, "without fish, without als"),
        (Conditions { with: vec!["whale"], ..none() }, "whale allowed"),
        (
            Conditions {
                levels: Some(["easy", "hard"]),
                needs: vec![vec!["fish"]],
                eliminations: Some([1, 1]),
                before: Some(vec!["singles"]),
                after: Some(vec!["wings"]),
                without: vec!["als"],
                with: vec!["whale"],
            },
            "level easy to hard, with fish, eliminating 1, before that only singles, \
             after that only wings, without als, whale allowed",
        ),
    ] {
        assert_eq!(conditions.to_string(), words);
        assert_eq!(conditions.is_empty(), words.is_empty(), "{words}");
        let wanted = Difficulty::in_tenths(Steps(1, conditions), 3..=5).unwrap();
        let after = if words.is_empty() { String::new() } else { format!(", {words}") };
        assert_eq!(format!("{wanted:?}"), format!("3..=5 steps{after}"));
    }
}

/// Returns the error of a request that is not met.
fn missed() -> AttemptsExhaustedError {
    let request = PuzzleRequest::new().with_clues(17..=17).with_attempts(1);
    let error = request.generate(&Mrv, &mut seeded_rng(18, 0)).unwrap_err();
    let GenerateError::AttemptsExhausted(missed) = error else { panic!("{error}") };
    *missed
}

#[test]
fn a_missed_request_names_the_attempts_and_the_nearest_puzzle() {
    let error = missed();
    let puzzle = error.nearest.unwrap();
    let (clues, board) = (puzzle.board.clue_count(), puzzle.board);
    let rated = Some("ER 3.4".to_owned());
    for (attempts, is_rated, has_wanted_clues, is_minimal, words) in [
        (1, false, false, true, "no match in 1 attempt; its puzzle has C: B"),
        (
            1,
            true,
            true,
            false,
            "no match in 1 attempt; its puzzle has C, is not strictly minimal \
                                and ER 3.4: B",
        ),
        (2, false, false, true, "no match in 2 attempts; the closest by clues has C: B"),
        (2, true, false, true, "no match in 2 attempts; the closest by clues has C and ER 3.4: B"),
        (
            2,
            true,
            true,
            true,
            "no match in 2 attempts; the closest by difficulty has C and ER 3.4: B",
        ),
        (
            2,
            false,
            true,
            false,
            "no match in 2 attempts; one puzzle has C, is not strictly minimal: B",
        ),
    ] {
        let mut error = error.clone();
        let mut nearest = puzzle;
        nearest.difficulty = is_rated.then_some(34);
        error.nearest = Some(nearest);
        error.difficulty = rated.clone().filter(|_| is_rated);
        (error.attempts, error.has_wanted_clues, error.is_minimal) =
            (attempts, has_wanted_clues, is_minimal);
        let words = words.replace('C', &format!("{clues} clues")).replace('B', &board.to_string());
        assert_eq!(error.to_string(), words);
        // A puzzle without a difficulty has a description instead of a number.
        nearest.difficulty = None;
        error.nearest = Some(nearest);
        let words = words.replace("the closest by difficulty", "one puzzle");
        error.is_stopped = true;
        assert_eq!(error.to_string(), format!("stopped: {words}"));
    }
    for (attempts, words) in [
        (0, "the requested attempt is 0 or above the limit on attempts"),
        (1, "no puzzle found in 1 attempt"),
        (2, "no puzzle found in 2 attempts"),
    ] {
        let mut error = error.clone();
        (error.attempts, error.nearest) = (attempts, None);
        assert_eq!(error.to_string(), words);
        assert_eq!(GenerateError::AttemptsExhausted(Box::new(error)).to_string(), words);
    }
}

#[test]
fn an_impossible_request_has_its_reason_as_source() {
    let request = PuzzleRequest::new().with_clues(RangeInclusive::new(3, 2));
    let reason = request.check(&Mrv).unwrap_err();
    let error = request.generate(&Mrv, &mut seeded_rng(1, 0)).unwrap_err();
    assert_eq!(error, GenerateError::from(reason.clone()));
    assert_eq!(error.source().unwrap().to_string(), reason.to_string());
    assert_eq!(error.to_string(), format!("there is no such puzzle: {reason}"));
    assert!(GenerateError::Unrated { scale: "x".into() }.source().is_none());
}

/// A strategy whose searches make 1, 2, 3 guesses and so on. It keeps the boards.
#[derive(Default)]
struct Rising(Mutex<Vec<Board>>);

impl Solver for Rising {
    fn search(
        &self,
        board: &Board,
        _: &Limits<'_>,
        _: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let mut boards = self.0.lock().unwrap();
        boards.push(*board);
        Report::new(Ending::Exhausted).with_solutions(1).with_guesses(boards.len() as u64)
    }
}

/// The mean of 1 to N is (N + 1) / 2, which is rounded up.
#[test]
fn guesses_are_the_rounded_mean_over_different_images_of_the_puzzle() {
    let board = Board::from(random_grid(&mut seeded_rng(1, 0)));
    for (images, mean) in [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (20, 11)] {
        let strategy = Rising::default();
        let guesses = Guesses::new("rising", &strategy).averaged_over(images);
        assert_eq!(guesses.rate(&board), Some(mean), "{images}");
        let boards = strategy.0.into_inner().unwrap();
        assert_eq!(boards.len(), images.max(1) as usize);
        assert_eq!(boards[0], board);
        assert!(boards.iter().all(|image| image.to_grid().is_some_and(|grid| grid.is_valid())));
        let differ = |(at, image): (usize, &Board)| !boards[..at].contains(image);
        assert!(boards.iter().enumerate().all(differ), "{images}");
    }
    let name = |images| Guesses::new("mrv", &Mrv).averaged_over(images).name();
    assert_eq!([0, 1].map(name), ["guesses of mrv", "guesses of mrv"]);
    assert_eq!(name(2), "guesses of mrv on average over 2 images");
    assert_eq!(format!("{:?}", Guesses::new("mrv", &Mrv)), "guesses of mrv");
}
