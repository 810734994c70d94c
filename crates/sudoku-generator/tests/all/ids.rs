//! Tests that puzzle IDs keep their meaning forever, and that invalid IDs are rejected.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use sudoku_core::{Board, Cell, Digit};
use sudoku_generator::{
    GenerateError, Guesses, InfeasibleRequestError, Minimality, Pattern, PatternSymmetry, PuzzleId,
    PuzzleIdError, PuzzleRequest, seeded_rng,
};
use sudoku_mrv::Mrv;

/// IDs of earlier puzzles, each with its puzzle.
const RECORDED: &[(&str, &str)] = &[
    (
        "080EM3R0ZW",
        ".54...8.......3.9.3...62.5......7....9......3.8.1..9.65..9.........8.2..17....3..",
    ),
    (
        "080YM3R15R",
        "..987...572...5....68...4..1.42......7.3.4.9......71.4..2...83....7...423...285..",
    ),
    (
        "081EM3R28G",
        "8.26...373....4.....1..24.8.192.8..6.........6..9.724.4.85..1.....8....492...18.5",
    ),
    (
        "081YM3R3JM",
        "3..9.1..8...7.4.....7...4...34...82.....6.....52...67.7..4.9..6..68.53....86.21..",
    ),
    (
        "082EM3R4J0",
        "14...372.9..2.....5...7..4.85.1....3..9.6....61.3....93...2..1.7..4.....48...139.",
    ),
    (
        "082YM3R584",
        "72.8.1.36....7....98..4..57.4.....8.2.6...7.3.9.....1.65..2..79....8....83.5.7.41",
    ),
    (
        "083EM3R65C",
        ".9..86..74..17.2.....3......61...9.252.....488.........5.9..8.3....3...42..84.19.",
    ),
    (
        "083YM3R7Z8",
        "...6...8..47..93.6..9....1..7.....2.92..6....1.......8.1....53...5.98.6.4..31....",
    ),
    (
        "084EM3R844",
        "2.6..9..4..3.2....75..83......6..9.1.61...23.9.5..1......27..13....6.8..5..1..6.9",
    ),
    (
        "084YM3R9Y0",
        "..59.26......8....1.76.49.35.4...1.9.6.....8.7.8...3.58.63.17.2....9......97.84..",
    ),
    (
        "0A81W87A1W5AG",
        "..4.21.3.79...8.........76....58.....16497...27..36....5....8.114...5.9.6.7....4.",
    ),
    (
        "0A0125ZA1W5GR",
        ".8....2......4.........73...6...4.9..7.6.8.1...9.........865.7...3.......4.2....9",
    ),
    (
        "08KEM3RC4M",
        "..19.8.....4.7..5.82.......7..8...4..4....8..3....21......53.7..9.2..3.5.......6.",
    ),
];

fn requests() -> Vec<PuzzleRequest<'static>> {
    let symmetric = |&it: &PatternSymmetry| PuzzleRequest::new().with_symmetry(it);
    let mut all: Vec<_> = PatternSymmetry::ALL.iter().map(symmetric).collect();
    all.push(PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(30..=32));
    all.push(PuzzleRequest::new().with_clues(0..=23));
    all.push(
        PuzzleRequest::new()
            .with_symmetry(PatternSymmetry::Diagonal)
            .with_minimality(Minimality::Strict),
    );
    all
}

#[test]
fn recorded_ids_give_the_recorded_puzzles() {
    for (&(text, puzzle), (index, request)) in RECORDED.iter().zip((0..).zip(requests())) {
        let id: PuzzleId = text.parse().unwrap();
        assert_eq!(request.id(2026, index), Some(id.clone()));
        assert_eq!(id.to_string(), text);
        assert_eq!(id.generate(&Mrv).unwrap().board.to_string(), puzzle, "{text}");
    }
    assert_eq!(RECORDED.len(), requests().len());
}

#[test]
fn mistyped_ids_are_refused() {
    let text = RECORDED[0].0;
    for place in 0..text.len() {
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".chars() {
            let mut changed = text.to_owned();
            changed.replace_range(place..=place, &other.to_string());
            assert!(changed == text || changed.parse::<PuzzleId>().is_err(), "{changed}");
        }
        let cut = &text[..place];
        assert!(cut.parse::<PuzzleId>().is_err(), "{cut}");
    }
    // One character is wrong at the end, missing at the start or the end, or extra.
    for mistyped in ["080YM3R7YD", "80YM3R7YC", "080YM3R7Y", "080YM3R7YC0"] {
        assert_eq!(mistyped.parse::<PuzzleId>(), Err(PuzzleIdError::Check), "{mistyped}");
    }
    let error = "08U".parse::<PuzzleId>().unwrap_err();
    assert_eq!(error, PuzzleIdError::Character { column: 3, found: 'U' });
    assert_eq!(
        error.to_string(),
        "column 3: found `U`; a puzzle ID has only digits, letters except U, and hyphens"
    );
}

#[test]
fn errors_name_other_versions_of_ids() {
    // Version 1, no constraints, seed and index 0.
    let error = "04000034".parse::<PuzzleId>().unwrap_err();
    assert_eq!(error, PuzzleIdError::Version { found: 1 });
}

#[test]
fn ranges_of_clues_that_no_puzzle_has_are_refused_with_the_numbers() {
    let mut id = PuzzleRequest::new().with_clues(20..=30).id(1, 2).unwrap();
    for (least, most) in [(30, 20), (16, 30), (0, 0), (17, 82), (82, 90), (255, 255), (81, 17)] {
        id.clues = least..=most;
        let error = id.to_string().parse::<PuzzleId>().unwrap_err();
        assert_eq!(error, PuzzleIdError::Clues { least, most });
        assert_eq!(
            error.to_string(),
            format!(
                "the puzzle ID asks for {least} to {most} clues; a range must go up and lie \
                 within 17 to 81"
            ),
        );
    }
    for (least, most) in [(17, 17), (17, 80), (81, 81)] {
        id.clues = least..=most;
        assert_eq!(id.to_string().parse(), Ok(id.clone()));
    }
}

#[test]
fn requests_that_are_impossible_or_beyond_the_format_have_no_id() {
    let few = PuzzleRequest::new().with_clues(0..=16);
    assert_eq!(few.id(0, 0), None);
    let refused = few.generate(&Mrv, &mut seeded_rng(0, 0));
    assert_eq!(
        refused,
        Err(GenerateError::InfeasibleRequest(InfeasibleRequestError::TooFewClues { most: 16 }))
    );
}

#[test]
fn patterns_given_clues_and_difficulties_have_ids() {
    let pattern: Pattern = "
        x.......x ..xx.xx.. .x..x..x. .x.x.x.x. ..x...x.. .x.x.x.x. .x..x..x. ..xx.xx.. x.......x
    "
    .parse()
    .unwrap();
    let mut givens = Board::EMPTY;
    for (cell, digit) in [(0, 5), (8, 2), (80, 9)] {
        givens.set(Cell::new(cell).unwrap(), Digit::new(digit));
    }
    let guesses = Guesses::new("mrv", &Mrv);
    let any = || PuzzleRequest::new().with_minimality(Minimality::Any);
    for (index, request) in (0..).zip([
        any().with_pattern(pattern),
        any().with_pattern(pattern).with_givens(givens),
        PuzzleRequest::new().with_givens(givens),
        PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn).with_givens(givens),
        PuzzleRequest::new().with_difficulty(&guesses, 8..),
        any().with_clues(26..=28).with_difficulty(&guesses, 3),
        any().with_pattern(pattern).with_difficulty(&guesses, 3..=20),
    ]) {
        let puzzle = request.generate(&Mrv, &mut seeded_rng(7, index)).unwrap();
        let id = request.id_of(&puzzle, 7, index).unwrap();
        assert_eq!(request.difficulty.is_none(), request.id(7, index).is_some());
        let read: PuzzleId = id.to_string().parse().unwrap();
        assert_eq!(read, id);
        let again = read.generate(&Mrv).unwrap();
        assert_eq!((again.board, again.attempts), (puzzle.board, puzzle.attempts), "{id}");
        // A puzzle that was made from an ID has the same ID.
        assert_eq!(read.request().id_of(&again, 7, index), Some(id));
    }
}

#[test]
fn an_attempt_by_number_gives_the_same_puzzle() {
    let rng = &mut seeded_rng(7, 0);
    for attempt in 1..=3 {
        let drawn = PuzzleRequest::new().generate(&Mrv, rng).unwrap();
        let request = PuzzleRequest::new().with_attempt(attempt);
        let puzzle = request.generate(&Mrv, &mut seeded_rng(7, 0)).unwrap();
        assert_eq!((puzzle.board, puzzle.attempts), (drawn.board, attempt));
    }
}

#[test]
fn an_attempt_above_the_limit_is_refused() {
    let counter = AtomicU64::new(0);
    let request = PuzzleRequest::new().with_attempt_counter(&counter).with_attempts(2);
    for attempt in [0, 3, u32::MAX] {
        let error = request.clone().with_attempt(attempt).generate(&Mrv, &mut seeded_rng(7, 0));
        let Err(GenerateError::AttemptsExhausted(not_reached)) = error else { panic!("{error:?}") };
        assert_eq!((not_reached.attempts, not_reached.is_stopped), (0, false));
        let message = "the requested attempt is 0 or above the limit on attempts";
        assert_eq!(not_reached.to_string(), message);
    }
    assert_eq!(counter.load(Ordering::Relaxed), 0);
    let puzzle = request.with_attempt(2).generate(&Mrv, &mut seeded_rng(7, 0)).unwrap();
    assert_eq!((puzzle.attempts, counter.load(Ordering::Relaxed)), (2, 2));
}

#[test]
fn no_id_has_attempt_0() {
    let mut id = PuzzleRequest::new().id(7, 0).unwrap();
    for (attempt, is_read) in [(0, false), (1, true)] {
        id.attempt = Some(attempt);
        let read = id.to_string().parse::<PuzzleId>();
        assert_eq!(read, if is_read { Ok(id.clone()) } else { Err(PuzzleIdError::Constraints) });
    }
}

proptest! {
    #[test]
    fn ids_of_random_constraints_are_read_back(
        cells: u128, given: u128, attempt: Option<NonZeroU32>, has_pattern: bool, seed: u64,
        digits: u64,
    ) {
        let board = |set: u128, digits: u64| {
            let mut board = Board::EMPTY;
            for cell in Cell::all().filter(|cell| set >> cell.index() & 1 != 0) {
                let digit = (digits >> (cell.index() % 60)) % 9 + 1;
                board.set(cell, Digit::new(digit as u8));
            }
            board
        };
        let mut id = PuzzleRequest::new().with_givens(board(given, digits)).id(seed, 3).unwrap();
        id.attempt = attempt.map(NonZeroU32::get);
        id.pattern = has_pattern.then(|| Pattern::of(&board(cells, 0)));
        prop_assert_eq!(id.to_string().parse::<PuzzleId>().unwrap(), id);
    }

    #[test]
    fn ids_come_back(
        seed: u64, index: u64, symmetry in 0..10_usize, minimality in 0..3_usize,
        least in 17..=81_usize, more in 0..=64_usize,
    ) {
        let minimality = [Minimality::Any, Minimality::Orbits, Minimality::Strict][minimality];
        let request = PuzzleRequest::new()
            .with_symmetry(PatternSymmetry::ALL[symmetry])
            .with_minimality(minimality)
            .with_clues(least..=least + more);
        let id = request.id(seed, index).unwrap();
        let text = id.to_string();
        let sloppy = text.to_lowercase().replace('1', "l").replace('0', "o-");
        prop_assert_eq!(text.parse::<PuzzleId>().unwrap(), id.clone());
        prop_assert_eq!(sloppy.parse::<PuzzleId>().unwrap(), id);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "[0-9A-HJKMNP-TV-Za-z -]{0,40}") {
        if let Ok(id) = text.parse::<PuzzleId>() {
            prop_assert_eq!(id.to_string().parse::<PuzzleId>().unwrap(), id);
        }
    }
}
