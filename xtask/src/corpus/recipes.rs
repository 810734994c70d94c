//! The recipes of the puzzle sets.

use sudoku_core::{Board, Ending, HouseKind, Limits};
use sudoku_generator::{Guesses, Minimality, PatternSymmetry, PuzzleRequest};

use super::maker::{MOST_SOLUTIONS, Maker, Trouble, draw, moved, read};

/// A recipe of a puzzle set.
pub(super) struct Recipe {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The value of `promises-budget`.
    pub(super) promises: &'static str,
    /// The comment above the generated puzzles: their kind and the condition.
    pub(super) generated: &'static [&'static str],
    /// Well-known puzzles, each with its source.
    pub(super) known: &'static [(&'static str, &'static str)],
    /// The seed of the generated puzzles. Further series of the set use the next seeds.
    pub(super) seed: u64,
    pub(super) make: fn(&Maker, u64) -> Result<Vec<Board>, String>,
}

/// All strategies, for sets that row-major search solves within the budget.
const EVERY_STRATEGY: &str = "scan, bitmask, mrv, board, board-avx512, board-avx2, board-portable, \
    batch, batch-avx512, batch-avx2, batch-portable";

/// The strategies that do not search in row-major order.
const ALL_BUT_ROW_MAJOR: &str = "mrv, board, board-avx512, board-avx2, board-portable, \
    batch, batch-avx512, batch-avx2, batch-portable";

/// The puzzle of the English Wikipedia's article on Sudoku solving algorithms.
const AGAINST_BRUTE_FORCE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The first puzzle of Gordon Royle's collection with 17 clues.
const ROYLES_FIRST: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

pub(super) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "judge",
        about: "what an online judge asks: many clues, and few placements in row-major order",
        promises: EVERY_STRATEGY,
        generated: &["proper puzzles of 30 to 60 clues"],
        known: &[
            (
                "the sample of Baekjoon 2580",
                ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.",
            ),
            (
                "the sample of Baekjoon 2239",
                "1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7",
            ),
        ],
        seed: 100,
        make: |maker, seed| {
            let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(30..=60);
            draw(58, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                maker.takes(&board, 0..=100_000).then_some(board)
            })
        },
    },
    Recipe {
        name: "easy",
        about: "easy puzzles as they are printed: half-turn symmetry, and singles are enough",
        promises: EVERY_STRATEGY,
        generated: &[
            "28 to 36 clues, no guess of `mrv`, at most 100,000 placements in row-major order",
        ],
        known: &[],
        seed: 200,
        make: |maker, seed| {
            let guesses = Guesses::new("mrv", maker.mrv);
            let request = PuzzleRequest::new()
                .with_minimality(Minimality::Any)
                .with_symmetry(PatternSymmetry::HalfTurn)
                .with_clues(28..=36)
                .with_difficulty(&guesses, 0..=0);
            draw(100, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                maker.takes(&board, 0..=100_000).then_some(board)
            })
        },
    },
    Recipe {
        name: "sparse",
        about: "17 to 22 clues, turned so that row-major search gets through",
        promises: ALL_BUT_ROW_MAJOR,
        generated: &[
            "twelve are the first puzzle of Gordon Royle's collection of 17 clues and the one",
            "of Wikipedia's article on Sudoku solving algorithms, moved and relabeled by",
            "symmetries; the others are minimal puzzles, 20 of at most 21 clues and 60 of 22;",
            "at most 2,000,000 placements in row-major order",
        ],
        known: &[],
        seed: 300,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, known) in (0..).zip([ROYLES_FIRST, AGAINST_BRUTE_FORCE]) {
                let known = read(known)?;
                boards.extend(draw(6, seed + at, |rng| {
                    let board = moved(&known, rng);
                    maker.takes(&board, 0..=2_000_000).then_some(board)
                })?);
            }
            for (at, count, clues) in [(2, 20, 17..=21), (3, 60, 22..=22)] {
                let request = PuzzleRequest::new().with_clues(clues).with_attempts(1_000_000);
                boards.extend(draw(count, seed + at, |rng| {
                    let board = request.generate(maker.mrv, rng).ok()?.board;
                    maker.takes(&board, 0..=2_000_000).then_some(board)
                })?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "hard",
        about: "hard for search: many guesses for a solver that finds singles",
        promises: ALL_BUT_ROW_MAJOR,
        generated: &["minimal puzzles with 14 guesses of `mrv` or more"],
        known: &[
            (
                "AI Escargot, Arto Inkala, 2006",
                "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            ),
            (
                "Arto Inkala, 2010",
                "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
            ),
            (
                "Arto Inkala, 2012",
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            ),
            (
                "Easter Monster",
                "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            ),
            (
                "Golden Nugget",
                ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            ),
            (
                "Platinum Blonde",
                ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
            ),
            (
                "Fata Morgana",
                "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
            ),
            (
                "Red Dwarf",
                "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
            ),
        ],
        seed: 400,
        make: |maker, seed| {
            let guesses = Guesses::new("mrv", maker.mrv);
            let request = PuzzleRequest::new()
                .with_difficulty(&guesses, 14..=u64::MAX)
                .with_attempts(1_000_000);
            draw(40, seed, |rng| Some(request.generate(maker.mrv, rng).ok()?.board))
        },
    },
    Recipe {
        name: "row-major",
        about: "puzzles that punish row-major search with millions of placements",
        promises: ALL_BUT_ROW_MAJOR,
        generated: &[
            "puzzles of 22 clues, moved and relabeled by symmetries, with 2 to 8 million",
            "placements in row-major order, a million of them before the solution",
        ],
        known: &[
            ("Wikipedia's article on Sudoku solving algorithms", AGAINST_BRUTE_FORCE),
            (
                "the first of magictour's list of hard puzzles, top1465",
                "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            ),
        ],
        seed: 500,
        make: |maker, seed| {
            let request = PuzzleRequest::new().with_clues(22..=22);
            let is_bad = |board: &Board| {
                let first = Limits::solutions(1).with_nodes(1_000_000);
                maker.bitmask.count(board, &first).ending == Ending::NodeLimit
                    && maker.takes(board, 2_000_000..=8_000_000)
            };
            draw(22, seed, |rng| {
                let board = request.generate(maker.mrv, rng).ok()?.board;
                // A random symmetry costs less than a new puzzle.
                (0..10).map(|_| moved(&board, rng)).find(is_bad)
            })
        },
    },
    Recipe {
        name: "many",
        about: "more than one solution: from 2 to 100,000, counted exactly",
        promises: EVERY_STRATEGY,
        generated: &[
            "minimal puzzles with clues taken away, ten each with 2, 3 to 9, 10 to 99, 100 to",
            "999, 1,000 to 9,999 and 10,000 to 100,000 solutions; at most 200,000 placements",
            "to the second in row-major order",
        ],
        known: &[],
        seed: 600,
        make: |maker, seed| {
            let mut boards = Vec::new();
            let wanted = [2..=2, 3..=9, 10..=99, 100..=999, 1_000..=9_999, 10_000..=MOST_SOLUTIONS];
            for (at, wanted) in (0..).zip(wanted) {
                boards.extend(draw(10, seed + at, |rng| maker.with_many(&wanted, rng))?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "none",
        about: "no solution: contradicting clues, and contradictions deep in the search",
        promises: ALL_BUT_ROW_MAJOR,
        generated: &[
            "minimal puzzles with one wrong digit added: nine where two clues of a row, a",
            "column or a box are the same, then eight each where a blank has no candidate,",
            "where a digit has no place in a house, where singles end in a contradiction, and",
            "16 where `mrv` has to guess, at most 300,000 placements in row-major order; the",
            "last five take that order 1 to 5 million",
        ],
        known: &[],
        seed: 700,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, kind) in (0..).zip([HouseKind::Row, HouseKind::Column, HouseKind::Box]) {
                boards.extend(draw(3, seed + at, |rng| maker.contradicting(kind, rng))?);
            }
            for (at, count, trouble, placements) in [
                (3, 8, Trouble::Blank, 0..=300_000),
                (4, 8, Trouble::House, 0..=300_000),
                (5, 8, Trouble::Singles, 0..=300_000),
                (6, 16, Trouble::Deep, 0..=300_000),
                (7, 5, Trouble::Deep, 1_000_000..=5_000_000),
            ] {
                boards.extend(draw(count, seed + at, |rng| {
                    let board = maker.spoiled(trouble, rng)?;
                    maker.takes(&board, placements.clone()).then_some(board)
                })?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "count-low",
        about: "to count: from a hundred solutions to a million",
        promises: "none",
        generated: &["evenly drawn grids with clues taken away, eight for each power of ten"],
        known: &[],
        seed: 900,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, power) in (0..).zip(2..6) {
                boards.extend(draw(8, seed + at, |rng| maker.of_power(power, rng))?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "count-high",
        about: "to count: from a million solutions to all grids",
        promises: "none",
        generated: &[
            "evenly drawn grids with clues taken away, two for each power of ten from the sixth to",
            "the nineteenth",
        ],
        known: &[
            (
                "the number of grids: Bertram Felgenhauer and Frazer Jarvis, 2005",
                ".................................................................................",
            ),
            (
                "a ninth of them",
                "1................................................................................",
            ),
            (
                "two digits in a row: one in 72 of them",
                "12...............................................................................",
            ),
            (
                "a row: one in 9! of them",
                "123456789........................................................................",
            ),
            (
                "a box: as many",
                "123......456......789............................................................",
            ),
            (
                "the band that begins most grids: 108,374,976 times 72 in Felgenhauer and Jarvis",
                "123456789456789123789123456......................................................",
            ),
        ],
        seed: 1000,
        make: |maker, seed| {
            let mut boards = Vec::new();
            for (at, power) in (0..).zip(6..20) {
                boards.extend(draw(2, seed + at, |rng| maker.of_power(power, rng))?);
            }
            Ok(boards)
        },
    },
    Recipe {
        name: "empty",
        about: "the board without clues, and the number of all grids",
        promises: EVERY_STRATEGY,
        generated: &[],
        known: &[(
            "the number of grids: Bertram Felgenhauer and Frazer Jarvis, 2005",
            ".................................................................................",
        )],
        seed: 800,
        make: |_, _| Ok(Vec::new()),
    },
];
