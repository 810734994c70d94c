//! Tests that grids and puzzles are drawn with the documented frequencies.

use std::collections::HashMap;

use sudoku_bitmask::Bitmask;
use sudoku_core::{Board, Cell, Grid, Solver};
use sudoku_count::Solutions;
use sudoku_generator::{
    Minimality, PatternSymmetry, PuzzleRequest, Weighted, random_grid, seeded_rng, shuffle,
};
use sudoku_mrv::Mrv;

/// Returns the histogram of puzzles by number of clues, each counted with its weight.
fn histogram(puzzles: impl Iterator<Item = (Board, f64)>) -> [f64; 82] {
    let mut shares = [0.0; 82];
    for (board, weight) in puzzles {
        shares[board.clue_count()] += weight;
    }
    let total: f64 = shares.iter().sum();
    shares.map(|share| share / total)
}

fn mean(shares: &[f64; 82]) -> f64 {
    (0_u8..).zip(shares).map(|(clues, share)| f64::from(clues) * share).sum()
}

/// The expected shares come from a million puzzles of an independent implementation with another
/// method; its mean of 24.4 agrees with the literature.
#[test]
fn the_fast_method_has_its_known_bias() {
    let draws = 2000;
    let board =
        |index| PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(30, index)).unwrap().board;
    let shares = histogram((0..draws).map(|index| (board(index), 1.0)));
    // Three standard deviations of a share are at most 0.032, those of the mean 0.075.
    let known = [(22, 0.034), (23, 0.171), (24, 0.331), (25, 0.306), (26, 0.125), (27, 0.028)];
    for (clues, share) in known {
        assert!((shares[clues] - share).abs() < 0.034, "{clues}: {}", shares[clues]);
    }
    assert!((mean(&shares) - 24.42).abs() < 0.076, "{}", mean(&shares));
}

/// The expected shares are Berthier's estimates of the number of minimal puzzles for each number of
/// clues, 3.1 · 10³⁷ in total.
#[test]
fn weights_make_minimal_puzzles_equally_likely() {
    let draws = 2000;
    let mut sums = [0.0; 82];
    for index in 0..draws {
        let weighted = Weighted::draw(&Mrv, &mut seeded_rng(31, index));
        sums[weighted.board.clue_count()] += weighted.weight;
    }
    let all = 3.1055e37 / 6_670_903_752_021_072_936_960.0;
    // Puzzles with fewer or more clues are too rare for a comparison.
    for (clues, share) in [(23, 0.00148), (24, 0.0228), (25, 0.1342)] {
        let ratio = sums[clues] / draws as f64 / (all * share);
        // A few puzzles of large weight make the sums noisy, but wrong weights would have a larger
        // effect.
        assert!((0.5..2.0).contains(&ratio), "{clues}: {ratio}");
    }
}

/// A weight is the product of the numbers of removable clues before each removal, divided by the
/// factorial of the number of removals.
#[test]
fn weights_are_as_documented() {
    for index in 0..2 {
        let weighted = Weighted::draw(&Mrv, &mut seeded_rng(32, index));
        let plain = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(32, index)).unwrap();
        assert_eq!((weighted.board, weighted.solution), (plain.board, plain.solution));

        let rng = &mut seeded_rng(32, index);
        let mut board = Board::from(random_grid(rng));
        let mut orbits = PatternSymmetry::None.orbits();
        shuffle(rng, &mut orbits);
        let (mut weight, mut removals) = (1.0, 0.0);
        let can_go = |board: &Board, cell: Cell| {
            let mut less = *board;
            less.set(cell, None);
            Bitmask.is_proper(&less)
        };
        for cell in orbits.concat() {
            if weighted.board.get(cell).is_none() {
                removals += 1.0;
                let number = board.clues().filter(|&(cell, _)| can_go(&board, cell)).count();
                weight *= number as f64 / removals;
                board.set(cell, None);
            }
        }
        assert!((weighted.weight / weight - 1.0).abs() < 1e-9, "{} {weight}", weighted.weight);
    }
}

/// Returns by how many standard deviations the drawn grids with given clues deviate from a uniform
/// distribution, or `None` if one of them was never drawn.
fn unevenness(request: &PuzzleRequest<'_>, grids: usize, each: usize) -> Option<f64> {
    let mut times: HashMap<Grid, usize> = HashMap::new();
    for index in 0..each * grids {
        let puzzle = request.generate(&Mrv, &mut seeded_rng(33, index as u64)).unwrap();
        *times.entry(puzzle.solution).or_default() += 1;
    }
    let each = each as f64;
    let squares = times.values().map(|&times| (times as f64 - each).powi(2) / each);
    let freedom = grids as f64 - 1.0;
    (times.len() == grids).then(|| (squares.sum::<f64>() - freedom) / (2.0 * freedom).sqrt())
}

#[test]
fn solutions_of_given_clues_are_equally_likely_on_request() {
    let givens: Board =
        "..............5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solutions = Solutions::of(&givens);
    assert_eq!(solutions.len(), 64);
    let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(81);
    let request = request.with_givens(givens);
    let even = request.clone().with_solutions(&solutions);
    let off = unevenness(&even, 64, 50).unwrap();
    assert!(off.abs() < 5.0, "{off}");
    // Completing the clues cell by cell is not uniform.
    let off = unevenness(&request, 64, 50);
    assert!(off.is_none_or(|off| off > 10.0), "{off:?}");
    assert_eq!((even.id(1, 0), request.id(1, 0).is_some()), (None, true));
    // Setting other clues clears the solutions.
    assert!(even.clone().with_givens(givens).solutions.is_none());
    let empty = Solutions::of(&Board::EMPTY);
    assert_eq!(request.with_solutions(&empty).givens, Board::EMPTY);
}
