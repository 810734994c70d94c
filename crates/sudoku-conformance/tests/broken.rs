//! The suite fails strategies with a deliberate fault, and passes the same strategy without it.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use sudoku_bitmask::Bitmask;
use sudoku_conformance::{SolverCapabilities, assert_conforms, assert_row_major_tree};
use sudoku_core::{
    Board, Cell, Digit, Ending, Grid, Limits, Meter, Outcome, PuzzleBatch, Relabeling, Report,
    Solver,
};

/// A correct strategy, or a strategy with one fault.
enum Faulty {
    Nothing,
    DigitsDescending,
    BoxNotChecked,
    CluesNotChecked,
    StopsAtTheFirst,
    IgnoresTheFlag,
    SeesTheFlagOnlyAtSolutions,
    SolvesWithoutASolution,
    IgnoresTheNodeLimit,
    MiscountsPlacements,
    MiscountsGuesses,
    LosesTheLastSolution,
    FindsTheFirstTwice,
    MixesUpBatches,
}

impl Solver for Faulty {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let mut limits = *limits;
        match self {
            Self::Nothing | Self::MixesUpBatches | Self::SolvesWithoutASolution => {
                Bitmask.search(board, &limits, found)
            }
            Self::DigitsDescending => {
                let mut digits: Vec<Digit> = Digit::all().collect();
                digits.reverse();
                let reverse = Relabeling::new(digits.try_into().unwrap()).unwrap();
                Bitmask.search(&reverse.apply(board), &limits, &mut |grid| {
                    found(&reverse.apply_to_grid(grid))
                })
            }
            Self::BoxNotChecked => {
                let report = Meter::run(&limits, found, |meter| {
                    if board.is_consistent() {
                        fill_without_box(&mut board.clone(), meter)?;
                    }
                    ControlFlow::Continue(())
                });
                report.with_placements(report.nodes).with_guesses(0)
            }
            Self::CluesNotChecked => {
                let board = if board.is_consistent() { board } else { &Board::EMPTY };
                Bitmask.search(board, &limits, found)
            }
            Self::StopsAtTheFirst => {
                limits.solutions = limits.solutions.min(1);
                Bitmask.search(board, &limits, found)
            }
            Self::IgnoresTheFlag => {
                limits.stop = None;
                Bitmask.search(board, &limits, found)
            }
            Self::SeesTheFlagOnlyAtSolutions => {
                if limits.is_stopped() {
                    return Bitmask.search(board, &limits, found);
                }
                let (stop, mut stopped) = (limits.stop.take(), false);
                let report = Bitmask.search(board, &limits, &mut |grid| {
                    stopped = stop.is_some_and(|flag| flag.load(Ordering::Relaxed));
                    if stopped { ControlFlow::Break(()) } else { found(grid) }
                });
                if !stopped {
                    return report;
                }
                Report::new(Ending::Stopped)
                    .with_solutions(report.solutions)
                    .with_nodes(report.nodes)
                    .with_placements(report.nodes)
                    .with_guesses(report.guesses.unwrap_or_default())
            }
            Self::IgnoresTheNodeLimit => {
                limits.nodes = u64::MAX;
                Bitmask.search(board, &limits, found)
            }
            Self::MiscountsPlacements => {
                let report = Bitmask.search(board, &limits, found);
                report.with_placements(report.nodes + u64::from(report.nodes > 1_000))
            }
            Self::MiscountsGuesses => {
                let report = Bitmask.search(board, &limits, found);
                let guesses = report.guesses.unwrap_or_default();
                report.with_guesses(guesses + u64::from(guesses > 0))
            }
            Self::LosesTheLastSolution => {
                let mut last = None;
                let report =
                    Bitmask.search(board, &limits, &mut |grid| match last.replace(*grid) {
                        Some(before) => found(&before),
                        None => ControlFlow::Continue(()),
                    });
                report.with_solutions(report.solutions.saturating_sub(1))
            }
            Self::FindsTheFirstTwice => {
                let mut first = true;
                Bitmask.search(board, &limits, &mut |grid| {
                    if std::mem::take(&mut first) {
                        found(grid)?;
                    }
                    found(grid)
                })
            }
        }
    }

    fn solve(&self, board: &Board, limits: &Limits<'_>) -> Outcome {
        let mut first = None;
        let report = self.search(board, limits, &mut |grid| {
            first.get_or_insert(*grid);
            ControlFlow::Continue(())
        });
        let loses_it = matches!(self, Self::SolvesWithoutASolution) && report.solutions > 1;
        Outcome { report, first: if loses_it { None } else { first } }
    }

    fn search_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let (boards, outcomes) = batch.into_parts();
        Bitmask.search_batch(PuzzleBatch::zip(boards, outcomes), limits);
        if matches!(self, Self::MixesUpBatches) && boards.len() > 32 {
            outcomes.swap(0, 32);
        }
    }
}

/// Fills the board, but checks only rows and columns.
fn fill_without_box(board: &mut Board, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        return meter.solution(&board.to_grid().unwrap());
    };
    for digit in Digit::all() {
        let [row, column, _] = cell.houses();
        let holds = |other: &Cell| board.get(*other) == Some(digit);
        if !row.cells().iter().chain(column.cells()).any(holds) {
            meter.node()?;
            board.set(cell, Some(digit));
            fill_without_box(board, meter)?;
            board.set(cell, None);
        }
    }
    ControlFlow::Continue(())
}

/// Returns the message of the check that a strategy fails.
fn failure(faulty: &Faulty) -> Option<String> {
    let capabilities =
        SolverCapabilities::new("bitmask").lexicographic().placements_are_nodes().guesses();
    let result = catch_unwind(AssertUnwindSafe(|| {
        assert_conforms(faulty, &capabilities);
        assert_row_major_tree(faulty);
    }));
    let panic = result.err()?;
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref().map(|&text: &&str| text.into()))
}

#[test]
fn the_unbroken_strategy_passes() {
    assert_eq!(failure(&Faulty::Nothing), None);
}

/// For each fault, the check for this fault fails.
#[test]
fn every_broken_strategy_fails() {
    let faults = [
        (Faulty::DigitsDescending, "are not in lexicographic order"),
        (Faulty::BoxNotChecked, "breaks the rules"),
        (Faulty::CluesNotChecked, "changes a clue"),
        (Faulty::StopsAtTheFirst, "must end on the solution limit of 2 exactly if it is reached"),
        (Faulty::IgnoresTheFlag, "although the stop flag was already raised"),
        (Faulty::SeesTheFlagOnlyAtSolutions, "did not see the flag"),
        (Faulty::SolvesWithoutASolution, "`solve` and `search` differ"),
        (Faulty::IgnoresTheNodeLimit, "over the node limit"),
        (Faulty::MiscountsPlacements, "nodes are placements"),
        (Faulty::MiscountsGuesses, "more guesses than placements"),
        (
            Faulty::LosesTheLastSolution,
            "must end on the solution limit of 1 exactly if it is reached",
        ),
        (Faulty::FindsTheFirstTwice, "are not in lexicographic order"),
        (Faulty::MixesUpBatches, "board 0 of 33"),
    ];
    for (fault, expected) in faults {
        let said = failure(&fault).expect("a broken strategy fails");
        assert!(said.contains(expected), "expected {expected:?}, and the suite said: {said}");
    }
}
