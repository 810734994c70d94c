//! Compares the canonical form with its definition, and counts of automorphisms with known numbers.
//!
//! `cargo xtask deep` runs these tests with `SUDOKU_DEEP` set, on many more boards.
#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;
use std::collections::BTreeSet;

use sudoku_canonical::{Canonical, SolutionMismatchError, canonical, canonical_by_solution};
use sudoku_core::{Board, Cell, Digit, Grid, Relabeling, Symmetry};
use sudoku_generator::{
    PuzzleRequest, Rng, random_grid, random_symmetry, seeded_rng, shuffle, uniform_below,
};
use sudoku_mrv::{Mrv, Solver};

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Computes the form by its definition: it tries every symmetry, and labels digits in the order in
/// which they appear. It abandons a board at the first cell that is larger than in the smallest so
/// far, which saves most of the time.
fn by_definition(board: &Board) -> (Board, u32) {
    let (mut form, mut automorphisms) = ([u8::MAX; 81], 0);
    for number in 0..Symmetry::COUNT {
        let symmetry = Symmetry::nth(number).unwrap();
        let (mut named, mut order) = ([0; 81], Ordering::Equal);
        let mut labels = [0; 10];
        let mut used = 0;
        for cell in Cell::all() {
            let digit = usize::from(board.as_bytes()[symmetry.source(cell).index()]);
            if digit > 0 && labels[digit] == 0 {
                used += 1;
                labels[digit] = used;
            }
            named[cell.index()] = labels[digit];
            order = order.then(named[cell.index()].cmp(&form[cell.index()]));
            if order == Ordering::Greater {
                break;
            }
        }
        match order {
            Ordering::Less => (form, automorphisms) = (named, 1),
            Ordering::Equal => automorphisms += 1,
            Ordering::Greater => {}
        }
    }
    (Board::new(form).unwrap(), automorphisms)
}

/// Returns the canonical form of the board, after checking that the mapping leads to it.
fn checked(board: &Board) -> Canonical {
    let canonical = canonical(board);
    let reached = canonical.relabeling.apply(&canonical.symmetry.apply(board));
    assert_eq!(reached, canonical.form, "{board}");
    canonical
}

/// Returns a random symmetry with a relabeling.
fn draw(rng: &mut impl Rng) -> impl Fn(&Board) -> Board {
    let (symmetry, relabeling) = random_symmetry(rng);
    move |board| relabeling.apply(&symmetry.apply(board))
}

/// Returns a board with this many clues in random cells, with random digits up to the highest. Most
/// of these clues contradict each other.
fn scattered(clues: usize, highest: u64, rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    while board.clue_count() < clues {
        let cell = Cell::new(uniform_below(rng, 81) as usize).unwrap();
        board.set(cell, Digit::new(1 + uniform_below(rng, highest) as u8));
    }
    board
}

/// Returns a board with this many clues of the grid.
fn clues_of(grid: Grid, clues: usize, rng: &mut impl Rng) -> Board {
    let mut board = Board::from(grid);
    while board.clue_count() > clues {
        board.set(Cell::new(uniform_below(rng, 81) as usize).unwrap(), None);
    }
    board
}

#[test]
fn known_numbers_of_automorphisms_are_found() {
    for (board, automorphisms) in [
        (String::from(MOST_SYMMETRIC), 648),
        // The largest form of all grids.
        (
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
                .into(),
            72,
        ),
        (".".repeat(81), 3_359_232),
        ("5".repeat(81), 3_359_232),
        ("123".repeat(27), 1296 * 36),
        (format!("1{}", ".".repeat(80)), 3_359_232 / 81),
        // Two clues of one row: in the same box or in two boxes, with equal or different digits.
        (format!("12{}", ".".repeat(79)), 3_359_232 / 162),
        (format!("1..2{}", ".".repeat(77)), 3_359_232 / (2 * 9 * 27)),
        (format!("1..1{}", ".".repeat(77)), 3_359_232 / (2 * 9 * 27)),
        // A box, a row, a diagonal of nine digits.
        (format!("123......456......789{}", ".".repeat(60)), 3_359_232 / 9),
        (format!("123456789{}", ".".repeat(72)), 3_359_232 / 18),
        (format!("1{}", ".........1".repeat(8)), 2 * 1296),
        // One of the 46,656 patterns in which the rules let a digit fill its nine cells.
        (
            "1...........1...........1...1...........1...........1...1...........1...........1"
                .into(),
            3_359_232 / 46_656,
        ),
    ] {
        let board: Board = board.parse().unwrap();
        assert_eq!(checked(&board).automorphisms, automorphisms, "{board}");
    }
}

/// Returns a grid whose minirows hold 123, 456 or 789, each rotated so that no column holds a digit
/// twice. Many such grids have automorphisms.
fn pure_grid(rng: &mut impl Rng) -> Grid {
    let turns: [[usize; 3]; 9] = [(); 9].map(|()| {
        let mut turns = [0, 1, 2];
        shuffle(rng, &mut turns);
        turns
    });
    let steps = [(); 3].map(|()| 1 + uniform_below(rng, 2) as usize);
    Grid::new(std::array::from_fn(|index| {
        let (band, row, stack, column) = (index / 27, index / 9 % 3, index % 9 / 3, index % 3);
        let high = (stack + row * steps[band]) % 3;
        let low = (column + turns[stack * 3 + high][band]) % 3;
        1 + (high * 3 + low) as u8
    }))
    .unwrap()
}

/// The sizes of the automorphism groups of all grids (Ed Russell and Frazer Jarvis, 2006).
const GROUP_SIZES: [u32; 16] = [1, 2, 3, 4, 6, 8, 9, 12, 18, 27, 36, 54, 72, 108, 162, 648];

#[test]
fn grids_have_only_the_known_numbers_of_automorphisms() {
    let mut rng = seeded_rng(4, 0);
    let mut seen = BTreeSet::new();
    for _ in 0..2_000 {
        for grid in [random_grid(&mut rng), pure_grid(&mut rng)] {
            let automorphisms = checked(grid.as_board()).automorphisms;
            assert!(GROUP_SIZES.contains(&automorphisms), "{grid:?}: {automorphisms}");
            seen.insert(automorphisms);
        }
    }
    assert!(seen.is_superset(&BTreeSet::from([1, 3, 6, 9, 12, 18, 36, 54, 108])), "{seen:?}");
}

/// Returns a puzzle with its unique solution. Every second solution has automorphisms.
fn proper(number: u64) -> (Board, Grid) {
    let rng = &mut seeded_rng(5, number);
    if number.is_multiple_of(2) {
        let puzzle = PuzzleRequest::new().generate(&Mrv, rng).unwrap().board;
        return (puzzle, Mrv.first_solution(&puzzle).unwrap());
    }
    let grid = pure_grid(rng);
    let mut puzzle = Board::from(grid);
    for _ in 0..200 {
        let mut fewer = puzzle;
        fewer.set(Cell::new(uniform_below(rng, 81) as usize).unwrap(), None);
        if Mrv.is_proper(&fewer) {
            puzzle = fewer;
        }
    }
    (puzzle, grid)
}

/// Returns a board of any kind, always the same for the same number.
fn any_board(number: u64) -> Board {
    let rng = &mut seeded_rng(1, number);
    let few = uniform_below(rng, 9) as usize;
    let many = 9 + uniform_below(rng, 72) as usize;
    match number % 10 {
        0..3 => proper(number).0,
        3 => pure_grid(rng).into(),
        4 => draw(rng)(&MOST_SYMMETRIC.parse().unwrap()),
        5 => clues_of(random_grid(rng), few, rng),
        6 => clues_of(pure_grid(rng), many, rng),
        7 => scattered(few, 1 + number / 10 % 9, rng),
        8 => scattered(many, 1 + number / 10 % 9, rng),
        _ => clues_of(random_grid(rng), many, rng),
    }
}

fn is_deep() -> bool {
    std::env::var_os("SUDOKU_DEEP").is_some()
}

#[test]
fn the_form_equals_that_of_the_definition() {
    // The definition takes about 0.3 seconds for a board.
    for board in (0..if is_deep() { 100 } else { 10 }).map(any_board) {
        let Canonical { form, automorphisms, .. } = checked(&board);
        assert_eq!((form, automorphisms), by_definition(&board), "{board}");
    }
}

#[test]
fn the_form_is_equal_for_equivalent_boards() {
    let (boards, changes) = if is_deep() { (1_000, 1_000) } else { (300, 20) };
    let mut rng = seeded_rng(2, 0);
    for board in (0..boards).map(any_board) {
        let Canonical { form, automorphisms, .. } = checked(&board);
        assert_eq!(checked(&form).form, form, "{board}");
        for _ in 0..changes {
            let other = draw(&mut rng)(&board);
            let again = checked(&other);
            assert_eq!((again.form, again.automorphisms), (form, automorphisms), "{board} {other}");
        }
    }
}

#[test]
fn the_form_by_the_solution_is_equal_only_for_equivalent_puzzles() {
    let (puzzles, changes) = if is_deep() { (1_000, 1_000) } else { (200, 20) };
    let mut rng = seeded_rng(6, 0);
    for (puzzle, solution) in (0..puzzles).map(proper) {
        let by_solution = canonical_by_solution(&puzzle, &solution).unwrap();
        let Canonical { form, automorphisms, symmetry, relabeling } = by_solution;
        assert_eq!(relabeling.apply(&symmetry.apply(&puzzle)), form);
        let of_solution = relabeling.apply(&symmetry.apply(solution.as_board()));
        assert_eq!(of_solution, checked(solution.as_board()).form);
        assert_eq!(automorphisms, checked(&puzzle).automorphisms, "{puzzle}");
        for _ in 0..changes {
            let change = draw(&mut rng);
            let solution = change(solution.as_board()).to_grid().unwrap();
            let again = canonical_by_solution(&change(&puzzle), &solution).unwrap();
            assert_eq!((again.form, again.automorphisms), (form, automorphisms), "{puzzle}");
        }
    }
}

#[test]
fn errors_for_wrong_solutions_name_the_reason() {
    let (puzzle, solution) = proper(0);
    let swap = Relabeling::nth(Relabeling::COUNT - 1).unwrap();
    let (cell, clue) = puzzle.clues().find(|&(_, clue)| swap.image(clue) != clue).unwrap();
    let other = swap.apply_to_grid(&solution);
    let found = swap.image(clue);
    let error = canonical_by_solution(&puzzle, &other).unwrap_err();
    assert_eq!(error, SolutionMismatchError::Clue { cell, clue, found });
    let message = format!(
        "{cell}: the clue is {clue}, but the solution has {found}; pass a solution of this puzzle"
    );
    assert_eq!(error.to_string(), message);
    let ones = Grid::new([1; 81]).unwrap();
    let error = canonical_by_solution(&Board::EMPTY, &ones).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the solution breaks the rules: r1c1 and r1c2 both hold 1 in row 1; \
         pass a valid solution of this puzzle"
    );
}
