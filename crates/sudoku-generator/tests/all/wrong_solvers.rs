//! Tests that a wrong solver may cause wrong puzzles, but never a panic or an endless search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Report, Solver};
use sudoku_generator::{
    GenerateError, Guesses, Minimality, Pattern, PatternSymmetry, PuzzleRequest, Weighted,
    random_grid, seeded_rng,
};
use sudoku_mrv::Mrv;

/// The answer of a solver for a board.
type Lie = fn(&Board) -> Option<Grid>;

/// A solver that gives this answer for every board and counts the calls.
struct Liar {
    lie: Lie,
    asked: AtomicU64,
}

impl Solver for Liar {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 20_000, "the search does not end");
        let Some(grid) = (self.lie)(board) else {
            return Report::new(Ending::Exhausted).with_solutions(u64::MAX).with_guesses(u64::MAX);
        };
        // Returns more solutions than requested, even after the caller has stopped.
        for _ in 0..3 {
            let _ = found(&grid);
        }
        Report::new(Ending::Exhausted).with_solutions(limits.solutions).with_guesses(u64::MAX)
    }
}

/// Returns the board with all blanks filled by this function, regardless of the rules.
fn filled(board: &Board, digit: impl Fn(Cell) -> u8) -> Option<Grid> {
    let mut filled = *board;
    for cell in Cell::all().filter(|&cell| board.get(cell).is_none()) {
        filled.set(cell, Digit::new(digit(cell)));
    }
    filled.to_grid()
}

const LIES: &[(&str, Lie)] = &[
    ("no grid, but a count", |_| None),
    ("all ones", |_| filled(&Board::EMPTY, |_| 1)),
    ("the same grid for all", |_| Some(random_grid(&mut seeded_rng(99, 0)))),
    ("ones in all blanks", |board| filled(board, |_| 1)),
    ("anything in all blanks", |board| {
        filled(board, |cell| 1 + ((cell.index() + board.clue_count()) % 9) as u8)
    }),
    ("a solution with one cell changed", |board| {
        let mut wrong = *Mrv.first_solution(board)?.as_board();
        let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap_or(Cell::FIRST);
        wrong.set(cell, Digit::new(wrong.get(cell)?.get() % 9 + 1));
        wrong.to_grid()
    }),
    ("a solution of another puzzle", |board| {
        let mut less = *board;
        board.clues().step_by(2).for_each(|(cell, _)| less.set(cell, None));
        Mrv.first_solution(&less)
    }),
];

#[test]
fn the_search_ends_with_every_wrong_solver() {
    let truth = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(50, 0)).unwrap();
    let first =
        Board::new(std::array::from_fn(
            |cell| {
                if cell < 9 { truth.solution.as_bytes()[cell] } else { 0 }
            },
        ));
    let any = PuzzleRequest::new().with_minimality(Minimality::Any);
    for &(name, lie) in LIES {
        let liar = Liar { lie, asked: AtomicU64::new(0) };
        let guesses = Guesses::new("liar", &liar).averaged_over(3);
        let half = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn);
        for request in [
            PuzzleRequest::new(),
            half.clone(),
            half.with_minimality(Minimality::Strict),
            any.clone().with_clues(30..=32),
            any.clone().with_pattern(Pattern::of(&truth.board)),
            PuzzleRequest::new().with_pattern(Pattern::of(&truth.board)),
            PuzzleRequest::new().with_givens(first.unwrap()),
            PuzzleRequest::new().with_difficulty(&guesses, 3..=4),
        ] {
            let request = request.with_attempts(2);
            for index in 0..5 {
                liar.asked.store(0, Ordering::Relaxed);
                let made = match request.generate(&liar, &mut seeded_rng(51, index)) {
                    Ok(puzzle) => Some(puzzle),
                    Err(GenerateError::AttemptsExhausted(tried)) => tried.nearest,
                    Err(GenerateError::InfeasibleRequest(_) | GenerateError::Unrated { .. }) => {
                        None
                    }
                    Err(other) => panic!("{other}"),
                };
                // These properties hold even with a wrong solver.
                if let Some(made) = made {
                    assert!(made.solution.is_valid(), "{name}: {request:?}");
                    assert!(made.solution.extends(&made.board), "{name}: {request:?}");
                    assert!(made.board.extends(&request.givens), "{name}: {request:?}");
                }
            }
        }
        for index in 0..5 {
            liar.asked.store(0, Ordering::Relaxed);
            let weighted = Weighted::draw(&liar, &mut seeded_rng(52, index));
            assert!(weighted.solution.extends(&weighted.board), "{name}");
        }
    }
}

/// A solver that returns a wrong grid before the solutions.
struct WrongAtFirst;

impl Solver for WrongAtFirst {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let ones = filled(&Board::EMPTY, |_| 1).unwrap();
        if found(&ones).is_break() {
            return Report::new(Ending::SolutionLimit).with_solutions(1);
        }
        Mrv.search(board, limits, found)
    }
}

#[test]
fn a_puzzle_is_proper_and_minimal_after_many_wrong_solutions() {
    let puzzle = PuzzleRequest::new().generate(&WrongAtFirst, &mut seeded_rng(53, 0)).unwrap();
    assert!(Mrv.is_proper(&puzzle.board), "{}", puzzle.board);
    for (cell, _) in puzzle.board.clues() {
        let mut less = puzzle.board;
        less.set(cell, None);
        assert!(!Mrv.is_proper(&less), "{} without {cell}", puzzle.board);
    }
}
