//! Puzzles that were made once and have to come out the same for ever.
//!
//! A difference here means that seeds give other puzzles than in earlier releases: that takes a new
//! `GENERATOR_VERSION`, and new records.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

use sudoku_generator::{
    GENERATOR_VERSION, Guesses, Minimality, PatternSymmetry, Request, random_grid, seeded,
};
use sudoku_mrv::Mrv;

/// Symmetry, minimality, least and most clues, index in the series of seed 2026, puzzle.
const PUZZLES: &[(PatternSymmetry, Minimality, usize, usize, u64, &str)] = &[
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        17,
        81,
        0,
        ".9.8.37...7........4371.89...6.........17..8.71...2...4...25..8...9...2..2....5..",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Orbits,
        17,
        81,
        1,
        "...4.9....79..5......31.96...1..7..946..8..732..5..6...23.94......2..49....7.8...",
    ),
    (
        PatternSymmetry::QuarterTurn,
        Minimality::Orbits,
        17,
        81,
        2,
        "97...8..4.....38.9.5.6.7...287...6.............4...718...3.6.5.7.51.....8..7...26",
    ),
    (
        PatternSymmetry::LeftRight,
        Minimality::Orbits,
        17,
        81,
        3,
        "..65.47......8....72.....54.4..7..9...2...5..1..3.2..6..........5.4.3.1.8.9...6.2",
    ),
    (
        PatternSymmetry::TopBottom,
        Minimality::Orbits,
        17,
        81,
        4,
        "..8...7.37...4.1.81.42...9....8.7..29...65.3....9.3..43.96...7.5...3.4.9..2...3.1",
    ),
    (
        PatternSymmetry::BothMirrors,
        Minimality::Orbits,
        17,
        81,
        5,
        "31..8..79.........5..9.2..389..3..24.3.....8.12..4..657..2.1..6.........26..7..51",
    ),
    (
        PatternSymmetry::Diagonal,
        Minimality::Orbits,
        17,
        81,
        6,
        ".9.5.....3...418....4......6...2..1..3.1.75.6.2..8.3.4.1..62..3...9.........542..",
    ),
    (
        PatternSymmetry::AntiDiagonal,
        Minimality::Orbits,
        17,
        81,
        7,
        "...93......96.....7...52.....27..5....53..4.1.4..26.39....69.4.19.8......5....1..",
    ),
    (
        PatternSymmetry::BothDiagonals,
        Minimality::Orbits,
        17,
        81,
        8,
        "8..9.12....7..8....1.4....65.1....97....8....93....4.56....3.5....2..3....31.7..4",
    ),
    (
        PatternSymmetry::Full,
        Minimality::Orbits,
        17,
        81,
        9,
        ".8..2..9.9.1.7.8.2.24.3.51....2.8...495...128...4.1....52.8.76.8.9.1.2.5.7..4..8.",
    ),
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        17,
        81,
        10,
        ".7.....1..65......4..78....6.2........79..4........5278..3.7....4.1....85.6....91",
    ),
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        22,
        22,
        11,
        "..3.17....7....6....1.4...2....6.1..9...5......7...8...2..94......2...9.73.....5.",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Orbits,
        24,
        25,
        12,
        ".5.6.............2.....951.2.78....1.9.4.6.7.4....59.8.723.....3.............8.9.",
    ),
    (
        PatternSymmetry::None,
        Minimality::Any,
        17,
        81,
        13,
        ".6..8..938..4.91.5.5.163.....2....5..15..83243482.6.7...67....2...8..7.6..1.358.9",
    ),
    (
        PatternSymmetry::None,
        Minimality::Any,
        32,
        32,
        14,
        "..74.18.649856....1...3.42..7.6.4..26......38....5..6.76.1.59.............9.4.68.",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Any,
        30,
        33,
        15,
        "...5..3.6...4....25.9.83.4...4.2...1.7.154.2.1...9.6...2.64.7.87....2...4.5..7...",
    ),
    (
        PatternSymmetry::BothMirrors,
        Minimality::Any,
        40,
        40,
        16,
        "...189...9..453..6.54.2.19..9.642.1.4..8.5..7.2.371.6..63.1.54.1..538..2...264...",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Strict,
        17,
        81,
        17,
        "29...4.......3..7..789.....9.......1.21.5.89.3.......5.....261..5..4.......1...52",
    ),
    (
        PatternSymmetry::Diagonal,
        Minimality::Strict,
        17,
        81,
        18,
        "....5..1..1.7..6....2..4..3.7.82.3.48..4....9..6.....8.3.9.....1......2...8246...",
    ),
];

/// Index in the series of seed 2026, grid.
const GRIDS: &[(u64, &str)] = &[
    (0, "692853741871294635543716892936548217254179386718632954469325178185967423327481569"),
    (1, "632479851179865324854312967381627549465981273297543618523194786718236495946758132"),
    (2, "973218564621453879458697231287931645516874392394562718142386957765129483839745126"),
    (u64::MAX, "871296435926453871435718629793142586652839147148675293364587912589321764217964358"),
];

#[test]
fn grids_are_as_recorded() {
    for &(index, recorded) in GRIDS {
        assert_eq!(random_grid(&mut seeded(2026, index)).to_string(), recorded, "{index}");
    }
}

#[test]
fn puzzles_are_as_recorded() {
    assert_eq!(GENERATOR_VERSION, 1);
    for &(symmetry, minimality, least, most, index, recorded) in PUZZLES {
        let request = Request::new()
            .with_symmetry(symmetry)
            .with_minimality(minimality)
            .with_clues(least..=most);
        let puzzle = request.generate(&Mrv, &mut seeded(2026, index)).unwrap();
        assert_eq!(puzzle.board.to_string(), recorded, "{request:?}");
    }
}

#[test]
fn a_puzzle_of_singles_alone_is_as_recorded() {
    // No guesses are what every strategy that finds all singles takes: the record outlives changes
    // in how this one chooses where to guess.
    let request = Request::new().with_guesses(Guesses::new("mrv", &Mrv, 0..=0));
    let puzzle = request.generate(&Mrv, &mut seeded(2026, 20)).unwrap();
    assert_eq!((puzzle.guesses, puzzle.attempts), (Some(0), 4));
    assert_eq!(
        puzzle.board.to_string(),
        "..562...3..8.5.....1.....67.........15..6..7.........94.9.8...6...5..9....37..12."
    );
}
