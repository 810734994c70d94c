//! Tests of the command: its output, its exit codes and its files.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A puzzle that takes minutes in row-major search.
const ENDLESS: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench-harness"));
    command.args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    command(arguments).output().unwrap()
}

fn run_with_input(arguments: &str, input: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Returns standard error without warnings about the machine, because tests run in parallel.
fn stderr(output: &Output) -> String {
    let text = std::str::from_utf8(&output.stderr).unwrap();
    text.lines()
        .filter(|line| !line.starts_with("warning: "))
        .fold(String::new(), |text, line| text + line + "\n")
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Checks the JSON fields that scripts rely on, and returns the rows.
fn rows(json: &str) -> Vec<Value> {
    let json: Value = serde_json::from_str(json).unwrap();
    assert_eq!(json["schema"], 1);
    let environment = &json["environment"];
    for field in ["cpu", "compiler", "profile", "commit", "date"] {
        assert!(environment[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
    }
    assert!(environment["seed"].is_u64());
    let rows = json["results"].as_array().unwrap().clone();
    for row in &rows {
        let is = |field: &str, test: fn(&Value) -> bool| {
            let value = row.get(field).unwrap_or_else(|| panic!("{field} is missing: {row}"));
            assert!(test(value), "{field}: {value}");
        };
        for field in ["strategy", "set"] {
            is(field, Value::is_string);
        }
        for field in ["batch", "text"] {
            is(field, Value::is_boolean);
        }
        for field in
            ["puzzles", "finished", "timed_out", "not_run", "wrong", "solutions", "budget_ms"]
        {
            is(field, Value::is_u64);
        }
        for field in ["placements", "guesses", "median_ns", "worst_ns"] {
            is(field, |value| value.is_u64() || value.is_null());
        }
        for field in ["mean_ns", "puzzles_per_second"] {
            is(field, |value| value.is_number() || value.is_null());
        }
        is("within_budget", |value| value.is_boolean() || value.is_null());
        is("mode", |mode| mode == "first" || mode == "unique" || mode == "count");
        let number = |field: &str| row[field].as_u64().unwrap();
        assert_eq!(
            number("puzzles"),
            number("finished") + number("timed_out") + number("not_run"),
            "{row}"
        );
        assert_eq!(row["budget_ms"], 80);
    }
    rows
}

const NOT_ENUMERATED: &str =
    "not run: boards with too many solutions to enumerate within the time limit\n";

#[test]
fn counts_are_checked_and_too_many_solutions_are_not_enumerated() {
    let of = |set: &str, strategy: &str, limit: &str| {
        let arguments = format!("--set {set} --strategy {strategy} --time-limit {limit}");
        let output = run(&format!("--mode count --verify-only --format json {arguments}"));
        assert_eq!(code(&output), 0, "{output:?}");
        let rows = rows(stdout(&output));
        assert_eq!((&rows[0]["mode"], &rows[0]["wrong"]), (&"count".into(), &0.into()));
        let [finished, left] =
            ["finished", "not_run"].map(|field| rows[0][field].as_u64().unwrap());
        let said = if left > 0 { NOT_ENUMERATED } else { "" };
        assert_eq!(stderr(&output), said);
        [finished, left]
    };
    assert_eq!([of("count-low", "mrv", "60s"), of("count-low", "auto", "60s")], [[32, 0]; 2]);
    assert_eq!(
        [of("count-high", "mrv", "1s"), of("count-high", "auto", "60s")],
        [[0, 34], [34, 0]]
    );
    let batch = run("--mode count --batch --verify-only");
    assert_eq!(code(&batch), 2);
    let refusal = "error: --mode count cannot be combined with --batch";
    assert!(stderr(&batch).starts_with(refusal), "{}", stderr(&batch));
}

#[test]
fn json_of_an_embedded_set() {
    let output = run("--set judge --format json --seed 5 --strategy scan --strategy bitmask");
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let rows = rows(stdout(&output));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let names: Vec<_> =
        rows.iter().map(|row| (text(&row["strategy"]), text(&row["mode"]))).collect();
    assert_eq!(
        names,
        [("scan", "first"), ("bitmask", "first"), ("scan", "unique"), ("bitmask", "unique")]
            .map(|(strategy, mode)| (strategy.to_owned(), mode.to_owned()))
    );
    for row in &rows {
        assert_eq!(
            (&row["set"], &row["finished"], &row["wrong"]),
            (&"judge".into(), &row["puzzles"], &0.into())
        );
        let number = |field: &str| row[field].as_f64().unwrap();
        assert!(number("mean_ns") > 0.0 && number("median_ns") <= number("worst_ns"));
        assert!((number("mean_ns") * number("puzzles_per_second") / 1e9 - 1.0).abs() < 0.01);
        assert_eq!(row["within_budget"], true);
    }
    let environment: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(environment["environment"]["seed"], 5);
}

#[test]
fn a_run_of_one_mode_in_batches_from_text_has_one_row() {
    let output = run("--set judge --strategy mrv --mode unique --batch --text --format json");
    assert_eq!(code(&output), 0);
    let rows = rows(stdout(&output));
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!(
        (&row["mode"], &row["batch"], &row["text"]),
        (&"unique".into(), &true.into(), &true.into())
    );
    assert!(row["median_ns"].is_null() && row["worst_ns"].is_null() && row["mean_ns"].is_number());
}

#[test]
fn every_format_names_the_machine() {
    let compiler = env!("BENCH_HARNESS_COMPILER");
    for format in ["table", "json", "markdown"] {
        let output = run(&format!("--set judge --strategy bitmask --mode first --format {format}"));
        let text = stdout(&output);
        assert_eq!(code(&output), 0);
        for fact in [compiler, "bitmask", "judge"] {
            assert!(text.contains(fact), "{format} lacks {fact}: {text}");
        }
    }
}

#[test]
fn a_table_is_narrow_and_named() {
    let output = run("--set judge --mode unique");
    let text = stdout(&output);
    assert!(text.starts_with("judge · uniqueness proof"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 126), "{text}");
    assert!(text.contains("fastest on the "), "{text}");
    if cfg!(debug_assertions) {
        assert!(text.contains("NOT FOR COMPARISON"), "{text}");
    }
}

#[test]
fn the_default_job_prints_one_screen_and_writes_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let strategies = "--strategy mrv --strategy board --strategy batch --strategy auto";
    let output = command(strategies).arg("--html").arg(&page).output().unwrap();
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{output:?}");
    assert_eq!(stderr(&output), format!("wrote the HTML page {}\n", page.display()));
    let fits = text.lines().count() <= 24 && text.lines().all(|line| line.chars().count() <= 80);
    assert!(fits && !text.contains('\u{1b}'), "{text}");
    assert!(text.contains("All answers are right: ") && text.contains("USE: take auto"), "{text}");
    assert!(fs::read_to_string(&page).unwrap().contains("Slowest puzzle of each set"));
}

#[test]
fn the_page_and_the_other_output_are_two_files() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().join("there.html");
    fs::write(&there, "old").unwrap();
    let absolute = format!("--html {} --output there.html", there.display());
    for options in ["--html p.html --output ./p.html", &absolute, "--html -", "--html - --output -"]
    {
        let options = format!("--verify-only --set judge --strategy mrv {options}");
        let output = command(&options).current_dir(&folder).output().unwrap();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{options}");
        let refused = "error: the HTML page and the other output have the same destination";
        assert!(stderr(&output).starts_with(refused), "{options}: {output:?}");
    }
    assert_eq!(fs::read_to_string(&there).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let options = "--verify-only --set judge --strategy mrv --html - --output tables";
    let output = command(options).current_dir(&folder).output().unwrap();
    assert!(code(&output) == 0 && stdout(&output).starts_with("<!DOCTYPE html>"), "{output:?}");
    assert!(fs::read_to_string(folder.path().join("tables")).unwrap().contains("mrv"));
}

#[test]
fn a_column_without_values_is_not_shown() {
    let outputs = ["--batch", ""]
        .map(|more| run(&format!("--set judge --strategy mrv --mode unique {more}")));
    let header = |output| stdout(output).lines().find(|line| line.starts_with(" strategy "));
    let [batch, single] = outputs.each_ref().map(header).map(Option::unwrap);
    for column in ["median", "worst", "p10 – p90"] {
        assert!(!batch.contains(column) && single.contains(column), "{batch}\n{single}");
    }
    assert!(batch.contains(" puzzles/s "), "{batch}");
}

#[test]
fn a_timed_out_puzzle_is_named() {
    let arguments = "--file - --strategy bitmask --mode first --time-limit 100ms";
    let input = format!("{PROPER}\n{ENDLESS}\n");
    let output = run_with_input(arguments, input.as_bytes());
    assert_eq!(code(&output), 0);
    assert!(
        stdout(&output).contains("bitmask timed out after 100 ms on 1 puzzle, first on line 2"),
        "{}",
        stdout(&output)
    );
    let output = run_with_input(&format!("{arguments} --format json"), input.as_bytes());
    let row = &rows(stdout(&output))[0];
    assert_eq!(
        (&row["finished"], &row["timed_out"], &row["set"]),
        (&1.into(), &1.into(), &"stdin".into())
    );
    assert!(row["worst_ns"].as_u64().is_some_and(|worst| worst >= 100_000_000));
    assert_eq!(row["within_budget"], false);
    assert_eq!(row["timed_out_puzzles"][0]["puzzle"], ENDLESS);
}

#[test]
fn unreadable_puzzles_are_reported_and_the_rest_is_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some puzzles.txt");
    fs::write(&path, format!("puzzle,solution\n{PROPER},\n{}\n{PROPER}\n", &PROPER[1..])).unwrap();
    let output = command("--strategy bitmask --format json --file").arg(&path).output().unwrap();
    assert_eq!(code(&output), 2);
    let complaint = format!("error: {}: line 3, column 81 (r9c9): 1 cell missing", path.display());
    assert_eq!(stderr(&output).trim_end(), complaint);
    let rows = rows(stdout(&output));
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["set"] == "some puzzles.txt" && row["finished"] == 2));
}

#[test]
fn inputs_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzles, baseline] = ["puzzles.txt", "baseline.jsonl"].map(|it| folder.path().join(it));
    fs::write(&puzzles, format!("{PROPER}\n")).unwrap();
    let [from, to] = [&puzzles, &baseline].map(|path| path.to_str().unwrap().to_owned());
    let options = format!("--verify-only --strategy mrv --file {from}");
    assert_eq!(code(&run(&format!("measure {options} --output {to}"))), 0);
    for (arguments, file) in [
        (format!("{options} --output {from}"), &puzzles),
        (format!("judge --strategy mrv --file {from} --output {from}"), &puzzles),
        (format!("gate --base {to} --file {from} --output {from}"), &puzzles),
        (format!("report {to} --html {to}"), &baseline),
    ] {
        let before = fs::read(file).unwrap();
        let output = run(&arguments);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments}");
        let refused = format!("error: {}: is both input and output; ", file.display());
        assert!(stderr(&output).starts_with(&refused), "{output:?}");
        assert_eq!(fs::read(file).unwrap(), before, "{arguments}");
    }
}

#[test]
fn only_the_first_of_many_unreadable_puzzles_are_reported() {
    let output = run_with_input("--file -", format!("{}\n", &PROPER[1..]).repeat(50).as_bytes());
    assert_eq!(code(&output), 2);
    let complaints = stderr(&output);
    let complaints: Vec<&str> = complaints.lines().collect();
    assert!(complaints[0].starts_with("error: standard input: line 1, "), "{}", complaints[0]);
    assert!(complaints[20].contains("30 more"), "{}", complaints[20]);
    assert!(complaints.len() <= 22, "{complaints:?}");
    let input = format!("{}\n", &PROPER[1..]).repeat(50);
    let all = run_with_input("--file - --all-errors", input.as_bytes());
    assert_eq!(stderr(&all).lines().count(), 50, "{all:?}");
}

/// The visible subcommands.
const SUBCOMMANDS: [&str; 8] =
    ["measure", "judge", "solve", "report", "gate", "cmp", "completions", "man"];

#[test]
fn every_help_has_the_exit_codes() {
    for subcommand in SUBCOMMANDS.into_iter().chain([""]) {
        let help = run(&format!("{subcommand} --help"));
        assert_eq!(stdout(&help).matches("Exit codes:").count(), 1, "{subcommand}");
        assert!(stdout(&help).contains("  2  bad usage"), "{subcommand}");
    }
}

#[test]
fn a_short_help_fits_a_screen() {
    for subcommand in SUBCOMMANDS.into_iter().chain([""]) {
        let help = run(&format!("{subcommand} -h"));
        assert!(stdout(&help).lines().count() <= 60, "{subcommand}");
    }
}

#[test]
fn each_help_has_the_exit_codes_of_its_subcommand() {
    let codes = |subcommand: &str| {
        let help = run(&format!("{subcommand} --help"));
        let (_, codes) = stdout(&help).split_once("Exit codes:").unwrap();
        codes.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(codes("").contains("or a missed time budget (--check-budget)"), "{}", codes(""));
    assert!(!codes("measure").contains("--check-budget"), "{}", codes("measure"));
    assert!(codes("measure").contains("1 a wrong answer"), "{}", codes("measure"));
    assert!(codes("solve").contains("or a puzzle without a solution"), "{}", codes("solve"));
}

#[test]
fn completions_include_the_subcommands_and_the_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&format!("completions {shell}"));
        assert_eq!(code(&script), 0);
        for subcommand in SUBCOMMANDS {
            assert!(stdout(&script).contains(subcommand), "{shell} without {subcommand}");
        }
        // The completions of PowerShell and Elvish have no values.
        if matches!(shell, "bash" | "zsh" | "fish") {
            for value in ["board-portable", "easy", "boj2239", "markdown"] {
                assert!(stdout(&script).contains(value), "{shell} without {value}");
            }
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_visible_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let output = command("man --dir").arg(folder.path()).output().unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
    let mut pages: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let mut expected = vec!["bench-harness.1".to_owned()];
    expected.extend(SUBCOMMANDS.map(|subcommand| format!("bench-harness-{subcommand}.1")));
    expected.sort();
    assert_eq!(pages, expected);
    assert!(stdout(&run("man")).contains(".TH bench-harness 1"));
}

#[test]
fn invalid_files_are_refused_without_a_panic() {
    let long = vec![b'.'; 10_000_000];
    for input in
        [&b""[..], b"\xef\xbb\xbf", b"\0\0\0", b"\xff\xfe1", &[b'.'; 80], &long, b"1\r\n\r\n"]
    {
        let output = run_with_input("--file -", input);
        assert_eq!(code(&output), 2);
        assert!(
            stderr(&output).starts_with("error: standard input: line 1"),
            "{}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn contradicting_clues_have_no_solution() {
    let puzzle = format!("11{}", ".".repeat(79));
    let output = run_with_input("--file - --format json --text", puzzle.as_bytes());
    assert_eq!(code(&output), 0);
    for row in rows(stdout(&output)) {
        assert_eq!((&row["finished"], &row["solutions"]), (&1.into(), &0.into()));
    }
}

#[test]
fn bad_usage_is_explained() {
    for (arguments, complaint) in [
        ("--strategy nosuch", "unknown strategy `nosuch`; available: scan, bitmask, mrv"),
        ("--set nosuch", "unknown set `nosuch`; available: judge"),
        ("--file /nosuch/file", "/nosuch/file: "),
        ("--set judge --output /nosuch/file", "cannot write /nosuch/file: "),
        ("--list --format json", "cannot be used with"),
        ("--nosuch", "unexpected argument"),
        ("--time-limit -1s", "expected a duration such as 1s or 500ms"),
        ("--time-limit 0s", "the limit must be greater than 0"),
        ("judge --limit -1s -- cat", "expected a duration such as 1s or 500ms"),
        ("judge --memory -1MB -- cat", "expected a size such as 256MB"),
        ("--seed -1", "expected a whole number from 0 to 18446744073709551615"),
        ("--file - --file -", "standard input can be read only once; give `--file -` once"),
    ] {
        let output = run(arguments);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments}");
        let said = stderr(&output);
        assert!(said.starts_with("error: ") && said.contains(complaint), "{arguments}: {said}");
    }
}

#[test]
fn the_environment_forces_an_instruction_set() {
    let list = |path: &str| command("--list").env("SUDOKU_SIMD", path).output().unwrap();
    assert_eq!(code(&list("portable")), 0);
    let output = list("sse9");
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert!(stderr(&output).contains("SUDOKU_SIMD is \"sse9\""), "{}", stderr(&output));
}

#[test]
fn variants_are_checked_in_the_harness_and_by_the_protocol() {
    let own = env!("CARGO_BIN_EXE_bench-harness");
    let output = Command::new(own)
        .args(["--set", "houses", "--strategy", "weighted", "--mode", "unique", "--format", "json"])
        .args(["--time-limit", "30s", "--verify-only"])
        .arg(format!("--external=other='{own}' serve weighted"))
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
    let rows = rows(stdout(&output));
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!((&row["finished"], &row["wrong"]), (&20.into(), &0.into()), "{row}");
    }
    assert_eq!(rows[0]["guesses"], rows[1]["guesses"]);
}

#[test]
fn links_of_f_puzzles_are_variants() {
    // A puzzle with one cage, and one with the unknown rule `magic`.
    let cage = r#"{"size":9,"grid":[],"killercage":[{"cells":["R1C1","R1C2"],"value":"3"}]}"#;
    let row = format!("[{}]", ["{}"; 9].join(","));
    let grid = format!("[{}]", [&*row; 9].join(","));
    let cage = cage.replace("[]", &grid);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("links.jsonl");
    let magic = cage.replace("killercage", "magic");
    fs::write(&file, format!("{cage}\n{magic}\n")).unwrap();
    let arguments = "--strategy weighted --mode first --verify-only --format json --file";
    let output = run(&format!("{arguments} {}", file.display()));
    assert_eq!(code(&output), 2, "{output:?}");
    assert!(stderr(&output).contains("line 2") && stderr(&output).contains("magic"), "{output:?}");
    let rows = rows(stdout(&output));
    assert!(rows[0]["finished"] == 1 && rows[0]["wrong"] == 0, "{output:?}");
}

#[test]
fn a_run_cannot_mix_variants_and_classic_puzzles() {
    for (arguments, cause) in [
        ("--set killers --set hard", "compare them in two runs"),
        ("--set killers --strategy board", "the strategy `board` does not solve variants"),
        (
            "--set hard --strategy plain",
            "the strategy `plain` solves only variants; use --set killers",
        ),
        ("judge --set killers --strategy board", "killers: no problem asks for a variant"),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{output:?}");
        assert!(stderr(&output).contains(cause), "{output:?}");
    }
}

#[test]
fn the_list_names_the_available_strategies_and_sets() {
    let output = run("--list");
    assert_eq!(code(&output), 0);
    for name in ["scan", "bitmask", "mrv", "sudoku-bitmask", "judge", "weighted", "killers"] {
        assert!(stdout(&output).contains(name), "{}", stdout(&output));
    }
}

#[test]
fn the_help_lists_the_exit_codes() {
    let output = run("--help");
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("Exit codes:"), "{}", stdout(&output));
}

#[test]
fn verify_only_measures_no_time() {
    let rows = rows(stdout(&run("--set judge --verify-only --format json")));
    for row in rows {
        assert_eq!(row["finished"], row["puzzles"]);
        assert!(
            row["mean_ns"].is_null() && row["worst_ns"].is_null() && row["within_budget"].is_null()
        );
    }
}

#[test]
fn a_missed_promise_fails_the_check_and_the_output_is_still_written() {
    // No strategy answers within a nanosecond, so all strategies miss the time budget.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.json");
    fs::write(&path, "what was there before").unwrap();
    let arguments = "--set judge --strategy bitmask --time-limit 1ns --format json";
    let output =
        command(arguments).arg("--check-budget").arg("--output").arg(&path).output().unwrap();
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    assert!(stderr(&output).contains("error: bitmask on judge, first misses its budget of 80 ms"));
    for row in rows(&fs::read_to_string(&path).unwrap()) {
        // The other puzzles are not run.
        assert_eq!((&row["timed_out"], &row["within_budget"]), (&Value::from(5), &Value::Null));
    }
    // Without --check-budget, a missed budget is not a failure. The folder has only the file.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(code(&run(arguments)), 0);
}

#[test]
fn a_kept_promise_passes_the_check() {
    assert_eq!(code(&run("--set judge --check-budget")), 0);
}

#[cfg(unix)]
#[test]
fn the_output_may_be_a_device() {
    let output = run("--set judge --strategy mrv --verify-only --output /dev/null");
    assert_eq!(code(&output), 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command("--set judge --strategy mrv --mode first")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

/// Creates an empty folder for a test.
fn scratch(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn an_interrupt_at_a_terminal_removes_the_progress_bar() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::Read;
    for arguments in
        ["--set row-major --strategy scan --time-limit 1m", "judge --limit 1m -- sleep 60"]
    {
        let pty = nix::pty::openpty(None, None).unwrap();
        let mut child = command(arguments).stdout(Stdio::null()).stderr(pty.slave).spawn().unwrap();
        let (mut terminal, mut shown) = (fs::File::from(pty.master), Vec::new());
        let mut read = |shown: &mut Vec<u8>| {
            let mut bytes = [0; 4096];
            // On Linux, the end of a terminal is an error.
            let count = terminal.read(&mut bytes).unwrap_or(0);
            shown.extend_from_slice(&bytes[..count]);
            count > 0
        };
        while !shown.contains(&b'[') {
            assert!(read(&mut shown), "{arguments}");
        }
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).unwrap();
        while read(&mut shown) {}
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments}");
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.ends_with("\r\u{1b}[2K"), "{shown:?}");
    }
}

#[test]
fn files_with_similar_names_have_separate_tables() {
    let folder = scratch("alike");
    let files = ["a\u{1}.txt", "a\u{2}.txt"].map(|name| folder.join(name));
    fs::write(&files[0], format!("{PROPER}\n")).unwrap();
    fs::write(&files[1], format!("{PROPER}\n{PROPER}\n")).unwrap();
    let mut command = command("--strategy mrv --mode first --verify-only");
    let output =
        command.arg("--file").arg(&files[1]).arg("--file").arg(&files[0]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let titles = text.lines().filter(|line| line.starts_with("a\u{fffd}.txt"));
    assert_eq!(titles.count(), 2, "{text}");
}

#[test]
fn a_late_batch_counts_as_timed_out_and_fails_the_check() {
    let output =
        command("--set judge --strategy scan --mode first --batch --check-budget --time-limit 1ns")
            .output()
            .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!((said + &text).contains("misses its budget of 80 ms: 60 puzzles timed out"), "{text}");
}

#[test]
fn a_replaced_output_keeps_its_permissions_and_links() {
    let folder = scratch("replaced");
    let run = |path: &std::path::Path| {
        let mut command = command("--set judge --strategy mrv --mode first --verify-only");
        assert!(command.arg("--output").arg(path).status().unwrap().success());
        assert!(fs::read_to_string(path).unwrap().contains("judge"));
    };
    let long = folder.join("n".repeat(250));
    run(&long);
    run(&long);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let secret = folder.join("secret");
        fs::write(&secret, "old").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
        run(&secret);
        assert_eq!(fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600);
        let link = folder.join("link");
        symlink("nowhere-yet", &link).unwrap();
        run(&link);
        assert!(link.is_symlink() && folder.join("nowhere-yet").is_file());
    }
    // No temporary file is left.
    let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains(".part")));
}

/// A strategy that only times out does not run on every puzzle, and the table says so.
#[test]
fn a_strategy_that_answers_nothing_skips_the_other_puzzles() {
    let output = run("--set killers --strategy plain --mode first --time-limit 1ms --verify-only");
    assert!(stdout(&output).contains(" 0/5/15"), "{output:?}");
    let flat = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("it answered none, so it did not run on the other 15"), "{output:?}");
}
