//! Makes the puzzle sets of `sudoku-corpus` from the seed in their headers, and compares.
//!
//! Conditions use placements and guesses, never times, so every machine makes the same puzzles. The
//! sets `easy`, `hard` and `none` depend on the guesses of `mrv`, and the others only on the
//! generator. If a set differs, the error has the lines that its file needs.

#![allow(clippy::unwrap_used)] // The check fails by panicking.

use std::ops::RangeInclusive;

use sudoku_bitmask::Bitmask;
use sudoku_core::{Board, Cell, Digit, Ending, House, HouseKind, Limits, Solver};
use sudoku_corpus::PuzzleSet;
use sudoku_count::{CountLimits, count};
use sudoku_generator::{
    GENERATOR_VERSION, GeneratedPuzzle, Guesses, Minimality, PatternSymmetry, PuzzleRequest, Rng,
    random_grid, random_symmetry, seeded_rng, shuffle, uniform_below,
};
use sudoku_mrv::Mrv;

/// The maximum number of solutions that are enumerated.
const MOST_SOLUTIONS: u64 = 100_000;

/// Makes the generated puzzles of a set. The first series has this seed, the others the next ones.
fn make(set: &PuzzleSet<'_>, seed: u64) -> Vec<Board> {
    let any = PuzzleRequest::new().with_minimality(Minimality::Any);
    let guesses = Guesses::new("mrv", &Mrv);
    match set.name {
        "judge" => {
            let request = any.with_clues(30..=60);
            draw(58, seed, |rng| generated(&request, rng).filter(|it| takes(it, 0..=100_000)))
        }
        "easy" => {
            let request = any.with_symmetry(PatternSymmetry::HalfTurn).with_clues(28..=36);
            let request = request.with_difficulty(&guesses, 0..=0);
            draw(100, seed, |rng| generated(&request, rng).filter(|it| takes(it, 0..=100_000)))
        }
        "sparse" => {
            // The first puzzle of Royle's collection, and the puzzle against row-major search.
            let known = [
                ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
                "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            ];
            let moved = series(seed, known, |seed, known| {
                let known = known.parse().unwrap();
                draw(6, seed, |rng| Some(moved(&known, rng)).filter(|it| takes(it, 0..=2_000_000)))
            });
            let few = series(seed + 2, [(20, 17..=21), (60, 22..=22)], |seed, (count, clues)| {
                let request = PuzzleRequest::new().with_clues(clues).with_attempts(1_000_000);
                let is_quick = |board: &Board| takes(board, 0..=2_000_000);
                draw(count, seed, |rng| generated(&request, rng).filter(is_quick))
            });
            [moved, few].concat()
        }
        "hard" => {
            let request = PuzzleRequest::new().with_difficulty(&guesses, 14..=u64::MAX);
            let request = request.with_attempts(1_000_000);
            draw(40, seed, |rng| generated(&request, rng))
        }
        "row-major" => {
            let request = PuzzleRequest::new().with_clues(22..=22);
            let is_bad = |board: &Board| {
                let first = Limits::solutions(1).with_nodes(1_000_000);
                Bitmask.count(board, &first).ending == Ending::NodeLimit
                    && takes(board, 2_000_000..=8_000_000)
            };
            draw(22, seed, |rng| {
                let board = generated(&request, rng)?;
                // A random symmetry takes less time than a new puzzle.
                (0..10).map(|_| moved(&board, rng)).find(is_bad)
            })
        }
        "many" => {
            let wanted = [2..=2, 3..=9, 10..=99, 100..=999, 1_000..=9_999, 10_000..=MOST_SOLUTIONS];
            series(seed, wanted, |seed, wanted| draw(10, seed, |rng| with_many(&wanted, rng)))
        }
        "none" => {
            let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
            let clashes =
                series(seed, kinds, |seed, kind| draw(3, seed, |rng| contradicting(kind, rng)));
            let kinds = [
                (8, Contradiction::Blank, 0..=300_000),
                (8, Contradiction::House, 0..=300_000),
                (8, Contradiction::Singles, 0..=300_000),
                (16, Contradiction::Deep, 0..=300_000),
                (5, Contradiction::Deep, 1_000_000..=5_000_000),
            ];
            let spoiled = series(seed + 3, kinds, |seed, (count, kind, placements)| {
                let takes_them = |board: &Board| takes(board, placements.clone());
                draw(count, seed, |rng| spoiled(kind, rng).filter(takes_them))
            });
            [clashes, spoiled].concat()
        }
        "count-low" => series(seed, 2..6, |seed, power| draw(8, seed, |rng| of_power(power, rng))),
        "count-high" => {
            series(seed, 6..20, |seed, power| draw(2, seed, |rng| of_power(power, rng)))
        }
        name => panic!("{name} has no recipe"),
    }
}

fn main() {
    std::thread::scope(|scope| {
        for set in sudoku_corpus::every_set() {
            scope.spawn(move || check(&set));
        }
    });
}

fn check(set: &PuzzleSet<'_>) {
    let puzzles = set.puzzles().unwrap();
    for known in &puzzles {
        let outcome = Mrv.solve(&known.board, &Limits::solutions(MOST_SOLUTIONS + 1));
        let solutions = match outcome.report.solutions {
            few @ 0..=MOST_SOLUTIONS => few.into(),
            _ => count(&known.board, &CountLimits::NONE).exact().unwrap(),
        };
        let solution = outcome.first.filter(|_| solutions == 1);
        assert_eq!((known.solutions, known.solution), (solutions, solution), "{}", known.board);
    }
    // The set `empty` has no generated puzzle, and so no seed.
    let version = format!("sudoku-generator, version {GENERATOR_VERSION}, seed ");
    let Some((_, seed)) = set.origin.split_once(&version) else {
        return assert_eq!(set.name, "empty", "its origin does not name {version}");
    };
    let made = make(set, seed.parse().unwrap());
    let boards: Vec<Board> = puzzles.iter().map(|known| known.board).collect();
    let lines: String = made.iter().map(|board| format!("{board}\n")).collect();
    assert!(boards.ends_with(&made), "the generated puzzles of {} are\n{lines}", set.name);
}

/// Joins series of puzzles, each with the next seed.
fn series<T>(
    seed: u64,
    kinds: impl IntoIterator<Item = T>,
    make: impl Fn(u64, T) -> Vec<Board>,
) -> Vec<Board> {
    (seed..).zip(kinds).flat_map(|(seed, kind)| make(seed, kind)).collect()
}

/// Draws puzzles with this seed until there are enough.
fn draw(
    count: usize,
    seed: u64,
    mut puzzle: impl FnMut(&mut dyn Rng) -> Option<Board>,
) -> Vec<Board> {
    let tries = (0..100_000).filter_map(|index| puzzle(&mut seeded_rng(seed, index)));
    let boards: Vec<Board> = tries.take(count).collect();
    assert_eq!(boards.len(), count, "the series of seed {seed} is too short");
    boards
}

fn generated(request: &PuzzleRequest<'_>, rng: &mut dyn Rng) -> Option<Board> {
    Some(request.generate(&Mrv, rng).ok()?.board)
}

fn minimal(rng: &mut dyn Rng) -> Option<GeneratedPuzzle> {
    PuzzleRequest::new().generate(&Mrv, rng).ok()
}

/// Moves and relabels the board by random symmetries.
fn moved(board: &Board, rng: &mut dyn Rng) -> Board {
    let (symmetry, relabeling) = random_symmetry(rng);
    relabeling.apply(&symmetry.apply(board))
}

/// Returns true if row-major search needs this number of placements to count solutions up to two.
fn takes(board: &Board, placements: RangeInclusive<u64>) -> bool {
    let report = Bitmask.count(board, &Limits::solutions(2).with_nodes(*placements.end()));
    report.ending != Ending::NodeLimit && placements.contains(&report.nodes)
}

/// Removes clues from a minimal puzzle until it has the wanted number of solutions.
fn with_many(wanted: &RangeInclusive<u64>, rng: &mut dyn Rng) -> Option<Board> {
    let mut board = minimal(rng)?.board;
    let mut clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
    shuffle(rng, &mut clues);
    let mut solutions = 1;
    while solutions < *wanted.start() {
        board.set(clues.pop()?, None);
        solutions = Mrv.count(&board, &Limits::solutions(wanted.end() + 1)).solutions;
    }
    (wanted.contains(&solutions) && takes(&board, 0..=200_000)).then_some(board)
}

/// Returns some cells of a random grid, if they have about this power of ten of solutions, and
/// counting takes less than about 50 ms.
fn of_power(power: u32, rng: &mut dyn Rng) -> Option<Board> {
    let grid = random_grid(rng);
    let mut cells: Vec<Cell> = Cell::all().collect();
    shuffle(rng, &mut cells);
    // The expected number of clues for this power, with a random deviation.
    let clues = 29 - (power * 27 / 20) as usize;
    let clues = (clues + uniform_below(rng, 7) as usize).saturating_sub(3);
    let mut board = Board::EMPTY;
    for &cell in &cells[..clues] {
        board.set(cell, grid.as_board().get(cell));
    }
    let limits = CountLimits { terms: 300_000_000, ..CountLimits::NONE };
    let all = 10u128.pow(power)..10u128.pow(power + 1);
    count(&board, &limits).exact().filter(|solutions| all.contains(solutions)).map(|_| board)
}

/// The kind of contradiction that shows that a board has no solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contradiction {
    /// A blank cell has no candidate.
    Blank,
    /// A digit has no place in a house.
    House,
    /// Placing singles leads to one of these two.
    Singles,
    /// The search must guess.
    Deep,
}

/// Adds a clue to a minimal puzzle that repeats a digit in a house of this kind only.
fn contradicting(kind: HouseKind, rng: &mut dyn Rng) -> Option<Board> {
    let mut boards = additions(&minimal(rng)?.board);
    boards.retain(|board| {
        !board.is_consistent() && board.contradictions().all(|pair| pair.house.kind() == kind)
    });
    shuffle(rng, &mut boards);
    boards.pop()
}

/// Adds a wrong clue to a minimal puzzle that repeats no digit and leads to this contradiction.
fn spoiled(kind: Contradiction, rng: &mut dyn Rng) -> Option<Board> {
    let puzzle = minimal(rng)?;
    let mut boards = additions(&puzzle.board);
    boards.retain(|board| board.is_consistent() && !puzzle.solution.extends(board));
    shuffle(rng, &mut boards);
    boards.into_iter().find(|board| contradiction(board) == kind)
}

/// Returns all boards with one more clue.
fn additions(board: &Board) -> Vec<Board> {
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    let with = |cell, digit| {
        let mut more = *board;
        more.set(cell, Some(digit));
        more
    };
    blanks.flat_map(|cell| Digit::all().map(move |digit| with(cell, digit))).collect()
}

/// Returns the kind of contradiction of a consistent board without solutions.
fn contradiction(board: &Board) -> Contradiction {
    let has_place = |house: House, digit| {
        house.cells().iter().any(|&cell| match board.get(cell) {
            Some(clue) => clue == digit,
            None => board.candidates(cell).contains(digit),
        })
    };
    let mut blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    if blanks.any(|cell| board.candidates(cell).is_empty()) {
        Contradiction::Blank
    } else if House::all().any(|house| Digit::all().any(|digit| !has_place(house, digit))) {
        Contradiction::House
    } else if Mrv.count(board, &Limits::ALL).guesses == Some(0) {
        Contradiction::Singles
    } else {
        Contradiction::Deep
    }
}
