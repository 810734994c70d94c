//! Tests of `cmp` with files whose rows are known to be equal, or known to differ.
//!
//! The files are simulated from a seed and resemble real ones. Passes differ by a few percent, and
//! runs of the same program by another percent. Other work on the machine makes a whole run longer,
//! up to twice as long.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sudoku_core::Board;
use sudoku_generator::{seeded_rng, uniform_below};

/// The state of the machine during a run.
#[derive(Clone, Copy, Debug)]
enum Machine {
    Quiet,
    /// Other processes share the processors.
    Loaded,
    /// Another virtual machine of the same host uses the cores, which the system cannot see.
    Shared,
    /// The machine is quiet, and the file lacks the times of the second loop.
    OfOld,
}

const MODES: [&str; 2] = ["first", "unique"];
const STRATEGIES: [&str; 2] = ["mrv", "board"];
const PUZZLES: usize = 12;

/// Writes the file of a run, with all times multiplied by `factor`.
fn file(folder: &Path, seed: u64, machine: Machine, factor: f64) -> PathBuf {
    let mut rng = seeded_rng(seed, 1);
    // Approximately normal, with mean 0 and variance 1.
    let mut normal =
        || (0..12).map(|_| uniform_below(&mut rng, 1001) as f64 / 1000.0).sum::<f64>() - 6.0;
    let mut text = String::new();
    let mut add = |line: Value| writeln!(text, "{line}").unwrap();
    let workload = |mode| json!({ "mode": mode, "batch": false, "text": false });
    add(json!({
        "record": "run", "format": "bench-harness measurements", "version": 1, "cpu": "made up",
        "features": [], "compiler": "rustc", "profile": "release", "opt_level": "3",
        "debug_assertions": false, "comparable": true, "commit": "0", "seed": 1, "date": "2026",
        "time_limit_ms": 1000.0, "strategies": STRATEGIES, "ways": MODES.map(workload),
        "order": "shuffled", "symmetries": 0, "budget_ms": null, "verify_only": false
    }));
    let boards: Vec<Board> = sudoku_corpus::set("judge").unwrap().puzzles().unwrap()[..PUZZLES]
        .iter()
        .map(|puzzle| puzzle.board)
        .collect();
    let puzzle = |(at, board): (usize, &Board)| json!({ "line": at + 1, "puzzle": board });
    let puzzles: Vec<Value> = boards.iter().enumerate().map(puzzle).collect();
    add(json!({
        "record": "set", "list": 0, "set": "p", "about": "p", "promises_budget": [],
        "puzzles": puzzles
    }));
    let rows = || STRATEGIES.iter().flat_map(|strategy| MODES.map(|mode| (strategy, mode)));
    // Influences that last for a whole run: a small one always, and a large one from other work.
    let (own, other) = (normal(), (normal() * 0.3).abs());
    let disturbed = match machine {
        Machine::Quiet | Machine::OfOld => 1.0,
        Machine::Loaded | Machine::Shared => (1.0 + other).min(2.0),
    };
    let levels: Vec<f64> =
        rows().map(|_| disturbed * factor * (0.007 * own + 0.007 * normal()).exp()).collect();
    let time = |at: usize| 1000.0 * (1 + at % 4) as f64;
    let row = |(strategy, mode): (&&str, &str), mut event: Value| {
        event["strategy"] = json!(strategy);
        event["set"] = json!("p");
        event["list"] = json!(0);
        event["mode"] = json!(mode);
        event["batch"] = json!(false);
        event
    };
    for (key, level) in rows().zip(&levels) {
        for (at, board) in boards.iter().enumerate() {
            add(row(
                key,
                json!({
                    "record": "answer", "at": at, "puzzle": board, "clues": board.clue_count(),
                    "ns": (time(at) * level) as u64, "solutions": 1, "ending": "exhausted", "nodes": 1,
                    "placements": 1, "guesses": 0, "solution": null, "second_solution": null
                }),
            ));
        }
    }
    for round in 0..40u64 {
        let (waited, loops) = match machine {
            Machine::Loaded => (300_000 * round, 16_000),
            // Other work slows the loop only 25% as much as searches.
            Machine::Shared => (0, (16_000.0 + 4000.0 * other + 40.0 * normal()) as u64),
            Machine::Quiet | Machine::OfOld => (0, 16_000 + (40.0 * normal()) as u64),
        };
        let mut pace = json!({
            "record": "pace", "loop_ns": 1600, "ran_ns": 1_000_000 * round, "waited_ns": waited
        });
        if !matches!(machine, Machine::OfOld) {
            pace["full_loop_ns"] = json!(loops);
        }
        add(pace);
        for (key, level) in rows().zip(&levels) {
            // Some turns are interrupted.
            let spoilt = if normal() > 1.8 { 1.4 } else { 1.0 };
            let pass: f64 = (0..PUZZLES).map(time).sum::<f64>() * level * spoilt;
            let mut noisy = |ns: f64| (ns * (0.03 * normal()).exp()) as u64;
            let passes: Vec<u64> = (0..24).map(|_| noisy(pass)).collect();
            let times: Vec<u64> = (0..PUZZLES).map(|at| noisy(time(at) * level * spoilt)).collect();
            add(row(key, json!({ "record": "passes", "puzzles": PUZZLES, "ns": passes })));
            if round < 7 {
                add(row(key, json!({ "record": "times", "ns": times })));
            }
        }
    }
    add(json!({ "record": "end" }));
    let path = folder.join(format!("{seed}.jsonl"));
    fs::write(&path, text).unwrap();
    path
}

/// Compares pairs of files. Returns the numbers of 100 rows with the verdicts slower and faster.
fn verdicts(old: (Machine, f64), new: (Machine, f64)) -> [usize; 2] {
    let folder = tempfile::tempdir().unwrap();
    let (mut rows, mut slower, mut faster) = (0, 0, 0);
    for pair in 0..25 {
        let old = file(folder.path(), 2 * pair, old.0, old.1);
        let new = file(folder.path(), 2 * pair + 1, new.0, new.1);
        let output = Command::new(env!("CARGO_BIN_EXE_bench-harness"))
            .arg("cmp")
            .args([old, new])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        for line in text.lines().filter(|line| STRATEGIES.iter().any(|it| line.contains(it))) {
            let cells: Vec<&str> =
                line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
            let [_, old, new, _, _, seen, ..] = cells[..] else { panic!("{line}") };
            let is_longer = micros(new) > micros(old);
            // The times never contradict the verdict.
            assert!(seen != "slower" || is_longer, "{line}");
            assert!(seen != "faster" || !is_longer, "{line}");
            rows += 1;
            slower += usize::from(seen == "slower");
            faster += usize::from(seen == "faster");
        }
    }
    assert_eq!(rows, 100);
    [slower, faster]
}

/// Parses a time of a table, in microseconds.
fn micros(cell: &str) -> f64 {
    cell.strip_suffix(" µs").unwrap().parse().unwrap()
}

#[test]
fn equal_programs_differ_in_at_most_one_row_of_a_hundred() {
    use Machine::{Loaded, OfOld, Quiet, Shared};
    for (old, new) in [
        (Quiet, Quiet),
        (Loaded, Loaded),
        (Quiet, Loaded),
        (Shared, Shared),
        (Shared, Quiet),
        (OfOld, OfOld),
        (OfOld, Quiet),
    ] {
        let [slower, faster] = verdicts((old, 1.0), (new, 1.0));
        assert!(slower + faster <= 1, "{old:?}, {new:?}: {slower} slower, {faster} faster");
    }
}

#[test]
fn a_tenth_more_or_less_is_seen_on_a_quiet_machine() {
    let [slower, faster] = verdicts((Machine::Quiet, 1.0), (Machine::Quiet, 1.1));
    assert!(slower >= 95 && faster == 0, "{slower} slower, {faster} faster");
    let [slower, faster] = verdicts((Machine::Quiet, 1.1), (Machine::Quiet, 1.0));
    assert!(faster >= 95 && slower == 0, "{slower} slower, {faster} faster");
}

/// Returns the output of `cmp` for two quiet runs. The second takes 30% longer, and has these
/// fields in its first line.
fn compared(changes: &[(&str, Value)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let old = file(folder.path(), 1, Machine::Quiet, 1.0);
    let new = file(folder.path(), 2, Machine::Quiet, 1.3);
    let text = fs::read_to_string(&new).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let mut first: Value = serde_json::from_str(first).unwrap();
    for (field, value) in changes {
        first[field] = value.clone();
    }
    fs::write(&new, format!("{first}\n{rest}")).unwrap();
    let command = &mut Command::new(env!("CARGO_BIN_EXE_bench-harness"));
    let output = command.arg("cmp").args([old, new]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn nothing_is_decided_between_machines_or_manners_of_building() {
    assert_eq!(compared(&[]).matches("slower").count(), 4);
    for (field, value, what) in [
        ("cpu", json!("another"), "processor"),
        ("features", json!(["avx2"]), "processor"),
        ("compiler", json!("rustc 2"), "compiler"),
        ("profile", json!("bench"), "profile"),
        ("opt_level", json!("2"), "profile"),
    ] {
        let text = compared(&[(field, value), ("commit", json!("1"))]);
        assert_eq!(text.matches("not decided").count(), 4, "{text}");
        assert!(!text.contains("slower"), "{text}");
        let doubt = format!("the new file was measured with a different {what};");
        assert!(text.contains(&doubt), "{text}");
    }
}

#[test]
fn a_different_job_gives_a_warning_and_a_different_commit_gives_none() {
    for (field, value, what) in
        [("seed", json!(2), "seed"), ("time_limit_ms", json!(9.0), "time limit")]
    {
        let text = compared(&[(field, value), ("commit", json!("1"))]);
        assert!(text.contains(&format!("WARNING: measured with a different {what},")), "{text}");
        assert_eq!(text.matches("slower").count(), 4, "{text}");
    }
    let text = compared(&[("seed", json!(2)), ("time_limit_ms", json!(9.0))]);
    assert!(text.contains("a different seed and a different time limit,"), "{text}");
    assert!(!compared(&[("commit", json!("1"))]).contains("WARNING"));
}
