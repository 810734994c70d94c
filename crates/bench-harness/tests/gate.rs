//! Tests of `gate` with strategies and programs that pass, and others that fail.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const OWN: &str = env!("CARGO_BIN_EXE_bench-harness");
const ENGINE: &str = include_str!("fixtures/engine.rs");

fn run_gate(arguments: &[&str]) -> Output {
    Command::new(OWN).arg("gate").args(arguments).output().unwrap()
}

/// Returns the exit code and the standard output.
fn result(output: Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Builds the engine with a changed constant. Returns the program.
fn engine(folder: &Path, name: &str, constant: &str) -> PathBuf {
    let [source, program] = [format!("{name}.rs"), name.to_owned()].map(|it| folder.join(it));
    let name = constant.split(" = ").next().unwrap();
    let line = |line: &str| {
        let is_changed = line.starts_with(&format!("const {name}"));
        if is_changed { format!("const {constant};\n") } else { format!("{line}\n") }
    };
    fs::write(&source, ENGINE.lines().map(line).collect::<String>()).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut build = Command::new(rustc);
    build.args(["-O", "--edition", "2024"]).arg(source).arg("-o").arg(&program);
    assert!(build.status().unwrap().success());
    program
}

/// Compares two versions of the engine on the empty board. A turn has many passes even on a slow
/// machine, because a pass is short.
fn compare(base: &Path, head: &Path) -> (Option<i32>, String) {
    let [base, head] = [base, head].map(|path| format!("mine='{}'", path.display()));
    result(run_gate(&["--base-external", &base, "--external", &head, "--set", "empty"]))
}

#[test]
fn programs_are_compared_with_their_bases() {
    let folder = tempfile::tempdir().unwrap();
    let build = |name, constant| engine(folder.path(), name, constant);
    let good = build("good", "EXTRA: usize = 0");
    let slow = build("slow", "EXTRA: usize = 3");
    let wrong = build("wrong", "WRONG: bool = true");
    let ends = build("ends", "ENDS_AT: usize = 2");
    // This version answers right as long as it gets one pass.
    let cheats = build("cheats", "WRONG_PASSES: usize = 2");
    for (base, head, code, verdict) in [
        (&good, &good, 0, "| not slower"),
        (&good, &slow, 1, "| FAILS: slower"),
        (&slow, &good, 0, "| faster"),
        (&good, &wrong, 1, "| FAILS: wrong answers: 1"),
        (&wrong, &good, 0, "| not timed: base is wrong"),
        // The verification has one pass, the turns have more.
        (&good, &ends, 1, "| FAILS: in its turns: it ended (exit status: 3)"),
        (&ends, &good, 0, "| base, in its turns: it ended (exit status: 3)"),
        (&good, &cheats, 1, "| FAILS: in its turns: it answers differently in another run"),
        (&good, &folder.path().join("nosuch"), 1, "| FAILS: lost"),
    ] {
        let heading = if code == 0 { "### Passes: " } else { "### Fails: mine on empty: " };
        let is_right = |(found, text): &(_, String)| {
            *found == Some(code) && text.starts_with(heading) && text.contains(verdict)
        };
        // Other work on the machine may lengthen the turns of one version, but not in three trials.
        let mut tried = Vec::new();
        while tried.len() < 3 && !tried.last().is_some_and(is_right) {
            tried.push(compare(base, head));
        }
        assert!(tried.last().is_some_and(is_right), "{verdict}: {tried:?}");
    }
}

#[test]
fn a_build_is_compared_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.md");
    let arguments = ["--base", OWN, "--strategy", "mrv", "--strategy", "board", "--set", "judge"];
    let more = ["--output", table.to_str().unwrap()];
    let is_even = (0..3).any(|_| {
        let (code, printed) = result(run_gate(&[&arguments[..], &more].concat()));
        let text = fs::read_to_string(&table).unwrap();
        assert!(printed.is_empty() && text.matches("| judge |").count() == 2, "{text}");
        code == Some(0) && text.starts_with("### Passes: nothing is wrong or slower\n")
    });
    assert!(is_even);
}

/// In both builds, `scan` needs minutes to prove that the first puzzle has no solution. The other
/// puzzles take microseconds, so the time limit separates them on any machine.
#[test]
fn puzzles_that_time_out_in_both_builds_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles.txt");
    let puzzle =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(&puzzles, format!("{puzzle}\n{}", format!("{easy}\n").repeat(40))).unwrap();
    let arguments = ["--base", OWN, "--strategy", "scan", "--time-limit", "3s"];
    let file = ["--file", puzzles.to_str().unwrap()];
    let (_, text) = result(run_gate(&[&arguments[..], &file].concat()));
    // On a busy machine, fewer than 40 puzzles fit into a turn.
    let timed = text.split("/41 |").next().and_then(|before| before.rsplit(' ').next()).unwrap();
    assert!((1..=40).contains(&timed.parse().unwrap()), "{text}");
    assert!(!text.contains("timeouts") && !text.contains("lost"), "{text}");
}

/// The base lacks the strategy `board`, and its `mrv` is `bitmask`, which guesses more.
#[cfg(unix)]
#[test]
fn new_strategies_are_verified_and_guesses_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let base = script(
        folder.path(),
        "base",
        &format!(
            "case $2 in mrv) exec '{OWN}' serve bitmask;; scan) exec '{OWN}' serve scan;; esac; exit 2"
        ),
    );
    let base = base.to_str().unwrap();
    let rows = ["--strategy", "mrv", "--strategy", "board", "--set", "easy"];
    let (code, text) = result(run_gate(&[&["--base", base], &rows[..]].concat()));
    assert_eq!(code, Some(0), "{text}");
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("| {name} "))).unwrap();
    let guesses = line("mrv").split('|').nth(3).unwrap().trim();
    assert!(line("mrv").contains("| faster") && guesses.starts_with("0.0"), "{text}");
    assert!(line("board").contains("| new, only verified"), "{text}");
    assert!(text.starts_with("### Passes: nothing is wrong; 1 of 2 rows not compared\n"), "{text}");
    let rows = ["--strategy", "board", "--set", "easy"];
    let base = script(folder.path(), "old", &format!("[ $2 = scan ] && exec '{OWN}' serve scan"));
    let (code, text) = result(run_gate(&[&["--base", base.to_str().unwrap()], &rows[..]].concat()));
    let heading = "### Passes: nothing is wrong; 1 of 1 rows not compared\n";
    assert!(code == Some(0) && text.starts_with(heading), "{text}");
}

/// Processes of the base are alternately faster and slower than `bitmask`, so the turns do not
/// decide the row. The first process guesses less.
#[cfg(unix)]
#[test]
fn more_guesses_fail_a_row_that_the_turns_do_not_decide() {
    let folder = tempfile::tempdir().unwrap();
    let base = format!(
        "[ $2 = scan ] && exec '{OWN}' serve scan\n\
         echo >>\"$0.log\"\nname=scan\n[ $(($(wc -l <\"$0.log\") % 2)) = 0 ] || name=board\n\
         exec '{OWN}' serve $name"
    );
    let base = script(folder.path(), "base", &base);
    let arguments = ["--base", base.to_str().unwrap(), "--strategy", "bitmask", "--set", "easy"];
    let (code, text) = result(run_gate(&arguments));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("### Fails: bitmask on easy: more guesses\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_option_batch_applies_to_both_builds() {
    let folder = tempfile::tempdir().unwrap();
    let base = script(folder.path(), "base", &format!("tee -a \"$0.in\" | '{OWN}' serve scan"));
    let arguments = ["--base", base.to_str().unwrap(), "--strategy", "mrv", "--set", "easy"];
    let (code, text) = result(run_gate(&[&arguments[..], &["--batch"]].concat()));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("| faster"), "{text}");
    let blocks = fs::read_to_string(base.with_extension("in")).unwrap();
    let mut blocks = blocks.lines().filter(|line| line.starts_with("block "));
    assert!(blocks.clone().count() > 2 && blocks.all(|line| line.starts_with("block 2 batch ")));
}

#[cfg(unix)]
#[test]
fn programs_that_cannot_be_compared_are_refused() {
    for (base, cause) in [
        ("/bin/true", "it ended (exit status: 0)"),
        ("/bin/false", "it ended (exit status: 1)"),
        ("/bin/echo", "expected greeting `sudoku-peer 1`, found `serve scan`"),
        ("/nosuch", "it cannot be started: No such file or directory (os error 2)"),
    ] {
        let output = run_gate(&["--base", base, "--strategy", "mrv", "--set", "judge"]);
        let message = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("error: {base} is no build of the harness: {cause}; give --base the program ");
        assert!(output.status.code() == Some(2) && message.starts_with(&expected), "{message}");
    }
    for (arguments, message) in [
        (&["--external", "a=b"][..], "each program needs one --external and one"),
        (&["--external", "a=b", "--base-external", "c=d"], "`a` has no --base-external a=COMMAND"),
        (&["--base", OWN, "--base-external", "c=d"], "each program needs one --external"),
        (&["--base", OWN, "--external", "mrv=a", "--base-external", "mrv=b"], "the name `mrv`"),
        (
            &["--external=a=b", "--external=a=c", "--base-external=a=d", "--base-external=a=e"],
            "the name `a`",
        ),
        (&[], "the following required arguments were not provided"),
    ] {
        let output = run_gate(arguments);
        let found = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && found.contains(message), "{found}");
    }
}

/// Writes an executable shell script. Another process writes it: a file that is open for writing
/// cannot be started.
#[cfg(unix)]
fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod +x \"$0\"";
    let written = Command::new("sh").args(["-c", write]).arg(&path).arg(text).status();
    assert!(written.unwrap().success());
    path
}
