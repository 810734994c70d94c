//! Tests that numbers cover each solution exactly once, and that random solutions are uniform.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod draws;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Board, Cell, Digit, Grid, Limits, Solver};
use sudoku_count::{CountLimits, Solutions, count};
use sudoku_simd::AutoSolver;

use draws::Draws;

fn enumerated(board: &Board, limit: u64) -> Option<Vec<Grid>> {
    let mut grids = Vec::new();
    let report = AutoSolver::new().search(board, &Limits::solutions(limit), &mut |grid| {
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    grids.sort_unstable();
    (report.solutions < limit).then_some(grids)
}

/// Returns boards, some of them with absent digits, so that they have relabelings.
fn boards(draws: &mut Draws) -> Vec<Board> {
    let mut boards: Vec<Board> = (0..12).map(|number| draws.board(21 + number % 6)).collect();
    // Three bands with the same columns in pairs: few solutions, and absent digits.
    let grid = *AutoSolver::new().first_solution(&draws.board(20)).unwrap().as_board();
    for absent in [2, 3] {
        let mut board = grid;
        for cell in Cell::all() {
            if grid.get(cell).is_some_and(|digit| usize::from(digit.get()) <= absent) {
                board.set(cell, None);
            }
        }
        boards.push(board);
    }
    boards
}

#[test]
fn each_solution_has_exactly_one_number() {
    let mut draws = Draws(11);
    let mut checked = 0;
    for board in boards(&mut draws) {
        let Some(expected) = enumerated(&board, 20_000) else { continue };
        let solutions = Solutions::of(&board);
        assert_eq!(solutions.len(), expected.len() as u128, "{board}");
        let mut numbered: Vec<Grid> =
            (0..solutions.len()).map(|number| solutions.get(number).unwrap()).collect();
        assert_eq!(solutions.get(solutions.len()), None);
        numbered.sort_unstable();
        assert!(numbered == expected, "{board}");
        checked += expected.len();
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn drawing_is_even() {
    let mut draws = Draws(12);
    let mut checked = 0;
    for board in boards(&mut draws) {
        let most = if std::env::var_os("SUDOKU_DEEP").is_some() { 100_000 } else { 3_000 };
        let Some(expected) = enumerated(&board, most) else { continue };
        let solutions = Solutions::of(&board);
        let mut times: HashMap<Grid, u32> = expected.iter().map(|&grid| (grid, 0)).collect();
        let each = 20;
        for _ in 0..each * expected.len() {
            let mut below = |end: u128| draws.below(usize::try_from(end).unwrap()) as u128;
            *times.get_mut(&solutions.sample(&mut below).unwrap()).unwrap() += 1;
        }
        assert!(times.values().all(|&times| times > 0), "{board}");
        let each = each as f64;
        let squares = times.values().map(|&times| (f64::from(times) - each).powi(2) / each);
        // The difference in standard deviations: five have a probability of one in a million.
        let freedom = expected.len() as f64 - 1.0;
        let off = (squares.sum::<f64>() - freedom) / (2.0 * freedom.max(1.0)).sqrt();
        assert!(off.abs() < 5.0, "{board}: {off}");
        checked += expected.len();
    }
    assert!(checked > 1_400, "{checked}");
}

/// Tests the step-by-step search after all tries fail. With a source that always returns the same
/// numbers, tries are all right or all wrong.
#[test]
fn a_constant_source_also_draws_solutions() {
    let mut draws = Draws(9);
    let (mut most, mut least) = (0, u32::MAX);
    for clues in [12, 16, 20, 24] {
        let board = draws.board(clues);
        let solutions = Solutions::of(&board);
        for part in [0, 1, 2, 3, 4] {
            let mut calls = 0;
            let mut below = |end: u128| {
                calls += 1;
                (end - 1) / 4 * part
            };
            let grid = solutions.sample(&mut below).unwrap();
            assert!(grid.is_valid() && grid.extends(&board), "{board}: {grid}");
            (most, least) = (calls.max(most), calls.min(least));
        }
    }
    // All 300 tries failed at least once.
    assert!(most > 300 && least < 300, "{least} to {most} calls");
}

/// A number that is not below the bound is out of range.
#[test]
fn a_source_that_returns_its_bound_gives_no_solution_and_no_panic() {
    let board = Draws(10).board(20);
    assert!(Solutions::of(&board).sample(&mut |end| end).is_none());
    // The first number chooses the run, and the others draw within it.
    let mut calls = 0;
    let mut below = |end: u128| {
        calls += 1;
        if calls == 1 { 0 } else { end }
    };
    let grid = Solutions::of(&board).sample(&mut below);
    assert!(grid.is_none_or(|grid| grid.extends(&board)));
}

#[test]
fn random_solutions_of_a_sparse_board_have_the_right_share_of_digits() {
    let mut draws = Draws(13);
    let board = draws.board(15);
    let solutions = Solutions::of(&board);
    assert_eq!(Some(solutions.len()), count(&board, &CountLimits::NONE).exact());
    let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap();
    let all = 1_000;
    let mut times = [0u32; 10];
    for _ in 0..all {
        let mut below = |end: u128| {
            let word = (draws.below(1 << 62) as u128) << 62 | draws.below(1 << 62) as u128;
            word % end
        };
        let grid = solutions.sample(&mut below).unwrap();
        assert!(grid.is_valid() && grid.extends(&board));
        times[usize::from(grid.as_board().get(cell).unwrap().get())] += 1;
    }
    for digit in Digit::all() {
        let mut with = board;
        with.set(cell, Some(digit));
        let part = count(&with, &CountLimits::NONE).exact().unwrap();
        let chance = part as f64 / solutions.len() as f64;
        let expected = chance * f64::from(all);
        let deviation = (expected * (1.0 - chance)).sqrt();
        let off = f64::from(times[usize::from(digit.get())]) - expected;
        assert!(off.abs() <= 5.0 * deviation, "{board} {digit}: {off}, {deviation}");
    }
}

/// On the empty board, two digits are in the same line of a box with a probability of 2/8. Most
/// solutions are relabelings of others, so this also tests that all relabelings are drawn.
#[test]
fn random_grids_pair_all_digits_equally_often() {
    let mut draws = Draws(14);
    let solutions = Solutions::of(&Board::EMPTY);
    let all = 1_000;
    let mut times = [[0u32; 81]; 18];
    for _ in 0..all {
        let mut below = |end: u128| {
            let word = (draws.below(1 << 62) as u128) << 62 | draws.below(1 << 62) as u128;
            word % end
        };
        let grid = solutions.sample(&mut below).unwrap();
        for cell in Cell::all() {
            for peer in Cell::all().filter(|peer| peer.box_index() == cell.box_index()) {
                let pair = usize::from((grid[cell].get() - 1) * 9 + grid[peer].get() - 1);
                times[cell.box_index()][pair] += u32::from(peer.row() == cell.row());
                times[9 + cell.box_index()][pair] += u32::from(peer.column() == cell.column());
            }
        }
    }
    let deviation = (f64::from(all) * 0.25 * 0.75).sqrt();
    for (pair, together) in times.iter().flat_map(|pairs| pairs.iter().enumerate()) {
        let (one, other) = (pair / 9 + 1, pair % 9 + 1);
        let off = f64::from(*together) - f64::from(all) * 0.25;
        assert!(one == other || off.abs() <= 5.0 * deviation, "{one} and {other}: {off}");
    }
}

#[test]
fn boards_with_few_solutions_and_without_a_solution() {
    let none: Board = format!("11{}", ".".repeat(79)).parse().unwrap();
    let solutions = Solutions::of(&none);
    assert_eq!((solutions.len(), solutions.get(0)), (0, None));
    assert_eq!(solutions.sample(&mut |_| 0), None);
    let proper: Board =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solutions = Solutions::of(&proper);
    let only = AutoSolver::new().first_solution(&proper);
    assert_eq!((solutions.len(), solutions.get(0), solutions.get(1)), (1, only, None));
    assert_eq!(solutions.sample(&mut |_| 0), only);
}

#[test]
fn a_raised_flag_ends_the_numbering() {
    let limits = CountLimits { stop: Some(&AtomicBool::new(true)), ..CountLimits::NONE };
    assert!(Solutions::within(&Board::EMPTY, &limits).is_none());
    // A solution that singles find needs no numbering.
    let grid = Solutions::of(&Board::EMPTY).get(0).unwrap();
    assert_eq!(Solutions::within(grid.as_board(), &limits).unwrap().len(), 1);
}
