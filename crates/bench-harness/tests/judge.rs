//! Tests of the subcommand `judge`: its options, exit codes and output, and that no process
//! outlives it. The tests of `sudoku-judge` cover the verdicts.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use tempfile::TempDir;

const PUZZLE: &str =
    ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";
const SOLUTION: &str =
    "135469278782135649469278135321546897874913526596827413917652384643781952258394761";
/// The solution with 1 and 2 exchanged: a valid grid, but not the puzzle's.
const RELABELED: &str =
    "235469178781235649469178235312546897874923516596817423927651384643782951158394762";

/// Returns nine lines with spaces, the format of 2580.
fn spaced(line: &str) -> String {
    let row = |row: &[u8]| {
        row.iter().map(|&digit| char::from(digit).to_string()).collect::<Vec<_>>().join(" ") + "\n"
    };
    line.replace('.', "0").as_bytes().chunks(9).map(row).collect()
}

fn packed(line: &str) -> String {
    spaced(line).replace(' ', "")
}

/// A folder with the puzzle, its solution and other files of a test, and an environment variable
/// that marks every process of the test.
struct Court {
    folder: TempDir,
    mark: String,
}

impl Court {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mark = format!("JUDGE_TEST={}", folder.path().display());
        let court = Self { folder, mark };
        court.write("puzzle", PUZZLE);
        court.write("solution", &spaced(SOLUTION));
        court
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Returns the command `judge` with these options, for a shell script that runs in the folder.
    fn command(&self, options: &str, script: &str) -> Command {
        let options: Vec<&str> = options.split_whitespace().collect();
        let mut command = self.judging(&options);
        command.args(["--format", "json", "--", "sh", "-c", script]);
        command
    }

    /// Returns the command `judge` with these options.
    fn judging(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench-harness"));
        let (name, value) = self.mark.split_once('=').unwrap();
        command
            .env(name, value)
            .current_dir(self.folder.path())
            .args(["judge", "--file", "puzzle"])
            .args(options);
        command
    }

    /// Judges a script. Checks that the judge is fast enough and leaves no process running. Returns
    /// the exit code and the record of the test.
    fn judge(&self, options: &str, script: &str) -> (i32, Value) {
        let begun = Instant::now();
        let output = self.command(options, script).output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(40), "{script}: {:?}", begun.elapsed());
        assert_eq!(self.left_running(), Vec::<String>::new(), "{script}");
        let record = record(&output);
        (output.status.code().unwrap(), record["programs"][0]["tests"][0].clone())
    }

    /// Returns the command lines of the processes with the mark in their environment.
    fn left_running(&self) -> Vec<String> {
        let has_mark = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == self.mark.as_bytes())
        };
        fs::read_dir("/proc")
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|process| has_mark(process))
            .map(|process| {
                let command = fs::read(process.join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&command).replace('\0', " ")
            })
            .collect()
    }

    /// Waits until the script has started a process with this command line.
    fn wait_for(&self, command: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while !self.left_running().iter().any(|running| running.starts_with(command)) {
            assert!(Instant::now() < patience, "{command} never ran");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn record(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}\n{complaint}"))
}

/// Returns the command with the default action for SIGINT. A shell that runs the tests in the
/// background makes them ignore it, and their processes inherit that.
fn with_interrupts(command: &Command) -> Command {
    let mut by_env = Command::new("env");
    by_env.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args());
    by_env.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    by_env.current_dir(command.get_current_dir().unwrap());
    by_env
}

/// A limit that no program reaches unintentionally, even on a busy machine.
const LONG: &str = "--limit 15s";

#[test]
fn a_verdict_is_in_the_record_and_the_exit_code() {
    let court = Court::new();
    for (options, script, code, verdict, cause) in [
        (LONG, "cat solution", 0, "accepted", None),
        (LONG, "cat >&2", 1, "wrong-answer", Some("its output is empty; standard error: ")),
        ("--limit 300ms", "sleep 60", 1, "time-limit-exceeded", Some(" s of wall time, ")),
        ("--limit 15s --memory 2MB", "cat solution", 1, "memory-limit-exceeded", Some(" MB")),
        (LONG, "yes", 1, "output-limit-exceeded", Some("more than 1048576 bytes")),
        (LONG, "kill -KILL $PPID; sleep 60", 1, "runtime-error", Some("its supervisor was ended")),
    ] {
        let (ended, test) = court.judge(options, script);
        assert_eq!((ended, &test["verdict"]), (code, &verdict.into()), "{script}: {test}");
        let said = test["cause"].as_str();
        let is_said = said.zip(cause).is_some_and(|(said, cause)| said.contains(cause));
        assert!(is_said || (said, cause) == (None, None), "{script}: {test}");
    }
}

#[test]
fn no_process_outlives_the_judge() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGKILL] {
        let court = Court::new();
        let script = "(setsid sleep 61 &); trap '' INT TERM HUP; sleep 62";
        let mut judge = with_interrupts(&court.command("--limit 60s", script));
        let mut judge = judge.stdout(Stdio::null()).spawn().unwrap();
        court.wait_for("sleep 61");
        court.wait_for("sleep 62");
        kill(Pid::from_raw(judge.id().cast_signed()), signal).unwrap();
        assert!(judge.wait().unwrap().signal().is_some());
        let patience = Instant::now() + Duration::from_secs(20);
        while !court.left_running().is_empty() {
            assert!(Instant::now() < patience, "{signal}: {:?}", court.left_running());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_does_not_stop_the_others() {
    let court = Court::new();
    let output =
        court.command("--program none=./no-such-program", "cat solution").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let programs = &record(&output)["programs"];
    assert_eq!((&programs[0]["name"], &programs[0]["verdict"]), (&"sh".into(), &"accepted".into()));
    assert_eq!(programs[1]["verdict"], "cannot-be-started");
    let cause = programs[1]["tests"][0]["cause"].as_str().unwrap();
    assert!(cause.contains("No such file"), "{cause}");
}

#[test]
fn each_problem_accepts_its_own_right_answers() {
    let court = Court::new();
    // Without 1 and 2 the board has two solutions, and only one of them is the smallest.
    let ambiguous: String =
        SOLUTION.chars().map(|digit| if digit < '3' { '.' } else { digit }).collect();
    court.write("puzzle", &ambiguous);
    let (smaller, larger) = (packed(SOLUTION), packed(RELABELED));
    court.write("smaller", &smaller);
    court.write("larger", &larger);
    court.write("spaced", &spaced(RELABELED));
    let output = court
        .judging(&[
            "--program",
            "smaller@boj2239=cat smaller",
            "--program",
            "larger@boj2239=cat 'larger'",
            "--strategy",
            "scan@boj2239",
            "--strategy",
            "mrv",
        ])
        .args(["--format", "json", "--", "sh", "-c", "cat spaced"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let record = record(&output);
    let verdict = |program: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&program["name"]), text(&program["verdict"]), text(&program["tests"][0]["cause"]))
    };
    let verdicts: Vec<_> = record["programs"].as_array().unwrap().iter().map(verdict).collect();
    let smallest =
        "it is not the smallest solution: r1c1 can be smaller with the same cells before it";
    assert_eq!(
        verdicts,
        [
            ("sh", "accepted", ""),
            ("smaller", "accepted", ""),
            ("larger", "wrong-answer", smallest),
            ("scan", "accepted", ""),
            ("mrv", "accepted", ""),
        ]
        .map(|(name, verdict, cause)| (
            name.to_owned(),
            verdict.to_owned(),
            cause.to_owned()
        ))
    );
}

#[test]
fn a_judge_stops_at_the_first_failed_test_by_default() {
    let court = Court::new();
    court.write("puzzle", &format!("{RELABELED}\n{PUZZLE}\n{RELABELED}\n"));
    for (options, run, not_run) in [("", 1, 2), ("--all", 3, 0)] {
        let output = court.command(options, "cat solution").output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let program = &record(&output)["programs"][0];
        assert_eq!(program["verdict"], "wrong-answer");
        assert_eq!(program["tests"].as_array().unwrap().len(), run);
        assert_eq!(
            (&program["not_run"], &program["accepted"]),
            (&not_run.into(), &(run / 3).into())
        );
    }
}

#[test]
fn every_output_format_has_the_reference_times_or_the_tests() {
    let court = Court::new();
    let run = |format: &str| {
        let output = court
            .judging(&[
                "--judge-format",
                "boj2239",
                "--strategy",
                "bitmask",
                "--memory",
                "1 GiB",
                "--format",
                format,
            ])
            .output()
            .unwrap();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{format}");
        String::from_utf8(output.stdout).unwrap()
    };
    for format in ["table", "markdown"] {
        let text = run(format);
        for part in [
            "1 test from puzzle · 1 s and 1024 MB for each",
            "C++ at the judge",
            "PyPy3 at the judge",
            "bitmask",
            "1/1",
        ] {
            assert!(text.contains(part), "{format} without {part}: {text}");
        }
    }
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!(json["references"][1]["ms"], 292.0);
    assert_eq!((&json["schema"], &json["memory_limit"]), (&1.into(), &(1 << 30).into()));
    assert_eq!(json["environment"]["time_limit_ms"], 1000.0);
    let program = &json["programs"][0];
    assert_eq!((&program["name"], &program["format"]), (&"bitmask".into(), &"boj2239".into()));
    let test = &program["tests"][0];
    assert_eq!((&test["set"], &test["place"]), (&"puzzle".into(), &json!({ "line": 1 })));
    assert_eq!((&test["puzzle"], &test["verdict"]), (&PUZZLE.into(), &"accepted".into()));
}

#[test]
fn a_failed_test_is_named_and_shown() {
    let court = Court::new();
    court.write("packed", &packed(SOLUTION));
    let run = |options: &[&str]| {
        let output =
            court.judging(options).args(["--", "sh", "-c", "cat packed"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        // Lines are wrapped for a terminal.
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let short = run(&[]);
    let named = "sh: wrong answer on puzzle, line 1: line 1 of its output is not nine digits";
    assert!(short.contains(named) && short.contains(PUZZLE), "{short}");
    assert!(!short.contains("a right answer:"), "{short}");
    let shown = run(&["--show"]);
    for part in [
        "input: 0 3 5 4 6 9 2 7 8 7 8 2 1",
        "output: 135469278 782135649",
        "a right answer: 1 3 5 4 6 9 2 7 8 7 8 2 1",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn invalid_arguments_are_refused() {
    let court = Court::new();
    for (options, complaint) in [
        (&[][..], "error: no program to judge"),
        (&["--judge-format", "boj2239", "--strategy", "mrv"], "use one of: scan, bitmask"),
        (&["--strategy", "mvr"], "unknown strategy `mvr`"),
        (&["--strategy", "mrv", "--strategy", "mrv"], "two programs have the name `mrv`"),
        (&["--strategy", "mrv", "--set", "none"], "error: none, puzzle 1: skipped, because"),
        (&["--program", "./a.out"], "NAME=COMMAND"),
        (&["--strategy", "mrv", "--memory", "0"], "expected at least 64KB; add a unit"),
        (&["--strategy", "mrv", "--memory", "256"], "expected at least 64KB; add a unit"),
        (&["--strategy", "mrv", "--memory", "-1MB"], "expected a size such as 256MB"),
    ] {
        let output = court.judging(options).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(complaint), "{options:?}: {said}");
    }
}

#[test]
fn solve_is_a_program_for_the_judge() {
    let solve = |arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bench-harness"))
            .arg("solve")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program may refuse its arguments before it reads the input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let solved = |format: &str, output: String| (format.to_owned(), (0, output, String::new()));
    for strategy in ["scan", "board"] {
        let (format, expected) = solved("boj2580", spaced(SOLUTION));
        assert_eq!(
            solve(&["--strategy", strategy, "--judge-format", &format], &spaced(PUZZLE)),
            expected
        );
    }
    let (format, expected) = solved("boj2239", packed(SOLUTION));
    assert_eq!(
        solve(&["--strategy", "bitmask", "--judge-format", &format], &packed(PUZZLE)),
        expected
    );
    for (arguments, input, complaint) in [
        (
            &["--strategy", "board", "--judge-format", "boj2239"][..],
            packed(PUZZLE),
            "scan, bitmask",
        ),
        (&[], "1 2 3".to_owned(), "standard input: line 1"),
        (&[], spaced(&SOLUTION.replace("135", "11.")), "the puzzle has no solution"),
    ] {
        let (code, output, said) = solve(arguments, &input);
        assert_eq!((code, output.as_str()), (2, ""), "{said}");
        assert!(said.contains(complaint), "{said}");
    }
}
