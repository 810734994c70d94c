//! The harness against strategies that are broken on purpose: each is caught, named and accounted
//! for, and none holds the harness up.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bench_harness::data::order::Order;
use bench_harness::data::puzzles::{Place, Puzzle, PuzzleList};
use bench_harness::data::ranking::{rank, tables};
use bench_harness::data::record::Record;
use bench_harness::data::workload::{Mode, Workload};
use bench_harness::engine::Engine;
use bench_harness::engine::watchdog::{GRACE, Watchdog};
use bench_harness::measure::job::{self, Job};
use bench_harness::measure::journal::Journal;
use cli_support::Progress;
use sudoku_core::{
    BatchLengthError, Board, Digit, Ending, Grid, Limits, Outcome, Relabeling, Report, Solver,
    Symmetry,
};
use sudoku_text::FilePuzzle;

/// What `search` hands grids to.
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
    sudoku_strategies::find("bitmask").unwrap().solver
}

/// Searches until it is stopped.
fn endless(limits: &Limits<'_>) -> Report {
    while !limits.is_stopped() {
        std::thread::sleep(Duration::from_micros(200));
    }
    Report::new(Ending::Stopped)
}

fn engine<'a>(name: &'a str, solver: &'a dyn Solver) -> Engine<'a> {
    Engine::new(name, solver)
}

/// A proper puzzle.
fn proper() -> Board {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        .parse()
        .unwrap()
}

/// A puzzle whose solutions come in pairs: the digits 1 and 2 can be exchanged.
fn improper() -> Board {
    let solution = right().first_solution(&proper()).unwrap();
    Board::new(solution.as_bytes().map(|digit| if digit <= 2 { 0 } else { digit })).unwrap()
}

fn file(boards: &[Board]) -> Vec<PuzzleList> {
    let puzzle = |(at, &board)| FilePuzzle { line: at + 1, board };
    let puzzles: Vec<_> = boards.iter().enumerate().map(puzzle).collect();
    vec![PuzzleList::from_file("file".to_owned(), "a file".to_owned(), &puzzles)]
}

/// Two proper puzzles without known answers, whose solutions differ in most cells.
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
        workloads: workloads(&Mode::ALL, false, false),
        limit: Duration::from_secs(1),
        budget: None,
        enough: Duration::from_millis(20),
        verify_only: false,
        order: Order::Shuffled,
        seed: 1,
    }
}

fn workloads(modes: &[Mode], batch: bool, text: bool) -> Vec<Workload> {
    modes.iter().map(|&mode| Workload { mode, batch, text }).collect()
}

/// Both modes.
fn both(batch: bool) -> Vec<Workload> {
    workloads(&Mode::ALL, batch, false)
}

/// One mode, one by one.
fn only(mode: Mode) -> Vec<Workload> {
    workloads(&[mode], false, false)
}

/// Runs a job and checks what holds for every row of every run.
fn run(job: &Job<'_>) -> Vec<Record> {
    let watchdog = Watchdog::start(GRACE, |label, _| panic!("{label}")).unwrap();
    let journal = Journal::new(job.begin(), None);
    let measured = job::run(job, &watchdog, &Progress::hidden(), &journal);
    let records = measured.records().results;
    assert_eq!(records.len(), job.engines.len() * job.lists.len() * job.workloads.len());
    for row in &records {
        assert_eq!(row.puzzles, row.finished + row.timed_out + row.not_run, "{row:?}");
        assert!(row.wrong <= row.finished, "{row:?}");
        assert_eq!((row.wrong, row.timed_out), (row.faults.len(), row.timed_out_puzzles.len()));
        if row.timed_out > 0 {
            assert_eq!(row.within_budget, Some(false));
            let limit = job.limit.as_nanos() as u64;
            assert!(row.batch || row.worst_ns.is_some_and(|worst| worst >= limit), "{row:?}");
        }
    }
    records
}

/// Verifies one broken strategy beside a right one; returns its first fault in each mode.
fn faults(solver: &dyn Solver, lists: &[PuzzleList]) -> [Option<String>; 2] {
    let engines = [engine("right", right()), engine("fake", solver)];
    let [from_board, from_text] = [false, true].map(|text| {
        let workloads = workloads(&Mode::ALL, false, text);
        let records = run(&Job { verify_only: true, workloads, ..job(&engines, lists) });
        Mode::ALL.map(|mode| {
            let mut rows = records.iter().filter(|row| row.mode == mode);
            let (right, fake) = (rows.next().unwrap(), rows.next().unwrap());
            assert_eq!(right.wrong, 0, "{right:?}");
            fake.faults.first().map(|fault| fault.cause.clone())
        })
    });
    assert_eq!(from_board, from_text);
    from_board
}

/// Checks that the cause is said in both modes.
fn assert_caught(faults: [Option<String>; 2], cause: &str) {
    for fault in faults {
        assert!(fault.as_deref().is_some_and(|fault| fault.contains(cause)), "{fault:?}: {cause}");
    }
}

#[test]
fn right_strategies_have_no_fault_in_any_workload() {
    let lists = [judge(), file(&[proper(), improper(), Board::EMPTY])].concat();
    let strategies: Vec<_> = sudoku_strategies::STRATEGIES
        .iter()
        .filter(|strategy| strategy.is_available())
        .map(Engine::from)
        .collect();
    for (batch, text) in [(false, false), (true, false), (false, true), (true, true)] {
        let records =
            run(&Job { workloads: workloads(&Mode::ALL, batch, text), ..job(&strategies, &lists) });
        for row in &records {
            assert_eq!((row.finished, row.wrong), (row.puzzles, 0), "{row:?}");
            assert!(row.mean_ns.is_some_and(|mean| mean > 0.0) && row.whole_passes > 1);
            assert_eq!((row.median_ns.is_none(), row.worst_ns.is_none()), (batch, batch));
            assert_eq!((row.batch, row.text), (batch, text));
        }
        for table in tables(&records) {
            let ranking = rank(table).unwrap();
            assert_eq!(ranking.strategies.len(), strategies.len());
            assert_eq!(ranking.puzzles, table[0].puzzles);
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
            let count = |puzzle: &Puzzle| value(&right().count(&puzzle.board, &limits));
            lists[0].puzzles.iter().map(count).sum::<u64>()
        };
        assert_eq!(row.solutions, total(|report| report.solutions));
        assert_eq!(row.placements, Some(total(|report| report.placements.unwrap())));
        assert_eq!(row.guesses, Some(total(|report| report.guesses.unwrap())));
    }
}

#[test]
fn counters_that_are_not_counted_are_none() {
    let silent = fake(|board, limits, found| {
        let report = right().search(board, limits, found);
        Report::new(report.ending).with_solutions(report.solutions)
    });
    for row in run(&job(&[engine("silent", &silent)], &judge())) {
        assert_eq!((row.wrong, row.placements, row.guesses), (0, None, None));
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
            assert_eq!((right.finished, right.timed_out), (right.puzzles, 0));
            assert_eq!((sleeper.finished, sleeper.timed_out), (0, sleeper.puzzles));
            assert_eq!((sleeper.mean_ns, sleeper.puzzles_per_second), (None, None));
            let first = &sleeper.timed_out_puzzles[0];
            assert_eq!(first.place, Place::Number(1));
            assert_eq!(first.puzzle, lists[0].puzzles[0].board.to_string());
            // There is nothing to rank one strategy against.
            assert_eq!(rank(table), None);
        }
    }
}

#[test]
fn only_puzzles_that_all_finished_are_ranked() {
    let choosy = fake(|board, limits, found| match *board == proper() {
        true => endless(limits),
        false => right().search(board, limits, found),
    });
    let lists = file(&[proper(), improper(), Board::EMPTY]);
    let engines = [engine("right", right()), engine("choosy", &choosy)];
    let limit = Duration::from_millis(50);
    let records = run(&Job { limit, ..job(&engines, &lists) });
    for table in tables(&records) {
        assert_eq!((table[1].finished, table[1].timed_out), (2, 1));
        assert_eq!(table[1].timed_out_puzzles[0].place, Place::Line(1));
        assert!(table[1].mean_ns.is_some_and(|mean| mean < 50e6));
        assert_eq!(rank(table).unwrap().puzzles, 2);
    }
}

#[test]
fn an_answer_after_the_limit_is_no_answer() {
    let late = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(20));
        right().search(board, &Limits::solutions(limits.solutions), found)
    });
    let limit = Duration::from_millis(5);
    for row in run(&Job { limit, ..job(&[engine("late", &late)], &judge()) }) {
        assert_eq!((row.finished, row.timed_out), (0, row.puzzles));
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
    assert_eq!(unique.as_deref(), Some("it counts 1 solution, there are 2 or more"));
}

#[test]
fn a_missed_solution_is_caught() {
    let blind = fake(|_, _, _| Report::new(Ending::Exhausted));
    assert_caught(faults(&blind, &judge()), "it counts 0 solutions, there is 1");
    assert_caught(faults(&blind, &file(&[proper()])), "it counts 0 solutions, there is 1");
}

#[test]
fn a_miscount_is_caught() {
    let boasts = fake(|board, limits, found| {
        right().search(board, limits, found).with_solutions(limits.solutions)
    });
    let [first, unique] = faults(&boasts, &file(&[proper()]));
    assert_eq!(first, None);
    assert_eq!(unique.as_deref(), Some("it reports 2 solutions or more and handed out 1"));
}

#[test]
fn a_wrong_count_verb_is_caught() {
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
    assert_eq!(unique.as_deref(), Some("it counts 2 solutions or more, there is 1"));
}

#[test]
fn a_wrong_ending_is_caught() {
    let stops_by_itself = fake(|board, limits, found| {
        let report = right().search(board, limits, found);
        Report::new(Ending::Stopped).with_solutions(report.solutions)
    });
    assert_caught(faults(&stops_by_itself, &judge()), "cannot have ended as `stopped`");
}

#[test]
fn a_panic_is_caught() {
    let panics = fake(|_, _, _| panic!("on purpose"));
    assert_caught(faults(&panics, &judge()), "it panicked");
    let engines = [engine("panics", &panics)];
    for row in run(&Job { workloads: both(true), ..job(&engines, &judge()) }) {
        assert_eq!((row.finished, row.wrong), (row.puzzles, row.puzzles));
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
            assert_eq!([table[0].wrong, table[1].wrong], [0, usize::from(lexicographic)]);
            if lexicographic {
                assert!(table[1].faults[0].cause.contains("not the smallest"), "{table:?}");
                // It is not timed any further, and not ranked.
                assert_eq!((table[1].whole_passes, rank(table)), (0, None));
            }
        }
    }
}

#[test]
fn an_answer_that_changes_between_passes_is_caught() {
    for mode in Mode::ALL {
        // Right in the verification, where the unique mode asks all three verbs; then wrong.
        let runs = AtomicUsize::new(0);
        let verifications = 2 * if mode == Mode::Unique { 3 } else { 1 };
        let moody = fake(|board, limits, found| {
            match runs.fetch_add(1, Ordering::Relaxed) < verifications {
                true => right().search(board, limits, found),
                false => Report::new(Ending::Exhausted),
            }
        });
        for row in run(&Job { workloads: only(mode), ..job(&[engine("moody", &moody)], &pair()) }) {
            assert_eq!(row.wrong, 2, "{row:?}");
            assert_eq!(row.faults[0].cause, "it answers differently in another run");
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

        fn search_batch(
            &self,
            boards: &[Board],
            limits: &Limits<'_>,
            outcomes: &mut [Outcome],
        ) -> Result<(), BatchLengthError> {
            right().search_batch(boards, limits, outcomes)?;
            outcomes.reverse();
            Ok(())
        }
    }
    let lists = pair();
    for (batch, wrong) in [(false, 0), (true, 2)] {
        for row in
            run(&Job { workloads: both(batch), ..job(&[engine("reversed", &Reversed)], &lists) })
        {
            assert_eq!(row.wrong, wrong, "{row:?}");
        }
    }
}

#[test]
fn a_batch_that_refuses_its_boards_is_caught() {
    struct Refuses;
    impl Solver for Refuses {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            right().search(board, limits, found)
        }

        fn search_batch(
            &self,
            boards: &[Board],
            _: &Limits<'_>,
            outcomes: &mut [Outcome],
        ) -> Result<(), BatchLengthError> {
            Err(BatchLengthError { boards: boards.len(), outcomes: outcomes.len() })
        }
    }
    for row in run(&Job { workloads: both(true), ..job(&[engine("refuses", &Refuses)], &pair()) }) {
        assert_eq!((row.wrong, row.faults[0].cause.contains("refused")), (2, true), "{row:?}");
    }
}

#[test]
fn shared_time_is_kept_and_what_the_fast_leave_over_goes_to_the_slow() {
    let slow = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(30));
        right().search(board, limits, found)
    });
    let lists = file(&[proper(); 100]);
    let engines = [engine("slow", &slow), engine("right", right())];
    let budget = Some(Duration::from_secs(1));
    let start = Instant::now();
    let records = run(&Job { budget, workloads: only(Mode::First), ..job(&engines, &lists) });
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let [slow, right] = &records[..] else { panic!("two rows: {records:?}") };
    assert!(slow.finished > 1 && slow.not_run > 0, "{slow:?}");
    assert!(slow.mean_ns.is_some_and(|mean| mean > 30e6), "{slow:?}");
    assert_eq!((right.finished, right.timed_out, right.not_run), (100, 0, 0), "{right:?}");
}

#[test]
fn a_puzzle_without_end_takes_the_shared_time_from_no_one_who_is_fast() {
    let sleeper = fake(|_, limits, _| endless(limits));
    let lists = file(&[proper(); 10]);
    let engines = [engine("sleeper", &sleeper), engine("right", right())];
    let (budget, limit) = (Some(Duration::from_millis(500)), Duration::from_secs(3600));
    for batch in [false, true] {
        let start = Instant::now();
        let records = run(&Job { budget, limit, workloads: both(batch), ..job(&engines, &lists) });
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        for table in tables(&records) {
            // The end of the shared time is not the puzzle's time limit.
            assert_eq!((table[0].timed_out, table[0].not_run), (0, 10), "{table:?}");
            assert_eq!((table[1].finished, table[1].not_run), (10, 0), "{table:?}");
        }
    }
}

/// Searches rightly as often as this, over all boards, and then does as the function says.
fn later<F>(runs: usize, then: F) -> impl Solver
where
    F: Fn(&Board, &Limits<'_>, &mut Found<'_>) -> Report + Send + Sync,
{
    let count = AtomicUsize::new(0);
    fake(move |board, limits, found| match count.fetch_add(1, Ordering::Relaxed) < runs {
        true => right().search(board, limits, found),
        false => then(board, limits, found),
    })
}

#[test]
fn a_panic_in_a_later_run_is_a_fault_and_loses_no_other_row() {
    for batch in [false, true] {
        for runs in 2..9 {
            let panics = later(runs, |_, _, _| panic!("on purpose"));
            let engines = [engine("right", right()), engine("panics", &panics)];
            let workloads = workloads(&[Mode::First], batch, false);
            let rows = run(&Job { workloads, ..job(&engines, &pair()) });
            assert_eq!((rows[0].finished, rows[0].wrong), (2, 0), "{:?}", rows[0]);
            assert!(rows[1].wrong >= 1, "{:?}", rows[1]);
            assert_eq!(rows[1].faults[0].cause, "it panicked");
        }
    }
}

#[test]
fn a_count_verb_that_panics_is_a_fault() {
    struct Panics;
    impl Solver for Panics {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            // Too slow for a check that is made only of what is quick.
            std::thread::sleep(Duration::from_millis(15));
            right().search(board, limits, found)
        }

        fn count(&self, _: &Board, _: &Limits<'_>) -> Report {
            panic!("on purpose")
        }
    }
    let rows = run(&Job { workloads: only(Mode::Unique), ..job(&[engine("p", &Panics)], &pair()) });
    // Whoever asks for it gets a fault; nobody who does not is held up.
    assert!(rows[0].faults.iter().all(|fault| fault.cause == "it panicked"), "{rows:?}");
    assert_eq!(rows[0].finished, 2);
}

#[test]
fn a_puzzle_that_stops_finishing_later_is_timed_out() {
    let limit = Duration::from_millis(300);
    for batch in [false, true] {
        let hangs = later(2, |_, limits, _| endless(limits));
        let start = Instant::now();
        let workloads = workloads(&[Mode::First], batch, false);
        let engines = [engine("hangs", &hangs)];
        let rows = run(&Job { limit, workloads, ..job(&engines, &file(&[proper()])) });
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert_eq!((rows[0].finished, rows[0].timed_out), (0, 1), "{:?}", rows[0]);
        assert_eq!((rows[0].within_budget, rows[0].mean_ns), (Some(false), None));
        assert_eq!(rows[0].timed_out_puzzles[0].place, Place::Line(1));
    }
}

#[test]
fn a_puzzle_that_stops_finishing_leaves_the_figures_of_the_others() {
    let hung = Relabeling::new([2, 3, 4, 5, 6, 7, 8, 9, 1].map(|d| Digit::new(d).unwrap()));
    let hung = hung.unwrap().apply(&proper());
    let runs = AtomicUsize::new(0);
    let hangs = fake(|board, limits, found| {
        match *board == hung && runs.fetch_add(1, Ordering::Relaxed) >= 4 {
            true => endless(limits),
            false => right().search(board, limits, found),
        }
    });
    let lists = file(&[proper(), hung, improper()]);
    let engines = [engine("hangs", &hangs), engine("right", right())];
    let limit = Duration::from_millis(50);
    let records = run(&Job { limit, workloads: only(Mode::First), ..job(&engines, &lists) });
    let [row, _] = &records[..] else { panic!("two rows: {records:?}") };
    assert_eq!((row.finished, row.timed_out, row.wrong), (2, 1, 0), "{row:?}");
    assert_eq!(row.timed_out_puzzles[0].place, Place::Line(2));
    assert!(row.mean_ns.is_some_and(|mean| mean < 10e6) && row.whole_passes > 0, "{row:?}");
    assert_eq!(row.solutions, 2);
    assert_eq!(rank(&records).unwrap().puzzles, 2);
}

#[test]
fn a_turn_ends_with_the_time_of_the_job() {
    // Quick while it is verified, and then so slow that its passes would take far too long.
    let slows = later(200, |board, limits, found| {
        std::thread::sleep(Duration::from_millis(20));
        right().search(board, limits, found)
    });
    let lists = file(&[proper(); 200]);
    let budget = Some(Duration::from_millis(500));
    let start = Instant::now();
    let engines = [engine("slows", &slows)];
    let workloads = only(Mode::First);
    let rows =
        run(&Job { budget, workloads, enough: Duration::from_secs(9), ..job(&engines, &lists) });
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    assert_eq!((rows[0].timed_out, rows[0].wrong), (0, 0), "{:?}", rows[0]);
}

#[test]
fn other_counters_in_a_later_run_are_a_fault() {
    let runs = AtomicUsize::new(0);
    let random = fake(|board, limits, found| {
        let runs = runs.fetch_add(1, Ordering::Relaxed) as u64;
        right().search(board, limits, found).with_placements(runs)
    });
    for batch in [false, true] {
        for row in
            run(&Job { workloads: both(batch), ..job(&[engine("random", &random)], &pair()) })
        {
            assert!(row.wrong > 0, "{row:?}");
            assert_eq!(row.faults[0].cause, "it counts its work differently in another run");
        }
    }
}

#[test]
fn a_promise_that_was_not_put_to_the_test_is_missed() {
    let slow = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(30));
        right().search(board, limits, found)
    });
    let lists = judge();
    let budget = Some(Duration::from_millis(500));
    for row in run(&Job { budget, ..job(&[engine("mrv", &slow)], &lists) }) {
        assert!(row.not_run > 0 && row.timed_out == 0, "{row:?}");
        let missed = row.missed_promise();
        assert!(missed.as_deref().is_some_and(|text| text.contains("puzzles were not run")));
    }
}

#[test]
fn promises_are_put_to_the_test_first() {
    // One that spends its time asleep is nearly as slow on a busy machine as on a quiet one.
    let quick = sudoku_strategies::find("board").unwrap().solver;
    let slow = fake(move |board, limits, found| {
        std::thread::sleep(Duration::from_millis(40));
        quick.search(board, limits, found)
    });
    // On this set one of the two names stands for a promise.
    let lists = [PuzzleList::from_set(sudoku_corpus::set("hard").unwrap()).unwrap()];
    let engines = [engine("scan", &slow), engine("mrv", &slow)];
    let budget = Some(Duration::from_secs(3));
    let records = run(&Job { budget, workloads: only(Mode::First), ..job(&engines, &lists) });
    let [scan, promising] = &records[..] else { panic!("two rows: {records:?}") };
    assert!(!scan.promises_budget && promising.promises_budget);
    // Whether it kept its budget too is the machine's business.
    assert_eq!(promising.not_run, 0, "{promising:?}");
    assert!(scan.not_run > 0 && scan.missed_promise().is_none(), "{scan:?}");
}

#[test]
fn the_mean_is_the_median_of_whole_passes() {
    // Every tenth search is far slower, of which a minimum would show nothing.
    let runs = AtomicUsize::new(0);
    let uneven = fake(|board, limits, found| {
        let rest = runs.fetch_add(1, Ordering::Relaxed) % 10;
        std::thread::sleep(Duration::from_millis(if rest < 6 { 6 } else { 1 }));
        right().search(board, limits, found)
    });
    let lists = file(&[proper()]);
    let job = job(&[engine("uneven", &uneven)], &lists);
    let enough = Duration::from_millis(200);
    for row in run(&Job { enough, ..job }) {
        assert!(row.whole_passes >= 5, "{row:?}");
        assert!(row.mean_ns.is_some_and(|mean| mean > 5e6), "{row:?}");
        assert!(row.fastest_twentieth_mean_ns.is_some_and(|mean| mean < 5e6), "{row:?}");
    }
}

#[test]
fn in_both_modes_it_is_the_first_solution_that_is_timed() {
    struct Solves(AtomicUsize);
    impl Solver for Solves {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            right().search(board, limits, found)
        }

        fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
            self.0.fetch_add(1, Ordering::Relaxed);
            right().count(board, limits)
        }
    }
    let solver = Solves(AtomicUsize::new(0));
    run(&job(&[engine("solves", &solver)], &pair()));
    // Only the verification counts, each puzzle once.
    assert_eq!(solver.0.load(Ordering::Relaxed), 2);
}

/// An answer that comes late but within the limit is an answer, also if it is text.
#[test]
fn a_late_answer_is_welcome_under_any_workload() {
    let slow = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(60));
        // It does not look at the flag.
        right().search(board, &Limits::solutions(limits.solutions), found)
    });
    for text in [false, true] {
        let engines = [engine("slow", &slow)];
        let (budget, workloads) =
            (Some(Duration::from_secs(4)), workloads(&[Mode::First], false, text));
        let lists = pair();
        let rows = run(&Job { budget, workloads, verify_only: true, ..job(&engines, &lists) });
        assert_eq!((rows[0].finished, rows[0].wrong), (2, 0), "text {text}: {:?}", rows[0]);
    }
}

/// Whoever hands out nothing, or another grid, only after it was verified is caught as well.
#[test]
fn later_lies_are_caught_under_any_workload() {
    let relabeled = |grid: &Grid| {
        let digits = grid.as_bytes().map(|digit| 10 - digit);
        Grid::new(digits).unwrap()
    };
    for batch in [false, true] {
        for text in [false, true] {
            let silent = later(2, |board, limits, _| {
                right().search(board, limits, &mut |_| ControlFlow::Continue(()))
            });
            let wrong = later(2, |board, limits, found| {
                right().search(board, limits, &mut |grid| found(&relabeled(grid)))
            });
            for liar in [&silent as &dyn Solver, &wrong] {
                let workloads = workloads(&[Mode::First], batch, text);
                let rows = run(&Job { workloads, ..job(&[engine("liar", liar)], &pair()) });
                assert!(rows[0].wrong > 0, "batch {batch}, text {text}: {:?}", rows[0]);
            }
        }
    }
}
