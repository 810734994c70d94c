//! Tests of the choice between enumeration and counting by bands.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Ending, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};
use sudoku_count::{
    BandCounting, CountLimits, ENUMERATE_FIRST, MAX_ENUMERATED, Solutions, count,
    count_after_enumeration, enumeration_budget,
};
use sudoku_simd::AutoSolver;

/// A strategy in which each function gives a different answer.
#[derive(Default)]
struct Distinct {
    is_proper: bool,
    first: Option<Grid>,
}

impl Distinct {
    fn report(nodes: u64) -> Report {
        Report::new(Ending::Caller).with_nodes(nodes)
    }
}

impl<P: Sync> Solver<P> for Distinct {
    fn search(&self, _: &P, _: &Limits<'_>, _: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Report {
        Self::report(1)
    }

    fn count(&self, _: &P, limits: &Limits<'_>) -> Report {
        Self::report(limits.nodes.min(2))
    }

    fn solve(&self, _: &P, _: &Limits<'_>) -> Outcome {
        Outcome { report: Self::report(3), first: self.first }
    }

    fn search_batch(&self, batch: PuzzleBatch<'_, P>, _: &Limits<'_>) {
        for outcome in batch.into_parts().1 {
            outcome.report = Self::report(4);
        }
    }

    fn first_solution(&self, _: &P) -> Option<Grid> {
        self.first
    }

    fn is_proper(&self, _: &P) -> bool {
        self.is_proper
    }
}

/// Checks that the wrapped strategy gives the same answers as the strategy.
fn answers_as_the_strategy<P: Clone + Sync>(puzzle: &P)
where
    BandCounting<Distinct>: Solver<P>,
{
    let grid = AutoSolver::new().first_solution(&Board::EMPTY);
    for (is_proper, first) in [(false, None), (true, grid)] {
        let solver = BandCounting::new(Distinct { is_proper, first });
        let limits = Limits::ALL;
        let search = solver.search(puzzle, &limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(search, Distinct::report(1));
        assert_eq!(solver.count(puzzle, &limits), Distinct::report(2));
        assert_eq!(solver.count(puzzle, &limits.with_nodes(1)), Distinct::report(1));
        let solved = Outcome { report: Distinct::report(3), first };
        assert_eq!(solver.solve(puzzle, &limits), solved);
        let (puzzles, mut outcomes) = (vec![puzzle.clone(); 2], Vec::new());
        solver.search_batch(PuzzleBatch::new(&puzzles, &mut outcomes), &limits);
        assert_eq!(outcomes, [Outcome { report: Distinct::report(4), first: None }; 2]);
        assert_eq!(solver.first_solution(puzzle), first);
        assert_eq!(solver.is_proper(puzzle), is_proper);
    }
}

/// An enumeration that its caller ended needs no count.
#[test]
fn only_counts_differ_from_those_of_the_strategy() {
    answers_as_the_strategy(&Board::EMPTY);
    answers_as_the_strategy(&Candidates::from(&Board::EMPTY));
}

/// Returns a board with many solutions, and their number.
fn many() -> (Board, u64) {
    let board = format!("53..7....6..195....98....6.{}", ".".repeat(54)).parse().unwrap();
    let all = count(&board, &CountLimits::NONE).exact().unwrap();
    (board, all.try_into().unwrap_or(u64::MAX))
}

#[test]
fn with_a_high_limit_counting_by_bands_starts_after_a_few_solutions() {
    let (board, all) = many();
    assert!(all > 1_000_000, "{all}");
    let (plain, by_bands) = (AutoSolver::new(), BandCounting::new(AutoSolver::new()));
    for limit in [0, 1, 2, ENUMERATE_FIRST, ENUMERATE_FIRST + 1, MAX_ENUMERATED] {
        let limits = Limits::solutions(limit);
        assert_eq!(by_bands.count(&board, &limits), plain.count(&board, &limits), "{limit}");
    }
    let few = plain.count(&board, &Limits::solutions(ENUMERATE_FIRST));
    for limit in [MAX_ENUMERATED + 1, all - 1, all, u64::MAX] {
        let report = by_bands.count(&board, &Limits::solutions(limit));
        let limits = CountLimits { solutions: limit.into(), ..CountLimits::NONE };
        let counted = count(&board, &limits);
        assert_eq!(report.solutions, limit.min(all));
        let is_limited = limit <= all;
        let ending = if is_limited { Ending::SolutionLimit } else { Ending::Exhausted };
        assert_eq!(report.ending, ending, "{limit}");
        assert_eq!(report.nodes, few.nodes + counted.terms, "{limit}");
    }
    // With a limit on nodes, the solutions are enumerated.
    let nodes = Limits::ALL.with_nodes(2_000);
    assert_eq!(by_bands.count(&board, &nodes), plain.count(&board, &nodes));
    // A report holds no more than 2⁶⁴ − 1 solutions.
    assert_eq!(by_bands.count(&Board::EMPTY, &Limits::ALL).solutions, u64::MAX);
}

#[test]
fn the_limit_decides_how_many_solutions_are_enumerated() {
    for (limit, budget) in [
        (0, 0),
        (2, 2),
        (u128::from(MAX_ENUMERATED), MAX_ENUMERATED),
        (u128::from(MAX_ENUMERATED) + 1, ENUMERATE_FIRST),
        (u128::MAX, ENUMERATE_FIRST),
    ] {
        assert_eq!(enumeration_budget(limit), budget, "{limit}");
    }
}

#[test]
fn only_an_enumeration_that_its_own_limit_ended_is_counted_again() {
    let (board, all) = many();
    for &ending in Ending::ALL {
        for (found, limit) in [(300, 301), (300, 300), (300, 299), (0, u128::MAX)] {
            let report = Report::new(ending).with_solutions(found);
            let limits = CountLimits { solutions: limit, ..CountLimits::NONE };
            let counted = count_after_enumeration(&report, &board, &limits);
            let is_wanted = ending == Ending::SolutionLimit && u128::from(found) < limit;
            let solutions = counted.map(|counted| counted.solutions);
            assert_eq!(solutions, is_wanted.then_some(limit.min(all.into())), "{report:?}");
        }
    }
}

#[test]
fn numbered_solutions_keep_their_board_and_ignore_the_limit_on_solutions() {
    let (board, all) = many();
    let limits = CountLimits { solutions: 1, ..CountLimits::NONE };
    let solutions = Solutions::within(&board, &limits).unwrap();
    assert_eq!((*solutions.board(), solutions.len()), (board, all.into()));
    assert_eq!(format!("{solutions:?}"), format!("Solutions {{ len: {all}, .. }}"));
    let terms = CountLimits { terms: 1, ..CountLimits::NONE };
    assert!(Solutions::within(&board, &terms).is_none());
    let none: Board = format!("11{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(*Solutions::of(&none).board(), none);
}
