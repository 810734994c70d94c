//! Tests with shell scripts as external engines: good ones appear in the tables, and every bad one
//! is reported and killed, while the others continue.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

const PUZZLES: [&str; 2] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "56.847...3.9...6....8.......1..8..4.79.6.2.18.5..3..9.......2....6...8.7...316.59",
];

/// The greeting of a script.
const GREETING: &str = "echo 'sudoku-peer 1'; echo 'version 1.2'; echo 'licence MIT'; echo ready";
/// The commands that read a block, up to `loaded`.
const LOAD: &str = "
read -r word limit manner passes puzzles || exit 0
left=$((passes * puzzles)); lines=
while [ $left -gt 0 ]; do read -r line; lines=\"$lines $line\"; left=$((left - 1)); done
echo loaded";
/// The commands between `go` and `answers`. They sleep, so a turn has few passes.
const WORK: &str = "read -r go; sleep 0.02; echo done; read -r answers";

/// Returns the commands that print the right answers.
fn answers() -> String {
    let case = |puzzle: &str| format!("{puzzle}) echo '1 - {}' ;;", solution(puzzle));
    let cases: Vec<_> = PUZZLES.into_iter().map(case).collect();
    format!("for line in $lines; do case $line in {} esac; done", cases.join(" "))
}

fn solution(puzzle: &str) -> String {
    let solver = sudoku_registry::find("bitmask").unwrap().solver;
    solver.first_solution(&puzzle.parse().unwrap()).unwrap().to_string()
}

/// Returns a script that sends the greeting and then repeats the parts.
fn script(greeting: &str, parts: &[&str]) -> String {
    format!("{greeting}\nwhile :; do\n{}\ndone\n", parts.join("\n"))
}

fn good() -> String {
    script(GREETING, &[LOAD, WORK, &answers()])
}

/// Runs `bitmask` with these scripts as external engines.
fn run(folder: &TempDir, scripts: &[&str], arguments: &str) -> Output {
    run_job(folder, scripts, &format!("--strategy bitmask {arguments}"))
}

/// Runs the harness with these arguments, and with these scripts as external engines.
fn run_job(folder: &TempDir, scripts: &[&str], arguments: &str) -> Output {
    harness(folder, scripts, arguments).output().unwrap()
}

/// Returns the harness with these arguments, and with these scripts as external engines.
fn harness(folder: &TempDir, scripts: &[&str], arguments: &str) -> Command {
    let puzzles = folder.path().join("puzzles.txt");
    fs::write(&puzzles, PUZZLES.join("\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench-harness"));
    command.args(arguments.split_whitespace()).arg("--file").arg(&puzzles);
    for (number, script) in scripts.iter().enumerate() {
        let path = folder.path().join(format!("{number}.sh"));
        fs::write(&path, script).unwrap();
        command.arg("--external").arg(format!("engine{number}=sh '{}'", path.display()));
    }
    command
}

fn rows(output: &Output) -> Vec<Value> {
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    json["results"].as_array().unwrap().clone()
}

/// Runs `bitmask`, this script and a good external engine. Returns the cause of the script's loss.
fn lost(folder: &TempDir, script: &str, arguments: &str) -> String {
    let arguments = format!("--format json --mode unique {arguments}");
    let output = run(folder, &[script, &good()], &arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let rows = rows(&output);
    let named: Vec<_> = rows.iter().map(|row| row["strategy"].as_str().unwrap()).collect();
    assert_eq!(named, ["bitmask", "engine0", "engine1"]);
    for row in [&rows[0], &rows[2]] {
        assert_eq!((&row["finished"], &row["wrong"]), (&2.into(), &0.into()), "{row}");
        assert_ne!(row["mean_ns"].is_number(), arguments.contains("verify"), "{row}");
    }
    assert!(rows[2]["lost"].is_null(), "{}", rows[2]);
    let cause = rows[1]["lost"].as_str().unwrap_or_else(|| panic!("{output:?}")).to_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains(&format!("error: lost engine0 on puzzles.txt, unique: {cause}")),
        "{errors}"
    );
    cause
}

/// Waits until all processes whose numbers the scripts wrote to the file have ended.
fn assert_gone(numbers: &Path) {
    let numbers = fs::read_to_string(numbers).unwrap();
    let start = Instant::now();
    for number in numbers.split_whitespace().map(|number| number.parse().unwrap()) {
        let runs = || {
            let status = fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default();
            kill(Pid::from_raw(number), None).is_ok() && !status.contains("State:\tZ")
        };
        while runs() {
            assert!(start.elapsed() < Duration::from_secs(10), "{number} still runs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn good_engines_are_in_the_tables_with_version_and_licence() {
    let folder = tempfile::tempdir().unwrap();
    for batch in ["", "--batch"] {
        let arguments = format!("--format json {batch}");
        let output = run(&folder, &[&good(), &good()], &arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let rows = rows(&output);
        assert_eq!(rows.len(), 6);
        for row in &rows {
            assert_eq!((&row["finished"], &row["wrong"]), (&2.into(), &0.into()), "{row}");
            assert_eq!((&row["text"], &row["lost"]), (&true.into(), &Value::Null));
            let mean = row["mean_ns"].as_f64().unwrap();
            let is_external = row["strategy"] != "bitmask";
            assert_eq!(row["median_ns"].is_null(), is_external || batch == "--batch");
            if is_external {
                assert_eq!(row["peer"], serde_json::json!({"version": "1.2", "licence": "MIT"}));
                // The script sleeps for 20 ms per block of two puzzles.
                assert!((10e6..200e6).contains(&mean), "{row}");
                assert!(row["whole_passes"].as_u64().unwrap() >= 5, "{row}");
            }
        }
    }
    let output = run(&folder, &[&good()], "--mode first");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("engine0 (1.2, MIT)"), "{table}");
    assert!(table.contains("text to text") && !table.contains("WARNING: engine0"), "{table}");
}

#[test]
fn an_engine_without_a_valid_greeting_is_lost_from_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    for (script, cause) in [
        ("exit 3", "it ended (exit status: 3)"),
        ("printf sudoku-pe", "in the middle of a line: `sudoku-pe`"),
        ("echo hello", "expected greeting `sudoku-peer 1`, found `hello`"),
        ("echo 'sudoku-peer 2'", "expected greeting `sudoku-peer 1`, found `sudoku-peer 2`"),
        ("echo 'sudoku-peer 1'; echo ready", "expected `version TEXT`, found `ready`"),
        ("echo 'sudoku-peer 1'; echo version", ", found `version`"),
        (
            "tr '\\0' y </dev/zero",
            "expected greeting `sudoku-peer 1`, found `yyyyyyyyyyyyyyyyyyyyyyy",
        ),
    ] {
        let lost = lost(&folder, script, "--verify-only");
        assert!(lost.contains(cause), "{script}: {lost}");
    }
}

#[test]
fn an_engine_that_breaks_the_protocol_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let answers = answers();
    let eager = LOAD.replace("echo loaded", "printf 'loaded\\ndone\\n'");
    for (parts, cause) in [
        (vec!["read -r word; exit 4"], "it ended (exit status: 4)"),
        (vec!["exec 0<&-; sleep 0.1; exit 5"], "it ended (exit status: 5)"),
        (vec![LOAD, "kill -9 $$"], "it ended (signal: 9"),
        (vec![&eager, WORK], "expected no output before `go`, found `done`"),
        (vec![LOAD, "read -r go; echo finished"], "expected `done`, found `finished`"),
        (vec![LOAD, "read -r go; yes"], "expected `done`, found `y`"),
        (
            vec![LOAD, WORK, "echo solved"],
            "expected answer `COUNT GUESSES SOLUTION`, found `solved`",
        ),
        (vec![LOAD, WORK, "printf '1 - 53'; exit 0"], "in the middle of a line: `1 - 53`"),
        (vec![LOAD, WORK, &answers, "echo more"], "expected `loaded`, found `more`"),
    ] {
        let lost = lost(&folder, &script(GREETING, &parts), "--verify-only");
        assert!(lost.contains(cause), "{parts:?}: {lost}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_closes_its_output_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let script = script(GREETING, &[LOAD, "exec >&-; sleep 10"]);
    assert_eq!(lost(&folder, &script, "--verify-only"), "it closed its output");
}

#[test]
fn a_measurement_continues_only_with_the_same_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("measured");
    let measure = |scripts: &[&str], option: &str| {
        let arguments = format!("measure --verify-only {option} --output {}", path.display());
        run_job(&folder, scripts, &arguments)
    };
    assert_eq!(measure(&[&good()], "").status.code(), Some(0));
    assert_eq!(measure(&[&good()], "--resume").status.code(), Some(0));
    let mut other = harness(&folder, &[], "measure --verify-only --resume");
    other.arg("--output").arg(&path).arg("--external").arg("engine0=sh -e 0.sh");
    let other = other.current_dir(&folder).output().unwrap();
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    let refused = String::from_utf8_lossy(&other.stderr);
    assert!(refused.contains("this run differs from the file in: commands"), "{refused}");
}

/// Returns work that takes this many seconds longer if the shell condition holds.
fn slow_if(condition: &str, seconds: &str) -> String {
    WORK.replace("read -r go;", &format!("read -r go; {condition} && sleep {seconds};"))
}

#[test]
fn a_slow_engine_times_out_only_on_its_slow_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let [_, second] = PUZZLES;
    let is_slow = format!("[ \"$lines\" != \"${{lines%{second}*}}\" ]");
    let slow = script(GREETING, &[LOAD, &slow_if(&is_slow, "60"), &answers()]);
    for (arguments, finished, has_mean) in
        [("--verify-only", 1, false), ("", 1, true), ("--batch --verify-only", 0, false)]
    {
        let arguments = format!("--mode unique --time-limit 200ms --format json {arguments}");
        let output = run(&folder, &[&slow, &good()], &arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let [_, slow, good] = &rows(&output)[..] else { panic!("{output:?}") };
        assert!(slow["lost"].is_null() && good["lost"].is_null(), "{slow}");
        assert_eq!((&slow["finished"], &good["finished"]), (&finished.into(), &2.into()), "{slow}");
        assert_eq!(slow["timed_out"], 2 - finished, "{slow}");
        assert_eq!(slow["timed_out_puzzles"][0]["puzzle"], PUZZLES[finished]);
        assert_eq!(slow["mean_ns"].is_number(), has_mean, "{slow}");
    }
}

#[test]
fn puzzles_of_a_late_block_run_again_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    // The script is late once, in the block with this number. The first two blocks verify one
    // puzzle each, and the others time both.
    for late_block in [1, 2, 4] {
        let count = folder.path().join(format!("count{late_block}"));
        let is_late = format!("echo >>'{0}'; [ $(wc -l <'{0}') = {late_block} ]", count.display());
        let script = script(GREETING, &[LOAD, &slow_if(&is_late, "60"), &answers()]);
        let output = run(&folder, &[&script], "--mode unique --time-limit 200ms --format json");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let [_, row] = &rows(&output)[..] else { panic!("{output:?}") };
        let timed_out = u32::from(late_block < 3);
        assert_eq!((&row["timed_out"], &row["lost"]), (&timed_out.into(), &Value::Null), "{row}");
        assert!(row["whole_passes"].as_u64().unwrap() >= 3, "{row}");
    }
}

#[test]
fn an_engine_that_hangs_is_killed_with_all_its_processes() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let note = format!("echo $$ >>'{0}'; sleep 1000 & echo $! >>'{0}'", numbers.display());
    for hangs in [format!("{note}; wait"), format!("{note}; exit 0"), format!("{note}; yes >&2")] {
        let start = Instant::now();
        let hangs = format!("read -r go; exec 2>/dev/null; {hangs}");
        let script = script(GREETING, &[LOAD, &hangs]);
        let arguments = "--mode unique --verify-only --time-limit 100ms --format json";
        let output = run(&folder, &[&script], arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(rows(&output)[1]["timed_out"], 2, "{output:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert_gone(&numbers);
    }
}

#[test]
fn engines_end_with_the_job() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    // The first script exits when its input ends, the second keeps running.
    let note = format!("echo $$ >>'{}'; {GREETING}", numbers.display());
    let polite = script(&note, &[LOAD, WORK, &answers()]);
    let stays = polite.replace("|| exit 0", "|| sleep 1000");
    // The third starts a process in another group.
    let noting = format!("echo $$ >>'{}'; sleep 1000", numbers.display());
    let leaves = if cfg!(target_os = "linux") {
        format!(
            "setsid sh -c \"{}\" </dev/null >/dev/null 2>&1 &\n{polite}",
            noting.replace('$', "\\$")
        )
    } else {
        polite.clone()
    };
    let output = run(&folder, &[&polite, &stays, &leaves], "--verify-only");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_gone(&numbers);
}

#[test]
fn engines_end_with_a_killed_harness() {
    let folder = tempfile::tempdir().unwrap();
    for signal in [Signal::SIGKILL, Signal::SIGTERM] {
        let numbers = folder.path().join(signal.as_str());
        // The script ignores the end of its input, and so does the process that it starts.
        let stays = format!("{GREETING}; sleep 1000 & echo $$ $! >'{}'; wait", numbers.display());
        let mut harness = harness(&folder, &[&stays], "--strategy bitmask");
        let mut harness = harness.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while fs::read(&numbers).unwrap_or_default().is_empty() {
            assert!(start.elapsed() < Duration::from_secs(10), "the script does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(harness.id().cast_signed()), signal).unwrap();
        harness.wait().unwrap();
        assert_gone(&numbers);
    }
}

#[test]
fn an_engine_that_is_lost_during_a_measurement_keeps_its_results() {
    let folder = tempfile::tempdir().unwrap();
    // The script survives the verification, with two blocks for each mode, and some turns.
    let dies = "blocks=$((blocks + 1)); [ $blocks = 10 ] && exit 7";
    let greeting = format!("blocks=0; {GREETING}");
    let script = script(&greeting, &[LOAD, dies, WORK, &answers()]);
    let output = run(&folder, &[&script], "--format json");
    assert_eq!(output.status.code(), Some(1));
    let rows = rows(&output);
    for row in &rows {
        assert_eq!((&row["finished"], &row["wrong"]), (&2.into(), &0.into()), "{row}");
        assert!(row["mean_ns"].is_number(), "{row}");
    }
    let lost: Vec<_> = rows.iter().filter_map(|row| row["lost"].as_str()).collect();
    assert_eq!(lost, ["it ended (exit status: 7)"]);
    // The same holds for an engine that is lost during the verification.
    let dies = dies.replace("10", "2");
    let script = self::script(&greeting, &[LOAD, &dies, WORK, &answers()]);
    let output = run(&folder, &[&script], "--mode unique --format json");
    let row = &self::rows(&output)[1];
    assert!(row["finished"] == 1 && row["mean_ns"].is_number(), "{row}");
}

#[test]
fn wrong_answers_are_reported_only_for_their_engine() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = PUZZLES.map(solution);
    let swapped = answers().replace(&first, "x").replace(&second, &first).replace('x', &second);
    for (answers, cause) in [
        (swapped, "its grid changes a clue"),
        (
            answers().replace("'1 -", "'2 -"),
            "it counts 2 solutions or more, but another strategy counts 1",
        ),
        (answers().replace("'1 -", "'3 -"), "instead of 2 solutions or more"),
        (answers().replace(&first, "-"), "its report and its grid contradict each other"),
        (answers().replace(&first, &first.replace('1', "2")), "its grid breaks the rules"),
    ] {
        let script = script(GREETING, &[LOAD, WORK, &answers]);
        let output = run(&folder, &[&script, &good()], "--mode unique --format json");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let rows = rows(&output);
        assert!(rows[1]["wrong"].as_u64().unwrap() > 0 && rows[1]["lost"].is_null());
        assert!(rows[1]["faults"][0]["cause"].as_str().unwrap().contains(cause), "{}", rows[1]);
        for row in [&rows[0], &rows[2]] {
            assert!(row["wrong"] == 0 && row["whole_passes"].as_u64().unwrap() > 0, "{row}");
        }
    }
}

#[test]
fn time_before_go_gives_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    // The time is long enough to matter even in blocks of many passes.
    let ahead = LOAD.replace("echo loaded", "sleep 0.25; echo loaded");
    let script = script(GREETING, &[&ahead, &WORK.replace("0.02", "0.002"), &answers()]);
    let output = run(&folder, &[&script], "--mode unique");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("WARNING: engine0 on puzzles.txt, unique takes "), "{table}");
}

#[test]
fn names_that_are_taken_are_refused() {
    for arguments in [["--external=mrv=sh", "--set=judge"], ["--external=a=sh", "--external=a=sh"]]
    {
        let output =
            Command::new(env!("CARGO_BIN_EXE_bench-harness")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let refused = String::from_utf8_lossy(&output.stderr);
        assert!(refused.starts_with("error: the name `"), "{output:?}");
    }
}
