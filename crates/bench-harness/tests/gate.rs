//! Tests of `gate` with changes that pass and changes that fail.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bench-harness")).args(arguments).output().unwrap()
}

/// Measures a baseline with this build.
fn baseline(folder: &Path, options: &str) -> PathBuf {
    let path = folder.join("baseline.jsonl");
    let words: Vec<&str> = options.split_whitespace().collect();
    let output = run(&[&["measure"], &words[..], &["--output", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{output:?}");
    path
}

/// Rewrites each record of this kind.
fn rewrite(path: &Path, kind: &str, change: impl Fn(&mut Value)) {
    let text = fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if record["record"] == kind {
            change(&mut record);
        }
        format!("{record}\n")
    };
    fs::write(path, text.lines().map(line).collect::<String>()).unwrap();
}

/// Runs `gate`. Returns its exit code and table.
fn gate(path: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = run(&[&["gate", "--baseline", path.to_str().unwrap()], more].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

const OPTIONS: &str = "--set judge --mode unique --strategy mrv --strategy board";

#[test]
fn what_did_not_change_passes() {
    let folder = tempfile::tempdir().unwrap();
    let path = baseline(folder.path(), OPTIONS);
    let (code, table) = gate(&path, &[]);
    assert_eq!(code, Some(0), "{table}");
    assert!(table.starts_with("### The change passes, but times were not compared\n"), "{table}");
    assert!(table.contains("use --against with the program before the change"), "{table}");
    assert!(table.contains("\n| --- | --- | --: | --: | --: | --: | --: | --- |\n"), "{table}");
}

#[test]
fn a_build_takes_turns_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = baseline(folder.path(), OPTIONS);
    let own = env!("CARGO_BIN_EXE_bench-harness");
    // Other work on the machine may lengthen the turns of one build, but not in all three trials.
    let is_even = (0..3).any(|_| {
        let (code, table) = gate(&path, &["--no-instructions", "--against", own]);
        let ratio = |line: &str| line.split('|').nth(6).unwrap().trim().parse::<f64>().unwrap();
        let rows: Vec<f64> =
            table.lines().filter(|line| line.contains("judge ·")).map(ratio).collect();
        assert_eq!(rows.len(), 2, "{table}");
        code == Some(0)
            && table.starts_with("### The change passes\n")
            && rows.iter().all(|ratio| (0.8..1.25).contains(ratio))
    });
    assert!(is_even);
}

#[test]
fn more_placements_or_guesses_fail() {
    let folder = tempfile::tempdir().unwrap();
    for counter in ["placements", "guesses"] {
        let path = baseline(folder.path(), "--set hard --mode first --strategy mrv");
        rewrite(&path, "answer", |record| {
            record[counter] = (record[counter].as_u64().unwrap() * 9 / 10).into();
        });
        let (code, table) = gate(&path, &[]);
        assert!(code == Some(1) && table.contains("FAILS: more work"), "{table}");
        // Fewer do not fail.
        rewrite(&path, "answer", |record| {
            record[counter] = (record[counter].as_u64().unwrap() * 2 + 1).into();
        });
        assert_eq!(gate(&path, &[]).0, Some(0));
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_wrong_answer_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = baseline(folder.path(), "--set judge --mode first --strategy mrv --verify-only");
    // The known answers are changed, so right answers count as wrong.
    rewrite(&path, "set", |record| {
        for puzzle in record["puzzles"].as_array_mut().unwrap() {
            puzzle["solutions"] = 0.into();
            puzzle["solution"] = Value::Null;
        }
    });
    let (code, table) = gate(&path, &[]);
    assert!(code == Some(1) && table.contains("FAILS: wrong answers"), "{table}");
}

#[test]
fn a_missed_promise_fails_and_the_table_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = baseline(folder.path(), "--set judge --mode first --strategy mrv");
    // No strategy answers within a nanosecond.
    rewrite(&path, "run", |record| record["time_limit_ms"] = 1e-6.into());
    let output = folder.path().join("table.md");
    let (code, table) = gate(&path, &["--output", output.to_str().unwrap()]);
    assert_eq!((code, table.as_str()), (Some(1), ""));
    let table = fs::read_to_string(output).unwrap();
    assert!(table.contains("FAILS: misses its promised budget"), "{table}");
}

/// A build writes answers before it has read all its input, and 1,500 puzzles do not fit into a
/// pipe.
#[cfg(unix)]
#[test]
fn instructions_are_counted_for_more_puzzles_than_a_pipe_holds() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles.txt");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(&puzzles, puzzle.repeat(1500)).unwrap();
    let options = format!("--file {} --mode unique --strategy mrv", puzzles.display());
    let path = baseline(folder.path(), &options);
    // A fake valgrind, which counts each byte of the build's output as an instruction.
    let valgrind = folder.path().join("valgrind");
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nshift 3\n\"$@\" | tee \"$0.out\"\n\
                  echo \"I refs: $(wc -c < \"$0.out\")\" >&2\n";
    fs::write(&valgrind, script).unwrap();
    fs::set_permissions(&valgrind, fs::Permissions::from_mode(0o755)).unwrap();
    let own = env!("CARGO_BIN_EXE_bench-harness");
    let path_variable = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let output = Command::new(own)
        .args(["gate", "--baseline", path.to_str().unwrap(), "--against", own])
        .env("PATH", path_variable)
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(fs::metadata(valgrind.with_extension("out")).unwrap().len() > 1500 * 81, "{table}");
}

#[cfg(unix)]
#[test]
fn another_program_and_a_missing_one_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = baseline(folder.path(), "--set judge --mode first --strategy mrv");
    for (program, cause) in [
        ("/bin/true", "it ended (exit status: 0)"),
        ("/bin/false", "it ended (exit status: 1)"),
        ("/bin/echo", "expected greeting `sudoku-peer 1`, found `serve mrv`"),
        ("/nosuch", "it cannot be started"),
    ] {
        let baseline = path.to_str().unwrap();
        let output = run(&["gate", "--baseline", baseline, "--against", program]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: {program} cannot take turns: {cause}");
        assert!(output.stdout.is_empty() && message.starts_with(&expected), "{message}");
    }
    fs::write(&path, "").unwrap();
    let output = run(&["gate", "--baseline", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: the file is empty"));
}
