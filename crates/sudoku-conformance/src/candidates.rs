//! The checks of a search from candidates.

use std::cell::Cell as StdCell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sudoku_core::{
    Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome, PuzzleBatch,
    Solver,
};

use crate::capabilities::SolverCapabilities;
use crate::checks::{GRID, assert_conforms, assert_conforms_on, board, boards, property};
use crate::oracle::{walk_candidates, walk_row_major};

/// Asserts that a strategy that also searches from candidates implements both traits correctly. It
/// runs all checks from boards and from their candidates. It adds cases that only candidates have:
/// fewer candidates than the clues leave, cells without candidates, and puzzles without clues.
///
/// # Panics
/// Panics like [`assert_conforms`].
pub fn assert_conforms_with_candidates<S: Solver + Solver<Candidates>>(
    solver: &S,
    capabilities: &SolverCapabilities,
) {
    assert_conforms(solver, capabilities);
    assert_conforms_on::<Candidates>(solver, |board| board.into(), capabilities);
    finds_what_is_left(solver);
    reads_every_set_in_every_cell(solver);
    sees_what_cannot_be(solver);
    solves_puzzles_without_a_clue(solver);
}

/// Lists every solution that a search finds, in ascending order.
fn list(solver: &dyn Solver<Candidates>, candidates: &Candidates) -> Vec<Grid> {
    let mut grids = Vec::new();
    let report = solver.search(candidates, &Limits::ALL, &mut |grid| {
        assert!(grid.is_valid() && candidates.permits(grid), "{candidates}: {grid}");
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    assert_eq!(report.ending, Ending::Exhausted, "{candidates}");
    assert_eq!(report.solutions, grids.len() as u64, "{candidates}: {report:?}");
    let outcome = Outcome { report, first: grids.first().copied() };
    assert_eq!(solver.solve(candidates, &Limits::ALL), outcome, "{candidates}");
    assert_eq!(solver.count(candidates, &Limits::ALL), report, "{candidates}");
    grids.sort_unstable();
    grids
}

/// Checks that the search finds the grids that the rules allow, given fewer candidates than the
/// clues leave. Half of the decided digits are given, and half are placed.
fn finds_what_is_left(solver: &dyn Solver<Candidates>) {
    let gone = proptest::collection::vec((0..81usize, 1..=9u8), 0..120);
    property(256, (boards(40, 1), gone), |(board, gone)| {
        let is_given = |(cell, _): &(Cell, Digit)| cell.index() % 2 == 0;
        let mut clues = Board::EMPTY;
        board.clues().filter(is_given).for_each(|(cell, digit)| clues.set(cell, Some(digit)));
        let mut candidates = Candidates::from(&clues);
        let placed = board.clues().filter(|decided| !is_given(decided));
        placed.for_each(|(cell, digit)| candidates.place(cell, digit));
        prop_assert_eq!(candidates.values(), &board);
        prop_assert_eq!(list(solver, &candidates), walk_row_major(&board, usize::MAX).solutions);
        for (cell, digit) in gone {
            if let (Some(cell), Some(digit)) = (Cell::new(cell), Digit::new(digit))
                && candidates.get(cell).len() > 1
            {
                candidates.eliminate(cell, digit.into());
            }
        }
        prop_assert_eq!(list(solver, &candidates), walk_candidates(&candidates, usize::MAX));
        Ok(())
    });
}

/// Checks all 512 sets of digits in each cell of a grid. The other cells have one candidate each
/// and are not decided. The grid is the only solution if its digit is in the set, and otherwise
/// there is no solution.
fn reads_every_set_in_every_cell(solver: &dyn Solver<Candidates>) {
    let grid = board(GRID);
    let digits: Vec<Digit> = grid.clues().map(|(_, digit)| digit).collect();
    let puzzles: Vec<(Candidates, bool)> = Cell::all()
        .flat_map(|cell| (0..512).filter_map(DigitSet::from_bits).map(move |set| (cell, set)))
        .map(|(cell, set)| {
            let mut sets = [DigitSet::EMPTY; 81];
            Cell::all().zip(&digits).for_each(|(of, &digit)| sets[of.index()] = digit.into());
            sets[cell.index()] = set;
            (Candidates::new(sets), set.contains(digits[cell.index()]))
        })
        .collect();
    let (candidates, solvable): (Vec<Candidates>, Vec<bool>) = puzzles.into_iter().unzip();
    let mut outcomes = Vec::new();
    solver.search_batch(PuzzleBatch::new(&candidates, &mut outcomes), &Limits::ALL);
    for ((candidates, solvable), outcome) in candidates.iter().zip(solvable).zip(outcomes) {
        assert_eq!(outcome.report.is_proper(), solvable, "{candidates}: {outcome:?}");
        assert_eq!(outcome.first, grid.to_grid().filter(|_| solvable), "{candidates}");
        assert_eq!(solver.solve(candidates, &Limits::ALL), outcome, "{candidates}");
    }
}

/// Checks that these contradictions have no solution:
///
/// - a cell without candidates
/// - a decided digit that is not a candidate
/// - a digit twice in a house
/// - a house without a place for a digit
/// - cells of a house that have fewer candidates together than there are cells
fn sees_what_cannot_be(solver: &dyn Solver<Candidates>) {
    let five = DigitSet::from_bits(1 << 4).unwrap_or_default();
    let all = Candidates::from(&Board::EMPTY);
    let mut cannot_be = Vec::new();
    for cell in Cell::all() {
        let mut none = all.clone();
        none.eliminate(cell, DigitSet::ALL);
        cannot_be.push(none);
        let mut taken_back = Candidates::from(&board(GRID));
        taken_back.eliminate(cell, DigitSet::ALL);
        cannot_be.push(taken_back);
        for &peer in cell.peers() {
            let mut twice = all.clone();
            twice.eliminate(cell, DigitSet::ALL - five);
            twice.eliminate(peer, DigitSet::ALL - five);
            cannot_be.push(twice);
        }
    }
    for house in House::all() {
        let mut no_place = all.clone();
        house.cells().iter().for_each(|&cell| no_place.eliminate(cell, five));
        cannot_be.push(no_place);
    }
    for size in 3..=8 {
        // The first cells of the first row have one digit fewer than there are cells.
        let digits = DigitSet::from_bits((1 << (size - 1)) - 1).unwrap_or_default();
        let mut too_few = all.clone();
        Cell::all().take(size).for_each(|cell| too_few.eliminate(cell, DigitSet::ALL - digits));
        cannot_be.push(too_few);
    }
    let mut outcomes = Vec::new();
    // A search that misses the contradiction would not end.
    let limits = Limits::solutions(1).with_nodes(50_000);
    solver.search_batch(PuzzleBatch::new(&cannot_be, &mut outcomes), &limits);
    for (candidates, outcome) in cannot_be.iter().zip(outcomes) {
        let Outcome { report, first } = outcome;
        assert_eq!((report.ending, first), (Ending::Exhausted, None), "{candidates}: {report:?}");
        assert_eq!(solver.solve(candidates, &limits), outcome, "{candidates}");
    }
}

/// Checks Sukaku puzzles: the digits of a grid among random other candidates, with no given or
/// placed digit.
fn solves_puzzles_without_a_clue(solver: &dyn Solver<Candidates>) {
    let others = proptest::collection::vec(proptest::collection::vec(0..9u16, 0..8), 81);
    let (proper, several) = (StdCell::new(0), StdCell::new(0));
    property(256, (boards(0, 0), others), |(grid, others)| {
        let sets: Vec<DigitSet> = grid
            .clues()
            .zip(others)
            .map(|((_, digit), others)| {
                let others = others.into_iter().fold(0, |bits, other| bits | 1 << other);
                DigitSet::from_bits(others).unwrap_or_default().with(digit)
            })
            .collect();
        let sets = <[DigitSet; 81]>::try_from(sets).expect("a grid has 81 digits");
        let candidates = Candidates::new(sets);
        prop_assert_eq!(candidates.values(), &Board::EMPTY);
        let found = list(solver, &candidates);
        prop_assert_eq!(&found, &walk_candidates(&candidates, usize::MAX));
        let kind = if found.len() == 1 { &proper } else { &several };
        kind.set(kind.get() + 1);
        Ok(())
    });
    let (proper, several) = (proper.get(), several.get());
    assert!(proper > 20 && several > 20, "{proper} proper puzzles, {several} with more solutions");
}
