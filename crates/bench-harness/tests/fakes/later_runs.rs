//! Tests with strategies that are slow, or that change after their verification.

use super::*;

#[test]
fn slow_strategies_get_the_shared_time_that_fast_ones_do_not_use() {
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
    assert!(
        slow.count(PuzzleOutcome::Finished) > 1 && slow.count(PuzzleOutcome::NotRun) > 0,
        "{slow:?}"
    );
    assert!(slow.mean().is_some_and(|mean| mean > 30e6), "{slow:?}");
    assert_eq!(
        (
            right.count(PuzzleOutcome::Finished),
            right.count(PuzzleOutcome::TimedOut),
            right.count(PuzzleOutcome::NotRun)
        ),
        (100, 0, 0),
        "{right:?}"
    );
}

#[test]
fn an_endless_puzzle_takes_no_shared_time_from_fast_strategies() {
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
            assert_eq!(
                (table[0].count(PuzzleOutcome::TimedOut), table[0].count(PuzzleOutcome::NotRun)),
                (0, 10),
                "{table:?}"
            );
            assert_eq!(
                (table[1].count(PuzzleOutcome::Finished), table[1].count(PuzzleOutcome::NotRun)),
                (10, 0),
                "{table:?}"
            );
        }
    }
}

/// Returns a strategy that searches correctly for this number of runs and then calls the function.
fn later<F>(runs: usize, then: F) -> impl Solver
where
    F: Fn(&Board, &Limits<'_>, &mut Found<'_>) -> Report + Send + Sync,
{
    let count = AtomicUsize::new(0);
    fake(move |board, limits, found| {
        let is_right = count.fetch_add(1, Ordering::Relaxed) < runs;
        if is_right { right().search(board, limits, found) } else { then(board, limits, found) }
    })
}

#[test]
fn a_panic_in_a_later_run_is_a_fault_and_other_rows_are_kept() {
    for batch in [false, true] {
        for runs in 2..9 {
            let panics = later(runs, |_, _, _| panic!("on purpose"));
            let engines = [engine("right", right()), engine("panics", &panics)];
            let workloads = workloads(&[Mode::First], batch, false);
            let rows = run(&Job { workloads, ..job(&engines, &pair()) });
            assert_eq!(
                (rows[0].count(PuzzleOutcome::Finished), rows[0].faults.len()),
                (2, 0),
                "{:?}",
                rows[0]
            );
            assert!(!rows[1].faults.is_empty(), "{:?}", rows[1]);
            assert_eq!(rows[1].faults.values().next().unwrap(), "it panicked");
        }
    }
}

#[test]
fn a_count_that_panics_is_a_fault() {
    struct Panics;
    impl Solver for Panics {
        fn search(&self, board: &Board, limits: &Limits<'_>, found: &mut Found<'_>) -> Report {
            // Only short searches are repeated for a check.
            std::thread::sleep(Duration::from_millis(15));
            right().search(board, limits, found)
        }

        fn count(&self, _: &Board, _: &Limits<'_>) -> Report {
            panic!("on purpose")
        }
    }
    let rows = run(&Job { workloads: only(Mode::Unique), ..job(&[engine("p", &Panics)], &pair()) });
    // If `count` is called at all, it is a fault. The puzzles are finished in any case.
    assert!(rows[0].faults.values().all(|cause| cause == "it panicked"), "{rows:?}");
    assert_eq!(rows[0].count(PuzzleOutcome::Finished), 2);
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
        assert_eq!(
            (rows[0].count(PuzzleOutcome::Finished), rows[0].count(PuzzleOutcome::TimedOut)),
            (0, 1),
            "{:?}",
            rows[0]
        );
        // The time of a single puzzle of a batch is unknown.
        assert_eq!(rows[0].meets(80.0), (!batch).then_some(false));
        assert_eq!(rows[0].mean(), None);
        assert_eq!(rows[0].timed_out_puzzles().next().unwrap().place, PuzzleLocation::Line(1));
    }
}

#[test]
fn a_puzzle_that_stops_finishing_does_not_change_the_figures_of_others() {
    let hung = Relabeling::new([2, 3, 4, 5, 6, 7, 8, 9, 1].map(|d| Digit::new(d).unwrap()));
    let hung = hung.unwrap().apply(&proper());
    let runs = AtomicUsize::new(0);
    let hangs = fake(|board, limits, found| {
        let hangs = *board == hung && runs.fetch_add(1, Ordering::Relaxed) >= 4;
        if hangs { endless(limits) } else { right().search(board, limits, found) }
    });
    let lists = file(&[proper(), hung, improper()]);
    let engines = [engine("hangs", &hangs), engine("right", right())];
    let limit = Duration::from_millis(50);
    let records = run(&Job { limit, workloads: only(Mode::First), ..job(&engines, &lists) });
    let [row, _] = &records[..] else { panic!("two rows: {records:?}") };
    assert_eq!(
        (row.count(PuzzleOutcome::Finished), row.count(PuzzleOutcome::TimedOut), row.faults.len()),
        (2, 1, 0),
        "{row:?}"
    );
    assert_eq!(row.timed_out_puzzles().next().unwrap().place, PuzzleLocation::Line(2));
    assert!(row.mean().is_some_and(|mean| mean < 10e6) && !row.whole_passes.is_empty(), "{row:?}");
    assert_eq!(row.total(|report| Some(report.solutions)).unwrap_or(0), 2);
    assert_eq!(CommonTimes::of(&records).unwrap().puzzles, 2);
}

#[test]
fn a_turn_ends_with_the_time_of_the_job() {
    // The strategy is fast during the verification. Afterwards, its passes would take too long.
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
    assert_eq!(
        (rows[0].count(PuzzleOutcome::TimedOut), rows[0].faults.len()),
        (0, 0),
        "{:?}",
        rows[0]
    );
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
            assert!(!row.faults.is_empty(), "{row:?}");
            assert_eq!(row.faults.values().next().unwrap(), "its counters differ in another run");
        }
    }
}

#[test]
fn an_untested_promise_counts_as_missed() {
    let slow = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(30));
        right().search(board, limits, found)
    });
    let lists = judge();
    let budget = Some(Duration::from_millis(500));
    for row in run(&Job { budget, ..job(&[engine("mrv", &slow)], &lists) }) {
        assert!(
            row.count(PuzzleOutcome::NotRun) > 0 && row.count(PuzzleOutcome::TimedOut) == 0,
            "{row:?}"
        );
        let missed = row.missed_promise();
        assert!(missed.as_deref().is_some_and(|text| text.ends_with("puzzles not run")));
    }
}

#[test]
fn promises_are_tested_first() {
    // A strategy that sleeps is about equally slow on a busy machine and on a quiet one.
    let quick = sudoku_registry::find("board").unwrap().solver;
    let slow = fake(move |board, limits, found| {
        std::thread::sleep(Duration::from_millis(40));
        quick.search(board, limits, found)
    });
    // On this set, only the strategy named `mrv` promises the time budget.
    let lists = [PuzzleList::from_set(sudoku_corpus::set("hard").unwrap()).unwrap()];
    let engines = [engine("scan", &slow), engine("mrv", &slow)];
    let budget = Some(Duration::from_secs(3));
    let records = run(&Job { budget, workloads: only(Mode::First), ..job(&engines, &lists) });
    let [scan, promising] = &records[..] else { panic!("two rows: {records:?}") };
    assert!(!scan.promises_budget() && promising.promises_budget());
    // Whether it meets the budget depends on the machine.
    assert_eq!(promising.count(PuzzleOutcome::NotRun), 0, "{promising:?}");
    assert!(scan.count(PuzzleOutcome::NotRun) > 0 && scan.missed_promise().is_none(), "{scan:?}");
}

#[test]
fn the_mean_is_the_median_of_whole_passes() {
    // Six of ten searches are far slower, which a minimum would not show.
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
        assert!(row.whole_passes.len() >= 5, "{row:?}");
        assert!(row.mean().is_some_and(|mean| mean > 5e6), "{row:?}");
        assert!(row.whole_passes.iter().any(|&mean| mean < 5e6), "{row:?}");
    }
}

#[test]
fn both_modes_time_the_first_solution() {
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

/// An answer within the time limit counts, even if the strategy ignores the stop flag.
#[test]
fn a_late_answer_counts_under_any_workload() {
    let slow = fake(|board, limits, found| {
        std::thread::sleep(Duration::from_millis(60));
        // The strategy ignores the stop flag.
        right().search(board, &Limits::solutions(limits.solutions), found)
    });
    for text in [false, true] {
        let engines = [engine("slow", &slow)];
        let (budget, workloads) =
            (Some(Duration::from_secs(4)), workloads(&[Mode::First], false, text));
        let lists = pair();
        let rows = run(&Job { budget, workloads, verify_only: true, ..job(&engines, &lists) });
        assert_eq!(
            (rows[0].count(PuzzleOutcome::Finished), rows[0].faults.len()),
            (2, 0),
            "text {text}: {:?}",
            rows[0]
        );
    }
}

/// A strategy has a fault if it returns no grid, or a different grid, after its verification.
#[test]
fn later_wrong_answers_are_detected_under_any_workload() {
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
                assert!(!rows[0].faults.is_empty(), "batch {batch}, text {text}: {:?}", rows[0]);
            }
        }
    }
}
