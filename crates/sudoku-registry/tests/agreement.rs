//! All strategies agree, and the registry describes them correctly.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sudoku_core::{Board, Ending, Grid, Limits, Relabeling, Report, SearchStep, Solver, Symmetry};
use sudoku_registry::{NodeUnit, STRATEGIES, Strategy, find};

/// Returns the solutions up to a limit, sorted, or `None` if the strategy reaches its node limit.
fn solutions(strategy: &Strategy, board: &Board, limit: u64) -> (Option<Vec<Grid>>, Report) {
    let limits = Limits::solutions(limit).with_nodes(100_000);
    let mut grids = Vec::new();
    let report = strategy.solver.search(board, &limits, &mut |grid| {
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    assert!(!strategy.lexicographic || grids.is_sorted(), "{strategy:?} on {board}");
    if strategy.node_unit == NodeUnit::Placement {
        assert_eq!(report.placements, Some(report.nodes), "{strategy:?} on {board}");
    }
    grids.sort_unstable();
    ((report.ending != Ending::NodeLimit).then_some(grids), report)
}

#[test]
fn names_are_unique_and_found() {
    let names: HashSet<_> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
    assert_eq!(names.len(), STRATEGIES.len());
    for strategy in STRATEGIES {
        assert!(std::ptr::eq(find(strategy.name).unwrap(), strategy));
        let base = strategy.base.map(|base| find(base).unwrap());
        assert!(base.is_none_or(|base| base.base.is_none()), "{strategy:?}");
    }
    assert!(find("no such strategy").is_none());
    let base = |name| find(name).unwrap().base;
    assert_eq!(["mrv", "board", "batch"].map(base), [None; 3]);
    assert_eq!(
        ["board-avx2", "batch-portable", "auto"].map(base).map(Option::unwrap),
        ["board", "batch", "board"]
    );
}

#[test]
fn the_corpus_names_registered_strategies_only() {
    for set in sudoku_corpus::every_set() {
        assert!(set.promising().all(|name| find(name).is_some()), "{}", set.name);
    }
}

#[test]
fn strategies_agree_on_the_corpus_and_its_images() {
    let boards = sudoku_corpus::sets().flat_map(|set| set.puzzles().unwrap());
    let mut compared = 0;
    for (index, puzzle) in (1u32..).zip(boards) {
        let symmetry = Symmetry::nth(index.wrapping_mul(2_654_435_769) % Symmetry::COUNT).unwrap();
        let relabeling = Relabeling::nth(index * 7_919 % Relabeling::COUNT).unwrap();
        let image = relabeling.apply(&symmetry.apply(&puzzle.board));
        for board in [puzzle.board, image] {
            // Sets of solutions can be compared only where all of them were found.
            let limit = if puzzle.solutions < 2_000 { u64::MAX } else { 100 };
            let mut known: Option<Vec<Grid>> = None;
            for strategy in STRATEGIES.iter().filter(|strategy| strategy.is_available()) {
                let (Some(found), report) = solutions(strategy, &board, limit) else { continue };
                assert_eq!(found.len() as u64, report.solutions);
                if limit < u64::MAX {
                    assert_eq!(found.len(), 100, "{strategy:?} on {board}");
                } else if let Some(known) = &known {
                    assert_eq!(*known, found, "{strategy:?} on {board}");
                    compared += 1;
                } else {
                    known = Some(found);
                }
            }
        }
    }
    assert!(compared >= 500, "{compared}");
}

/// Strategies that read only the houses of a cell accept only boards.
#[test]
fn strategies_report_whether_they_search_from_candidates() {
    let takes = |name| sudoku_registry::find(name).unwrap().from_candidates.is_some();
    assert!(!["scan", "bitmask"].map(takes).contains(&true));
    assert!(!["mrv", "board", "batch", "auto"].map(takes).contains(&false));
    let board = sudoku_corpus::set("hard").unwrap().puzzles().unwrap()[0].board;
    for strategy in STRATEGIES.iter().filter(|strategy| strategy.is_available()) {
        let Some(solver) = strategy.from_candidates else { continue };
        let (from_candidates, from_board) =
            (solver.first_solution(&(&board).into()), strategy.solver.first_solution(&board));
        assert_eq!(from_candidates, from_board, "{strategy:?}");
        assert!(from_board.is_some(), "{strategy:?}");
    }
}

/// The trait is object-safe, and threads can share its strategies.
#[test]
fn strategies_are_objects_that_threads_share() {
    let shared: Vec<&(dyn Solver + Send + Sync)> = STRATEGIES
        .iter()
        .filter(|s| s.is_available())
        .map(|strategy| strategy.solver as _)
        .collect();
    let board: Board =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    std::thread::scope(|scope| {
        for solver in shared {
            scope.spawn(move || assert!(solver.is_proper(&board)));
        }
    });
}

#[test]
fn an_observed_search_reports_every_step() {
    let puzzles = sudoku_corpus::set("judge").unwrap().puzzles().unwrap();
    let observable = STRATEGIES.iter().filter_map(|it| Some((it, it.observable?)));
    assert_eq!(
        observable.clone().map(|(it, _)| it.name).collect::<Vec<_>>(),
        ["scan", "bitmask", "mrv"]
    );
    for (strategy, observed) in observable {
        for board in puzzles.iter().map(|puzzle| puzzle.board).chain([Board::EMPTY]) {
            let limits = Limits::solutions(2).with_nodes(20_000);
            let (mut placed, mut guessed, mut solved) = (0, 0, 0);
            let report = observed.search_observed(
                &board,
                &limits,
                &mut |_| ControlFlow::Continue(()),
                &mut |step| {
                    match step {
                        SearchStep::Place { is_guess, .. } => {
                            placed += 1;
                            guessed += u64::from(is_guess);
                        }
                        SearchStep::Single { .. } => placed += 1,
                        SearchStep::Solution => solved += 1,
                        _ => {}
                    }
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(report, strategy.solver.count(&board, &limits), "{strategy:?} on {board}");
            assert_eq!(
                (report.placements, report.guesses, report.solutions),
                (Some(placed), Some(guessed), solved),
                "{strategy:?} on {board}"
            );
            let mut steps = 0;
            let stopped = observed.search_observed(
                &board,
                &limits,
                &mut |_| ControlFlow::Continue(()),
                &mut |_| {
                    steps += 1;
                    if steps == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((stopped.ending, steps), (Ending::Caller, 3), "{strategy:?} on {board}");
        }
    }
}
