//! The counters and the order match the documented rule, which this test applies step by step to
//! the plain board.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use sudoku_mrv::{Board, Cell, Digit, DigitSet, Grid, House, Limits, Mrv, Solver};

#[derive(Default, PartialEq, Debug)]
struct Walk {
    solutions: Vec<Grid>,
    placements: u64,
    guesses: u64,
}

fn candidates(board: &Board, cell: Cell) -> DigitSet {
    board.get(cell).map_or_else(|| board.candidates(cell), DigitSet::only)
}

fn visit(mut board: Board, walk: &mut Walk) {
    loop {
        let mut singles = BTreeSet::new();
        for cell in Cell::all().filter(|&cell| board.get(cell).is_none()) {
            let left = candidates(&board, cell);
            if left.is_empty() {
                return;
            }
            singles.extend(left.iter().filter(|_| left.len() == 1).map(|digit| (cell, digit)));
        }
        for house in House::all() {
            for digit in Digit::all() {
                let places: Vec<_> = house
                    .cells()
                    .iter()
                    .filter(|&&cell| candidates(&board, cell).contains(digit))
                    .collect();
                match places[..] {
                    [] => return,
                    [&only] if board.get(only).is_none() => {
                        singles.insert((only, digit));
                    }
                    _ => {}
                }
            }
        }
        let cells: BTreeSet<_> = singles.iter().map(|(cell, _)| cell).collect();
        if cells.len() < singles.len() {
            return;
        }
        if singles.is_empty() {
            break;
        }
        for &(cell, digit) in &singles {
            walk.placements += 1;
            board.set(cell, Some(digit));
        }
        if !board.is_consistent() {
            return;
        }
    }
    if let Some(grid) = board.to_grid() {
        walk.solutions.push(grid);
        return;
    }
    let blanks: Vec<Cell> = Cell::all().filter(|&cell| board.get(cell).is_none()).collect();
    let count = |cell: Cell| board.candidates(cell).len();
    let fewest = blanks.iter().map(|&cell| count(cell)).min().unwrap();
    let alike: Vec<Cell> = blanks.into_iter().filter(|&cell| count(cell) == fewest).collect();
    let seen = |cell: Cell| alike.iter().filter(|other| cell.sees(**other)).count();
    let most = alike.iter().map(|&cell| seen(cell)).max().unwrap();
    let cell = alike.iter().copied().find(|&cell| seen(cell) == most).unwrap();
    let digits: Vec<_> = board.candidates(cell).iter().collect();
    for (tried, &digit) in (1..).zip(&digits) {
        walk.placements += 1;
        walk.guesses += u64::from(tried < digits.len());
        let mut child = board;
        child.set(cell, Some(digit));
        visit(child, walk);
    }
}

#[test]
fn counters_and_order_follow_the_rule() {
    let names = ["judge", "easy", "hard", "none", "many", "sparse"];
    let puzzles = names.iter().flat_map(|name| {
        let puzzles = sudoku_corpus::set(name).unwrap().puzzles().unwrap();
        puzzles.into_iter().filter(|puzzle| puzzle.solutions < 1_000).take(12)
    });
    let mut compared = 0;
    for puzzle in puzzles {
        let board = puzzle.board;
        let mut walk = Walk::default();
        if board.is_consistent() {
            visit(board, &mut walk);
        }
        let mut solutions = Vec::new();
        let report = Mrv.search(&board, &Limits::ALL, &mut |grid| {
            solutions.push(*grid);
            ControlFlow::Continue(())
        });
        let placements = report.placements.unwrap();
        let found = Walk { solutions, placements, guesses: report.guesses.unwrap() };
        assert_eq!(found, walk, "{board}");
        compared += 1;
    }
    assert!(compared >= 60, "{compared}");
}
