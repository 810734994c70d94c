//! Tests of the harness with strategies that are broken on purpose: each is caught and reported,
//! and none blocks the harness.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench_harness::data::common::CommonTimes;
use bench_harness::data::measured::{Measured, PuzzleOutcome};
use bench_harness::data::measurements::tables;
use bench_harness::data::puzzles::{AnyPuzzle, Puzzle, PuzzleList, PuzzleLocation};
use bench_harness::data::workload::{Mode, Workload};
use bench_harness::engine::watchdog::{GRACE, Watchdog};
use bench_harness::engine::{Engine, EngineKind};
use bench_harness::measure::job::Job;
use bench_harness::measure::journal::Journal;
use bench_harness::measure::run;
use cli_support::Progress;
use sudoku_core::{
    Board, Digit, Ending, Grid, Limits, PuzzleBatch, Relabeling, Report, Solver, Symmetry,
};

mod later_runs;

/// The callback of `search`.
type Found<'f> = dyn FnMut(&Grid) -> ControlFlow<()> + 'f;

/// A strategy whose search is a function.
struct Fake<F>(F);

impl<F> Solver for Fake<F>
where
    F: Fn(&Board, &Limits<'_>, &mut Found<'_>) -> Report + Send + Sync,
{
    fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
        (self.0)(board, limits, found)
    }
}

fn fake<F>(search: F) -> Fake<F>
where
    F: Fn(&Board, &Limits<'_>, &mut Found<'_>) -> Report + Send + Sync,
{
    Fake(search)
}

fn right() -> &'static dyn Solver {
    sudoku_registry::find("bitmask").unwrap().solver
}

/// Searches until it is stopped.
fn endless(limits: &Limits<'_>) -> Report {
    while !limits.is_stopped() {
        std::thread::sleep(Duration::from_micros(200));
    }
    Report::new(Ending::Stopped)
}

fn engine<'a>(name: &'a str, solver: &'a dyn Solver) -> Engine<'a> {
    Engine::new(name, EngineKind::Strategy(solver))
}

/// Returns a proper puzzle.
fn proper() -> Board {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        .parse()
        .unwrap()
}

/// Returns a puzzle with several solutions, because the digits 1 and 2 can be exchanged.
fn improper() -> Board {
    let solution = right().first_solution(&proper()).unwrap();
    Board::new(solution.as_bytes().map(|digit| if digit <= 2 { 0 } else { digit })).unwrap()
}

fn file(boards: &[Board]) -> Vec<PuzzleList> {
    let puzzles = (1..).zip(boards.iter().map(|&board| board.into()));
    vec![PuzzleList::from_file("file".to_owned(), "a file".to_owned(), puzzles)]
}

/// Returns two proper puzzles without known answers, whose solutions differ in most cells.
fn pair() -> Vec<PuzzleList> {
    let transpose = Symmetry::new(true, IDENTITY, IDENTITY).unwrap();
    file(&[proper(), transpose.apply(&proper())])
}

const IDENTITY: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

fn judge() -> Vec<PuzzleList> {
    vec![PuzzleList::from_set(sudoku_corpus::set("judge").unwrap()).unwrap()]
}

fn job<'j>(engines: &[Engine<'j>], lists: &'j [PuzzleList]) -> Job<'j> {
    Job {
        engines: engines.to_vec(),
        lists,
        workloads: workloads(&Mode::MEASURED, false, false),
        limit: Duration::from_secs(1),
        budget: None,
        enough: Duration::from_millis(20),
        verify_only: false,
        seed: 1,
    }
}

fn workloads(modes: &[Mode], batch: bool, text: bool) -> Vec<Workload> {
    modes.iter().map(|&mode| Workload { mode, batch, text }).collect()
}

/// Returns the workloads of both modes.
fn both(batch: bool) -> Vec<Workload> {
    workloads(&Mode::MEASURED, batch, false)
}

/// Returns the workload of one mode, with single puzzles.
fn only(mode: Mode) -> Vec<Workload> {
    workloads(&[mode], false, false)
}

/// Runs a job and checks the invariants of every row.
fn run(job: &Job<'_>) -> Vec<Measured> {
    let watchdog = Watchdog::start(GRACE, |label, _| panic!("{label}")).unwrap();
    let journal = Journal::new(job.begin(), None);
    let measured = run::run(job, &watchdog, &Progress::hidden(), &journal);
    let records = measured.rows;
    assert_eq!(records.len(), job.engines.len() * job.lists.len() * job.workloads.len());
    for row in &records {
        let counts = [PuzzleOutcome::Finished, PuzzleOutcome::TimedOut, PuzzleOutcome::NotRun]
            .map(|puzzle_outcome| row.count(puzzle_outcome));
        assert_eq!(row.puzzle_outcomes.len(), counts.iter().sum::<usize>(), "{row:?}");
        assert!(row.faults.len() <= row.count(PuzzleOutcome::Finished), "{row:?}");
        assert_eq!(row.count(PuzzleOutcome::TimedOut), row.timed_out_puzzles().count());
        if row.count(PuzzleOutcome::TimedOut) > 0 {
            assert_ne!(row.meets(80.0), Some(true));
            let limit = job.limit.as_nanos() as u64;
            assert!(
                row.workload.batch || row.worst().is_some_and(|worst| worst >= limit),
                "{row:?}"
            );
        }
    }
    records
}

/// Verifies a broken strategy together with a correct one. Returns its first fault in each mode.
fn faults(solver: &dyn Solver, lists: &[PuzzleList]) -> [Option<String>; 2] {
    let engines = [engine("right", right()), engine("fake", solver)];
    let [from_board, from_text] = [false, true].map(|text| {
        let workloads = workloads(&Mode::MEASURED, false, text);
        let records = run(&Job { verify_only: true, workloads, ..job(&engines, lists) });
        Mode::MEASURED.map(|mode| {
            let mut rows = records.iter().filter(|row| row.workload.mode == mode);
            let (right, fake) = (rows.next().unwrap(), rows.next().unwrap());
            assert_eq!(right.faults.len(), 0, "{right:?}");
            fake.faults.values().next().cloned()
        })
    });
    assert_eq!(from_board, from_text);
    from_board
}

/// Checks that both modes report the cause.
fn assert_caught(faults: [Option<String>; 2], cause: &str) {
    for fault in faults {
        assert!(fault.as_deref().is_some_and(|fault| fault.contains(cause)), "{fault:?}: {cause}");
    }
}

#[test]
fn right_strategies_have_no_fault_in_any_workload() {
    let lists = [judge(), file(&[proper(), improper(), Board::EMPTY])].concat();
    let strategies: Vec<_> = sudoku_registry::STRATEGIES
        .iter()
        .filter(|strategy| strategy.is_available())
        .map(Engine::from)
        .collect();
    for (batch, text) in [(false, false), (true, false), (false, true), (true, true)] {
        let records = run(&Job {
            workloads: workloads(&Mode::MEASURED, batch, text),
            ..job(&strategies, &lists)
        });
        for row in &records {
            assert_eq!(
                (row.count(PuzzleOutcome::Finished), row.faults.len()),
                (row.puzzle_outcomes.len(), 0),
                "{row:?}"
            );
            assert!(row.mean().is_some_and(|mean| mean > 0.0) && row.whole_passes.len() > 1);
            assert_eq!((row.sorted_times().is_empty(), row.worst().is_none()), (batch, batch));
            assert_eq!((row.workload.batch, row.workload.text), (batch, text));
        }
        for table in tables(&records) {
            let common = CommonTimes::of(table).unwrap();
            assert_eq!(common.rows.len(), strategies.len());
            assert_eq!(common.puzzles, table[0].puzzle_outcomes.len());
        }
    }
}

#[test]
fn totals_are_those_of_one_pass() {
    let lists = judge();
    let records = run(&job(&[engine("right", right())], &lists));
    for (row, limit) in records.iter().zip([1, 2]) {
        let total = |value: fn(&Report) -> u64| {
            let limits = Limits::solutions(limit);
            let count = |puzzle: &Puzzle| match &puzzle.puzzle {
                AnyPuzzle::Board(board) => value(&right().count(board, &limits)),
                AnyPuzzle::Variant(_) => panic!("a variant"),
            };
            lists[0].puzzles.iter().map(count).sum::<u64>()
        };
        assert_eq!(
            row.total(|report| Some(report.solutions)).unwrap_or(0),
            total(|report| report.solutions)
        );
        assert_eq!(
            row.total(|report| report.placements),
            Some(total(|report| report.placements.unwrap()))
        );
        assert_eq!(
            row.total(|report| report.guesses),
            Some(total(|report| report.guesses.unwrap()))
        );
    }
}

#[test]
fn counters_that_a_strategy_does_not_count_are_absent() {
    let silent = fake(|board, limits, found| {
        let report = right().search(board, limits, found);
        Report::new(report.ending).with_solutions(report.solutions)
    });
    for row in run(&job(&[engine("silent", &silent)], &judge())) {
        assert_eq!(
            (
                row.faults.len(),
                row.total(|report| report.placements),
                row.total(|report| report.guesses)
            ),
            (0, None, None)
        );
    }
}

#[test]
fn a_strategy_that_never_ends_is_timed_out_and_named() {
    let sleeper = fake(|_, limits, _| endless(limits));
    let engines = [engine("right", right()), engine("sleeper", &sleeper)];
    let lists = judge();
    for batch in [false, true] {
        let limit = Duration::from_millis(50);
        let records = run(&Job { limit, workloads: both(batch), ..job(&engines, &lists) });
        for table in tables(&records) {
            let [right, sleeper] = table else { panic!("two rows: {table:?}") };
            assert_eq!(
                (right.count(PuzzleOutcome::Finished), right.count(PuzzleOutcome::TimedOut)),
                (right.puzzle_outcomes.len(), 0)
            );
            // After five timeouts, the other puzzles are not run. A batch is run as a whole.
            let run = if batch { sleeper.puzzle_outcomes.len() } else { 5 };
            assert_eq!(
                (sleeper.count(PuzzleOutcome::Finished), sleeper.count(PuzzleOutcome::TimedOut)),
                (0, run)
            );
            assert_eq!((sleeper.mean(), sleeper.rate()), (None, None));
            let first = sleeper.timed_out_puzzles().next().unwrap();
            let named = lists[0].puzzles.iter().find(|it| it.place == first.place);
            assert_eq!(named.map(|it| &it.puzzle), Some(&first.puzzle));
            // One strategy alone is not compared.
            assert!(CommonTimes::of(table).is_none());
        }
    }
}

#[test]
fn only_puzzles_that_all_finished_are_compared() {
    let choosy = fake(|board, limits, found| {
        let is_left = *board == proper();
        if is_left { endless(limits) } else { right().search(board, limits, found) }
    });
    let lists = file(&[proper(), improper(), Board::EMPTY]);
    let engines = [engine("right", right()), engine("choosy", &choosy)];
    let limit = Duration::from_millis(50);
    let records = run(&Job { limit, ..job(&engines, &lists) });
    for table in tables(&records) {
        assert_eq!(
            (table[1].count(PuzzleOutcome::Finished), table[1].count(PuzzleOutcome::TimedOut)),
            (2, 1)
        );
        assert_eq!(table[1].timed_out_puzzles().next().unwrap().place, PuzzleLocation::Line(1));
        assert!(table[1].mean().is_some_and(|mean| mean < 50e6));
        assert_eq!(CommonTimes::of(table).unwrap().puzzles, 2);
    }
}

#[test]
fn an_answer_after_the_limit_does_not_count() {
    let late = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(20));
        right().search(board, &Limits::solutions(limits.solutions), found)
    });
    let limit = Duration::from_millis(5);
    for row in run(&Job { limit, ..job(&[engine("late", &late)], &judge()) }) {
        assert_eq!(
            (row.count(PuzzleOutcome::Finished), row.count(PuzzleOutcome::TimedOut)),
            (0, 5)
        );
    }
}

#[test]
fn a_wrong_grid_is_caught() {
    let swaps_cells = fake(|board, limits, found| {
        right().search(board, limits, &mut |grid| {
            let mut digits = *grid.as_bytes();
            digits.swap(2, 3);
            found(&Grid::new(digits).unwrap())
        })
    });
    assert_caught(faults(&swaps_cells, &judge()), "breaks the rules");
    let relabels = fake(|board, limits, found| {
        let next = Relabeling::new([2, 3, 4, 5, 6, 7, 8, 9, 1].map(|d| Digit::new(d).unwrap()));
        right().search(board, limits, &mut |grid| found(&next.unwrap().apply_to_grid(grid)))
    });
    assert_caught(faults(&relabels, &judge()), "changes a clue");
}

#[test]
fn one_of_two_solutions_is_caught_without_a_known_answer() {
    let first_only = fake(|board, limits, found| {
        let report = right().search(board, &Limits::solutions(1), found);
        let ending = match limits.solutions {
            1 => Ending::SolutionLimit,
            _ => Ending::Exhausted,
        };
        Report::new(ending).with_solutions(report.solutions)
    });
    let [first, unique] = faults(&first_only, &file(&[proper(), improper()]));
    assert_eq!(first, None);
    assert_eq!(unique.as_deref(), Some("it counts 1 solution instead of 2 solutions or more"));
}

#[test]
fn a_missed_solution_is_caught() {
    let blind = fake(|_, _, _| Report::new(Ending::Exhausted));
    assert_caught(faults(&blind, &judge()), "it counts 0 solutions instead of 1 solution");
    assert_caught(
        faults(&blind, &file(&[proper()])),
        "it counts 0 solutions instead of 1 solution",
    );
}

#[test]
fn a_miscount_is_caught() {
    let boasts = fake(|board, limits, found| {
        right().search(board, limits, found).with_solutions(limits.solutions)
    });
    let [first, unique] = faults(&boasts, &file(&[proper()]));
    assert_eq!(first, None);
    assert_eq!(unique.as_deref(), Some("it reports 2 solutions or more, but returned 1"));
}

#[test]
fn a_wrong_count_function_is_caught() {
    struct WrongCount;
    impl Solver for WrongCount {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            right().search(board, limits, found)
        }

        fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
            right().count(board, limits).with_solutions(2)
        }
    }
    let [first, unique] = faults(&WrongCount, &judge());
    assert_eq!(first, None);
    assert_eq!(unique.as_deref(), Some("it counts 2 solutions or more instead of 1 solution"));
}

#[test]
fn a_wrong_ending_is_caught() {
    let stops_by_itself = fake(|board, limits, found| {
        let report = right().search(board, limits, found);
        Report::new(Ending::Stopped).with_solutions(report.solutions)
    });
    assert_caught(faults(&stops_by_itself, &judge()), "contradicts the ending `stopped`");
}

#[test]
fn a_panic_is_caught() {
    let panics = fake(|_, _, _| panic!("on purpose"));
    assert_caught(faults(&panics, &judge()), "it panicked");
    let engines = [engine("panics", &panics)];
    for row in run(&Job { workloads: both(true), ..job(&engines, &judge()) }) {
        assert_eq!(
            (row.count(PuzzleOutcome::Finished), row.faults.len()),
            (row.puzzle_outcomes.len(), row.puzzle_outcomes.len())
        );
    }
}

#[test]
fn a_false_promise_of_order_is_caught() {
    // The solutions of the relabeled puzzle, labeled back, come in another order.
    let backwards = fake(|board, limits, found| {
        let back = Relabeling::new([9, 8, 7, 6, 5, 4, 3, 2, 1].map(|d| Digit::new(d).unwrap()));
        let back = back.unwrap();
        right().search(&back.apply(board), limits, &mut |grid| found(&back.apply_to_grid(grid)))
    });
    let lists = file(&[improper()]);
    let mut engines = [engine("right", right()), engine("backwards", &backwards)];
    for lexicographic in [false, true] {
        for engine in &mut engines {
            engine.lexicographic = lexicographic;
        }
        for table in tables(&run(&job(&engines, &lists))) {
            assert_eq!(
                [table[0].faults.len(), table[1].faults.len()],
                [0, usize::from(lexicographic)]
            );
            if lexicographic {
                assert!(
                    table[1].faults.values().next().unwrap().contains("not the smallest"),
                    "{table:?}"
                );
                // A strategy with a fault is not timed further and not compared.
                assert!(table[1].whole_passes.is_empty() && CommonTimes::of(table).is_none());
            }
        }
    }
}

#[test]
fn an_answer_that_changes_between_passes_is_caught() {
    for mode in Mode::MEASURED {
        // The strategy is right in the verification, where the unique mode calls three functions,
        // and wrong afterwards.
        let runs = AtomicUsize::new(0);
        let verifications = 2 * if mode == Mode::Unique { 3 } else { 1 };
        let moody = fake(|board, limits, found| {
            let is_first = runs.fetch_add(1, Ordering::Relaxed) < verifications;
            let wrong = Report::new(Ending::Exhausted);
            if is_first { right().search(board, limits, found) } else { wrong }
        });
        for row in run(&Job { workloads: only(mode), ..job(&[engine("moody", &moody)], &pair()) }) {
            assert_eq!(row.faults.len(), 2, "{row:?}");
            assert_eq!(
                row.faults.values().next().unwrap(),
                "it answers differently in another run"
            );
        }
    }
}

#[test]
fn a_batch_in_the_wrong_order_is_caught() {
    struct Reversed;
    impl Solver for Reversed {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            right().search(board, limits, found)
        }

        fn search_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
            let (boards, outcomes) = batch.into_parts();
            right().search_batch(PuzzleBatch::zip(boards, outcomes), limits);
            outcomes.reverse();
        }
    }
    let lists = pair();
    for (batch, wrong) in [(false, 0), (true, 2)] {
        for row in
            run(&Job { workloads: both(batch), ..job(&[engine("reversed", &Reversed)], &lists) })
        {
            assert_eq!(row.faults.len(), wrong, "{row:?}");
        }
    }
}
