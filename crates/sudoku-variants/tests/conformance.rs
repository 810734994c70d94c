//! The fast strategy implements the contract, also on boards without further rules.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::sync::atomic::AtomicBool;

use sudoku_conformance::{SolverCapabilities, assert_conforms_on};
use sudoku_core::{Board, Ending, Limits, Solver};
use sudoku_variants::{Plain, Ruled, Rules, TooManyRules, Weighted};

/// The puzzles have a rule that excludes no candidate. Without a rule, another strategy would solve
/// them.
#[test]
fn conforms_to_the_contract() {
    let puzzle = |board: &Board| {
        let rules = vec![format!("relation {} r1c1 r1c2", "1".repeat(81)).parse().unwrap()];
        Ruled::new(&Rules { board: *board, rules }).unwrap()
    };
    assert_conforms_on(&Weighted, puzzle, &SolverCapabilities::new("weighted").guesses());
}

/// Limits and the stop flag work on puzzles with rules as on classic ones.
#[test]
fn limits_end_a_search_with_rules() {
    let text = "cage 12 r1c1 r1c2 r2c1\nthermometer r5c5 r5c6 r5c7\ndiagonal-up";
    let puzzle = Ruled::new(&text.parse().unwrap()).unwrap();
    let solvers: [&dyn Solver<Ruled>; 2] = [&Weighted, &Plain];
    for solver in solvers {
        let solutions = solver.count(&puzzle, &Limits::solutions(5));
        assert_eq!((solutions.solutions, solutions.ending), (5, Ending::SolutionLimit));
        let nodes = solver.count(&puzzle, &Limits::solutions(5).with_nodes(solutions.nodes));
        assert_eq!(nodes, solutions);
        let fewer = Limits::solutions(5).with_nodes(solutions.nodes - 1);
        let fewer = solver.count(&puzzle, &fewer);
        assert_eq!((fewer.nodes, fewer.ending), (solutions.nodes - 1, Ending::NodeLimit));
        let stop = AtomicBool::new(true);
        let stopped = solver.count(&puzzle, &Limits::ALL.with_stop(&stop));
        assert_eq!((stopped.solutions, stopped.ending), (0, Ending::Stopped));
    }
}

#[test]
fn a_puzzle_of_candidates_only_is_solved_as_a_classic_one() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let board: Board = text.parse().unwrap();
    let puzzle = Ruled::from(&board);
    assert!(puzzle.is_classic() && Weighted.is_proper(&puzzle));
    assert!(Weighted.first_solution(&puzzle).unwrap().extends(&board));
    assert_eq!(Weighted.count(&Ruled::from(&Board::EMPTY), &Limits::solutions(100)).solutions, 100);
    // This puzzle has candidates instead of clues.
    let mut rules = Rules::default();
    for (cell, digit) in board.clues() {
        rules.rules.push(format!("digits {digit} {cell}").parse().unwrap());
    }
    rules.rules.push("odd r1c4 r1c5".parse().unwrap());
    assert!(!Weighted.is_proper(&Ruled::new(&rules).unwrap()));
    rules.rules.pop();
    rules.rules.push("even r1c4 r1c3".parse().unwrap());
    let outcome = Weighted.solve(&Ruled::new(&rules).unwrap(), &Limits::ALL);
    assert_eq!(outcome.first, Weighted.first_solution(&puzzle));
    assert!(outcome.report.is_proper());
}

#[test]
fn too_many_rules_are_refused() {
    let compiled = |rule: &str, count: usize| {
        let rules = vec![rule.parse().unwrap(); count];
        Ruled::new(&Rules { board: Board::EMPTY, rules })
    };
    let (pair, line) = ("less r1c1 r1c2", "between r1c1 r1c2 r1c3");
    assert!(compiled(pair, 1 << 14).is_ok() && compiled(line, 100).is_ok());
    for (rule, count) in [(pair, (1 << 14) + 1), (line, 10_000)] {
        assert_eq!(compiled(rule, count).unwrap_err(), TooManyRules);
    }
    assert!(TooManyRules.to_string().contains("16384 pairs of cells"));
}

#[test]
fn the_sets_of_variants_have_their_known_answers() {
    for set in sudoku_corpus::variant_sets() {
        for known in set.answers().unwrap() {
            let puzzle = Ruled::new(&known.puzzle.parse().unwrap()).unwrap();
            let outcome = Weighted.solve(&puzzle, &Limits::solutions(2));
            assert!(outcome.report.is_proper() && known.solutions == 1, "{}", known.puzzle);
            assert_eq!(outcome.first, known.solution, "{}", known.puzzle);
            assert_eq!(puzzle.rules().check(&outcome.first.unwrap()), Ok(()));
        }
    }
}
