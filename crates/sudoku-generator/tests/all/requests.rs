//! Tests that puzzles meet their requests.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use proptest::prelude::*;
use sudoku_bitmask::Bitmask;
use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};
use sudoku_generator::{
    DifficultyMeasure, GenerateError, Guesses, InfeasibleRequestError, Minimality, Pattern,
    PatternSymmetry, PatternSymmetryError, PuzzleRequest, random_grid, seeded_rng, shuffle,
};
use sudoku_mrv::Mrv;
use sudoku_scan::Scan;

/// Returns the board without the clues of these cells.
fn without(board: &Board, cells: &[Cell]) -> Board {
    let mut less = *board;
    for &cell in cells {
        less.set(cell, None);
    }
    less
}

/// Returns the images of a cell by the definition of each symmetry, independently of the code under
/// test.
fn images(symmetry: PatternSymmetry, cell: Cell) -> BTreeSet<Cell> {
    let (r, c) = (cell.row(), cell.column());
    let places: &[(usize, usize)] = match symmetry {
        PatternSymmetry::None => &[],
        PatternSymmetry::HalfTurn => &[(8 - r, 8 - c)],
        PatternSymmetry::QuarterTurn => &[(c, 8 - r), (8 - r, 8 - c), (8 - c, r)],
        PatternSymmetry::LeftRight => &[(r, 8 - c)],
        PatternSymmetry::TopBottom => &[(8 - r, c)],
        PatternSymmetry::BothMirrors => &[(r, 8 - c), (8 - r, c), (8 - r, 8 - c)],
        PatternSymmetry::Diagonal => &[(c, r)],
        PatternSymmetry::AntiDiagonal => &[(8 - c, 8 - r)],
        PatternSymmetry::BothDiagonals => &[(c, r), (8 - c, 8 - r), (8 - r, 8 - c)],
        PatternSymmetry::Full => &[
            (r, 8 - c),
            (8 - r, c),
            (8 - r, 8 - c),
            (c, r),
            (c, 8 - r),
            (8 - c, r),
            (8 - c, 8 - r),
        ],
    };
    places.iter().map(|&(r, c)| Cell::at(r, c).unwrap()).chain([cell]).collect()
}

#[test]
fn orbits_are_the_cells_with_their_images() {
    for &symmetry in PatternSymmetry::ALL {
        let orbits = symmetry.orbits();
        assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), 81, "{symmetry}");
        for orbit in &orbits {
            for &cell in orbit {
                assert_eq!(
                    orbit.iter().copied().collect::<BTreeSet<_>>(),
                    images(symmetry, cell),
                    "{symmetry}"
                );
            }
        }
        assert!(orbits.is_sorted());
    }
    for symmetry in PatternSymmetry::ALL {
        assert_eq!(symmetry.to_string().parse(), Ok(*symmetry));
    }
    assert_eq!("half turn".parse::<PatternSymmetry>(), Err(PatternSymmetryError));
    let counts: Vec<_> =
        PatternSymmetry::ALL.iter().map(|symmetry| symmetry.orbits().len()).collect();
    assert_eq!(counts, [81, 41, 21, 45, 45, 25, 45, 45, 25, 15]);
}

#[test]
fn every_symmetry_gives_orbit_minimal_puzzles_of_that_pattern() {
    for &symmetry in PatternSymmetry::ALL {
        for index in 0..5 {
            let request = PuzzleRequest::new().with_symmetry(symmetry);
            let puzzle = request.generate(&Mrv, &mut seeded_rng(11, index)).unwrap();
            let board = puzzle.board;
            assert!(Bitmask.is_proper(&board), "{symmetry}: {board}");
            assert_eq!(Mrv.first_solution(&board), Some(puzzle.solution));
            assert!(symmetry.holds(&board));
            for (cell, _) in board.clues() {
                let orbit: Vec<_> = images(symmetry, cell).into_iter().collect();
                assert!(orbit.iter().all(|&image| board.get(image).is_some()), "{symmetry}");
                assert!(!Mrv.is_proper(&without(&board, &orbit)), "{symmetry}: {board} {cell}");
            }
        }
    }
}

/// The fast method gives the result of the plain one, which removes every orbit in turn if the
/// puzzle stays proper without it.
#[test]
fn puzzles_equal_those_of_the_plain_method() {
    for &symmetry in PatternSymmetry::ALL {
        for index in 0..30 {
            let request = PuzzleRequest::new().with_symmetry(symmetry);
            let puzzle = request.generate(&Mrv, &mut seeded_rng(22, index)).unwrap();
            let rng = &mut seeded_rng(22, index);
            let mut board = Board::from(random_grid(rng));
            let mut orbits = symmetry.orbits();
            shuffle(rng, &mut orbits);
            for orbit in orbits {
                let less = without(&board, &orbit);
                if Bitmask.is_proper(&less) {
                    board = less;
                }
            }
            assert_eq!(puzzle.board, board, "{symmetry}");
        }
    }
}

#[test]
fn one_blank_keeps_the_symmetries_that_do_not_move_it() {
    let full = Board::from(random_grid(&mut seeded_rng(1, 1)));
    for &symmetry in PatternSymmetry::ALL {
        for cell in Cell::all() {
            let holds = symmetry.holds(&without(&full, &[cell]));
            assert_eq!(holds, images(symmetry, cell).len() == 1, "{symmetry}: {cell}");
        }
    }
}

#[test]
fn no_clue_of_a_strictly_minimal_puzzle_can_be_removed() {
    for symmetry in [PatternSymmetry::None, PatternSymmetry::Diagonal, PatternSymmetry::HalfTurn] {
        let request =
            PuzzleRequest::new().with_symmetry(symmetry).with_minimality(Minimality::Strict);
        let puzzle = request.generate(&Mrv, &mut seeded_rng(12, 0)).unwrap();
        assert!(symmetry.holds(&puzzle.board));
        assert!(Mrv.is_proper(&puzzle.board));
        for (cell, _) in puzzle.board.clues() {
            assert!(!Mrv.is_proper(&without(&puzzle.board, &[cell])), "{symmetry}: {cell}");
        }
    }
}

#[test]
fn orbit_minimal_puzzles_are_mostly_not_strictly_minimal() {
    // Without this check, the test above could pass by chance.
    let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn);
    let loose = (0..10).filter(|&index| {
        let board = request.generate(&Mrv, &mut seeded_rng(13, index)).unwrap().board;
        board.clues().any(|(cell, _)| Mrv.is_proper(&without(&board, &[cell])))
    });
    assert!(loose.count() >= 7);
}

#[test]
fn puzzles_have_the_requested_number_of_clues() {
    let any = PuzzleRequest::new().with_minimality(Minimality::Any);
    for clues in [26, 27, 30, 45, 64, 80, 81] {
        for symmetry in
            [PatternSymmetry::None, PatternSymmetry::HalfTurn, PatternSymmetry::Diagonal]
        {
            let request = any.clone().with_symmetry(symmetry).with_clues(clues..=clues);
            let puzzle = request.generate(&Mrv, &mut seeded_rng(14, clues as u64)).unwrap();
            assert_eq!(puzzle.board.clue_count(), clues, "{symmetry}");
            assert!(symmetry.holds(&puzzle.board) && Mrv.is_proper(&puzzle.board));
        }
    }
    for (symmetry, clues) in [
        (PatternSymmetry::QuarterTurn, 33..=35),
        (PatternSymmetry::BothMirrors, 34..=34),
        (PatternSymmetry::Full, 37..=37),
    ] {
        let request = any.clone().with_symmetry(symmetry).with_clues(clues.clone());
        let puzzle = request.generate(&Mrv, &mut seeded_rng(15, 0)).unwrap();
        assert!(clues.contains(&puzzle.board.clue_count()) && symmetry.holds(&puzzle.board));
    }
    let minimal =
        PuzzleRequest::new().with_clues(22..=22).generate(&Mrv, &mut seeded_rng(16, 0)).unwrap();
    assert_eq!(minimal.board.clue_count(), 22);
    assert!(minimal.attempts > 1);
    for (cell, _) in minimal.board.clues() {
        assert!(!Mrv.is_proper(&without(&minimal.board, &[cell])));
    }
}

#[test]
fn the_number_of_clues_varies_over_the_range() {
    let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(30..=33);
    let met: BTreeSet<_> = (0..40)
        .map(|index| request.generate(&Mrv, &mut seeded_rng(17, index)).unwrap().board.clue_count())
        .collect();
    assert_eq!(met, (30..=33).collect());
}

#[test]
fn the_error_after_all_attempts_names_the_nearest_puzzle() {
    let request = PuzzleRequest::new().with_clues(17..=17).with_attempts(20);
    let error = request.generate(&Mrv, &mut seeded_rng(18, 0)).unwrap_err();
    let GenerateError::AttemptsExhausted(tried) = &error else { panic!("{error}") };
    assert_eq!(tried.attempts, 20);
    assert!(Mrv.is_proper(&tried.nearest.unwrap().board));
    assert!(error.to_string().starts_with("no match in 20 attempts; the closest by clues has"));
    assert!(tried.is_minimal);

    // Repeat the same attempts one by one from the same random words.
    let (mut rng, one) = (seeded_rng(18, 0), PuzzleRequest::new());
    let clues = (0..20).map(|_| one.generate(&Mrv, &mut rng).unwrap().board.clue_count());
    assert_eq!(clues.min(), Some(tried.nearest.unwrap().board.clue_count()));

    // A puzzle with the wanted number of clues may miss another constraint, and the message names
    // it.
    let request = PuzzleRequest::new()
        .with_symmetry(PatternSymmetry::QuarterTurn)
        .with_minimality(Minimality::Strict)
        .with_attempts(1);
    let missed =
        (0..20).find_map(|index| match request.generate(&Mrv, &mut seeded_rng(19, index)) {
            Err(GenerateError::AttemptsExhausted(tried)) => Some(tried),
            _ => None,
        });
    let missed = missed.unwrap();
    assert!(!missed.is_minimal);
    assert!(missed.to_string().contains(", is not strictly minimal: "), "{missed}");
}

/// A solver that must not be called.
struct Never;

impl Solver for Never {
    fn search(
        &self,
        _: &Board,
        _: &Limits<'_>,
        _: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        panic!("nothing should be drawn")
    }
}

#[test]
fn impossible_requests_are_refused_at_once() {
    #[expect(clippy::reversed_empty_ranges, reason = "an empty range is what is refused")]
    let empty = 30..=20;
    let any = PuzzleRequest::new().with_minimality(Minimality::Any);
    let guesses = Guesses::new("mrv", &Mrv);
    let [half, quarter, mirror] =
        [PatternSymmetry::HalfTurn, PatternSymmetry::QuarterTurn, PatternSymmetry::LeftRight]
            .map(|symmetry| PuzzleRequest::new().with_symmetry(symmetry));
    let count = |symmetry, clues| InfeasibleRequestError::NoSuchCount { symmetry, clues };
    let few = |symmetry, most| InfeasibleRequestError::TooFewForSymmetry { symmetry, most };
    let twice: Board = format!("1.1{}", ".".repeat(78)).parse().unwrap();
    let grid = Board::from(random_grid(&mut seeded_rng(1, 2)));
    let first = |cells: usize| without(&grid, &Cell::all().skip(cells).collect::<Vec<_>>());
    // The pattern is a diagonal and some cells with half-turn symmetry.
    let is_turned = |cell: Cell| match (cell.row(), cell.column()) {
        (row, column) if row == column => true,
        (row, column) => [(0, 1), (0, 2), (1, 2), (2, 5)]
            .into_iter()
            .any(|(r, c)| (r, c) == (row, column) || (8 - r, 8 - c) == (row, column)),
    };
    let turned = without(&grid, &Cell::all().filter(|&it| !is_turned(it)).collect::<Vec<_>>());
    let turned = Pattern::of(&turned);
    let most =
        without(&grid, &Cell::all().filter(|cell| cell.index() % 2 == 1).collect::<Vec<_>>());
    let most = Pattern::of(&most);
    let blank = Cell::at(0, 1).unwrap();
    let requests = [
        (
            PuzzleRequest::new().with_clues(16..=16),
            InfeasibleRequestError::TooFewClues { most: 16 },
        ),
        (any.clone().with_clues(10..=12), InfeasibleRequestError::TooFewClues { most: 12 }),
        (PuzzleRequest::new().with_clues(empty), InfeasibleRequestError::EmptyRange),
        (
            PuzzleRequest::new().with_difficulty(&guesses, RangeInclusive::new(9, 8)),
            InfeasibleRequestError::EmptyRange,
        ),
        (
            any.clone().with_clues(82..=usize::MAX),
            InfeasibleRequestError::TooManyClues { least: 82 },
        ),
        (quarter.with_clues(26..=27), count(PatternSymmetry::QuarterTurn, 26..=27)),
        (half.clone().with_clues(0..=17), few(PatternSymmetry::HalfTurn, 17)),
        (mirror.with_clues(17..=17), few(PatternSymmetry::LeftRight, 17)),
        (
            PuzzleRequest::new().with_givens(twice),
            InfeasibleRequestError::Contradiction(twice.contradictions().next().unwrap()),
        ),
        // With the images of the given clues, there are more clues than wanted.
        (
            half.with_clues(18..=20).with_givens(first(20)),
            count(PatternSymmetry::HalfTurn, 18..=20),
        ),
        // More clues are given than wanted.
        (
            any.clone().with_clues(17..=19).with_givens(first(20)),
            InfeasibleRequestError::TooManyGivens { givens: 20, most: 19 },
        ),
        (
            any.clone().with_pattern(Pattern::of(&first(16))),
            InfeasibleRequestError::TooFewClues { most: 16 },
        ),
        (any.clone().with_pattern(Pattern::of(&first(40))), InfeasibleRequestError::EmptyLines),
        (any.clone().with_pattern(turned), few(PatternSymmetry::HalfTurn, 17)),
        (
            any.clone().with_pattern(most).with_clues(17..=30),
            InfeasibleRequestError::PatternCount { cells: 41 },
        ),
        (
            any.clone().with_pattern(turned).with_symmetry(PatternSymmetry::LeftRight),
            InfeasibleRequestError::PatternSymmetry { symmetry: PatternSymmetry::LeftRight },
        ),
        // With two blanks no guess is possible.
        (
            any.clone().with_clues(79..=81).with_difficulty(&guesses, 1..=5),
            InfeasibleRequestError::CluesForDifficulty { possible: 0..=78 },
        ),
        (
            any.clone().with_pattern(Pattern::of(&first(80))).with_difficulty(&guesses, 1..=5),
            InfeasibleRequestError::CluesForDifficulty { possible: 0..=78 },
        ),
        (
            any.clone().with_givens(first(79)).with_difficulty(&guesses, 1..=5),
            InfeasibleRequestError::CluesForDifficulty { possible: 0..=78 },
        ),
        (
            any.with_pattern(most).with_givens(first(2)),
            InfeasibleRequestError::PatternBlank { cell: blank },
        ),
    ];
    for (request, reason) in requests {
        assert_eq!(request.check(&Never), Err(reason.clone()));
        let refused = request.generate(&Never, &mut seeded_rng(0, 0));
        assert_eq!(refused, Err(GenerateError::InfeasibleRequest(reason.clone())), "{request:?}");
        assert!(!reason.to_string().is_empty());
    }
}

#[test]
fn barely_possible_requests_are_accepted() {
    let symmetric = |symmetry| PuzzleRequest::new().with_symmetry(symmetry);
    for request in [
        PuzzleRequest::new().with_clues(17..=17),
        symmetric(PatternSymmetry::HalfTurn).with_clues(18..=18),
        symmetric(PatternSymmetry::Diagonal).with_clues(17..=17),
        PuzzleRequest::new().with_clues(40..=40),
        // No minimal puzzle with this number of clues is known, but it may exist.
        PuzzleRequest::new().with_clues(41..=50),
    ] {
        let tried = request.with_attempts(1).generate(&Mrv, &mut seeded_rng(0, 0));
        assert!(matches!(tried, Err(GenerateError::AttemptsExhausted(_))), "{tried:?}");
    }
    let quarter = symmetric(PatternSymmetry::QuarterTurn);
    for request in [PuzzleRequest::new().with_clues(0..=usize::MAX), quarter.with_clues(28..=29)] {
        assert!(request.generate(&Mrv, &mut seeded_rng(0, 0)).is_ok());
    }
}

#[test]
fn puzzles_have_clues_exactly_in_the_cells_of_the_pattern() {
    let any = PuzzleRequest::new()
        .with_minimality(Minimality::Any)
        .with_symmetry(PatternSymmetry::HalfTurn);
    for index in 0..4 {
        // A puzzle with this pattern exists.
        let known =
            any.clone().with_clues(28..=32).generate(&Mrv, &mut seeded_rng(40, index)).unwrap();
        let pattern = Pattern::of(&known.board);
        let request = any.clone().with_pattern(pattern);
        let [puzzle, same] = [&Mrv as &dyn Solver, &Bitmask]
            .map(|solver| request.generate(solver, &mut seeded_rng(41, index)).unwrap());
        assert_eq!(puzzle, same);
        assert_eq!(Pattern::of(&puzzle.board), pattern);
        assert!(Bitmask.is_proper(&puzzle.board) && puzzle.solution.extends(&puzzle.board));
        assert_ne!(puzzle.board, known.board);
    }
    let text = "x".repeat(40) + &".".repeat(41);
    let pattern: Pattern = text.parse().unwrap();
    assert!(pattern.cells().eq(Cell::all().take(40)));
    // In a puzzle, only the digits mark clues.
    for blank in ["*", "?", "x", "."] {
        let puzzle: Pattern = ("7".repeat(40) + &blank.repeat(41)).parse().unwrap();
        assert_eq!(puzzle, pattern);
    }
    assert_eq!(
        "x.x".parse::<Pattern>().unwrap_err().to_string(),
        "a pattern has 81 characters, not 3"
    );
}

#[test]
fn given_clues_are_kept_and_no_other_clue_is_redundant() {
    let givens: Board = format!("123456789{}", ".".repeat(72)).parse().unwrap();
    for symmetry in [PatternSymmetry::None, PatternSymmetry::HalfTurn] {
        for index in 0..5 {
            let request = PuzzleRequest::new().with_symmetry(symmetry).with_givens(givens);
            let puzzle = request.generate(&Mrv, &mut seeded_rng(43, index)).unwrap();
            assert_eq!(Ok(puzzle), request.generate(&Bitmask, &mut seeded_rng(43, index)));
            assert!(puzzle.board.extends(&givens) && symmetry.holds(&puzzle.board));
            assert!(Bitmask.is_proper(&puzzle.board));
            for orbit in symmetry.orbits() {
                let is_given = orbit.iter().any(|&cell| givens.get(cell).is_some());
                if !is_given && puzzle.board.get(orbit[0]).is_some() {
                    assert!(!Mrv.is_proper(&without(&puzzle.board, &orbit)));
                }
            }
            let id = request.id(43, index).unwrap();
            assert_eq!(id.generate(&Mrv), Ok(puzzle), "{id}");
        }
    }
    // No two clues contradict each other, but the last cell of the row has no candidate.
    let wrong = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
    let wrong: Board = wrong.parse().unwrap();
    assert!(wrong.is_consistent());
    let request = PuzzleRequest::new().with_givens(wrong);
    assert_eq!(request.check(&Mrv), Err(InfeasibleRequestError::NoSolution));
    assert_eq!(PuzzleRequest::new().with_givens(givens).check(&Mrv), Ok(()));
    let refused = request.generate(&Mrv, &mut seeded_rng(0, 0));
    assert_eq!(refused, Err(GenerateError::InfeasibleRequest(InfeasibleRequestError::NoSolution)));
}

#[test]
fn a_raised_flag_ends_the_search_with_the_nearest_puzzle() {
    let flag = AtomicBool::new(true);
    let request = PuzzleRequest::new().with_clues(17..=17).with_stop(&flag);
    let error = request.generate(&Mrv, &mut seeded_rng(44, 0)).unwrap_err();
    let GenerateError::AttemptsExhausted(tried) = &error else { panic!("{error}") };
    assert!(tried.is_stopped && tried.attempts == 1);
    assert!(Mrv.is_proper(&tried.nearest.unwrap().board));
    assert!(error.to_string().starts_with("stopped: no match in 1 attempt; its puzzle has "));
}

#[test]
fn a_flag_from_another_thread_ends_a_search_and_its_attempts_are_counted() {
    // Puzzles with 18 clues and half-turn symmetry exist, but random grids almost never give one.
    let (stop, counter) = (AtomicBool::new(false), AtomicU64::new(0));
    let request = PuzzleRequest::new()
        .with_symmetry(PatternSymmetry::HalfTurn)
        .with_minimality(Minimality::Strict)
        .with_clues(18..=18)
        .with_attempts(u32::MAX)
        .with_attempt_counter(&counter)
        .with_stop(&stop);
    let tried = std::thread::scope(|scope| {
        let making = scope.spawn(|| request.generate(&Mrv, &mut seeded_rng(45, 0)).unwrap_err());
        while counter.load(Ordering::Relaxed) < 100 {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        making.join().unwrap()
    });
    let GenerateError::AttemptsExhausted(tried) = tried else { panic!("{tried}") };
    assert!(tried.is_stopped && tried.attempts >= 100);
    assert_eq!(counter.load(Ordering::Relaxed), u64::from(tried.attempts));

    // On a pattern the flag also ends the current attempt.
    let known = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(46, 0)).unwrap();
    let request = PuzzleRequest::new()
        .with_minimality(Minimality::Any)
        .with_pattern(Pattern::of(&known.board))
        .with_stop(&stop);
    let GenerateError::AttemptsExhausted(tried) =
        request.generate(&Mrv, &mut seeded_rng(46, 1)).unwrap_err()
    else {
        panic!("the search must not find a puzzle")
    };
    assert!(tried.is_stopped && tried.nearest.is_none() && tried.attempts == 1);
}

#[test]
fn puzzles_have_the_requested_guesses_and_report_them() {
    let guesses = Guesses::new("mrv", &Mrv);
    for range in [0..=0, 3..=5, 8..=100] {
        let request = PuzzleRequest::new().with_difficulty(&guesses, range.clone());
        let puzzle = request.generate(&Mrv, &mut seeded_rng(19, 0)).unwrap();
        let counted = Mrv.count(&puzzle.board, &Limits::solutions(2)).guesses;
        assert_eq!(puzzle.difficulty, counted);
        assert!(range.contains(&counted.unwrap()));
    }
    let far = PuzzleRequest::new().with_difficulty(&guesses, 1_000_000..=2_000_000);
    let error = far.with_attempts(10).generate(&Mrv, &mut seeded_rng(19, 1)).unwrap_err();
    let GenerateError::AttemptsExhausted(tried) = &error else { panic!("{error}") };
    let nearest = tried.nearest.unwrap();
    let difficulty =
        format!(" and {} guesses of mrv: {}", nearest.difficulty.unwrap(), nearest.board);
    assert!(error.to_string().ends_with(&difficulty), "{error}");
    // The nearest puzzle has the most guesses of the ten.
    let (mut rng, one) = (seeded_rng(19, 1), PuzzleRequest::new());
    let guesses = (0..10).map(|_| {
        let board = one.generate(&Mrv, &mut rng).unwrap().board;
        Mrv.count(&board, &Limits::solutions(2)).guesses
    });
    assert_eq!(guesses.max().unwrap(), nearest.difficulty);
}

#[test]
fn guesses_are_averaged_over_images() {
    let one = Guesses::new("mrv", &Mrv);
    let many = one.averaged_over(20);
    let request = PuzzleRequest::new().with_difficulty(&many, 0..=1000);
    let differing = (0..20).filter(|&index| {
        let averaged = request.generate(&Mrv, &mut seeded_rng(23, index)).unwrap();
        let alone = PuzzleRequest::new().with_difficulty(&one, 0..=1000);
        let alone = alone.generate(&Mrv, &mut seeded_rng(23, index)).unwrap();
        assert_eq!(averaged.board, alone.board);
        assert_eq!(averaged, request.generate(&Mrv, &mut seeded_rng(23, index)).unwrap());
        averaged.difficulty != alone.difficulty
    });
    assert!(differing.count() > 2);
}

#[test]
fn errors_name_a_strategy_that_does_not_count_guesses() {
    struct Silent;
    impl Solver for Silent {
        fn search(
            &self,
            board: &Board,
            limits: &Limits<'_>,
            found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        ) -> Report {
            let report = Mrv.search(board, limits, found);
            Report::new(report.ending).with_solutions(report.solutions)
        }
    }
    let guesses = Guesses::new("silent", &Silent);
    let request = PuzzleRequest::new().with_difficulty(&guesses, 0..=9);
    assert_eq!(
        request.generate(&Silent, &mut seeded_rng(0, 0)).unwrap_err().to_string(),
        "cannot rate puzzles by guesses of silent: no value reported; choose another scale, or a \
         strategy that counts guesses",
    );
}

#[test]
fn puzzles_do_not_depend_on_the_solver() {
    let guesses = Guesses::new("mrv", &Mrv);
    let requests = [
        PuzzleRequest::new(),
        PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn),
        PuzzleRequest::new().with_symmetry(PatternSymmetry::BothDiagonals),
        PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(28..=32),
        PuzzleRequest::new().with_difficulty(&guesses, 1..=3),
    ];
    for request in requests {
        for index in 0..2 {
            let [a, b, c]: [_; 3] = [&Mrv as &dyn Solver, &Bitmask, &Scan]
                .map(|solver| request.generate(solver, &mut seeded_rng(20, index)));
            assert!(a.is_ok() && a == b && b == c, "{request:?}");
        }
    }
}

#[test]
fn every_random_generator_can_be_used() {
    // A borrowed generator, one behind `dyn`, and one of another type.
    let mut rng = seeded_rng(21, 0);
    let expected = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(21, 0));
    let mut dynamic: Box<dyn sudoku_generator::Rng> = Box::new(seeded_rng(21, 0));
    assert_eq!(PuzzleRequest::new().generate(&Mrv, &mut &mut rng), expected);
    assert_eq!(PuzzleRequest::new().generate(&Mrv, dynamic.as_mut()), expected);
    let mut other = <rand_xoshiro::Xoroshiro128StarStar as rand::SeedableRng>::from_seed([7; 16]);
    assert!(Mrv.is_proper(&PuzzleRequest::new().generate(&Mrv, &mut other).unwrap().board));
}

proptest! {
    // One sixth of the configured number of cases, because each case makes two puzzles.
    #![proptest_config({
        let usual = ProptestConfig::default();
        ProptestConfig { cases: usual.cases / 6, ..usual }
    })]

    #[test]
    fn grids_are_valid_and_repeatable(seed: u64, index: u64) {
        let grid = random_grid(&mut seeded_rng(seed, index));
        prop_assert!(grid.is_valid());
        prop_assert_eq!(grid, random_grid(&mut seeded_rng(seed, index)));
    }

    #[test]
    fn puzzles_are_proper_and_repeatable(
        seed: u64,
        index: u64,
        symmetry in proptest::sample::select(PatternSymmetry::ALL),
        minimality in proptest::sample::select(vec![Minimality::Any, Minimality::Orbits]),
        least in 24_usize..50,
    ) {
        let request = PuzzleRequest::new().with_symmetry(symmetry).with_minimality(minimality);
        let request = match minimality {
            // A range of eight contains a possible number of clues for every symmetry.
            Minimality::Any => request.with_clues(least + 12..=least + 20),
            _ => request,
        };
        let puzzle = request.generate(&Mrv, &mut seeded_rng(seed, index));
        prop_assert_eq!(&puzzle, &request.generate(&Mrv, &mut seeded_rng(seed, index)));
        let puzzle = puzzle.unwrap();
        prop_assert!(Bitmask.is_proper(&puzzle.board));
        prop_assert!(puzzle.solution.is_valid() && puzzle.solution.extends(&puzzle.board));
        prop_assert!(request.clues.contains(&puzzle.board.clue_count()));
        prop_assert!(symmetry.holds(&puzzle.board));
    }
}

#[test]
fn a_puzzle_with_one_guess_on_average_is_described_in_the_singular() {
    let scale = Guesses::new("mrv", &Mrv);
    assert_eq!([1, 2].map(|number| scale.describe(number)), ["1 guess of mrv", "2 guesses of mrv"]);
    let average = scale.averaged_over(10).describe(1);
    assert_eq!(average, "1 guess of mrv on average over 10 images");
}
