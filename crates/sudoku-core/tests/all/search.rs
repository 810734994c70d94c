//! Limits, endings and reports of a search, compared with the rules in the documentation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sudoku_core::{Board, Ending, Grid, Limits, Meter, Outcome, PuzzleBatch, Report, Solver};

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid() -> Grid {
    GRID.parse().unwrap()
}

/// A search with this many nodes that finds a solution at every third node.
struct Script {
    nodes: u64,
    /// The caller ends the search at the solution with this number, counted from 1.
    ended_at: u64,
}

impl Script {
    const PERIOD: u64 = 3;

    fn run(&self, limits: &Limits<'_>) -> Report {
        let mut found = 0;
        let mut caller = |given: &Grid| {
            assert_eq!(*given, grid());
            found += 1;
            if found == self.ended_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = Meter::run(limits, &mut caller, |meter| {
            for node in 1..=self.nodes {
                meter.node()?;
                if node % Self::PERIOD == 0 {
                    meter.solution(&grid())?;
                }
            }
            ControlFlow::Continue(())
        });
        assert_eq!(report.solutions, found);
        report
    }

    /// Returns the report that the rules require.
    fn expected(&self, limits: &Limits<'_>) -> Report {
        let report = |ending, solutions, nodes| {
            Report::new(ending).with_solutions(solutions).with_nodes(nodes)
        };
        if limits.solutions == 0 {
            return report(Ending::SolutionLimit, 0, 0);
        }
        let mut solutions = 0;
        for node in 1..=self.nodes {
            if node > limits.nodes {
                return report(Ending::NodeLimit, solutions, limits.nodes);
            }
            if node % Self::PERIOD == 0 {
                solutions += 1;
                if solutions == limits.solutions {
                    return report(Ending::SolutionLimit, solutions, node);
                }
                if solutions == self.ended_at {
                    return report(Ending::Caller, solutions, node);
                }
            }
        }
        report(Ending::Exhausted, solutions, self.nodes)
    }
}

/// Covers limits of 0, limits that are met exactly, and ends that coincide.
#[test]
fn a_search_ends_at_the_first_limit_that_it_meets() {
    let near = [0, 1, 2, 3, 4, 6, 7, 255, 256, 257, 258, 511, 512, 513, 600];
    let mut endings = [0; Ending::ALL.len()];
    for nodes in near {
        for ended_at in [0, 1, 2, 3, 85, 86] {
            for solutions in [0, 1, 2, 3, 85, 86, u64::MAX] {
                for limit in near.into_iter().chain([u64::MAX]) {
                    let script = Script { nodes, ended_at };
                    let limits = Limits::solutions(solutions).with_nodes(limit);
                    let report = script.run(&limits);
                    let case = format!("{nodes} nodes, ended at {ended_at}, {limits:?}");
                    assert_eq!(report, script.expected(&limits), "{case}");
                    let at = Ending::ALL.iter().position(|&ending| ending == report.ending);
                    endings[at.unwrap()] += 1;
                }
            }
        }
    }
    let [exhausted, solution_limit, node_limit, stopped, caller] = endings;
    assert!([exhausted, solution_limit, node_limit, caller].iter().all(|&cases| cases > 100));
    assert_eq!(stopped, 0);
}

/// The documentation promises that the stop flag is checked at least every 256 nodes.
#[test]
fn a_raised_flag_ends_the_search_soon() {
    for raised_at in [1, 2, 100, 255, 256, 257, 512, 1000] {
        let flag = AtomicBool::new(false);
        let limits = Limits::ALL.with_stop(&flag);
        let mut nodes = 0;
        let report = Meter::run(&limits, &mut |_| ControlFlow::Continue(()), |meter| {
            while nodes < 10_000 {
                meter.node()?;
                nodes += 1;
                if nodes == raised_at {
                    flag.store(true, Ordering::Relaxed);
                }
            }
            ControlFlow::Continue(())
        });
        assert_eq!(report, Report::new(Ending::Stopped).with_nodes(nodes), "{raised_at}");
        assert!((raised_at..=raised_at + 256).contains(&nodes), "{raised_at}: {nodes}");
    }
}

#[test]
fn a_search_with_a_raised_flag_does_not_start() {
    for (raised, ending) in [(true, Ending::Stopped), (false, Ending::Exhausted)] {
        let flag = AtomicBool::new(raised);
        let limits = Limits::ALL.with_stop(&flag);
        assert_eq!(limits.is_stopped(), raised);
        let mut is_run = false;
        let report = Meter::run(&limits, &mut |_| ControlFlow::Continue(()), |_| {
            is_run = true;
            ControlFlow::Continue(())
        });
        assert_eq!((is_run, report), (!raised, Report::new(ending)));
    }
    assert!(!Limits::ALL.is_stopped());
    let flag = AtomicBool::new(true);
    let report = Script { nodes: 9, ended_at: 0 }.run(&Limits::solutions(0).with_stop(&flag));
    assert_eq!(report, Report::new(Ending::SolutionLimit));
}

#[test]
fn limits_can_be_set_one_by_one() {
    let flag = AtomicBool::new(true);
    let limits = Limits::solutions(7).with_nodes(8).with_stop(&flag);
    assert_eq!((limits.solutions, limits.nodes, limits.is_stopped()), (7, 8, true));
    for none in [Limits::ALL, Limits::default()] {
        assert_eq!((none.solutions, none.nodes), (u64::MAX, u64::MAX));
        assert!(none.stop.is_none());
    }
}

#[test]
fn a_puzzle_is_proper_only_if_the_search_found_one_solution_and_no_limit() {
    for &ending in Ending::ALL {
        for solutions in [0, 1, 2] {
            let report = Report::new(ending).with_solutions(solutions);
            let expected = solutions == 1 && ending == Ending::Exhausted;
            assert_eq!(report.is_proper(), expected, "{report:?}");
        }
    }
}

#[test]
fn counters_are_kept() {
    let report = Report::new(Ending::Caller)
        .with_solutions(1)
        .with_nodes(2)
        .with_placements(3)
        .with_guesses(4);
    assert_eq!((report.solutions, report.nodes), (1, 2));
    assert_eq!((report.placements, report.guesses), (Some(3), Some(4)));
    assert_eq!(report.ending, Ending::Caller);
}

/// A strategy that finds as many grids as the board has clues, each with another first digit, and
/// counts its searches.
#[derive(Default)]
struct Clues {
    searches: AtomicU64,
}

impl Clues {
    fn solution(number: usize) -> Grid {
        let mut digits = *grid().as_bytes();
        digits[0] = number as u8;
        Grid::new(digits).unwrap()
    }
}

impl Solver for Clues {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.searches.fetch_add(1, Ordering::Relaxed);
        Meter::run(limits, found, |meter| {
            (1..=board.clue_count()).try_for_each(|number| meter.solution(&Self::solution(number)))
        })
    }
}

/// Returns boards with 0 to 3 clues.
fn boards() -> Vec<Board> {
    let mut digits = [0; 81];
    let mut boards = vec![Board::EMPTY];
    for index in 0..3 {
        digits[index] = 1;
        boards.push(Board::new(digits).unwrap());
    }
    boards
}

#[test]
fn every_function_of_a_strategy_searches_within_its_limits() {
    let strategy = Clues::default();
    for (clues, board) in boards().into_iter().enumerate() {
        let first = (clues > 0).then(|| Clues::solution(1));
        assert_eq!(strategy.first_solution(&board), first);
        assert_eq!(strategy.is_proper(&board), clues == 1);
        for limit in [0, 1, 2, 3, 4, u64::MAX] {
            let limits = Limits::solutions(limit);
            let solutions = limit.min(clues as u64);
            let is_limited = solutions == limit;
            let ending = if is_limited { Ending::SolutionLimit } else { Ending::Exhausted };
            let report = Report::new(ending).with_solutions(solutions);
            assert_eq!(strategy.count(&board, &limits), report);
            let outcome = Outcome { report, first: first.filter(|_| limit > 0) };
            assert_eq!(strategy.solve(&board, &limits), outcome);
        }
    }
}

#[test]
fn a_batch_has_the_outcomes_of_its_puzzles_in_order() {
    let (strategy, boards) = (Clues::default(), boards());
    for limit in [0, 1, 2, u64::MAX] {
        let limits = Limits::solutions(limit);
        let mut outcomes = Vec::new();
        strategy.search_batch(PuzzleBatch::new(&boards, &mut outcomes), &limits);
        let each: Vec<_> = boards.iter().map(|board| strategy.solve(board, &limits)).collect();
        assert_eq!(outcomes, *each);
    }
}

#[test]
fn a_batch_has_a_slot_for_each_puzzle() {
    let (strategy, boards) = (Clues::default(), boards());
    let solved: Vec<_> = boards.iter().map(|board| strategy.solve(board, &Limits::ALL)).collect();
    // A list of outcomes gets the length of the puzzles.
    for slots in [0, 3, 9] {
        let mut outcomes = vec![Outcome::default(); slots];
        strategy.search_batch(PuzzleBatch::new(&boards, &mut outcomes), &Limits::ALL);
        assert_eq!(outcomes, solved);
    }
    // Slices are paired up to the end of the shorter one.
    for slots in [0, 3, 9] {
        let mut outcomes = vec![Outcome::default(); slots];
        strategy.search_batch(PuzzleBatch::zip(&boards, &mut outcomes), &Limits::ALL);
        let unsearched = std::iter::repeat(Outcome::default());
        assert!(outcomes.into_iter().eq(solved.iter().copied().chain(unsearched).take(slots)));
    }
    // Chunks cover the batch in order.
    for size in [0, 1, 3, 9] {
        let mut outcomes = Vec::new();
        for chunk in PuzzleBatch::new(&boards, &mut outcomes).chunks(size) {
            strategy.search_batch(chunk, &Limits::ALL);
        }
        assert_eq!(outcomes, solved);
    }
}
