//! The checks, each a function over one strategy. Their messages name the board and the limit.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sudoku_core::{
    Board, Cell, Digit, Ending, Grid, Limits, Outcome, PuzzleBatch, Relabeling, Report, Solver,
    Symmetry,
};
use sudoku_corpus::{KnownPuzzle, sets};

use crate::capabilities::SolverCapabilities;
use crate::oracle::{ROW_MAJOR_PLACEMENTS, walk_row_major};

/// The node limit on puzzles of a set on which the strategy promises nothing.
const PATIENCE: u64 = 50_000;

/// A puzzle with one solution, and that solution.
const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Seventeen clues without a solution. A simple search needs very long to prove it.
const BARREN: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// Asserts that a strategy keeps the promises of `Solver` and has its declared capabilities.
///
/// # Panics
/// Panics if the strategy fails a check. The message describes the failure.
pub fn assert_conforms(solver: &dyn Solver, capabilities: &SolverCapabilities) {
    answers_the_corpus(solver, capabilities);
    lists_what_the_rules_allow(solver, capabilities);
    handles_the_extremes(solver, capabilities);
    sees_every_contradiction(solver);
    ends_on_the_solution_limit(solver);
    ends_on_the_node_limit(solver, capabilities);
    ends_when_the_caller_says(solver);
    ends_when_the_flag_is_raised(solver);
    answers_batches_like_single_boards(solver, capabilities.batches_in_another_order);
    keeps_counts_under_symmetries(solver);
}

/// Asserts like [`assert_conforms`] that a strategy for another type of puzzle keeps the promises.
/// The function makes the puzzle that has the same solutions as a board.
///
/// # Panics
/// Panics like [`assert_conforms`].
pub fn assert_conforms_on<P>(
    solver: &dyn Solver<P>,
    puzzle: fn(&Board) -> P,
    capabilities: &SolverCapabilities,
) {
    assert_conforms(&OfBoards { solver, puzzle }, capabilities);
}

/// Presents a search for another type of puzzle as a search from boards.
struct OfBoards<'a, P> {
    solver: &'a dyn Solver<P>,
    puzzle: fn(&Board) -> P,
}

impl<P> Solver for OfBoards<'_, P> {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.solver.search(&(self.puzzle)(board), limits, found)
    }

    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        self.solver.count(&(self.puzzle)(board), limits)
    }

    fn search_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let (boards, outcomes) = batch.into_parts();
        let puzzles: Vec<P> = boards.iter().map(self.puzzle).collect();
        self.solver.search_batch(PuzzleBatch::zip(&puzzles, outcomes), limits);
    }
}

/// Lists every solution that a search finds within the limits, and checks each of them.
fn list(
    solver: &dyn Solver,
    capabilities: &SolverCapabilities,
    board: &Board,
    limits: &Limits<'_>,
) -> (Vec<Grid>, Report) {
    let mut grids: Vec<Grid> = Vec::new();
    let report = solver.search(board, limits, &mut |grid| {
        assert!(grid.is_valid(), "{board}: the solution {grid} breaks the rules");
        assert!(grid.extends(board), "{board}: the solution {grid} changes a clue");
        if capabilities.lexicographic
            && let Some(last) = grids.last()
        {
            assert!(
                last < grid,
                "{board}: solutions are not in lexicographic order, {last} came before {grid}: \
                 remove `.lexicographic()` from the test and the registry"
            );
        }
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    let distinct: HashSet<_> = grids.iter().collect();
    assert_eq!(distinct.len(), grids.len(), "{board}: a solution came twice");
    check_report(solver, capabilities, board, limits, &report);
    assert_eq!(
        report.solutions,
        grids.len() as u64,
        "{board}: wrong number of solutions in the report"
    );
    let outcome = Outcome { report, first: grids.first().copied() };
    assert_eq!(solver.solve(board, limits), outcome, "{board}: `solve` and `search` differ");
    (grids, report)
}

/// Checks the conditions that every report must meet.
fn check_report(
    solver: &dyn Solver,
    capabilities: &SolverCapabilities,
    board: &Board,
    limits: &Limits<'_>,
    report: &Report,
) {
    assert!(report.solutions <= limits.solutions, "{board}: {report:?} is over the solution limit");
    assert!(report.nodes <= limits.nodes, "{board}: {report:?} is over the node limit");
    let reached = report.solutions == limits.solutions;
    assert_eq!(
        report.ending == Ending::SolutionLimit,
        reached,
        "{board}: must end on the solution limit of {} exactly if it is reached: {report:?}",
        limits.solutions
    );
    assert_eq!(report.placements.is_some(), capabilities.placements, "{board}: {report:?}");
    assert_eq!(report.guesses.is_some(), capabilities.guesses, "{board}: {report:?}");
    if capabilities.placements_are_nodes {
        assert_eq!(report.placements, Some(report.nodes), "{board}: nodes are placements");
    }
    if let (Some(placements), Some(guesses)) = (report.placements, report.guesses) {
        assert!(guesses <= placements, "{board}: {report:?} has more guesses than placements");
        // Each placement fills one blank, and the first solution needs all blanks filled.
        let blanks = 81 - board.clue_count() as u64;
        assert!(report.solutions == 0 || placements >= blanks, "{board}: {report:?}");
    }
    if let Some(guesses) = report.guesses {
        // Two solutions differ in an option that was taken while the other was open.
        assert!(guesses + 1 >= report.solutions, "{board}: {report:?} has too few guesses");
    }
    assert_eq!(solver.count(board, limits), *report, "{board}: `count` and `search` differ");
}

// The test prints the number of searches that reached the node limit.
#[allow(clippy::print_stdout)]
fn answers_the_corpus(solver: &dyn Solver, capabilities: &SolverCapabilities) {
    for set in sets() {
        let promised = set.promises_budget(capabilities.name);
        let puzzles = set.puzzles().expect("an embedded set is well formed");
        let mut given_up = 0;
        for KnownPuzzle { board, solutions, solution } in &puzzles {
            let limits: &[u64] = if promised { &[1, 2, 500] } else { &[2, 500] };
            for &limit in limits {
                let nodes = if promised && limit <= 2 { u64::MAX } else { PATIENCE };
                let limits = Limits::solutions(limit).with_nodes(nodes);
                let (grids, report) = list(solver, capabilities, board, &limits);
                if report.ending == Ending::NodeLimit {
                    assert!(report.solutions as u128 <= *solutions, "{board}: too many solutions");
                    given_up += 1;
                    continue;
                }
                let expected = (*solutions).min(limit.into());
                assert_eq!(
                    u128::from(report.solutions),
                    expected,
                    "{board}: wrong number of solutions with the limit {limit}"
                );
                if let Some(solution) = solution {
                    assert_eq!(grids, [*solution], "{board}");
                }
                assert_eq!(report.is_proper(), *solutions == 1 && limit > 1, "{board}: {report:?}");
            }
            if promised {
                assert_eq!(solver.is_proper(board), *solutions == 1, "{board}");
                let first = solver.first_solution(board);
                assert_eq!(first.is_some(), *solutions > 0, "{board}");
                assert!(solution.is_none() || first == *solution, "{board}");
            }
        }
        if given_up > 0 {
            println!(
                "{} on set {}: {given_up} searches given up after {PATIENCE} nodes",
                capabilities.name, set.name,
            );
        }
    }
}

fn lists_what_the_rules_allow(solver: &dyn Solver, capabilities: &SolverCapabilities) {
    property(512, boards(48, 2), |board| {
        let (mut grids, report) =
            list(solver, capabilities, &board, &Limits::ALL.with_nodes(PATIENCE));
        if report.ending == Ending::NodeLimit {
            return Ok(());
        }
        grids.sort_unstable();
        prop_assert_eq!(report.ending, Ending::Exhausted);
        prop_assert_eq!(&grids, &walk_row_major(&board, usize::MAX).solutions);
        Ok(())
    });
}

fn handles_the_extremes(solver: &dyn Solver, capabilities: &SolverCapabilities) {
    let (_, report) = list(solver, capabilities, &Board::EMPTY, &Limits::solutions(3_000));
    assert_eq!((report.solutions, report.ending), (3_000, Ending::SolutionLimit));

    let full = board(GRID);
    let (grids, report) = list(solver, capabilities, &full, &Limits::ALL);
    assert_eq!(grids.iter().map(Grid::as_board).collect::<Vec<_>>(), [&full]);
    assert!(report.is_proper());
    for counter in [report.placements, report.guesses] {
        assert!(
            counter.is_none_or(|count| count == 0),
            "a complete grid needs nothing: {report:?}"
        );
    }

    for cell in Cell::all() {
        let mut one_blank = full;
        one_blank.set(cell, None);
        let (_, report) = list(solver, capabilities, &one_blank, &Limits::ALL);
        assert!(report.is_proper(), "{one_blank}: {report:?}");
        assert!(report.placements.is_none_or(|count| count == 1), "{one_blank}: {report:?}");
        assert!(report.guesses.is_none_or(|count| count == 0), "{one_blank}: {report:?}");
    }

    let mut one_clue = Board::EMPTY;
    one_clue.set(Cell::FIRST, Digit::new(9));
    list(solver, capabilities, &one_clue, &Limits::solutions(100));
}

fn sees_every_contradiction(solver: &dyn Solver) {
    let grid = board(GRID);
    let none = |board: &Board| {
        let report = solver.count(board, &Limits::ALL.with_nodes(PATIENCE));
        assert_eq!(
            (report.solutions, report.ending),
            (0, Ending::Exhausted),
            "{board}: {report:?}"
        );
        assert_eq!(solver.first_solution(board), None);
        assert!(!solver.is_proper(board));
    };
    for cell in Cell::all() {
        for &peer in cell.peers() {
            // Two clues alone, and a complete grid with one wrong digit.
            let mut pair = Board::EMPTY;
            pair.set(cell, Digit::new(5));
            pair.set(peer, Digit::new(5));
            none(&pair);
            let mut wrong = grid;
            wrong.set(cell, grid.get(peer));
            none(&wrong);
        }
    }
}

fn ends_on_the_solution_limit(solver: &dyn Solver) {
    let proper = board(PROPER);
    let report = solver.search(&proper, &Limits::solutions(0), &mut |_| {
        panic!("a search with a limit of 0 found a solution")
    });
    assert_eq!((report.solutions, report.ending, report.nodes), (0, Ending::SolutionLimit, 0));
    assert_eq!(solver.count(&proper, &Limits::solutions(1)).ending, Ending::SolutionLimit);
    assert_eq!(solver.count(&proper, &Limits::solutions(2)).ending, Ending::Exhausted);
    assert!(!solver.count(&proper, &Limits::solutions(1)).is_proper());
    // The last solution reaches the limit, so the search ends on the limit.
    for (board, solutions) in [(two_solutions(), 2), (contradiction(), 0)] {
        assert_eq!(solver.count(&board, &Limits::ALL).solutions, solutions, "{board}");
        let report = solver.count(&board, &Limits::solutions(solutions));
        assert_eq!(
            (report.solutions, report.ending),
            (solutions, Ending::SolutionLimit),
            "{board}"
        );
    }
}

fn ends_on_the_node_limit(solver: &dyn Solver, capabilities: &SolverCapabilities) {
    for board in [board(PROPER), two_solutions(), board(ROW_MAJOR_PLACEMENTS[2].0)] {
        let (_, whole) = list(solver, capabilities, &board, &Limits::ALL);
        assert_eq!(whole.ending, Ending::Exhausted, "{board}");
        assert!(whole.nodes > 0, "{board}: the search reports no nodes");
        let (_, same) = list(solver, capabilities, &board, &Limits::ALL.with_nodes(whole.nodes));
        assert_eq!(same, whole, "{board}: a node limit that is just enough changes nothing");
        // An engine that counts nodes of its search tree may need only one.
        for nodes in [0, 1.min(whole.nodes - 1), whole.nodes / 2, whole.nodes - 1] {
            let (_, cut) = list(solver, capabilities, &board, &Limits::ALL.with_nodes(nodes));
            assert_eq!((cut.ending, cut.nodes), (Ending::NodeLimit, nodes), "{board}: {cut:?}");
        }
    }
}

fn ends_when_the_caller_says(solver: &dyn Solver) {
    let mut seen = 0;
    let report = solver.search(&Board::EMPTY, &Limits::solutions(10), &mut |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, report.solutions, report.ending), (3, 3, Ending::Caller));
    let report =
        solver.search(&Board::EMPTY, &Limits::solutions(1), &mut |_| ControlFlow::Break(()));
    assert_eq!((report.solutions, report.ending), (1, Ending::SolutionLimit));
}

fn ends_when_the_flag_is_raised(solver: &dyn Solver) {
    let raised = AtomicBool::new(true);
    let report = solver.search(&board(PROPER), &Limits::ALL.with_stop(&raised), &mut |_| {
        panic!("a search found a solution although the stop flag was already raised")
    });
    assert_eq!((report.solutions, report.ending, report.nodes), (0, Ending::Stopped, 0));

    // The callback raises the flag. A search may find some more solutions until it checks the flag.
    let flag = AtomicBool::new(false);
    let mut after = 0u64;
    let report = solver.search(&Board::EMPTY, &Limits::ALL.with_stop(&flag), &mut |_| {
        after += u64::from(flag.swap(true, Ordering::Relaxed));
        if after > 100_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(report.ending, Ending::Stopped, "{after} solutions after the flag was raised");

    // Another thread raises the flag: on a board with solutions everywhere, on one whose first
    // solution takes long, and on one without solutions. The search must end within a millisecond.
    // On a busy machine a single try may be late, so the best of up to 200 tries counts.
    const PROMISED: Duration = Duration::from_millis(1);
    for board in [Board::EMPTY, board(ROW_MAJOR_PLACEMENTS[5].0), board(BARREN)] {
        let mut best = Duration::MAX;
        for _ in 0..200 {
            best = best.min(time_to_stop(solver, &board).unwrap_or_default());
            if best < PROMISED {
                break;
            }
        }
        assert!(best < PROMISED, "{board}: ended {best:?} after the flag was raised");
    }
}

/// Returns the time from raising the flag to the end of the search, or `None` if the search ended
/// earlier.
fn time_to_stop(solver: &dyn Solver, board: &Board) -> Option<Duration> {
    let flag = AtomicBool::new(false);
    let start = Instant::now();
    // A node limit and a time limit end a search that ignores the flag. The check then fails.
    let limits = Limits::ALL.with_stop(&flag).with_nodes(100_000_000);
    std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(5));
            let raised = Instant::now();
            flag.store(true, Ordering::Relaxed);
            raised
        });
        let report = solver.search(board, &limits, &mut |_| {
            let hopeless = start.elapsed() > Duration::from_secs(5);
            if hopeless { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ended = Instant::now();
        let raised = raiser.join().expect("the thread only sleeps");
        match report.ending {
            Ending::Stopped => Some(ended.saturating_duration_since(raised)),
            Ending::Exhausted if ended <= raised => None,
            ending => panic!("{board}: the search did not see the flag and ended {ending:?}"),
        }
    })
}

fn answers_batches_like_single_boards(solver: &dyn Solver, in_another_order: bool) {
    let kinds = [
        board(PROPER),
        Board::EMPTY,
        contradiction(),
        board(GRID),
        two_solutions(),
        board(ROW_MAJOR_PLACEMENTS[0].0),
        deep_contradiction(),
    ];
    let limits = [
        Limits::solutions(2),
        Limits::solutions(1),
        Limits::solutions(0),
        Limits::solutions(20).with_nodes(300),
    ];
    for limits in limits {
        let single = kinds.map(|board| solver.solve(&board, &limits));
        // An engine may search large batches differently, so one large batch is tried too.
        let many = if limits.nodes < u64::MAX { 1_500 } else { 200 };
        for size in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, many] {
            // The stride, the number of kinds and the number of lanes share no divisor, so every
            // lane meets every kind of board.
            let kind = |index: usize| (index * 5 + size) % kinds.len();
            let boards: Vec<Board> = (0..size).map(|index| kinds[kind(index)]).collect();
            let mut outcomes = Vec::new();
            solver.search_batch(PuzzleBatch::new(&boards, &mut outcomes), &limits);
            for (index, outcome) in outcomes.iter().enumerate() {
                let (board, expected) = (&boards[index], single[kind(index)]);
                if !in_another_order {
                    assert_eq!(*outcome, expected, "board {index} of {size}, {limits:?}");
                    continue;
                }
                let (report, expected) = (outcome.report, expected.report);
                if expected.ending == Ending::Exhausted {
                    assert_eq!(report, expected, "board {index} of {size}, {limits:?}");
                } else if expected.ending == Ending::SolutionLimit {
                    assert_eq!(
                        report.ending, expected.ending,
                        "board {index} of {size}, {limits:?}"
                    );
                    assert_eq!(report.solutions, expected.solutions, "{board}");
                }
                assert_eq!(outcome.first.is_some(), report.solutions > 0, "{board}");
                let is_solution = |grid: Grid| grid.is_valid() && grid.extends(board);
                assert!(outcome.first.is_none_or(is_solution), "{board}");
            }
        }
    }

    let raised = AtomicBool::new(true);
    let (limits, mut outcomes) = (Limits::ALL.with_stop(&raised), Vec::new());
    solver.search_batch(PuzzleBatch::new(&kinds, &mut outcomes), &limits);
    for outcome in outcomes {
        assert_eq!((outcome.report.ending, outcome.first), (Ending::Stopped, None));
    }
}

fn keeps_counts_under_symmetries(solver: &dyn Solver) {
    let symmetry = (0..Symmetry::COUNT, 0..Relabeling::COUNT);
    property(256, (boards(40, 1), symmetry), |(board, (symmetry, relabeling))| {
        let symmetry = Symmetry::nth(symmetry).expect("the number is in range");
        let relabeling = Relabeling::nth(relabeling).expect("the number is in range");
        let image = relabeling.apply(&symmetry.apply(&board));
        let limits = Limits::solutions(1_000).with_nodes(PATIENCE);
        let (here, there) = (solver.count(&board, &limits), solver.count(&image, &limits));
        if here.ending != Ending::NodeLimit && there.ending != Ending::NodeLimit {
            prop_assert_eq!(here.solutions, there.solutions);
        }
        Ok(())
    });
}

/// Asserts that a strategy searches the row-major tree: its placements and guesses equal those of
/// the plain row-major search and of other programs, and its solutions come in the same order.
///
/// # Panics
/// Panics if the strategy searches another tree.
pub fn assert_row_major_tree(solver: &dyn Solver) {
    for known in &ROW_MAJOR_PLACEMENTS[..5] {
        takes_placements(solver, *known);
    }
    property(512, (boards(40, 2), 1..20usize), |(board, limit)| {
        let walk = walk_row_major(&board, limit);
        let mut grids = Vec::new();
        let report = solver.search(&board, &Limits::solutions(limit as u64), &mut |grid| {
            grids.push(*grid);
            ControlFlow::Continue(())
        });
        prop_assert_eq!(report.placements, Some(walk.placements));
        prop_assert_eq!(report.guesses, Some(walk.guesses));
        prop_assert_eq!(grids, walk.solutions);
        Ok(())
    });
}

/// Asserts the largest tree of [`ROW_MAJOR_PLACEMENTS`] for a row-major strategy. This takes long.
pub fn assert_largest_row_major_tree(solver: &dyn Solver) {
    takes_placements(solver, ROW_MAJOR_PLACEMENTS[5]);
}

fn takes_placements(solver: &dyn Solver, (puzzle, placements): (&str, u64)) {
    let outcome = solver.solve(&board(puzzle), &Limits::solutions(1));
    assert_eq!(outcome.report.placements, Some(placements), "{puzzle}");
    assert_eq!(outcome.report.ending, Ending::SolutionLimit, "{puzzle}");
}

/// Generates boards from a random valid grid, by blanking up to `blanks` cells and writing up to
/// `changes` random digits. The boards have no solution, one or many.
pub(crate) fn boards(blanks: usize, changes: usize) -> impl Strategy<Value = Board> {
    let moves = (0..Symmetry::COUNT, 0..Relabeling::COUNT);
    let blanks = proptest::collection::vec(0..81usize, 0..=blanks);
    let changes = proptest::collection::vec((0..81usize, 1..=9u8), 0..=changes);
    (moves, blanks, changes).prop_map(|((symmetry, relabeling), blanks, changes)| {
        let symmetry = Symmetry::nth(symmetry).unwrap_or_default();
        let relabeling = Relabeling::nth(relabeling).unwrap_or_default();
        let mut board = relabeling.apply(&symmetry.apply(&board(GRID)));
        let blanks = blanks.into_iter().map(|cell| (cell, None));
        let changes = changes.into_iter().map(|(cell, digit)| (cell, Digit::new(digit)));
        for (cell, digit) in blanks.chain(changes) {
            if let Some(cell) = Cell::new(cell) {
                board.set(cell, digit);
            }
        }
        board
    })
}

/// Checks a property on random cases. The cases are the same every time, so a failure can be
/// reproduced.
pub(crate) fn property<S: Strategy>(
    cases: u32,
    input: S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    // `cargo xtask deep` raises the default number of 256 cases, and this number in proportion.
    let usual = Config::default();
    let cases = cases * usual.cases.div_ceil(256);
    let config = Config { cases, failure_persistence: None, ..usual };
    let rng = proptest::test_runner::TestRng::deterministic_rng(
        proptest::test_runner::RngAlgorithm::ChaCha,
    );
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(&input, test) {
        panic!("{error}");
    }
}

pub(crate) fn board(text: &str) -> Board {
    text.parse().expect("a board of this file is well formed")
}

/// Returns a grid without the four cells of a rectangle of two digits, which can be swapped. The
/// four cells form an unavoidable set.
fn two_solutions() -> Board {
    let grid = board(GRID);
    let swapped = |board: &Board| walk_row_major(board, 3).solutions.len() == 2;
    for first in Cell::all() {
        for second in Cell::all() {
            let (Some(right), Some(below)) =
                (Cell::at(first.row(), second.column()), Cell::at(second.row(), first.column()))
            else {
                continue;
            };
            let mut blanked = grid;
            for cell in [first, second, right, below] {
                blanked.set(cell, None);
            }
            if swapped(&blanked) {
                return blanked;
            }
        }
    }
    panic!("the grid has a rectangle of two digits")
}

/// Returns a board with two equal clues in a row.
fn contradiction() -> Board {
    board(&format!("5.......5{}", ".".repeat(72)))
}

/// Returns a board without a solution whose clues do not contradict each other directly.
fn deep_contradiction() -> Board {
    let mut deep = board(PROPER);
    let wrong = Cell::at(0, 2).expect("on the board");
    deep.set(wrong, Digit::new(1));
    deep
}
