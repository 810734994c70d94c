//! Tests of a search that ignores the stop flag: the process ends after it has written all results.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bench_harness::cmd::measure::{Conclusion, measure};
use bench_harness::cmd::output::OutputArgs;
use bench_harness::data::puzzles::PuzzleList;
use bench_harness::data::workload::{Mode, Workload};
use bench_harness::engine::{Engine, EngineKind};
use bench_harness::measure::job::Job;
use bench_harness::measure::journal::Journal;
use bench_harness::render::format::ResultFormat;
use serde_json::Value;
use sudoku_core::{Board, Grid, Limits, Report, Solver};

/// A solver that solves this number of boards and then never returns.
struct Stubborn(AtomicUsize);

impl Solver for Stubborn {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 0 {
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
        right().search(board, limits, found)
    }
}

fn right() -> &'static dyn Solver {
    sudoku_registry::find("bitmask").unwrap().solver
}

const TOLD: &str = "BENCH_HARNESS_TEST_GIVES_UP";

/// The other tests run this test in a separate process, which it ends.
#[test]
fn measures_a_stubborn_strategy_if_requested() {
    let Ok(told) = std::env::var(TOLD) else {
        return;
    };
    let mut words = told.splitn(3, ' ');
    let (runs, batch, path) = (words.next(), words.next(), words.next());
    let stubborn = Stubborn(AtomicUsize::new(runs.unwrap().parse().unwrap()));
    let lists = [PuzzleList::from_set(sudoku_corpus::set("judge").unwrap()).unwrap()];
    let limit = Duration::from_millis(100);
    let job = Job {
        engines: vec![
            Engine::new("right", EngineKind::Strategy(right())),
            Engine::new("stubborn", EngineKind::Strategy(&stubborn)),
        ],
        lists: &lists,
        workloads: vec![Workload {
            mode: Mode::First,
            batch: batch.unwrap().parse().unwrap(),
            text: false,
        }],
        limit,
        budget: None,
        enough: Duration::from_millis(20),
        verify_only: false,
        seed: 1,
    };
    let output = path.filter(|path| !path.is_empty()).map(PathBuf::from);
    let output =
        OutputArgs { all: true, builds: false, html: None, format: ResultFormat::Json, output };
    let conclusion = Conclusion {
        notes: Vec::new(),
        check_budget: false,
        all_readable: true,
        results: Some(output.open::<&Path>(&[], &[]).unwrap()),
    };
    let journal = Journal::new(job.begin(), None);
    let ending = measure(&job, &journal, conclusion, Duration::from_millis(200));
    unreachable!("a stubborn search has come back: {ending:?}");
}

fn give_up(runs: usize, batch: bool, path: &str) -> Output {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "measures_a_stubborn_strategy_if_requested", "--nocapture"])
        .env(TOLD, format!("{runs} {batch} {path}"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    let message = "stubborn on judge, first: the search ignored the stop flag";
    assert!(errors.contains(message), "{errors}");
    output
}

fn rows(json: &str) -> Vec<Value> {
    let json: Value = serde_json::from_str(json).unwrap();
    let rows = json["results"].as_array().unwrap().clone();
    for row in &rows {
        let number = |field: &str| row[field].as_u64().unwrap();
        let parts = number("finished") + number("timed_out") + number("not_run");
        assert_eq!(number("puzzles"), parts, "{row}");
    }
    rows
}

#[test]
fn results_are_written_before_the_process_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.json");
    let path = path.to_str().unwrap();
    // During the verification, with single puzzles and with a batch.
    for (runs, batch, timed_out) in [(5, false, 1), (5, true, 60)] {
        give_up(runs, batch, path);
        let rows = rows(&fs::read_to_string(path).unwrap());
        assert_eq!((&rows[0]["finished"], &rows[0]["wrong"]), (&60.into(), &0.into()));
        assert_eq!(rows[1]["timed_out"], timed_out, "{}", rows[1]);
        // The time of a single puzzle of a batch is unknown.
        let within_budget = if batch { Value::Null } else { false.into() };
        assert_eq!(rows[1]["within_budget"], within_budget);
        assert!(batch || rows[1]["worst_ns"].as_u64().is_some_and(|worst| worst >= 100_000_000));
        assert!(rows[1]["timed_out_puzzles"][0]["puzzle"].is_string());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    // During a timed pass, after every puzzle was finished once.
    give_up(95, false, path);
    let rows = rows(&fs::read_to_string(path).unwrap());
    assert_eq!((&rows[1]["finished"], &rows[1]["wrong"]), (&60.into(), &1.into()), "{}", rows[1]);
    assert_eq!(rows[1]["within_budget"], false);
    assert_eq!(rows[1]["faults"][0]["cause"], "it ignored the stop flag in another run");
}

#[test]
fn results_are_also_written_to_standard_output() {
    let output = give_up(5, false, "");
    let text = String::from_utf8_lossy(&output.stdout);
    let json = &text[text.find('{').unwrap()..=text.rfind('}').unwrap()];
    assert_eq!(rows(json).len(), 2);
}
