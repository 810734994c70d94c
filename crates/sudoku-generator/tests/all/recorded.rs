//! Regression tests against recorded puzzles, which must stay the same forever.
//!
//! A failure means that seeds give different puzzles than in earlier releases. Such a change needs
//! a new `GENERATOR_VERSION` and new records.

use sudoku_generator::{
    GENERATOR_VERSION, Guesses, Minimality, PatternSymmetry, PuzzleRequest, random_grid, seeded_rng,
};
use sudoku_mrv::Mrv;

/// The records: symmetry, minimality, fewest and most clues, index in the series of seed 2026,
/// puzzle.
const PUZZLES: &[(PatternSymmetry, Minimality, usize, usize, u64, &str)] = &[
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        17,
        81,
        0,
        ".54...8.......3.9.3...62.5......7....9......3.8.1..9.65..9.........8.2..17....3..",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Orbits,
        17,
        81,
        1,
        "..987...572...5....68...4..1.42......7.3.4.9......71.4..2...83....7...423...285..",
    ),
    (
        PatternSymmetry::QuarterTurn,
        Minimality::Orbits,
        17,
        81,
        2,
        "8.26...373....4.....1..24.8.192.8..6.........6..9.724.4.85..1.....8....492...18.5",
    ),
    (
        PatternSymmetry::LeftRight,
        Minimality::Orbits,
        17,
        81,
        3,
        "3..9.1..8...7.4.....7...4...34...82.....6.....52...67.7..4.9..6..68.53....86.21..",
    ),
    (
        PatternSymmetry::TopBottom,
        Minimality::Orbits,
        17,
        81,
        4,
        "14...372.9..2.....5...7..4.85.1....3..9.6....61.3....93...2..1.7..4.....48...139.",
    ),
    (
        PatternSymmetry::BothMirrors,
        Minimality::Orbits,
        17,
        81,
        5,
        "72.8.1.36....7....98..4..57.4.....8.2.6...7.3.9.....1.65..2..79....8....83.5.7.41",
    ),
    (
        PatternSymmetry::Diagonal,
        Minimality::Orbits,
        17,
        81,
        6,
        ".9..86..74..17.2.....3......61...9.252.....488.........5.9..8.3....3...42..84.19.",
    ),
    (
        PatternSymmetry::AntiDiagonal,
        Minimality::Orbits,
        17,
        81,
        7,
        "...6...8..47..93.6..9....1..7.....2.92..6....1.......8.1....53...5.98.6.4..31....",
    ),
    (
        PatternSymmetry::BothDiagonals,
        Minimality::Orbits,
        17,
        81,
        8,
        "2.6..9..4..3.2....75..83......6..9.1.61...23.9.5..1......27..13....6.8..5..1..6.9",
    ),
    (
        PatternSymmetry::Full,
        Minimality::Orbits,
        17,
        81,
        9,
        "..59.26......8....1.76.49.35.4...1.9.6.....8.7.8...3.58.63.17.2....9......97.84..",
    ),
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        17,
        81,
        10,
        "..4721.3..9...8..........6....5......16.9...22...3.....5...387.1..8......8.2.95..",
    ),
    (
        PatternSymmetry::None,
        Minimality::Orbits,
        22,
        22,
        11,
        "9....73...1......8.4.89....4...5.........1.....3....67..7.....4.....67.55.9..2...",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Orbits,
        24,
        25,
        12,
        "..7..9....58....1.4..3.25...3.8.......1.7.4.......3.5...46.8..5.6....37....5..9..",
    ),
    (
        PatternSymmetry::None,
        Minimality::Any,
        17,
        81,
        13,
        ".9476..31....4.7.8..7...64.562.9..7..394.5..6....37.59.....4...381279.6..4.3...2.",
    ),
    (
        PatternSymmetry::None,
        Minimality::Any,
        32,
        32,
        14,
        "..36.....8..951....2.783..19..32.5.4....9..3....5.6...5.81..3..6.1...8.57..8.5.6.",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Any,
        30,
        33,
        15,
        "..5..97.....52.84..8.17....912.....7..79.42..3.....198....97.1..74.35.....34..6..",
    ),
    (
        PatternSymmetry::BothMirrors,
        Minimality::Any,
        40,
        40,
        16,
        "..37.49..16.5.8.744..3.6..5.1.879.4..9.....6..8.653.2.5..4.1..864.9.5.32..82.74..",
    ),
    (
        PatternSymmetry::HalfTurn,
        Minimality::Strict,
        17,
        81,
        17,
        "......6....54....3..69.58..7..1...4.1...3...6.5...7..8..47.39..2....95....7......",
    ),
    (
        PatternSymmetry::Diagonal,
        Minimality::Strict,
        17,
        81,
        18,
        ".3..5.8..5.6.3.7...8..4.......6....4367.....5.......9.69.....7......82.....52....",
    ),
];

/// The recorded grids: index in the series of seed 2026, grid.
const GRIDS: &[(u64, &str)] = &[
    (0, "654719832827543691319862457463297518291658743785134926532976184946381275178425369"),
    (1, "439876215721495386568132479184269753275314698693587124952641837816753942347928561"),
    (2, "842615937396784512571392468719248356234156789685937241468579123157823694923461875"),
    (u64::MAX, "864753129512869347973124658259346871648917235137582496396278514781435962425691783"),
];

#[test]
fn grids_equal_the_recorded_ones() {
    for &(index, recorded) in GRIDS {
        assert_eq!(random_grid(&mut seeded_rng(2026, index)).to_string(), recorded, "{index}");
    }
}

#[test]
fn puzzles_equal_the_recorded_ones() {
    assert_eq!(GENERATOR_VERSION, 2);
    for &(symmetry, minimality, least, most, index, recorded) in PUZZLES {
        let request = PuzzleRequest::new()
            .with_symmetry(symmetry)
            .with_minimality(minimality)
            .with_clues(least..=most);
        let puzzle = request.generate(&Mrv, &mut seeded_rng(2026, index)).unwrap();
        assert_eq!(puzzle.board.to_string(), recorded, "{request:?}");
    }
}

#[test]
fn a_puzzle_that_singles_solve_equals_the_recorded_one() {
    // Every strategy that finds all singles makes no guesses here, so the records do not depend on
    // how this strategy chooses its guesses.
    let guesses = Guesses::new("mrv", &Mrv);
    let request = PuzzleRequest::new().with_difficulty(&guesses, 0..=0);
    let puzzle = request.generate(&Mrv, &mut seeded_rng(2026, 20)).unwrap();
    assert_eq!((puzzle.difficulty, puzzle.attempts), (Some(0), 7));
    assert_eq!(
        puzzle.board.to_string(),
        "5.69...421..2.....2..1..376.1..98...6.....9.7...53............3.4.7..........6.5."
    );
}
