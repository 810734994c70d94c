//! True candidates and redundant parts, compared with the list of all solutions.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sudoku_core::{Board, Cell, Digit, DigitSet, Ending, Grid, Limits, Solver};
use sudoku_variants::{Redundancy, Ruled, Rules, Weighted, true_candidates};

/// Every seventh puzzle of the embedded sets, with its solution.
fn puzzles() -> impl Iterator<Item = (Rules, Grid)> {
    let sets: Vec<_> = sudoku_corpus::variant_sets().collect();
    let known = |set: &sudoku_corpus::PuzzleSet<'static>| {
        let answers = set.answers().unwrap();
        answers
            .iter()
            .step_by(7)
            .map(|it| (it.puzzle.parse().unwrap(), it.solution.unwrap()))
            .collect::<Vec<_>>()
    };
    sets.iter().flat_map(known).collect::<Vec<_>>().into_iter()
}

/// Returns the digits of each cell in the solutions, or `None` if there are many.
fn enumerated(puzzle: &Ruled) -> Option<[DigitSet; 81]> {
    let mut sets = [DigitSet::EMPTY; 81];
    let report = Weighted.search(puzzle, &Limits::solutions(500), &mut |grid| {
        for (set, digit) in sets.iter_mut().zip(grid.as_bytes()) {
            *set = set.with(Digit::try_from(*digit).unwrap());
        }
        ControlFlow::Continue(())
    });
    (report.ending == Ending::Exhausted).then_some(sets)
}

#[test]
fn true_candidates_are_the_digits_of_the_solutions() {
    let mut several = 0;
    for (mut rules, solution) in puzzles() {
        let ruled = Ruled::new(&rules).unwrap();
        let sets = true_candidates(&ruled, &Limits::ALL).unwrap();
        let expected = solution.as_bytes().map(|digit| Digit::try_from(digit).unwrap().into());
        assert_eq!(sets, expected, "{rules}");
        // Without a rule and a clue, the puzzle has other solutions.
        rules.rules.pop();
        let clue = rules.board.clues().next();
        if let Some((cell, _)) = clue {
            rules.board.set(cell, None);
        }
        let ruled = Ruled::new(&rules).unwrap();
        if let Some(expected) = enumerated(&ruled) {
            assert_eq!(true_candidates(&ruled, &Limits::ALL), Some(expected), "{rules}");
            several += usize::from(expected.iter().any(|set| set.len() > 1));
        }
    }
    assert!(several >= 3, "{several}");
}

#[test]
fn true_candidates_without_a_solution_and_with_limits() {
    let ruled = |text: &str| Ruled::new(&text.parse().unwrap()).unwrap();
    for text in ["cage 3 r1c1 r1c2; digits 9 r1c1", "digits 1 r1c1; digits 1 r1c2"] {
        let sets = true_candidates(&ruled(text), &Limits::ALL);
        assert_eq!(sets, Some([DigitSet::EMPTY; 81]), "{text}");
    }
    assert_eq!(
        true_candidates(&Ruled::from(&Board::EMPTY), &Limits::ALL),
        Some([DigitSet::ALL; 81])
    );
    let puzzle = ruled("cage 3 r1c1 r1c2");
    let stop = AtomicBool::new(true);
    assert_eq!(true_candidates(&puzzle, &Limits::ALL.with_stop(&stop)), None);
    assert_eq!(true_candidates(&puzzle, &Limits::ALL.with_nodes(1)), None);
}

/// No part of a generated killer is redundant. A rule that follows from another one is redundant.
#[test]
fn redundant_parts_are_found() {
    let killers = puzzles().filter(|(rules, _)| rules.board == Board::EMPTY);
    let mut proved = 0;
    for (mut rules, solution) in killers.take(3) {
        let found = Redundancy::of(&rules, None);
        assert!(found.is_minimal != Some(false) && found.redundant.is_empty(), "{rules}");
        proved += usize::from(found.is_minimal == Some(true));
        let digit = solution.as_bytes()[0];
        rules.rules.push(format!("digits {digit} r1c1").parse().unwrap());
        let found = Redundancy::of(&rules, None);
        assert_eq!(found.is_minimal, Some(false));
        assert_eq!(found.redundant.last().unwrap().to_string(), format!("digits {digit} r1c1"));
        // A raised flag leaves the question open.
        let stopped = Redundancy::of(&rules, Some(&AtomicBool::new(true)));
        assert_eq!((stopped.is_minimal, stopped.redundant.len()), (None, 0));
    }
    assert!(proved > 0);
}

/// With a raised flag, no rule takes the time to compile the puzzle without it.
#[test]
fn redundancy_ends_soon_after_a_stop() {
    let cells = || Cell::all().take(20);
    let pairs = cells().flat_map(|a| cells().map(move |b| (a, b))).filter(|(a, b)| a < b);
    let lines: Vec<_> = pairs.map(|(a, b)| format!("sum 10 {a} {b}")).collect();
    let rules: Rules = lines.join("\n").parse().unwrap();
    let start = Instant::now();
    Ruled::new(&rules).unwrap();
    let once = start.elapsed();
    let start = Instant::now();
    assert_eq!(Redundancy::of(&rules, Some(&AtomicBool::new(true))).is_minimal, None);
    assert!(start.elapsed() < once * lines.len() as u32, "{:?}, {once:?}", start.elapsed());
}

/// A raised flag leaves the question open, even if propagation alone would answer it.
#[test]
fn redundancy_is_unknown_after_a_stop() {
    let board = ".34678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for rule in ["odd r1c1", "cage 8 r1c1 r1c2"] {
        let rules: Rules = format!("board {board}\n{rule}").parse().unwrap();
        assert_eq!(Redundancy::of(&rules, None).is_minimal, Some(false), "{rule}");
        let stopped = Redundancy::of(&rules, Some(&AtomicBool::new(true)));
        assert_eq!((stopped.is_minimal, stopped.redundant.len()), (None, 0), "{rule}");
    }
}
