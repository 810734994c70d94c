//! The canonical form against its definition, and counts of automorphisms that are known.
#![allow(clippy::unwrap_used)]

use sudoku_canonical::{Canonical, canonical};
use sudoku_core::{Board, Cell, Digit, Relabeling, Symmetry};
use sudoku_generator::{Rng, below, random_grid, seeded};

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// By the definition: every symmetry, and digits called in the order in which they appear.
fn by_definition(board: &Board) -> (Board, u32) {
    let (mut form, mut automorphisms) = (None, 0);
    for number in 0..Symmetry::COUNT {
        let mut labels = [0; 10];
        let mut used = 0;
        let moved = Symmetry::nth(number).unwrap().apply(board);
        let named = moved.as_bytes().map(|digit| {
            if digit > 0 && labels[usize::from(digit)] == 0 {
                used += 1;
                labels[usize::from(digit)] = used;
            }
            labels[usize::from(digit)]
        });
        if form.is_none_or(|form| named < form) {
            (form, automorphisms) = (Some(named), 0);
        }
        automorphisms += u32::from(form == Some(named));
    }
    (Board::new(form.unwrap()).unwrap(), automorphisms)
}

/// The canonical form of the board, checked to be one of the boards that it is chosen from.
fn checked(board: &Board) -> Canonical {
    let canonical = canonical(board);
    let reached = canonical.relabeling.apply(&canonical.symmetry.apply(board));
    assert_eq!(reached, canonical.form, "{board}");
    canonical
}

fn equivalent(board: &Board, rng: &mut impl Rng) -> Board {
    let symmetry = Symmetry::nth(below(rng, Symmetry::COUNT.into()) as u32).unwrap();
    let relabeling = Relabeling::nth(below(rng, Relabeling::COUNT.into()) as u32).unwrap();
    relabeling.apply(&symmetry.apply(board))
}

/// A board with this many clues at random places, of random digits up to the highest: most of them
/// contradict each other.
fn scattered(clues: usize, highest: u64, rng: &mut impl Rng) -> Board {
    let mut board = Board::EMPTY;
    while board.clue_count() < clues {
        let cell = Cell::new(below(rng, 81) as usize).unwrap();
        board.set(cell, Digit::new(1 + below(rng, highest) as u8));
    }
    board
}

/// This many clues of a random grid.
fn clues_of_a_grid(clues: usize, rng: &mut impl Rng) -> Board {
    let mut board = Board::from(random_grid(rng));
    while board.clue_count() > clues {
        board.set(Cell::new(below(rng, 81) as usize).unwrap(), None);
    }
    board
}

#[test]
fn is_what_the_definition_says() {
    let mut rng = seeded(1, 0);
    let mut boards: Vec<Board> = vec![
        MOST_SYMMETRIC.parse().unwrap(),
        ".................1.....2.3......45....1.6.....4......7....8.4....9...2..3.61...9."
            .parse()
            .unwrap(),
        Board::from(random_grid(&mut rng)),
    ];
    boards.extend([3, 12, 60].map(|clues| clues_of_a_grid(clues, &mut rng)));
    boards.extend(
        [(5, 1), (30, 1), (40, 2), (50, 9), (81, 3)]
            .map(|(clues, highest)| scattered(clues, highest, &mut rng)),
    );
    for board in boards {
        let Canonical { form, automorphisms, .. } = checked(&board);
        assert_eq!((form, automorphisms), by_definition(&board), "{board}");
    }
}

#[test]
fn is_equal_for_equivalent_boards() {
    let mut rng = seeded(2, 0);
    let mut boards: Vec<Board> = vec![Board::EMPTY, MOST_SYMMETRIC.parse().unwrap()];
    for clues in 0..=81 {
        boards.push(clues_of_a_grid(clues, &mut rng));
        boards.push(scattered(clues, 1 + clues as u64 % 9, &mut rng));
    }
    for board in boards {
        let Canonical { form, automorphisms, .. } = checked(&board);
        assert_eq!(checked(&form), Canonical { form, ..canonical(&form) });
        for _ in 0..20 {
            let other = equivalent(&board, &mut rng);
            let again = checked(&other);
            assert_eq!((again.form, again.automorphisms), (form, automorphisms), "{board} {other}");
        }
    }
}

#[test]
fn counts_the_automorphisms_that_are_known() {
    for (board, automorphisms) in [
        (String::from(MOST_SYMMETRIC), 648),
        // The largest of all forms of grids.
        (
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
                .into(),
            72,
        ),
        (".".repeat(81), 3_359_232),
        ("5".repeat(81), 3_359_232),
        ("123".repeat(27), 1296 * 36),
        (format!("1{}", ".".repeat(80)), 3_359_232 / 81),
        // Two clues of one row: in one box or not, with equal digits or not.
        (format!("12{}", ".".repeat(79)), 3_359_232 / 162),
        (format!("1..2{}", ".".repeat(77)), 3_359_232 / (2 * 9 * 27)),
        (format!("1..1{}", ".".repeat(77)), 3_359_232 / (2 * 9 * 27)),
        // A box, a row, a diagonal of nine digits.
        (format!("123......456......789{}", ".".repeat(60)), 3_359_232 / 9),
        (format!("123456789{}", ".".repeat(72)), 3_359_232 / 18),
        (format!("1{}", ".........1".repeat(8)), 2 * 1296),
        // One of the 46,656 ways that the rules leave for a digit's nine cells.
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
