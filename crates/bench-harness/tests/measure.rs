//! Tests of measurement files that are complete, resumed, cut off or damaged.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use bench_harness::data::file::read;
use bench_harness::data::measured::{Measured, PuzzleOutcome};
use bench_harness::data::measurements::Measurements;
use cli_support::with_causes;

fn command(arguments: &str, path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench-harness"));
    command.args(arguments.split_whitespace()).arg(path);
    command
}

fn run(arguments: &str, path: &Path) -> Output {
    command(arguments, path).output().unwrap()
}

fn load(path: &Path) -> Measurements {
    read(&fs::read(path).unwrap()).unwrap().0
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

const JUDGE: &str = "measure --set judge --strategy mrv --strategy bitmask --output";

/// Returns the results that must not depend on interruptions of the measurement.
fn exact(row: &Measured) -> String {
    let (strategy, set, mode) = (&row.strategy, &row.list.name, row.workload.mode);
    let finished = row.count(PuzzleOutcome::Finished);
    let [placements, guesses, solutions] = [
        row.total(|report| report.placements),
        row.total(|report| report.guesses),
        row.total(|report| Some(report.solutions)),
    ];
    let wrong = row.faults.len();
    format!("{strategy} {set} {mode} {finished} {placements:?} {guesses:?} {solutions:?} {wrong}")
}

#[test]
fn a_file_has_the_results_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judge.jsonl");
    let output = run(JUDGE, &path);
    assert!(output.status.success(), "{output:?}");
    let measured = load(&path);
    assert!(measured.finished && read(&fs::read(&path).unwrap()).unwrap().1 == 0);
    assert_eq!((measured.rows.len(), measured.lists.len()), (4, 1));
    assert!(!measured.environment.cpu.is_empty() && measured.environment.seed == 1);
    for row in &measured.rows {
        assert_eq!((row.count(PuzzleOutcome::Finished), row.faults.len()), (60, 0));
        assert!(row.whole_passes.len() >= 3 && row.puzzle_passes > 0);
        assert!(row.times().iter().all(Option::is_some) && row.promises_budget());
        assert!(row.counters(|report| report.guesses).all(|guesses| guesses.is_some()));
    }
    // The file has a record for each answer of a strategy.
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains(r#""event":"answer""#)).count(), 240);
}

#[test]
fn existing_files_are_not_overwritten_and_finished_rows_are_not_measured_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judge.jsonl");
    assert!(run(JUDGE, &path).status.success());
    let before = fs::read(&path).unwrap();
    let again = run(JUDGE, &path);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("the file exists; continue it with --resume"), "{again:?}");
    assert!(
        run(&format!("{} --resume --output", JUDGE.trim_end_matches(" --output")), &path)
            .status
            .success()
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_measurement_killed_at_any_moment_can_be_read_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let options = "measure --set judge --set none --strategy mrv --strategy board --mode first";
    let whole = folder.path().join("whole.jsonl");
    assert!(run(&format!("{options} --output"), &whole).status.success());
    let rows = |path: &Path| load(path).rows.iter().map(exact).collect::<Vec<_>>();
    let lines = |path: &Path| {
        fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
    };
    let mut halfway = 0;
    for written in [1, 2, lines(&whole) / 2] {
        let path = folder.path().join(format!("{written}.jsonl"));
        let mut child =
            command(&format!("{options} --output"), &path).stderr(Stdio::null()).spawn().unwrap();
        while lines(&path) < written && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        halfway += usize::from(!load(&path).finished);
        let resumed = run(&format!("{options} --resume --output"), &path);
        assert!(resumed.status.success(), "{resumed:?}");
        assert!(load(&path).finished);
        assert_eq!(rows(&path), rows(&whole), "killed after {written} lines");
    }
    assert!(halfway > 0);
}

#[test]
fn a_file_that_was_cut_inside_its_puzzles_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judge.jsonl");
    let options = "measure --set judge --set none --strategy board --verify-only";
    assert!(run(&format!("{options} --output"), &path).status.success());
    let text = fs::read(&path).unwrap();
    let line_ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    for line_end in line_ends.take(2) {
        fs::write(&path, &text[..line_end + 60]).unwrap();
        let resumed = run(&format!("{options} --resume --output"), &path);
        assert!(resumed.status.success(), "{resumed:?}");
        let measured = load(&path);
        assert!(measured.finished && measured.lists.len() == 2);
        assert_eq!(measured.rows[0].count(PuzzleOutcome::Finished), 60);
    }
}

#[test]
fn only_a_regular_file_can_be_an_output() {
    let folder = tempfile::tempdir().unwrap();
    for (path, complaint) in [
        (folder.path(), "the file exists; continue it with --resume, or choose another file"),
        (Path::new("-"), "-: a measurement is not written to standard output; choose the name"),
    ] {
        let output = run(JUDGE, path);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(complaint), "{output:?}");
    }
}

#[test]
fn a_file_that_is_cut_anywhere_can_be_read_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.jsonl");
    assert!(run("measure --set none --strategy board --output", &path).status.success());
    let text = fs::read(&path).unwrap();
    let whole =
        load(&path).rows.iter().map(|row| row.count(PuzzleOutcome::Finished)).sum::<usize>();
    let first_line = text.iter().position(|&byte| byte == b'\n').unwrap();
    let step = (text.len() / 500).max(1);
    for end in (0..text.len()).step_by(step).chain(text.len() - 40..=text.len()) {
        match read(&text[..end]) {
            Ok((part, unfinished)) => {
                assert!(end > first_line);
                let finished =
                    part.rows.iter().map(|row| row.count(PuzzleOutcome::Finished)).sum::<usize>();
                assert!(finished <= whole);
                let lines = text[..end].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
                assert_eq!(unfinished, end - lines);
            }
            Err(error) => {
                assert!(end <= first_line && error.to_string() == "line 1", "{end}: {error}");
            }
        }
    }
}

#[test]
fn errors_of_damaged_files_name_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("easy.jsonl");
    let options = "measure --set easy --strategy mrv --mode first";
    assert!(run(&format!("{options} --output"), &path).status.success());
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        assert!(lines[line - 1].contains(from), "{from} is not in {}", lines[line - 1]);
        lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        lines.join("\n") + "\n"
    };
    let without = |line: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| at + 1 != line);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    for (text, line, complaint) in [
        (String::new(), 1, "not a measurement file"),
        ("\n".to_owned(), 1, "not a measurement file"),
        ("puzzle,solution\n1,2\n".to_owned(), 1, "not a measurement file"),
        ("no line feed".to_owned(), 1, "not a measurement file"),
        (r#"{"record":"run","format":"bench"#.to_owned(), 1, "without a whole line"),
        (changed(1, r#""version":3"#, r#""version":7"#), 1, "version 7 of the format"),
        (changed(1, r#""cpu""#, r#""gpu""#), 1, "missing field `cpu`"),
        (changed(3, r#"{"record""#, r#"{"recor"#), 3, "not a record"),
        (changed(3, r#""row":0"#, r#""row":1"#), 3, "no such row"),
        (changed(3, r#""at":"#, r#""at":99"#), 3, "the puzzle differs from puzzle 99"),
        (changed(3, r#""ending":""#, r#""ending":"un"#), 3, "expected `exhausted`"),
        (changed(4, r#""puzzle":""#, r#""puzzle":"9"#), 4, "not a record"),
        (changed(5, "}", "}}"), 5, "not a record"),
        // A part of a line with a line feed after it is damage, not an unfinished line.
        (format!("{}\n{}", &lines[0], &lines[1][..50]) + "\n", 2, "not a record"),
        (without(2), 2, "no such row"),
        (format!("{}\n\0\0\0\0\n", lines[0]), 2, "not a record"),
    ] {
        let error = with_causes(read(text.as_bytes()).unwrap_err().as_ref());
        let expected = format!("line {line}: ");
        assert!(error.starts_with(&expected) && error.contains(complaint), "{error}: {complaint}");
        fs::write(&path, &text).unwrap();
        let resumed = run(&format!("{options} --resume --output"), &path);
        assert_eq!(resumed.status.code(), Some(2));
        assert!(stderr(&resumed).contains(&expected), "{resumed:?}");
        // A refused file is not changed.
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn only_the_same_job_can_resume_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("judge.jsonl");
    assert!(
        run("measure --set judge --strategy mrv --verify-only --output", &path).status.success()
    );
    for (options, differs) in [
        ("--set judge --strategy bitmask --verify-only", "strategies"),
        ("--set judge --strategy mrv --mode first --verify-only", "workloads"),
        ("--set judge --strategy mrv --verify-only --seed 2", "seed"),
        ("--set judge --strategy mrv --verify-only --time-limit 2s", "time_limit_ms"),
        ("--set judge --strategy mrv", "verify_only"),
        ("--set easy --strategy mrv --verify-only", "sets, files or puzzles"),
    ] {
        let output = run(&format!("measure {options} --resume --output"), &path);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(differs), "{options}: {output:?}");
    }
    let missing = run(&format!("{JUDGE} x --resume --output"), &folder.path().join("missing"));
    assert_eq!(missing.status.code(), Some(2));
}

/// A shortened file with every type of record and event.
const FIXTURE: &[u8] = include_bytes!("fixtures/measurement.jsonl");

#[test]
fn files_of_this_version_stay_readable() {
    let measured = read(FIXTURE).unwrap().0;
    let text = std::str::from_utf8(FIXTURE).unwrap();
    for record in ["run", "set", "row", "scheduling", "end"] {
        assert!(text.contains(&format!(r#""record":"{record}""#)), "{record}");
    }
    let events = ["answer", "timeout", "fault", "batch", "passes", "times", "outside", "lost"];
    for event in events {
        assert!(text.contains(&format!(r#""event":"{event}""#)), "{event}");
    }
    assert!(measured.finished && measured.scheduling.len() == 2);
    assert_eq!((measured.lists[0].puzzles.len(), measured.environment.seed), (2, 1));
    let records = measured.rows;
    let [bitmask, board, mine, dies] = &records[..] else { panic!("four rows: {records:?}") };
    let run = |row: &Measured| {
        let [finished, timed_out] = [PuzzleOutcome::Finished, PuzzleOutcome::TimedOut]
            .map(|puzzle_outcome| row.count(puzzle_outcome));
        (finished, timed_out, row.faults.len(), row.whole_passes.len())
    };
    assert_eq!((run(bitmask), run(board)), ((1, 1, 0, 5), (2, 0, 0, 5)));
    assert_eq!((run(mine), run(dies)), ((2, 0, 1, 0), (2, 0, 0, 0)));
    assert_eq!(
        (bitmask.total(|it| it.placements), bitmask.total(|it| it.guesses)),
        (Some(4631), Some(1371))
    );
    assert!(bitmask.workload.text && !bitmask.sorted_times().is_empty() && board.worst().is_some());
    assert_eq!(mine.faults.values().next().unwrap(), "its grid changes a clue");
    assert_eq!(dies.lost.as_deref(), Some("it ended (exit status: 7)"));
    for external in [mine, dies] {
        assert_eq!(external.external.as_ref().unwrap().version, "1.2");
        assert!(external.outside.is_some_and(|ns| ns > 0.0) && external.mean().is_some());
    }
}
